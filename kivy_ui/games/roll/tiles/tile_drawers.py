"""Finding a tile on the screen: by drawer (kind and cost), or by letters, cost and colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side, World
from kivy_ui.games.roll.context import RollContext

LONGEST_TEXT: Final = 16
ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""Keys enough for every name: accents do not matter."""

_COLOURS: Final = tuple(WorldColour)


@dataclass(frozen=True, slots=True)
class Drawer:
    """Tiles of one kind and of one cost, or two that together still fit on a page."""

    category: Category
    costs: tuple[int, ...]

    @property
    def label(self) -> str:
        """The cost as it stands on the drawer."""
        return str(self.costs[0]) if len(self.costs) == 1 else f"{self.costs[0]}+"


DRAWERS: Final = tuple(
    Drawer(category, costs) for category in Category for costs in ((1,), (2,), (3,), (4,), (5, 6))
)


class DrawerFinder:
    """What is looked for, and what is found.

    Attributes:
        drawer: the kind and cost whose tiles are shown.
        text, cost, colour: what the search asks for.

    Args:
        ui: the presenters' ui.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.drawer = DRAWERS[0]
        self.text = ""
        self.cost: int | None = None
        self.colour: WorldColour | None = None

    def open_drawer(self, drawer: Drawer) -> None:
        """Show another drawer."""
        self.drawer = drawer

    def in_drawer(self) -> tuple[Side, ...]:
        """Everything in the drawer: by cost, worlds by colour, by name in the shown language."""
        sides = (
            side
            for cost in self.drawer.costs
            for side in self._ui.tiles.find(TileFilter(category=self.drawer.category, cost=cost))
        )
        return tuple(sorted(sides, key=self._order))

    def found(self) -> tuple[Side, ...]:
        """What fits letters, cost and colour, the likeliest first; none while nothing is asked."""
        if not self.text and self.cost is None and self.colour is None:
            return ()
        return self._ui.find_tiles(TileFilter(self.text, cost=self.cost, colour=self.colour))

    def type(self, letters: str) -> None:
        """Add letters."""
        clean = "".join(char for char in letters if char.isprintable())
        self.text = (self.text + clean.casefold())[:LONGEST_TEXT]

    def erase(self) -> None:
        """Take the last letter away."""
        self.text = self.text[:-1]

    def clear_text(self) -> None:
        """Forget the letters; cost and colour stay."""
        self.text = ""

    def toggle_cost(self, cost: int) -> None:
        """Look for this cost only, or for any again."""
        self.cost = None if self.cost == cost else cost

    def toggle_colour(self, colour: WorldColour) -> None:
        """Look for worlds of this colour only, or for everything again."""
        self.colour = None if self.colour is colour else colour

    def _order(self, side: Side) -> tuple[int, int, str]:
        colour = _COLOURS.index(side.colour) if isinstance(side, World) else 0
        return side.cost, colour, fold(self._ui.tiles.name(side.key))
