"""Drawing from a bag that may run short (R-6.3, R-6.5): what happens, in its order.

Only numbers are needed: what the tiles are may be unknown to the companion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.roll.options import DEFAULT_OPTIONS, EmptyBag, TableOptions

GIVES_BACK_FROM: Final = {EmptyBag.THREE_OR_MORE: 3, EmptyBag.MORE_THAN_THREE: 4}
"""Size of a construction zone from which a tile must be returned (R-6.5, D-12)."""


class DrawAction(Enum):
    """One thing to do at the table while drawing."""

    DRAW = "draw"
    REFILL_FROM_ABANDONED = "refill_from_abandoned"
    PLACE_DRAWN = "place_drawn"
    GIVE_BACK = "give_back"


@dataclass(frozen=True, slots=True)
class DrawStep:
    """An action with the number of tiles; for GIVE_BACK also the seats that return one each."""

    action: DrawAction
    tiles: int
    seats: tuple[int, ...] = ()


def tiles_to_draw(abandoned: int) -> int:
    """How many tiles a Scout draws after abandoning so many (R-6.3)."""
    return 1 + abandoned


def plan_draw(
    wanted: int,
    *,
    bag: int,
    abandoned: int,
    zones: Mapping[int, int],
    scout: int,
    options: TableOptions = DEFAULT_OPTIONS,
) -> tuple[DrawStep, ...]:
    """Return the steps of drawing *wanted* tiles.

    If everything together does not suffice, what is there is drawn and no more.

    Args:
        wanted: tiles to draw.
        bag: tiles in the bag.
        abandoned: tiles under the Explore phase tile, the scout's own included.
        zones: tiles in each construction zone by seat, after abandoning.
        scout: seat of the player who draws.
        options: who gives back a tile (D-12).
    """
    steps: list[DrawStep] = []
    first = _draw(steps, wanted, bag)
    if first == wanted:
        return tuple(steps)
    if abandoned:
        steps.append(DrawStep(DrawAction.REFILL_FROM_ABANDONED, abandoned))
    drawn = first + _draw(steps, wanted - first, abandoned)
    if drawn == wanted:
        return tuple(steps)
    if drawn:
        steps.append(DrawStep(DrawAction.PLACE_DRAWN, drawn))
    sizes = {seat: size + (drawn if seat == scout else 0) for seat, size in zones.items()}
    least = GIVES_BACK_FROM[options.empty_bag]
    givers = tuple(sorted(seat for seat, size in sizes.items() if size >= least))
    if givers:
        steps.append(DrawStep(DrawAction.GIVE_BACK, len(givers), givers))
    _draw(steps, wanted - drawn, len(givers))
    return tuple(steps)


def _draw(steps: list[DrawStep], wanted: int, there: int) -> int:
    drawn = min(wanted, there)
    if drawn:
        steps.append(DrawStep(DrawAction.DRAW, drawn))
    return drawn
