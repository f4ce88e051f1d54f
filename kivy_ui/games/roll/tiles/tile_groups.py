"""Tile selection on the screen by group: kind and cost."""

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
        """The cost as displayed on the button."""
        return str(self.costs[0]) if len(self.costs) == 1 else f"{self.costs[0]}+"


TILE_GROUPS: Final = tuple(
    TileGroup(category, costs)
    for category in Category
    for costs in ((1,), (2,), (3,), (4,), (5, 6))
)


class TileGroupFinder:
    """The selected group of tiles.

    Attributes:
        group: the kind and cost whose tiles are shown.

    Args:
        ui: context of the presenters.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.group = TILE_GROUPS[0]

    def open_group(self, group: TileGroup) -> None:
        """Select another group."""
        self.group = group

    def in_group(self) -> tuple[Side, ...]:
        """Return the group's sides, sorted by cost, colour (worlds) and displayed name."""
        sides = (
            side
            for cost in self.group.costs
            for side in self._ui.tiles.find(TileFilter(category=self.group.category, cost=cost))
        )
        return tuple(sorted(sides, key=self._order))

    def _order(self, side: Side) -> tuple[int, int, str]:
        colour = _COLOURS.index(side.colour) if isinstance(side, World) else 0
        return side.cost, colour, fold(self._ui.tiles.name(side.key))
