"""Tiles and ships on the hexes. A sector's number is that of its hex."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.emperor.war.forces import FIELD_OF, Force, Ship

STOPPED: Final = 99
"""``Fleet.moved`` of ships that cannot move on: they met enemies, or jumped."""


class Ground(Enum):
    """The content of a tile (section 4)."""

    PLANETS = "planets"
    EMPTY = "empty"
    SUN = "sun"
    OMEGA = "omega"
    BLACK_HOLE = "black_hole"


SUNS: Final = frozenset({Ground.SUN, Ground.OMEGA})


@dataclass(frozen=True, slots=True)
class Field:
    """A hex with a tile."""

    hex: int
    ground: Ground


@dataclass(frozen=True, slots=True)
class Fleet:
    """Ships of a kind on one hex with the same movement in this turn.

    Attributes:
        moved: number of hexes moved in this turn.
        came: hex from which they entered; target of a withdrawal.
        jumped: whether they came through the stargate in this turn and have not fought yet.
    """

    seat: int
    hex: int
    ship: Ship
    count: int = 1
    moved: int = 0
    came: int | None = None
    jumped: bool = False


Fleets = tuple[Fleet, ...]


def merged(fleets: list[Fleet]) -> Fleets:
    """Return the fleets without empty ones, identical ones merged, in a fixed order."""
    counts: dict[Fleet, int] = {}
    for fleet in fleets:
        alike = replace(fleet, count=1)
        counts[alike] = counts.get(alike, 0) + fleet.count
    found = (replace(fleet, count=count) for fleet, count in counts.items() if count > 0)
    return tuple(
        sorted(found, key=lambda f: (f.hex, f.seat, f.ship.value, f.moved, f.came or 0, f.jumped)),
    )


def taken(
    fleets: Fleets, seat: int, number: int, ship: Ship, count: int
) -> tuple[list[Fleet], list[Fleet]]:
    """Return *count* ships of a hex, those that moved least first, and all others."""
    mine = [f for f in fleets if (f.seat, f.hex, f.ship) == (seat, number, ship)]
    off: list[Fleet] = []
    rest = [f for f in fleets if f not in mine]
    for fleet in sorted(mine, key=lambda each: each.moved):
        here = min(count, fleet.count)
        count -= here
        off.append(replace(fleet, count=here))
        rest.append(replace(fleet, count=fleet.count - here))
    return [f for f in off if f.count], [f for f in rest if f.count]


def with_field(fields: tuple[Field, ...], number: int, ground: Ground | None) -> tuple[Field, ...]:
    """Return the fields with another tile on a hex, or with none."""
    others = tuple(field for field in fields if field.hex != number)
    return others if ground is None else (*others, Field(number, ground))


def rested(fleets: Fleets, seat: int) -> Fleets:
    """Return the fleets at the end of a player's turn, as if that player's had not moved."""
    return merged(
        [replace(f, moved=0, came=None, jumped=False) if f.seat == seat else f for f in fleets]
    )


def joined(one: Force, other: Force) -> Force:
    """Return the sum of two fleets of undamaged ships."""
    fighters, cruisers, dreadnoughts = (one.count(ship) + other.count(ship) for ship in Ship)
    return Force(fighters, cruisers, dreadnoughts)


def force_of(fleets: Fleets, seat: int, number: int, *, jumped: bool = False) -> Force:
    """Return a player's ships on a hex; with *jumped* only those that came through the stargate."""
    counts = dict.fromkeys(FIELD_OF.values(), 0)
    for fleet in fleets:
        if (fleet.seat, fleet.hex) == (seat, number) and (fleet.jumped or not jumped):
            counts[FIELD_OF[fleet.ship]] += fleet.count
    return Force(**counts)  # type: ignore[arg-type] # its numbers
