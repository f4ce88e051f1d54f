"""The board's 37 hexes, a hexagon with four on each edge, numbered row by row; what lies on them.

A sector's number is that of its hex.
"""

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
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
    alike: dict[tuple[int | str, ...], list[Fleet]] = {}
    for each in fleets:
        if each.count > 0:
            key = (each.hex, each.seat, each.ship.value, each.moved, each.came or 0, each.jumped)
            alike.setdefault(key, []).append(each)
    return tuple(
        replace(same[0], count=sum(each.count for each in same)) if len(same) > 1 else same[0]
        for _, same in sorted(alike.items())
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


HEXES: Final = 37
CENTRE: Final = 19
_RADIUS: Final = 3
_STEPS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_PLACES: Final = tuple(
    (q, r)
    for r in range(-_RADIUS, _RADIUS + 1)
    for q in range(max(-_RADIUS, -_RADIUS - r), min(_RADIUS, _RADIUS - r) + 1)
)
"""Axial coordinates by number, the first hex first."""
_NUMBERS: Final = MappingProxyType({place: n for n, place in enumerate(_PLACES, start=1)})

NEIGHBOURS: Final = MappingProxyType(
    {
        number: tuple(_NUMBERS[q + dq, r + dr] for dq, dr in _STEPS if (q + dq, r + dr) in _NUMBERS)
        for (q, r), number in _NUMBERS.items()
    }
)


def position(number: int) -> tuple[float, int]:
    """Return the position of a hex: columns right of the board's centre, rows below it."""
    q, r = _PLACES[number - 1]
    return q + r / 2, r


def distance(one: int, other: int) -> int:
    """Return the distance of two hexes in steps, regardless of their contents."""
    (q, r), (v, s) = _PLACES[one - 1], _PLACES[other - 1]
    return max(abs(q - v), abs(r - s), abs(q + r - v - s))


def _edge() -> tuple[int, ...]:
    """The hexes along the edge, clockwise from the upper left corner."""
    q, r = 0, -_RADIUS
    found = []
    for dq, dr in _STEPS:
        for _ in range(_RADIUS):
            found.append(_NUMBERS[q, r])
            q, r = q + dq, r + dr
    return tuple(found)


_EDGE: Final = _edge()


def spread(players: int) -> tuple[int, ...]:
    """Return hexes for the home sectors, as far apart as the edge allows, clockwise.

    A proposal that the table can change, as the rulebook's pictures are missing.
    """
    return tuple(_EDGE[round(i * len(_EDGE) / players)] for i in range(players))


def fits(homes: tuple[int, ...], players: int) -> bool:
    """Return whether the hexes are a valid layout of home sectors; Omega is in the middle."""
    different = len(set(homes)) == len(homes) == players
    return different and all(number in NEIGHBOURS and number != CENTRE for number in homes)
