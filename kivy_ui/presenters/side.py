"""The screens beside the running game, by name, and their part in the frame."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from kivy_ui.presenters.board import BOARD, BoardPresenter
from kivy_ui.presenters.calibrate import CalibratePresenter
from kivy_ui.presenters.desk import GAME, Desk
from kivy_ui.presenters.evening import EveningPresenter
from kivy_ui.presenters.frame import FrameModel, Notice, Primary
from kivy_ui.presenters.help import HelpPresenter
from kivy_ui.presenters.history import HistoryPresenter
from kivy_ui.presenters.learning import LearningPresenter
from kivy_ui.presenters.look import LookPresenter
from kivy_ui.presenters.side_frame import SidePresenter
from kivy_ui.presenters.tally import TallyPresenter

SIDE_SCREENS: Final = ("tally", "history", "evening", "help", "look", "calibrate")
"""Screens that can be visited at any time; the game goes on behind them."""


@dataclass(frozen=True, slots=True)
class SideHouse:
    """The presenters of the screens beside the game, over one desk."""

    desk: Desk
    board: BoardPresenter
    tally: TallyPresenter = field(init=False)
    history: HistoryPresenter = field(init=False)
    evening: EveningPresenter = field(init=False)
    help: HelpPresenter = field(init=False)
    look: LookPresenter = field(init=False)
    calibrate: CalibratePresenter = field(init=False)
    learning: LearningPresenter = field(init=False)

    def __post_init__(self) -> None:
        look = LookPresenter(self.desk)
        made = {
            "tally": TallyPresenter(self.desk),
            "history": HistoryPresenter(self.desk),
            "evening": EveningPresenter(self.desk),
            "help": HelpPresenter(self.desk),
            "look": look,
            "calibrate": CalibratePresenter(self.desk),
            "learning": LearningPresenter(self.desk, look),
        }
        for name, presenter in made.items():
            object.__setattr__(self, name, presenter)

    @property
    def visited(self) -> SidePresenter | None:
        """The presenter of the screen that is visited, or of a game on the board.

        None on the screens of Roll for the Galaxy.
        """
        if self.desk.visiting is None and self.board.runs:
            return self.board
        if self.desk.visiting not in SIDE_SCREENS:
            return None
        found: SidePresenter = getattr(self, self.desk.visiting)
        return found

    def choose_game(self, key: str) -> None:
        """Open an empty game; Roll for the Galaxy begins on the start screen."""
        if key == GAME:
            self.desk.visit("start")
            return
        self.desk.port.new_game(key)
        self.desk.visit(None)

    def over(self, model: FrameModel) -> FrameModel:
        """Return the frame with what the visited screen puts into it."""
        visited = self.visited
        if visited is None:
            return model
        side = visited.frame()
        return replace(
            model,
            screen=BOARD if visited is self.board else model.screen,
            title=side.title,
            pool="",
            notice=Notice(),
            status=side.status,
            status_icon=side.status_icon,
            primary=Primary.NONE,
            primary_text=side.primary_text,
            primary_enabled=side.primary_enabled,
            can_undo=side.can_undo,
            can_redo=side.can_redo,
        )
