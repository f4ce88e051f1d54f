"""The side screens beside the running game: their presenters and their frame content."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kivy_ui.calibration.pages import CalibrationPages
from kivy_ui.common.frame import FrameModel, Notice, Primary
from kivy_ui.common.side_frame import SidePresenter
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.guide import GuidePresenter
from kivy_ui.window.board import BoardPresenter
from kivy_ui.window.learning import LearningPresenter

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
        """The presenter of the open side screen or of the board screen.

        None on the screens of Roll for the Galaxy, which has its own.
        """
        if self.ui.visiting is None and self.board.runs:
            return self.board
        return self._screens.get(self.ui.visiting)

    def choose_game(self, key: str) -> None:
        """Start a new game; Roll for the Galaxy begins on the start screen."""
        if self.ui.settings.games[key].has_own_screens:
            self.ui.visit("start")
            return
        self.ui.port.new_game(key)
        self.ui.visit(None)

    def over(self, model: FrameModel) -> FrameModel:
        """Return the frame model with the content of the open side screen."""
        visited = self.visited
        if visited is None:
            return model
        side = visited.frame()
        return replace(
            model,
            screen=self.board.screen if visited is self.board else model.screen,
            title=side.title,
            pool="",
            notice=Notice(side.progress),
            status=side.status,
            status_icon=side.status_icon,
            primary=Primary.NONE,
            primary_text=side.primary_text,
            primary_enabled=side.primary_enabled,
            primary_quiet=side.primary_quiet,
            can_undo=side.can_undo,
            can_redo=side.can_redo,
            rule=side.rule,
        )
