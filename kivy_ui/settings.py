"""What the window is started with. Plain values, so that reading them imports no Kivy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.history.archive import Archive, MemoryArchive
from companion.history.course import Analyst, NoAnalyst
from companion.players.hints import HintGiver, NoHints
from companion.session.calibration_ports import Calibration
from companion.session.device_ports import DeviceService, NoDevices
from companion.session.machine_fakes import (
    MemoryBoxes,
    MemoryExchange,
    MemoryReporter,
    NoBrightness,
    NoPower,
)
from companion.session.machine_ports import (
    Boxes,
    Brightness,
    Exchange,
    PowerControl,
    Reporter,
)
from companion.session.no_calibration import NoCalibration
from companion.session.practice_ports import DiceScans, NoDiceScans
from companion.session.table_port import DeviceState
from companion.session.tile_ports import NoTileScans, TileScans
from kivy_ui.common.game_choices import GameUis
from kivy_ui.registry import GAME_UIS

TEXT_SCALES: Final = (0.85, 1.0, 1.2, 1.4)
"""The four sizes of the letters, as shares of the theme's."""

SLEEP_AFTER_MIN: Final = (0, 2, 5, 10, 30)
"""Minutes without a touch until the screen sleeps; 0 is never."""

LEARNING: Final = ("ask", "always", "never")
"""Whether a die that is put right at the table becomes an example to learn from."""

HINTS: Final = ("off", "learning", "always")
"""When a player may ask for hints: never, in the first rounds, in every round."""

VOLUME_PERCENT: Final = (25, 60, 100)
"""Of the sounds."""

REST_AFTER_MIN: Final = (0, 1, 2, 5)
"""Minutes without a touch until a running game shows its large line; 0 is never."""

TURN_LIMIT_MIN: Final = (0, 1, 2, 3, 5)
"""Minutes that a step of the round may take before the clock calls; 0 is no clock."""

EVENING_LIMIT_MIN: Final = (0, 60, 90, 120)
"""Minutes that the game may take; 0 is no clock."""

BRIGHTNESS_PERCENT: Final = (0, 20, 40, 60, 80, 100)
"""Of the display's light; 0 leaves it as it is."""


def _no_buttons() -> DeviceState:
    return DeviceState.ABSENT


@dataclass(frozen=True, slots=True)
class LookSettings:
    """What people change on the screen itself, beside the language.

    Attributes:
        text_size: index into ``TEXT_SCALES``.
        brightness_percent: of the display, 0 leaves it as it is; where the display has no light
            that can be set, the picture is darkened.
        left_handed: bars mirrored, so that a left hand does not cover what it reads.
        sleep_after_min: one of ``SLEEP_AFTER_MIN``.
        learn: one of ``LEARNING``.
        volume_percent: one of ``VOLUME_PERCENT``.
        rest_after_min: one of ``REST_AFTER_MIN``.
        quarter_turns: of the large line, to the left: which side of the table reads it.
        motion: whether anything moves on the screen by itself.
        guide_step: where the guide of the first game was left.
        turn_limit_min, evening_limit_min: of ``TURN_LIMIT_MIN`` and ``EVENING_LIMIT_MIN``.
        hints: by seat, one of ``HINTS``; off where nothing is said.
        live_chances: whether everybody's chance to win shows during the game.
        brief: nothing is said of what to move on the table, but after an undo.
    """

    text_size: int = 1
    brightness_percent: int = 0
    sound: bool = True
    left_handed: bool = False
    sleep_after_min: int = 10
    learn: str = "ask"
    brief: bool = False
    volume_percent: int = 60
    rest_after_min: int = 2
    quarter_turns: int = 0
    turn_limit_min: int = 0
    evening_limit_min: int = 0
    guide_step: int = 0
    motion: bool = True
    hints: tuple[str, ...] = ()
    live_chances: bool = False


def _forget(_look: LookSettings) -> None:
    """Keep a changed look for as long as the window is open."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the screens beside the running game ask of the machine; stand-ins unless given.

    Attributes:
        rules: of the archive's games.
        remember: told when the look was changed.
    """

    archive: Archive = field(default_factory=MemoryArchive)
    rules: Mapping[str, GameDefinition] = field(default_factory=lambda: GAMES)
    boxes: Boxes = field(default_factory=MemoryBoxes)
    exchange: Exchange = field(default_factory=MemoryExchange)
    power: PowerControl = field(default_factory=NoPower)
    brightness: Brightness = field(default_factory=NoBrightness)
    reporter: Reporter = field(default_factory=MemoryReporter)
    devices: DeviceService = field(default_factory=NoDevices)
    calibration: Calibration = field(default_factory=NoCalibration)
    tiles: TileScans = field(default_factory=NoTileScans)
    practice: DiceScans = field(default_factory=NoDiceScans)
    analyst: Analyst = field(default_factory=NoAnalyst)
    hints: HintGiver = field(default_factory=NoHints)
    remember: Callable[[LookSettings], None] = _forget


@dataclass(frozen=True, slots=True)
class UiSettings:
    """Choices that the composition root hands to the window.

    Attributes:
        language: ``en``, ``pl`` or ``hu``.
        player_names: names offered for the seats of a new game, seat 1 first; where they are
            missing, "Player 1" and so on in the chosen language.
        buttons: how the ready buttons are doing; asked about once a second from the window's
            thread, so it must return at once.
        look: how the screen looks at the start.
        services: the machine behind the screens beside the running game.
        games: the games that can be played on the screen.
    """

    language: str = "en"
    player_names: tuple[str, ...] = ()
    buttons: Callable[[], DeviceState] = _no_buttons
    look: LookSettings = field(default_factory=LookSettings)
    services: Services = field(default_factory=Services)
    games: GameUis = field(default_factory=lambda: GAME_UIS)
