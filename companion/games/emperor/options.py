"""Facts that the rulebook does not state: the owner enters them once from board and cards.

Section 9 of the digest lists the open points. An empty table is not guessed: commands that need it
are refused with a request to enter it. ``unverified`` returns defaults that nobody has confirmed.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from companion.games.emperor.galaxy.fields import fits, spread
from companion.games.emperor.technologies import Technology

DIE_SIDES: Final = 6
GOODS: Final = ("food", "metal", "energy")

Prices = tuple[int, ...]
"""Marks for die values 1 to 6; empty while unknown."""


@dataclass(frozen=True, slots=True)
class Bill:
    """The cost of something."""

    marks: int = 0
    metal: int = 0
    energy: int = 0

    def __add__(self, other: "Bill") -> "Bill":
        return Bill(self.marks + other.marks, self.metal + other.metal, self.energy + other.energy)

    def times(self, count: int) -> "Bill":
        return Bill(self.marks * count, self.metal * count, self.energy * count)


@dataclass(frozen=True, slots=True)
class TechnologyCost:
    """The price of a card in energy."""

    technology: Technology
    energy: int


@dataclass(frozen=True, slots=True, order=True)
class TileKind:
    """The contents of a sector tile with planets."""

    planets: int
    food: int = 0
    metal: int = 0
    energy: int = 0

    @property
    def key(self) -> str:
        """Its numbers, as in the key of its piece; ``named`` reads them."""
        return "-".join(map(str, astuple(self)))

    @classmethod
    def named(cls, key: str) -> "TileKind | None":
        """Return the kind with a key; None for the key of a tile without planets."""
        return cls(*map(int, key.split("-"))) if key[:1].isdigit() else None


_YIELDS: Final = (
    *((1, 0, 0), (2, 0, 0), (3, 0, 0)),
    *((0, 1, 0), (0, 2, 0), (0, 0, 1), (0, 1, 1)),
)
USUAL_TILES: Final = tuple(TileKind(planets, *yields) for planets in (1, 2) for yields in _YIELDS)
"""Choices offered until tiles of the copy were seen: food, or the metal and energy it becomes."""


@dataclass(frozen=True, slots=True)
class Options:
    """Facts of the owner's copy and readings of ambiguous rules.

    Attributes:
        food_prices, metal_prices, energy_prices: the board's tables, by die value.
        price_is_pips: whether the die's value is the price if a table is empty.
        fighter, cruiser, dreadnought: costs on the reference card; None while unknown.
        technology_costs: costs on the cards; missing ones are unknown.
        stargate_is_final: whether ships that jump into a battle cannot withdraw.
        layouts: hexes of the home sectors, one tuple for each number of players that was entered.
        tiles: kinds of sector tiles of the copy that were placed in a game so far.
        confirmed: names of the fields above that were compared with the copy.
    """

    food_prices: Prices = (1, 1, 1, 2, 2, 2)
    metal_prices: Prices = ()
    energy_prices: Prices = ()
    price_is_pips: bool = False
    fighter: "Bill | None" = None
    cruiser: "Bill | None" = None
    dreadnought: "Bill | None" = None
    technology_costs: tuple[TechnologyCost, ...] = (TechnologyCost(Technology.STAR_PIRATE, 1),)
    stargate_is_final: bool = True
    layouts: tuple[tuple[int, ...], ...] = ()
    tiles: "tuple[TileKind, ...]" = ()
    confirmed: tuple[str, ...] = ()

    def with_fact(self, name: str, value: Any) -> "Options":
        """Return the options with a field that was compared with the copy."""
        changed: dict[str, Any] = {name: value}
        confirmed = tuple(dict.fromkeys((*self.confirmed, name)))
        return replace(self, **changed, confirmed=confirmed)

    def with_tiles(self, kinds: "Iterable[TileKind]") -> "Options":
        return replace(self, tiles=tuple(sorted({*self.tiles, *kinds})))

    def homes(self, players: int) -> tuple[int, ...]:
        """Return the hexes of the home sectors, as entered or as proposed."""
        return next((each for each in self.layouts if len(each) == players), spread(players))

    def with_homes(self, homes: tuple[int, ...]) -> "Options":
        """Return the options with the layout for this number of players added or replaced."""
        others = tuple(each for each in self.layouts if len(each) != len(homes))
        return replace(self, layouts=(*others, homes))

    def cost_of(self, technology: Technology) -> int | None:
        """Return a card's energy cost; None while unknown."""
        for entry in self.technology_costs:
            if entry.technology is technology:
                return entry.energy
        return None


DEFAULT_OPTIONS: Final = Options()

DEFAULTED: Final = ("food_prices", "stargate_is_final")
"""Fields with a default value that was not read from the copy."""


def unverified(options: "Options") -> tuple[str, ...]:
    """Return the fields with unconfirmed default values."""
    return tuple(
        name
        for name in DEFAULTED
        if name not in options.confirmed
        and getattr(options, name) == getattr(DEFAULT_OPTIONS, name)
    )


def sensible(options: "Options") -> bool:
    """Return whether prices, costs and layouts are valid."""
    tables = (options.food_prices, options.metal_prices, options.energy_prices)
    bills = (options.fighter, options.cruiser, options.dreadnought)
    amounts = [
        n for bill in bills if bill is not None for n in (bill.marks, bill.metal, bill.energy)
    ]
    amounts += [price for table in tables for price in table]
    amounts += [n for kind in options.tiles for n in astuple(kind)]
    amounts += [entry.energy for entry in options.technology_costs]
    named = [entry.technology for entry in options.technology_costs]
    return (
        all(len(table) in (0, DIE_SIDES) for table in tables)
        and all(0 <= amount <= 99 for amount in amounts)
        and len(set(named)) == len(named)
        and all(fits(homes, len(homes)) for homes in options.layouts)
    )
