"""Facts that the sources do not state: the owner enters them once from the box.

The digest's section 8 lists them. A default is a guess until the owner has confirmed it;
``unverified`` returns those that are not confirmed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.games.rule.cards import HEROES
from companion.games.rule.units import ONE_COLOUR, TILES, UNITS, Unit, UnitKind

LANES: Final = 4
ROWS: Final = 7
"""The board: four lanes of seven fields; row 1 is the start, row 7 the last (SCH)."""

MOST_PLAYERS: Final = 4
FEW_PLAYERS: Final = 2
"""Up to this many play the variant of section 5, with fewer tiles and the movement marker."""

MARKER_VALUES: Final = (0, 1, 1, 2, 3)
"""The five bombardment markers; one of them goes back to the box unseen (section 2)."""

KNOWN_POINTS: Final = {UnitKind.INFILTRATOR: 0, UnitKind.SNOWTROOPER: 2, UnitKind.KYLO_REN: 5}
"""Points that the rulebook states."""


@dataclass(frozen=True, slots=True)
class Options:
    """Open facts and the table's agreements.

    Attributes:
        stormtrooper_points, flametrooper_points, sergeant_points, phasma_points: printed on the
            tiles, not in the rulebook.
        two_of_each_colour: whether strengths 1 and 5 exist once, strengths 2 and 3 twice in each
            colour.
        marker_rows: row of the marker in each lane.
        trading: cards may be swapped (section 3.3).
        swap_taken: cards taken this turn may be swapped before the player stops; the cards received
            are safe.
        overpay: a payment with an infiltrator may be too high if no part of it could be left out.
        confirmed: names of the facts above that were compared with the box.
    """

    stormtrooper_points: int = 1
    flametrooper_points: int = 3
    sergeant_points: int = 4
    phasma_points: int = 4
    two_of_each_colour: bool = True
    marker_rows: tuple[int, ...] = (4, 4, 4, 4)
    trading: bool = True
    swap_taken: bool = False
    overpay: bool = True
    confirmed: tuple[str, ...] = ()


DEFAULT_OPTIONS: Final = Options()
"""Defaults, partly guessed, until the owner confirms the box."""

OPEN_FACTS: Final = (
    "stormtrooper_points",
    "flametrooper_points",
    "sergeant_points",
    "phasma_points",
    "two_of_each_colour",
    "marker_rows",
)
"""The options that are facts of the box, not agreements of the table."""


def unverified(options: Options) -> tuple[str, ...]:
    """Return the names of the facts that were not yet compared with the box."""
    return tuple(name for name in OPEN_FACTS if name not in options.confirmed)


def points_of(kind: UnitKind, options: Options) -> int:
    if kind in KNOWN_POINTS:
        return KNOWN_POINTS[kind]
    value: int = getattr(options, f"{kind.value}_points")
    return value


def sensible(options: Options) -> bool:
    """Return whether the options are valid: points do not decrease with strength (section 1)."""
    points = [
        0,
        options.stormtrooper_points,
        KNOWN_POINTS[UnitKind.SNOWTROOPER],
        options.flametrooper_points,
        min(options.sergeant_points, options.phasma_points),
        max(options.sergeant_points, options.phasma_points),
        KNOWN_POINTS[UnitKind.KYLO_REN],
    ]
    rows = options.marker_rows
    on_board = len(rows) == LANES and all(2 <= row <= ROWS for row in rows)
    return on_board and points == sorted(points)


def tiles_of(unit: Unit, options: Options, *, flametroopers: bool) -> int:
    """Return how many tiles like *unit* are in play; 0 if there are none.

    With one or two players *flametroopers* are not (section 5).
    """
    if unit.hero is not None and unit.hero not in HEROES:
        return 0
    if unit.kind is UnitKind.FLAMETROOPER and not flametroopers:
        return 0
    if unit.kind in ONE_COLOUR:
        if unit.hero is None:
            return 0
        return TILES[unit.kind] // LANES if options.two_of_each_colour else TILES[unit.kind]
    if unit.kind is UnitKind.KYLO_REN and unit.hero is not None:
        return 0
    return TILES[unit.kind]


@cache
def tiles_in_play(options: Options, *, flametroopers: bool) -> Mapping[Unit | UnitKind, int]:
    """Return how many tiles like each unit, and of each kind, are in play."""
    found: dict[Unit | UnitKind, int] = dict(TILES.items())
    found.update((unit, tiles_of(unit, options, flametroopers=flametroopers)) for unit in UNITS)
    return found
