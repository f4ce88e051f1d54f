"""Tile marks: a picture of the tile's category with the cost on it."""

from __future__ import annotations

from typing import Final

from kivy.graphics.instructions import InstructionGroup
from kivy.properties import StringProperty

from companion.games.roll.model.effects import WorldColour
from companion.games.roll.model.tiles import Side, World
from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.widgets.drawn import Drawn
from kivy_ui.widgets.letters import write

DEVELOPMENT_GROUND: Final = theme.DEVELOPMENT
WORLD_GROUNDS: Final = {
    WorldColour.NOVELTY: theme.DIE_BODIES["novelty"],
    WorldColour.RARE_ELEMENTS: theme.DIE_BODIES["rare_elements"],
    WorldColour.GENES: theme.DIE_BODIES["genes"],
    WorldColour.ALIEN_TECHNOLOGY: theme.DIE_BODIES["alien_technology"],
    WorldColour.GRAY: theme.SEAT_UNKNOWN,
}


_PICTURED: Final = {"development", "world"}


_COST_SHARE = 0.44
"""Font size of the cost, as a share of the mark's edge; never below the smallest text."""


class TileMark(Drawn):
    """A cut gem for a development, a planet for a world; the cost on it.

    Attributes:
        kind: ``development`` or ``world``; other values have no picture.
        world: colour of the world.
    """

    kind = StringProperty("")
    world = StringProperty(WorldColour.GRAY.value)
    cost = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("kind", "world", "cost")

    def show(self, side: Side | None) -> None:
        """Show the mark of *side*, or none."""
        if side is None:
            self.kind = self.cost = ""
            return
        self.kind = side.category.value
        self.world = side.colour.value if isinstance(side, World) else WorldColour.GRAY.value
        self.cost = cost_of(side)

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the mark, or the cost alone."""
        if self.kind in _PICTURED:
            name = f"world/{self.world}" if self.kind == "world" else self.kind
            draw_mark(group, name, self.cost, (x, y), edge_px)
        elif self.cost:
            middle = (x + edge_px / 2, y + edge_px / 2)
            write(group, self.cost, middle, theme.TEXT, share=0.5)


def draw_mark(
    group: InstructionGroup, name: str, cost: str, origin: tuple[float, float], edge_px: float
) -> None:
    """Add a mark's picture with its cost to *group*, lower left corner at *origin*."""
    draw_picture(group, name, origin, edge_px)
    middle = (origin[0] + edge_px / 2, origin[1] + edge_px / 2)
    write(group, cost, middle, theme.INK_ON_ACCENT, share=0.5, size_px=edge_px * _COST_SHARE)


def ground_of(side: Side) -> theme.Rgba:
    """Return the colour of a side's mark."""
    return WORLD_GROUNDS[side.colour] if isinstance(side, World) else DEVELOPMENT_GROUND


def cost_of(side: Side) -> str:
    """Return the printed cost."""
    plus = "" if isinstance(side, World) or not side.six_plus else "+"
    return f"{side.cost}{plus}"
