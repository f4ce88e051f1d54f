"""File locations. The only module that reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from companion.errors import CompanionError

HOME_VARIABLE: Final = "COMPANION_HOME"
CONFIG_NAME: Final = "config.toml"
_MAX_NAME_BYTES: Final = 255


class HomeError(CompanionError, ValueError):
    """The environment names a folder that no file system can have."""

    code = "home"
    template = "%(variable)s is not the name of a folder."
    hint = "Set it to an existing folder, or remove it from the environment."


@dataclass(frozen=True, slots=True)
class Places:
    """File locations: ``config`` for files edited by users, ``data`` for the program's files."""

    config: Path
    data: Path

    @property
    def config_file(self) -> Path:
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


def places(environ: Mapping[str, str] | None = None) -> Places:
    """Return the folders: ``COMPANION_HOME`` for both, else the platform's default folders.

    Raises:
        HomeError: a name in ``COMPANION_HOME`` is too long.
    """
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE, "")
    if home:
        folder = Path(os.path.expanduser(home))  # noqa: PTH111 - an unknown user's name stays
        if any(len(os.fsencode(part)) > _MAX_NAME_BYTES for part in folder.parts):
            raise HomeError(variable=HOME_VARIABLE)
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
