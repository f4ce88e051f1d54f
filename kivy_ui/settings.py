"""Start-up settings of the window: plain values, importable without Kivy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.history.archive import Archive, MemoryArchive
from companion.history.game_analysis import Analyst, NoAnalyst
from companion.players.hints import HintGiver, NoHints
from companion.session.calibration_ports import Calibration, NoCalibration
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
from companion.session.practice_ports import DiceScans, NoDiceScans
from companion.session.table_port import DeviceState
from companion.session.tile_ports import NoTileScans, TileScans
from kivy_ui.common.game_choices import GameUis
from kivy_ui.registry import GAME_UIS

TEXT_SCALES: Final = (0.85, 1.0, 1.2, 1.4)
"""The four text sizes, as factors of the theme's sizes."""

SLEEP_AFTER_MIN: Final = (0, 2, 5, 10, 30)
"""Idle minutes before the screen sleeps; 0 means never."""

LEARNING: Final = ("ask", "always", "never")
"""Whether a die corrected at the table is saved as a training example."""

HINTS: Final = ("off", "learning", "always")
"""When a player may request hints: never, in the first rounds, in every round."""

VOLUME_PERCENT: Final = (25, 60, 100)
"""Selectable sound volumes."""

REST_AFTER_MIN: Final = (0, 1, 2, 5)
"""Idle minutes before a running game shows its large-text status; 0 means never."""

TURN_LIMIT_MIN: Final = (0, 1, 2, 3, 5)
"""Time limit of a step of the round in minutes; 0 means none. A sound marks the end."""

GAME_LIMIT_MIN: Final = (0, 60, 90, 120)
"""Time limit of the whole game in minutes; 0 means none."""

BRIGHTNESS_PERCENT: Final = (0, 20, 40, 60, 80, 100)
"""Selectable display brightness; 0 leaves the brightness unchanged."""


def _no_buttons() -> DeviceState:
    return DeviceState.ABSENT


@dataclass(frozen=True, slots=True)
class UserPreferences:
    """User preferences that are set on the screen, apart from the language.

    Attributes:
        text_size: index into ``TEXT_SCALES``.
        brightness_percent: display brightness, 0 leaves it unchanged; if the display's brightness
            cannot be set, the picture is darkened instead.
        left_handed: bars are mirrored, so that a left hand does not cover the text.
        sleep_after_min: one of ``SLEEP_AFTER_MIN``.
        learn: one of ``LEARNING``.
        volume_percent: one of ``VOLUME_PERCENT``.
        rest_after_min: one of ``REST_AFTER_MIN``.
        quarter_turns: rotation of the large-text status to the left, for one side of the table.
        motion: whether animations are enabled.
        guide_step: last viewed step of the first-game guide.
        turn_limit_min, evening_limit_min: one of ``TURN_LIMIT_MIN`` and ``GAME_LIMIT_MIN``.
        hints: one of ``HINTS`` for each seat; missing entries mean off.
        live_chances: whether each player's probability of winning is shown during the game.
        brief: hides the instructions for moving pieces on the table, except after an undo.
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


def _forget(_preferences: UserPreferences) -> None:
    """Do nothing: by default, changed preferences last only while the window is open."""


@dataclass(frozen=True, slots=True)
class Services:
    """Platform services used by the side screens; in-memory or null objects by default.

    Attributes:
        rules: rules of the archived games.
        remember: called with the new preferences whenever they change.
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
    remember: Callable[[UserPreferences], None] = _forget


@dataclass(frozen=True, slots=True)
class UiSettings:
    """Settings that the composition root passes to the window.

    Attributes:
        language: ``en``, ``pl`` or ``hu``.
        player_names: default names for the seats of a new game, seat 1 first; missing ones become
            "Player 1" and so on in the chosen language.
        buttons: returns the state of the ready buttons; called about once a second on the window
            thread, so it must return at once.
        preferences: user preferences at start-up.
        services: platform services for the side screens.
        games: the playable games.
    """

    language: str = "en"
    player_names: tuple[str, ...] = ()
    buttons: Callable[[], DeviceState] = _no_buttons
    preferences: UserPreferences = field(default_factory=UserPreferences)
    services: Services = field(default_factory=Services)
    games: GameUis = field(default_factory=lambda: GAME_UIS)
