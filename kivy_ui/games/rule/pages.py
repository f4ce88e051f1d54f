"""User interface of Rule the Galaxy: chooses the page to show."""

from __future__ import annotations

from companion.games.rule import GAME
from companion.games.rule.state import Step
from companion.games.rule.view import TableView
from kivy_ui.common.board.pages import Page
from kivy_ui.common.board.question_page import Asking, once
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.between_turns import AdvancePages
from kivy_ui.games.rule.box import RuleBoxPages
from kivy_ui.games.rule.corrections import RuleCorrections
from kivy_ui.games.rule.icons import LOOKS
from kivy_ui.games.rule.set_up import RuleSetUp
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.turn import TurnPages

_TURN = (Step.DRAW, Step.SHOOT)


class RulePages:
    """Pages of one game; holds the selections made before a command is sent."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        table = RuleTable(ui, group)
        self._set_up = RuleSetUp(ui, group)
        self._box = RuleBoxPages(ui)
        self._asking = Asking(ui, group, once(GAME.question), LOOKS)
        self._right = RuleCorrections(table, self._asking)
        self._turn = TurnPages(table, self._asking)
        self._advance = AdvancePages(table, self._asking)
        self._version = -1

    def page(self, view: TableView) -> Page:
        """Return the page to show."""
        self._forget(self._ui.update.version)
        if view.state.step is Step.SET_UP:
            self._right.open = False  # undone to the start
            return self._box.page() if self._box.open else self._set_up.page()
        if self._right.open:
            return self._right.page(view)
        return self._part(view).page(view)

    def _part(self, view: TableView) -> TurnPages | AdvancePages:
        return self._turn if view.state.step in _TURN else self._advance

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        if view.state.step is Step.SET_UP:
            self._tap_set_up(key)
        elif self._asking.tap(view.state, key):
            return
        elif self._right.open:
            self._right.tap(key)
        elif key == "open:right":
            self._right.enter(view)
        else:
            self._part(view).tap(view, key)

    def _tap_set_up(self, key: str) -> None:
        if self._box.open:
            self._box.tap(key)
        elif key == "open:box":
            self._box.open = True
        else:
            self._set_up.tap(key)

    def change(self, view: TableView, key: str, delta: int) -> None:
        """Change a number by one step."""
        del view
        if self._box.open:
            self._box.change(key, delta)
        else:
            self._set_up.change_players(delta)

    def primary(self, view: TableView) -> None:
        """Handle the main button: start, save, stop drawing, end the turn."""
        if view.state.step is Step.SET_UP:
            if self._box.open:
                self._box.keep()
            else:
                self._set_up.start()
        elif self._right.open:
            self._right.open = False
            self._asking.close()
        else:
            self._part(view).primary(view)

    def _forget(self, version: int) -> None:
        """Discard an incomplete selection after a step of the game."""
        if version != self._version:
            self._version = version
            self._asking.close()
            self._turn.forget()
            self._advance.forget()
            self._right.forget()
