"""All presenters of one window, sharing one context."""

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import Step
from companion.scorefile.score_entry import ScoreEntryPlayer
from kivy_ui.calibration.pages import CalibrationPages
from kivy_ui.common.page_source import PageSource
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.undo_changes import UndoChanges
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.ending import EndPages, PastResultPages
from kivy_ui.games.roll.guide import GuidePages
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.mats.learning import LearningPresenter
from kivy_ui.games.roll.mats.practice import PracticePages
from kivy_ui.games.roll.mats.reveal import RevealPages
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.games.roll.score_entry.tally import TallyPages
from kivy_ui.games.roll.start import StartPages
from kivy_ui.games.roll.tiles import box_tiles
from kivy_ui.games.roll.tiles.box_tiles import BoxTiles
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_pages import TilePages
from kivy_ui.games.roll.turn.round_pages import RoundPages
from kivy_ui.games.roll.who_pages import WhoPages
from kivy_ui.window.backups import BackupPages
from kivy_ui.window.board import PAGE, BoardPresenter
from kivy_ui.window.device import DevicePages
from kivy_ui.window.devices import ButtonPages, PartPages
from kivy_ui.window.event_log import EventLogPages
from kivy_ui.window.game_date import GameDatePages
from kivy_ui.window.help import HelpPages
from kivy_ui.window.history import HistoryPages
from kivy_ui.window.large_status import LargeStatusPages
from kivy_ui.window.menu import MenuPages
from kivy_ui.window.phones import PhonePages
from kivy_ui.window.settings import SettingsPages
from kivy_ui.window.undo import UndoPages

_SCREENS: Final = MappingProxyType(
    {
        Step.SETUP: "start",
        Step.ASSIGN: "table",
        Step.REVEAL: "reveal",
        Step.PHASE: "phases",
        Step.MANAGE: "phases",
        Step.OVER: "end",
    }
)
"""Screen of each step of Roll for the Galaxy."""


class Presenters:
    """The presenters used by the screens."""

    def __init__(self, ui: RollContext) -> None:
        self.ui = ui
        self.hints = HintsPresenter(ui)
        self.start = NewGame(ui)
        group = PlayerGroup(self.start.sits)
        self.undo_changes = UndoChanges(ui, group)
        self.board = BoardPresenter(ui, group, self.undo_changes)
        self.large_status = LargeStatusPages(ui, self.board)
        self.calibrate = CalibrationPages(ui)
        self.learning = LearningPresenter(ui)
        self.tile = TilePages(ui)
        self.tally = TallyPages(ui, self.tile.ask)
        self.ending = EndPages(ui, self.undo_changes)
        self.reveal = RevealPages(
            ui, self.learning, self.calibrate.refresh_light, self.undo_changes
        )
        self.help = HelpPages(ui)
        self.event_log = EventLogPages(ui)
        self.history = HistoryPages(ui, self._count)
        self.undo = UndoPages(ui, self.undo_changes)
        self.who = WhoPages(ui, self.start, self.hints)
        self.rounds = RoundPages(ui, self.undo_changes, self.hints, self.tile, self.who)
        self.opening = StartPages(ui, self.start, self.who, self.choose_game)
        beside: dict[str, PageSource] = {
            "menu": MenuPages(ui),
            "settings": SettingsPages(ui),
            "device": DevicePages(ui),
            "phones": PhonePages(ui, group),
            "parts": PartPages(ui),
            "buttons": ButtonPages(ui),
            "backups": BackupPages(ui),
            "undo": self.undo,
            "status": self.large_status,
            "date": GameDatePages(ui),
            "history": self.history,
            "past_result": PastResultPages(ui, self.history.game),
            "event_log": self.event_log,
            "help": self.help,
        }
        ui.beside = beside.keys()
        of_round = ("table", "phases", "corrections")
        self._pages: dict[str, PageSource] = {
            **beside,
            **dict.fromkeys(of_round, self.rounds),
            "calibrate": self.calibrate,
            "end": self.ending,
            "score_entry": self.tally,
            "guide": GuidePages(ui),
            "start": self.opening,
            box_tiles.SCREEN: BoxTiles(ui, TileCamera(ui.settings.services.tiles), self.tile.ask),
            "reveal": self.reveal,
            "practice": PracticePages(ui),
        }

    def _count(self, game_id: str, players: tuple[ScoreEntryPlayer, ...], date: str) -> None:
        """Open the entry of the score of a past game."""
        self.ui.visit("score_entry")
        self.tally.load(game_id, players, date)

    @property
    def screen(self) -> str:
        """Name of the screen to show: the visited one, else that of the running game."""
        if self.ui.visiting is not None:
            return self.ui.visiting
        return PAGE if self.board.runs else _SCREENS[self.ui.step]

    def source(self, screen: str) -> PageSource:
        return self.board.asked if screen == PAGE else self._pages[screen]

    def choose_game(self, key: str) -> None:
        """Start a new game; Roll for the Galaxy begins on the start screen."""
        if self.ui.settings.games[key].has_own_screens:
            self.ui.visit("start")
            return
        self.ui.port.new_game(key)
        self.ui.visit(None)
