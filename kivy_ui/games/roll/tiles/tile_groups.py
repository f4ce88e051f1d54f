"""Tiles of the game by group: kind and cost, at most two of which are tapped to find any tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side, World
from kivy_ui.games.roll.context import RollContext

_COLOURS: Final = tuple(WorldColour)


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles of one kind and one cost, or of two costs that fit on one page."""

    category: Category
    costs: tuple[int, ...]

    @property
    def label(self) -> str:
        """The cost as displayed on the tab."""
        return str(self.costs[0]) if len(self.costs) == 1 else f"{self.costs[0]}+"


TILE_GROUPS: Final = tuple(
    TileGroup(category, costs)
    for category in Category
    for costs in ((1,), (2,), (3,), (4,), (5, 6))
)


def sides_of(ui: RollContext, group: TileGroup) -> tuple[Side, ...]:
    """Return the group's sides, sorted by cost, colour (worlds) and displayed name."""

    def order(side: Side) -> tuple[int, int, str]:
        colour = _COLOURS.index(side.colour) if isinstance(side, World) else 0
        return side.cost, colour, fold(ui.tiles.name(side.key))

    found = (ui.tiles.find(TileFilter(category=group.category, cost=cost)) for cost in group.costs)
    return tuple(sorted((side for sides in found for side in sides), key=order))
