"""Prices and costs of Galactic Emperor, copied from the owner's board and cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.options import DIE_SIDES, Bill, Options, Prices, TechnologyCost
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from kivy_ui.common.page_input import PageInput
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.common.signs import Sign
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.signs import MARKS, cube, die_sign, ship_sign
from kivy_ui.games.emperor.words import ship_word, technology_word

_GOODS = ("food", "metal", "energy")
_MOST = 20
_PARTS = ("prices", "ships", "technologies")


class CopyPages:
    """The pages on which the copy's numbers are entered; closed unless somebody opens them.

    Attributes:
        open: whether they are shown instead of the game's pages.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._inputs = PageInput()
        self._part = _PARTS[0]
        self.open = False

    def enter(self, options: Options) -> None:
        """Show what is known so far."""
        self._inputs.clear()
        self._inputs.numbers = _numbers(options)
        self.open = True

    def leave(self, options: Options) -> Options:
        """Close the pages; returns the options with what was entered in the shown part."""
        self.open = False
        return self._entered(options)

    def page(self, options: Options) -> Page:
        """Return the shown part."""
        del options
        translate = self._ui.translate
        names = {
            "prices": translate("Market prices"),
            "ships": translate("Costs of ships"),
            "technologies": translate("Costs of technologies"),
        }
        parts = tuple(
            Option(f"part:{part}", names[part], chosen=part == self._part) for part in _PARTS
        )
        return Page(
            translate("Prices and costs"),
            translate("Copy them once from the board and the cards; they are kept for all games"),
            rows=(Row("", parts, cards=True), *self._rows()),
            primary=translate("Save"),
        )

    def _rows(self) -> tuple[Row, ...]:
        translate = self._ui.translate
        words = {
            "food": translate("food"),
            "metal": translate("metal"),
            "energy": translate("energy"),
        }
        part = self._inputs.part
        if self._part == "prices":
            return tuple(
                Row(
                    translate("Prices of %(good)s by the die's value", good=words[good]),
                    numbers=tuple(
                        replace(part("", f"{good}{pip}", 0, _MOST), sign=die_sign(pip))
                        for pip in range(1, DIE_SIDES + 1)
                    ),
                    signs=(cube(good),),
                )
                for good in _GOODS
            )
        if self._part == "ships":
            return tuple(
                Row(
                    ship_word(translate, ship),
                    numbers=tuple(
                        replace(part("", f"{ship.value}_{what}", 0, _MOST), sign=Sign(sign))
                        for what, sign in (
                            ("marks", MARKS),
                            ("metal", "cube/metal"),
                            ("energy", "cube/energy"),
                        )
                    ),
                    signs=(ship_sign(ship),),
                )
                for ship in Ship
            )
        costs = tuple(
            part(technology_word(translate, each), f"technology_{each.value}", 0, _MOST)
            for each in Technology
        )
        return (Row(translate("Energy for each technology"), numbers=costs),)

    def tap(self, key: str) -> None:
        """Another part was chosen."""
        self._part = key.removeprefix("part:")

    def change(self, key: str, delta: int) -> None:
        """A number was changed."""
        self._inputs.change(self._rows(), key, delta)

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
    """What is known so far, by the keys of the rows."""
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
