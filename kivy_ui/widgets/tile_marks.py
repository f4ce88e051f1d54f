"""How a tile's side is marked: a shape for its kind, its cost inside, colour and letters beside."""

from __future__ import annotations

from typing import Final

from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.roll.model.effects import WorldColour
from companion.games.roll.model.tiles import Side, World
from kivy_ui import theme
from kivy_ui.widgets import text  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.rules import load_rules

DEVELOPMENT_GROUND: Final = theme.DEVELOPMENT
WORLD_GROUNDS: Final = {
    WorldColour.NOVELTY: theme.DIE_BODIES["novelty"],
    WorldColour.RARE_ELEMENTS: theme.DIE_BODIES["rare_elements"],
    WorldColour.GENES: theme.DIE_BODIES["genes"],
    WorldColour.ALIEN_TECHNOLOGY: theme.DIE_BODIES["alien_technology"],
    WorldColour.GRAY: theme.SEAT_UNKNOWN,
}


class TileMark(Widget):
    """A diamond for a development, a disc for a world; the cost on the colour.

    Attributes:
        kind: ``development``, ``world`` or empty for none.
    """

    kind = StringProperty("")
    cost = StringProperty("")
    ground = ColorProperty(DEVELOPMENT_GROUND)
    edge_px = NumericProperty(0)

    def show(self, side: Side) -> None:
        """Show the mark of *side*."""
        self.kind, self.ground = side.category.value, ground_of(side)
        self.cost = cost_of(side)


def ground_of(side: Side) -> theme.Rgba:
    """Return the colour of a side's mark."""
    return WORLD_GROUNDS[side.colour] if isinstance(side, World) else DEVELOPMENT_GROUND


def cost_of(side: Side) -> str:
    """Return the cost as it is printed."""
    plus = "" if isinstance(side, World) or not side.six_plus else "+"
    return f"{side.cost}{plus}"


load_rules(__file__)
