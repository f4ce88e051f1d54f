"""Prices and costs of Galactic Emperor, copied from the owner's board and cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.options import DIE_SIDES, Bill, Options, Prices, TechnologyCost
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_input import PageInput
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Page, Row, part_tabs
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.icons import MARKS, cube, die_icon, ship_icon, technology_icons
from kivy_ui.games.emperor.words import word

_GOODS = ("food", "metal", "energy")
_PAID_WITH = {"marks": MARKS, "metal": "cube/metal", "energy": "cube/energy"}
_MOST = 20
_FIRST = {"prices": "food1", "technologies": f"technology_{next(iter(Technology)).value}"}
"""The number whose stepper is shown first."""


class CopyPages:
    """Pages for entering the numbers of the owner's copy; closed until they are opened.

    Attributes:
        open: whether they are shown instead of the game's pages.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._inputs = PageInput()
        self._part = "prices"
        self._picked = _FIRST[self._part]
        self.open = False

    def enter(self, options: Options) -> None:
        """Open the pages with the numbers known so far."""
        self._inputs.clear()
        self._inputs.numbers = _numbers(options)
        self.open = True

    def leave(self, options: Options) -> Options:
        """Close the pages and return the options with the values entered on the current page."""
        self.open = False
        return self._entered(options)

    def page(self, options: Options) -> Page:
        """Return the current page."""
        del options
        translate = self._ui.translate
        names = {
            "prices": translate("Market prices"),
            "ships": translate("Costs of ships"),
            "technologies": translate("Costs of technologies"),
        }
        return Page(
            translate("Prices and costs"),
            translate("Copy them once from your board and cards"),
            lead=part_tabs(names, self._part),
            rows=self._rows(),
            table=self._costs(),
            primary=translate("Save"),
        )

    def _rows(self) -> tuple[Row, ...]:
        translate = self._ui.translate
        if self._part == "prices":
            good, pip = self._picked[:-1], int(self._picked[-1])
            label = translate("A price: tap it, then change it")
            row = self._inputs.row(label, self._picked, 0, _MOST)
            return (*self._prices(), replace(row, icons=(cube(good), die_icon(pip))))
        if self._part == "ships":
            return ()
        keys = {each: f"technology_{each.value}" for each in Technology}
        cards = tuple(
            self._cell(
                key,
                word(translate, each),
                (cube("energy", str(self._inputs.number(key))), *technology_icons(each)),
            )
            for each, key in keys.items()
        )
        picked = Technology(self._picked.removeprefix("technology_"))
        row = self._inputs.row(word(translate, picked), self._picked, 0, _MOST)
        stepper = replace(row, icons=(cube("energy"),))
        return Row("", cards, cards=True, stacked=True), stepper

    def _costs(self) -> PageTable | None:
        """Return the table of ship costs."""
        if self._part != "ships":
            return None
        part = self._inputs.part
        lines = tuple(
            Line(
                word(self._ui.translate, ship),
                tuple(
                    Cell(number=part("", f"{ship.value}_{what}", 0, _MOST)) for what in _PAID_WITH
                ),
                icons=(ship_icon(ship),),
            )
            for ship in Ship
        )
        return PageTable(tuple(Head("", icons=(Icon(s),)) for s in _PAID_WITH.values()), lines)

    def _prices(self) -> tuple[Row, ...]:
        """Return a row for each good with a card for each value of its die."""
        return tuple(
            Row(
                "",
                tuple(
                    self._cell(key, "", (die_icon(pip), self._marks(key)))
                    for pip in range(1, DIE_SIDES + 1)
                    for key in (f"{good}{pip}",)
                ),
                cards=True,
                stacked=True,
                icons=(cube(good),),
                headed=True,
            )
            for good in _GOODS
        )

    def _marks(self, key: str) -> Icon:
        return Icon(MARKS, str(self._inputs.number(key)))

    def _cell(self, key: str, text: str, icons: tuple[Icon, ...]) -> Option:
        """Return a card with a number; a tap on it shows its stepper."""
        return Option(f"cell:{key}", text, chosen=key == self._picked, icons=icons)

    def tap(self, key: str) -> None:
        """Switch to another page or select another number."""
        verb, _, value = key.partition(":")
        if verb == "part":
            self._part = value
            self._picked = _FIRST.get(value, "")
        else:
            self._picked = value

    def change(self, key: str, delta: int) -> None:
        """Change a number."""
        page = Page("", "", rows=self._rows(), table=self._costs())
        self._inputs.change(page.numbers, key, delta)

    def _entered(self, options: Options) -> Options:
        number = self._inputs.number
        if self._part == "prices":
            tables: dict[str, Prices] = {
                f"{good}_prices": tuple(number(f"{good}{pip}") for pip in range(1, DIE_SIDES + 1))
                for good in _GOODS
            }
            confirmed = (*options.confirmed, "food_prices")
            return replace(
                options,
                food_prices=tables["food_prices"],
                metal_prices=tables["metal_prices"],
                energy_prices=tables["energy_prices"],
                confirmed=tuple(dict.fromkeys(confirmed)),
            )
        if self._part == "ships":
            bills = {
                ship: Bill(
                    number(f"{ship.value}_marks"),
                    number(f"{ship.value}_metal"),
                    number(f"{ship.value}_energy"),
                )
                for ship in Ship
            }
            return replace(
                options,
                fighter=bills[Ship.FIGHTER],
                cruiser=bills[Ship.CRUISER],
                dreadnought=bills[Ship.DREADNOUGHT],
            )
        costs = tuple(
            TechnologyCost(each, number(f"technology_{each.value}")) for each in Technology
        )
        return replace(options, technology_costs=costs)


def _numbers(options: Options) -> dict[str, int]:
    """Return the known values by the keys of the rows."""
    numbers: dict[str, int] = {}
    tables = (options.food_prices, options.metal_prices, options.energy_prices)
    for good, table in zip(_GOODS, tables, strict=True):
        numbers |= {f"{good}{pip}": price for pip, price in enumerate(table, start=1)}
    bills = (options.fighter, options.cruiser, options.dreadnought)
    for ship, bill in zip(Ship, bills, strict=True):
        if bill is not None:
            numbers |= {
                f"{ship.value}_marks": bill.marks,
                f"{ship.value}_metal": bill.metal,
                f"{ship.value}_energy": bill.energy,
            }
    for entry in options.technology_costs:
        numbers[f"technology_{entry.technology.value}"] = entry.energy
    return numbers
