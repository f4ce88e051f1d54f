"""Start-up settings of the window: plain values, importable without Kivy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.registry import GAMES
from companion.history.archive import Archive
from companion.history.game_analysis import Analyst
from companion.players.hints import HintGiver
from companion.preferences import Preferences
from companion.session.calibration_ports import Calibration
from companion.session.service_ports import (
    Backups,
    Boxes,
    Brightness,
    DeviceService,
    DiceScans,
    Exchange,
    Phones,
    PowerControl,
    Reporter,
    TileScans,
    TouchSource,
)
from companion.session.table_port import DeviceState
from kivy_ui.common.game_choices import GameUis
from kivy_ui.registry import GAME_UIS

TEXT_SCALES: Final = (0.85, 1.0, 1.2, 1.4)
"""The four text sizes, as factors of the theme's sizes."""


@dataclass(frozen=True, slots=True)
class Services:
    """Platform services used by the side screens; in-memory or null objects by default.

    Attributes:
        calibration: returns the calibration, which is opened at the first call.
        switched_profile: returns, once, the profile that was activated automatically; empty for
            none.
        remember: called with name and value of what is chosen, to save it; by default choices last
            only while the window is open.
    """

    archive: Archive = field(default_factory=Archive)
    rules: Mapping[str, GameDefinition] = field(default_factory=lambda: GAMES)
    boxes: Boxes = field(default_factory=Boxes)
    exchange: Exchange = field(default_factory=Exchange)
    backups: Backups = field(default_factory=Backups)
    power: PowerControl = field(default_factory=PowerControl)
    brightness: Brightness = field(default_factory=Brightness)
    reporter: Reporter = field(default_factory=Reporter)
    devices: DeviceService = field(default_factory=DeviceService)
    calibration: Callable[[], Calibration] = Calibration
    switched_profile: Callable[[], str] = str
    tiles: TileScans = field(default_factory=TileScans)
    practice: DiceScans = field(default_factory=DiceScans)
    phones: Phones = field(default_factory=Phones)
    analyst: Analyst = field(default_factory=Analyst)
    hints: HintGiver = field(default_factory=HintGiver)
    remember: Callable[..., None] = lambda **_chosen: None


@dataclass(frozen=True, slots=True)
class UiSettings:
    """Settings that the composition root passes to the window.

    Attributes:
        language: ``en``, ``pl`` or ``hu``.
        player_names: default names for the seats of a new game, seat 1 first; missing ones become
            "Player 1" and so on in the chosen language.
        buttons: returns the state of the ready buttons; called about once a second on the window
            thread, so it must return at once.
        touches: the panels; None where the desktop reports touches.
    """

    language: str = "en"
    player_names: tuple[str, ...] = ()
    buttons: Callable[[], DeviceState] = lambda: DeviceState.ABSENT
    preferences: Preferences = field(default_factory=Preferences)
    services: Services = field(default_factory=Services)
    games: GameUis = field(default_factory=lambda: GAME_UIS)
    touches: TouchSource | None = None
