"""User interface of Galactic Emperor: chooses the page to show."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.emperor import GAME
from companion.games.emperor.state import Step
from companion.games.emperor.view import TableView
from kivy_ui.common.board.box_facts import save_box_facts
from kivy_ui.common.board.pages import Page
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.beside_turn import MorePages
from kivy_ui.games.emperor.box import CopyPages
from kivy_ui.games.emperor.dice import ThrownDice
from kivy_ui.games.emperor.economy import EconomyPages
from kivy_ui.games.emperor.exploring import ExplorerPages
from kivy_ui.games.emperor.influence import InfluencePages
from kivy_ui.games.emperor.market import MarketPages
from kivy_ui.games.emperor.page_part import EmperorTable, Part
from kivy_ui.games.emperor.rounds import RoundPages
from kivy_ui.games.emperor.set_up import SetUpPages
from kivy_ui.games.emperor.war import WarPages

_ROUND: Final = (Step.DIRECTION, Step.SELECT, Step.DUEL, Step.OVER)
_ECONOMY: Final = (Step.PRODUCE, Step.BUILD, Step.RESEARCH)
_MARKET: Final = (Step.MARKET_THROW, Step.MARKET_DROP, Step.TRADE)
_REGENT: Final = (Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE, Step.RETREAT)


class EmperorPages:
    """Pages of one game; holds the selections made before a command is sent."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self._ui = ui
        self._table = EmperorTable(ui, group)
        self._version = -1
        self._copy = CopyPages(ui, self._table.asking)
        self._dice = dice = ThrownDice(self._table)
        self._more = MorePages(self._table, dice)
        war = WarPages(self._table, dice)
        parts: dict[Step, Part] = dict.fromkeys(Step, war)
        parts |= dict.fromkeys(_ROUND, RoundPages(self._table))
        parts[Step.SET_UP] = SetUpPages(self._table)
        parts |= dict.fromkeys(_ECONOMY, EconomyPages(self._table))
        parts[Step.EXPLORE] = ExplorerPages(self._table)
        parts |= dict.fromkeys(_MARKET, MarketPages(self._table, dice))
        parts |= dict.fromkeys(_REGENT, InfluencePages(self._table))
        self._parts = MappingProxyType(parts)

    def page(self, view: TableView) -> Page:
        """Return the page to show."""
        if self._ui.update.version != self._version:
            self._version = self._ui.update.version
            self._table.asking.close()
        if (
            view.state.step is Step.SET_UP and self._more.shown
        ):  # undone to the start: there are no players
            self._more.leave()
        if self._copy.open:
            return self._copy.page(view.state)
        if self._more.shown:
            return self._more.page(view)
        return self._parts[view.state.step].page(view)

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, name = key.partition(":")
        if self._copy.open:
            self._copy.tap(key)
        elif verb == "open" and name == "copy":
            self._more.leave()
            self._copy.enter(view.state)
        elif verb == "open":
            self._more.open(view, name)
        elif self._more.shown:
            self._more.tap(view, key)
        else:
            self._parts[view.state.step].tap(view, key)

    def change(self, view: TableView, key: str, delta: int) -> None:
        """Change a number by one step."""
        self._parts[view.state.step].change(view, key, delta)

    def primary(self, view: TableView) -> None:
        """Handle a tap on the main button where it is not an answer."""
        if self._copy.open:
            save_box_facts(self._ui, GAME.key, self._copy.leave(view.state))
        elif self._more.shown:
            self._more.leave()
        else:
            self._parts[view.state.step].primary(view)
