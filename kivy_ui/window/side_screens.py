"""The side screens beside the running game: their presenters and their frame content."""

from __future__ import annotations

from typing import Final

from kivy_ui.calibration.pages import CalibrationPages
from kivy_ui.common.side_frame import SidePresenter
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.guide import GuidePresenter
from kivy_ui.games.roll.mats.learning import LearningPresenter
from kivy_ui.window.board import BoardPresenter

SIDE_SCREENS: Final = (
    "guide",
    "practice",
    "calibrate",
)
"""Screens that can be opened at any time while the game continues."""


class SidePresenters:
    """The presenters of the side screens, sharing one context."""

    def __init__(self, ui: RollContext, board: BoardPresenter) -> None:
        self.ui = ui
        self.board = board
        self.guide = GuidePresenter(ui)
        self.calibrate = CalibrationPages(ui)
        self.learning = LearningPresenter(ui)
        self._screens: dict[str | None, SidePresenter] = {
            "guide": self.guide,
        }

    @property
    def visited(self) -> SidePresenter | None:
        """The presenter of the open side screen with widgets of its own; None on pages."""
        return self._screens.get(self.ui.visiting)

    def choose_game(self, key: str) -> None:
        """Start a new game; Roll for the Galaxy begins on the start screen."""
        if self.ui.settings.games[key].has_own_screens:
            self.ui.visit("start")
            return
        self.ui.port.new_game(key)
        self.ui.visit(None)
