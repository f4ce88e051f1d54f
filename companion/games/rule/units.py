"""The First Order's 28 tiles: kinds, strengths, colours."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.rule.cards import HEROES, Card


class UnitKind(Enum):
    """A kind of unit (section 1)."""

    INFILTRATOR = "infiltrator"
    STORMTROOPER = "stormtrooper"
    SNOWTROOPER = "snowtrooper"
    FLAMETROOPER = "flametrooper"
    SERGEANT = "sergeant"
    PHASMA = "phasma"
    KYLO_REN = "kylo_ren"


STRENGTH: Final = {
    UnitKind.INFILTRATOR: 1,
    UnitKind.STORMTROOPER: 2,
    UnitKind.SNOWTROOPER: 3,
    UnitKind.FLAMETROOPER: 5,
    UnitKind.SERGEANT: 6,
    UnitKind.PHASMA: 6,
    UnitKind.KYLO_REN: 8,
}
"""How many cards a unit costs (section 3.2)."""

TILES: Final = {
    UnitKind.INFILTRATOR: 4,
    UnitKind.STORMTROOPER: 8,
    UnitKind.SNOWTROOPER: 8,
    UnitKind.FLAMETROOPER: 4,
    UnitKind.SERGEANT: 2,
    UnitKind.PHASMA: 1,
    UnitKind.KYLO_REN: 1,
}
"""How many tiles of each kind the box holds (section 1)."""

INFILTRATOR_WORTH: Final = 2
"""Value of a captured strength-1 tile when it is used as payment (section 3.2)."""

ONE_COLOUR: Final = frozenset(
    {
        UnitKind.INFILTRATOR,
        UnitKind.STORMTROOPER,
        UnitKind.SNOWTROOPER,
        UnitKind.FLAMETROOPER,
    }
)
"""Kinds whose tiles have one colour each; Kylo Ren has all; the others have an optional one."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A tile; *hero* is that of its colour, None for all colours."""

    kind: UnitKind
    hero: Card | None = None

    @property
    def strength(self) -> int:
        """How many cards it costs."""
        return STRENGTH[self.kind]

    @property
    def painted(self) -> bool:
        """Whether it has a colour although its kind may have none: seldom, if at all."""
        return self.hero is not None and self.kind not in ONE_COLOUR


UNITS: Final = tuple(
    Unit(kind, hero)
    for kind in UnitKind
    for hero in (None, *HEROES)
    if (hero is not None or kind not in ONE_COLOUR) and not (hero and kind is UnitKind.KYLO_REN)
)
"""Every unit that a box can have."""

INFILTRATOR: Final = {hero: Unit(UnitKind.INFILTRATOR, hero) for hero in HEROES}
"""The infiltrator of each colour."""
