"""What the sources leave open: the owner enters it once from the box.

The digest's section 8 lists these points. A default is a guess until the owner has confirmed it;
``unverified`` says which still are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.rule.cards import HEROES
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind

LANES: Final = 4
ROWS: Final = 7
"""The board: four lanes of seven fields; row 1 is the start, row 7 the last before us (SCH)."""

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
        two_of_each_colour: strength 1 and 5 come once, strength 2 and 3 twice in each colour.
        marker_rows: row of the marker in each lane.
        trading: cards may be swapped (section 3.3).
        swap_taken: cards taken this turn may be swapped before the player stops; what is got for
            them is safe then.
        overpay: a payment with an infiltrator may be too high if no part of it could be left out.
        confirmed: names of the above that somebody has compared with the box.
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
"""What is guessed where nobody has looked at the box."""

OPEN_FACTS: Final = (
    "stormtrooper_points",
    "flametrooper_points",
    "sergeant_points",
    "phasma_points",
    "two_of_each_colour",
    "marker_rows",
)
"""The options that are facts of the box and not agreements."""


def unverified(options: Options) -> tuple[str, ...]:
    """Return the names of the facts that nobody has compared with the box yet."""
    return tuple(name for name in OPEN_FACTS if name not in options.confirmed)


def points_of(kind: UnitKind, options: Options) -> int:
    """Return the points on a tile."""
    if kind in KNOWN_POINTS:
        return KNOWN_POINTS[kind]
    value: int = getattr(options, f"{kind.value}_points")
    return value


def sensible(options: Options) -> bool:
    """Return whether the options can be a box: stronger is worth at least as much (section 1)."""
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
    """Return how many tiles like *unit* are in play; 0 where there is none.

    Args:
        unit: kind and colour.
        options: whether the colours are evenly spread is one of them.
        flametroopers: they stay in the box with one or two players (section 5).
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
