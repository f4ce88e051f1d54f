"""Prices and costs of Galactic Emperor, copied from the owner's board and cards."""

from __future__ import annotations

from companion.games.emperor.options import DIE_SIDES, GOODS, Options
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Page, Row, part_tabs
from kivy_ui.common.board.question_page import Asking
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.icons import MARKS, cube, die_icon, ship_icon, technology_icons
from kivy_ui.games.emperor.words import word

_PAID_WITH = (MARKS, "cube/metal", "cube/energy")


class CopyPages:
    """Pages for entering the numbers of the owner's copy; closed until they are opened.

    Attributes:
        open: whether they are shown instead of the game's pages.
    """

    def __init__(self, ui: UiContext, asking: Asking) -> None:
        self._ui = ui
        self._asking = asking
        self._part = "prices"
        self._picked = 0
        self.open = False

    def enter(self, state: GameState) -> None:
        """Open the pages with the numbers known so far."""
        self.open = True
        self._asking.open(state, 0, "correct", self._part)

    def leave(self, state: GameState) -> Options:
        """Close the pages, send the numbers of the current one and return the options with them."""
        self.open = False
        command = self._asking.opened(state).make(*self._asking.marked)
        self._asking.send_marked(state)
        options: Options = command.options
        return options

    def page(self, state: GameState) -> Page:
        """Return the current page."""
        translate = self._ui.translate
        self._asking.show(state, 0, "correct", self._part)
        names = {
            "prices": translate("Market prices"),
            "ships": translate("Costs of ships"),
            "technologies": translate("Costs of technologies"),
        }
        rows = {"prices": self._prices, "technologies": self._technologies}.get(self._part)
        return Page(
            translate("Prices and costs"),
            self._asking.asked(state, 0, "correct", self._part),
            lead=part_tabs(names, self._part),
            rows=rows(state) if rows is not None else (),
            table=self._ships(state) if self._part == "ships" else None,
            primary=translate("Save"),
        )

    def _prices(self, state: GameState) -> tuple[Row, ...]:
        """Return a row for each good with a card for each value of its die, then the stepper."""
        rows = tuple(
            Row(
                "",
                tuple(
                    self._cell(index, "", (die_icon(pip), Icon(MARKS, str(price))))
                    for pip, price in enumerate(self._asking.marked[start : start + DIE_SIDES], 1)
                    for index in (start + pip - 1,)
                ),
                cards=True,
                stacked=True,
                icons=(cube(good),),
                headed=True,
            )
            for start, good in zip(range(0, len(GOODS) * DIE_SIDES, DIE_SIDES), GOODS, strict=True)
        )
        good, pip = divmod(self._picked, DIE_SIDES)
        label = self._ui.translate("A price: tap it, then change it")
        number = self._asking.part(state, self._picked)
        icons = cube(GOODS[good]), die_icon(pip + 1)
        return (*rows, Row(label, number=number, icons=icons))

    def _technologies(self, state: GameState) -> tuple[Row, ...]:
        cards = tuple(
            self._cell(
                index,
                word(self._ui.translate, each),
                (cube("energy", str(self._asking.marked[index])), *technology_icons(each)),
            )
            for index, each in enumerate(Technology)
        )
        picked = tuple(Technology)[self._picked]
        number = self._asking.part(state, self._picked)
        label = word(self._ui.translate, picked)
        stepper = Row(label, number=number, icons=(cube("energy"),))
        return Row("", cards, cards=True, stacked=True), stepper

    def _ships(self, state: GameState) -> PageTable:
        """Return the table of ship costs."""
        kinds = len(_PAID_WITH)
        lines = tuple(
            Line(
                word(self._ui.translate, ship),
                tuple(
                    Cell(number=self._asking.part(state, place * kinds + good))
                    for good in range(kinds)
                ),
                icons=(ship_icon(ship),),
            )
            for place, ship in enumerate(Ship)
        )
        return PageTable(tuple(Head("", icons=(Icon(each),)) for each in _PAID_WITH), lines)

    def _cell(self, index: int, text: str, icons: tuple[Icon, ...]) -> Option:
        """Return a card with a number; a tap on it shows its stepper."""
        return Option(f"cell:{index}", text, chosen=index == self._picked, icons=icons)

    def tap(self, key: str) -> None:
        """Switch to another page or select another number."""
        verb, _, value = key.partition(":")
        if verb == "part":
            self._part, self._picked = value, 0
        elif verb == "cell":
            self._picked = int(value)
