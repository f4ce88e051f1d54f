"""Settings as frozen dataclasses with defaults, and file locations.

The only module that reads the environment. `companion.config_file` parses the settings file;
preferences chosen on the touchscreen are stored separately, by `companion.choices`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "COMPANION_HOME"
CONFIG_NAME: Final = "config.toml"


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``[camera]``: ``source`` is an argument of ``hardware.cameras.choice.open_camera``.

    The other values, apart from the size, fix camera controls as defined in
    ``hardware.cameras.controls``; None leaves a control to the camera.
    """

    source: str = "auto"
    width_px: int = 1536
    height_px: int = 864
    exposure_us: float | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    white_balance_k: float | None = None
    focus: float | None = None


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """``[buttons]``.

    Attributes:
        gpio: ``auto`` (on a Raspberry Pi), ``on`` or ``off``.
        pins: BCM numbers of the buttons of seats 1, 2, ...; empty uses the default wiring.
        lights: the same for their lights.
        bounce_ms: debounce time.
        serial: ``auto`` (any button box that identifies itself), ``off`` or the port's path.
    """

    gpio: str = "auto"
    pins: tuple[int, ...] = ()
    lights: tuple[int, ...] = ()
    bounce_ms: int = 30
    serial: str = "auto"


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """``[screen]``: size of the window; in full screen the size of the display is used.

    Attributes:
        rotation_deg: rotation of the picture, and of touch coordinates, to the left.
        brightness_percent: display brightness at start-up; 0 leaves it unchanged.
    """

    width_px: int = 800
    height_px: int = 480
    fullscreen: str = "auto"
    rotation_deg: int = 0
    brightness_percent: int = 0


@dataclass(frozen=True, slots=True)
class TableSettings:
    """``[table]``: names offered for the seats; the edge of the dice in millimetres."""

    names: tuple[str, ...] = ()
    die_edge_mm: float = 14.0


@dataclass(frozen=True, slots=True)
class RulesSettings:
    """``[rules]``: rule variants where the rules of Roll are ambiguous or the editions differ.

    Names and values are those of ``companion.games.roll.model.options``, where each is explained.
    """

    freed_workers: str = "at_least_one"
    unprinted_moment: str = "phase_end"
    bankers_moment: str = "after_income"
    renaissance_limit: str = "open_ended"
    reconnaissance_scope: str = "scouted_only"
    empty_bag: str = "three_or_more"
    empty_cup: str = "must_recall"
    timing: str = "at_once"


@dataclass(frozen=True, slots=True)
class LogSettings:
    """``[log]``: the game log's file; empty uses the default location."""

    file: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; ``language`` applies until another is chosen on the screen."""

    language: str = "en"
    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    screen: ScreenSettings = field(default_factory=ScreenSettings)
    table: TableSettings = field(default_factory=TableSettings)
    rules: RulesSettings = field(default_factory=RulesSettings)
    log: LogSettings = field(default_factory=LogSettings)


@dataclass(frozen=True, slots=True)
class Places:
    """File locations: ``config`` for files edited by users, ``data`` for the program's files."""

    config: Path
    data: Path

    @property
    def config_file(self) -> Path:
        """The settings file."""
        return self.config / CONFIG_NAME

    @property
    def choices_file(self) -> Path:
        """Preferences chosen on the touchscreen."""
        return self.data / "choices.json"

    @property
    def profiles(self) -> Path:
        """The calibration profiles, one file for each name."""
        return self.data / "profiles"

    @property
    def demo_profiles(self) -> Path:
        """The calibration profiles of the demonstration, kept apart from real ones."""
        return self.data / "demo-profiles"

    @property
    def log_file(self) -> Path:
        """The default game log."""
        return self.data / "games.sqlite"

    @property
    def score_entries(self) -> Path:
        """Final scores that were entered, one file each."""
        return self.data / "tallies"

    @property
    def tile_sets(self) -> Path:
        """Additional tiles of Roll for the Galaxy, one file for each set."""
        return self.data / "tile_sets"

    @property
    def tile_boxes(self) -> Path:
        """Enrolled appearances of tiles, one file for each box."""
        return self.data / "tile_boxes"

    @property
    def boxes_file(self) -> Path:
        """Facts that users entered about their copies of the games."""
        return self.data / "boxes.json"

    @property
    def exchange(self) -> Path:
        """Files that the UI exports and imports: results, exports, reports."""
        return self.data / "exchange"

    @property
    def backups(self) -> Path:
        """Backups made before updates."""
        return self.data / "backups"

    @property
    def demo_log_file(self) -> Path:
        """The game log of the demonstration, kept apart from real games."""
        return self.data / "demonstration.sqlite"


def log_in_use(settings: Settings, places: Places) -> Path:
    """Return the game log named in the settings, or the default one."""
    named = settings.log.file
    return Path(os.path.expanduser(named)) if named else places.log_file  # noqa: PTH111 - an unknown user's name stays as it is


def places(environ: Mapping[str, str] | None = None) -> Places:
    """Return the folders: ``COMPANION_HOME`` for both, else the platform's default folders."""
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE, "")
    if home:
        folder = Path(home).expanduser()
        return Places(folder, folder)
    return Places(
        platformdirs.user_config_path("companion"), platformdirs.user_data_path("companion")
    )


def language_of_system() -> str:
    """Return the system's locale name, such as ``pl_PL.UTF-8``; empty if it is not set."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((value for name in names if (value := os.environ.get(name))), "")


def environment() -> Mapping[str, str]:
    """Return the process environment, for callers that pass it on (the window)."""
    return os.environ
