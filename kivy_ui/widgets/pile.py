"""A drawn pile of pieces with its words below, for the set-up."""

from __future__ import annotations

from typing import Final

from kivy.graphics.instructions import InstructionGroup
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from kivy_ui import theme
from kivy_ui.common.piles import Pile, PileShape
from kivy_ui.widgets import sign_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.letters import write
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.rules import load_rules

_LINE: Final = 0.035
_NUMBER: Final = 0.24
"""Height of the number as a share of a drawing."""
_WIDE_FROM: Final = 48
"""Letters that need more than a third of the page."""
_HEX: Final = ((0.5, 0.06), (0.9, 0.28), (0.9, 0.72), (0.5, 0.94), (0.1, 0.72), (0.1, 0.28))


def _outline(*points: Point) -> Stroke:
    return Stroke(points, _LINE, closed=True)


def _box(left: float, top: float, right: float, low: float) -> Stroke:
    return _outline((left, top), (right, top), (right, low), (left, low))


def _moved(part: Stroke, x: float, y: float) -> Stroke:
    return Stroke(tuple((a + x, b + y) for a, b in part.points), _LINE, closed=True)


def _stack(part: Stroke) -> tuple[Part, ...]:
    return tuple(_moved(part, 0.05 * step, -0.05 * step) for step in (1, 0, -1))


_CARD: Final = _box(0.22, 0.06, 0.78, 0.94)
_TILE: Final = _box(0.1, 0.1, 0.9, 0.9)
_ROUND: Final = _outline(
    *((0.5 + 0.42 * x, 0.5 + 0.42 * y) for x, y in
      ((1, 0), (0.92, 0.38), (0.71, 0.71), (0.38, 0.92), (0, 1), (-0.38, 0.92), (-0.71, 0.71),
       (-0.92, 0.38), (-1, 0), (-0.92, -0.38), (-0.71, -0.71), (-0.38, -0.92), (0, -1),
       (0.38, -0.92), (0.71, -0.71), (0.92, -0.38)))
)  # fmt: skip
_SHAPES: Final[dict[PileShape, tuple[Part, ...]]] = {
    PileShape.CARD: (_CARD,),
    PileShape.CARDS: _stack(_CARD),
    PileShape.CHIP: (_ROUND, _outline(*((0.5 + (x - 0.5) * 0.72, 0.5 + (y - 0.5) * 0.72)
                                        for x, y in _ROUND.points))),
    PileShape.CUBES: (_box(0.06, 0.3, 0.46, 0.7), _box(0.54, 0.3, 0.94, 0.7)),
    PileShape.HEX: (_outline(*_HEX),),
    PileShape.HEX_STACK: _stack(_outline(*_HEX)),
    PileShape.SHIP: (_outline((0.5, 0.08), (0.86, 0.9), (0.5, 0.68), (0.14, 0.9)),),
    PileShape.TILE: (_TILE,),
    PileShape.TILES: _stack(_TILE),
    PileShape.DISC: (_ROUND, Fill(((0.44, 0.1), (0.56, 0.1), (0.56, 0.2), (0.44, 0.2)))),
}  # fmt: skip


def draw_pile(
    group: InstructionGroup, pile: Pile, origin: tuple[float, float], edge_px: float
) -> None:
    """Add a pile's drawing with its number to *group*, its lower left corner at *origin*."""
    paint(group, _SHAPES[pile.shape], origin, edge_px, theme.ACCENT)
    if pile.count:
        middle = origin[0] + edge_px / 2, origin[1] + edge_px / 2
        size_px = edge_px * _NUMBER
        write(group, pile.count, middle, theme.TEXT, share=0.5, size_px=size_px)


class PileDrawing(Widget):
    """The pieces, with their number in the middle."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._pile: Pile | None = None
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, pile: Pile) -> None:
        """Draw a pile."""
        self._pile = pile
        self._redraw()

    def _redraw(self, *_args: object) -> None:
        self._group.clear()
        if self._pile is None:
            return
        edge = min(self.width, self.height)
        origin = self.center_x - edge / 2, self.center_y - edge / 2
        draw_pile(self._group, self._pile, origin, edge)


class PileView(BoxLayout):
    """A drawing and its words.

    Attributes:
        wide: for many words.
        large_px: width of a large one, where there are few; 0 for a small one.
    """

    text = StringProperty("")
    wide = BooleanProperty(False)
    large_px = NumericProperty(0)
    signs = ObjectProperty(())

    def show(self, pile: Pile, large_px: float = 0.0) -> None:
        """Show a pile."""
        self.large_px = large_px
        self.text, self.signs = pile.text, pile.signs
        self.wide = len(pile.text) > _WIDE_FROM
        self.ids.drawing.show(pile)


load_rules(__file__)
