"""The board's 37 hexes: a hexagon with four of them on each edge, numbered row by row."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

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
