"""A drawn pile of pieces with text, for set-up instructions."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp

from companion.drawing.glyphs import Fill, Point, Stroke
from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.widgets.letters import letters_texture, write
from kivy_ui.widgets.paint import paint

_LINE: Final = 0.035
_APART: Final = 0.06
"""Offset between the pieces of a stack."""
_NUMBER: Final = 0.24
"""Height of the number as a share of the drawing."""
_DRAWING_DP: Final = theme.grid(8)
_LEAST_WIDE_DP: Final = theme.grid(24)
_MOST_DRAWN: Final = 0.4
"""Maximum share of a low pile's width for its pieces."""
_MOST_ICONS: Final = 0.56
"""The same for pieces drawn as a row of icons."""
_WIDE: Final = 2.4
"""Aspect ratio (width / height) above which the text of a low pile is beside larger pieces."""
_LOW_DP: Final = theme.grid(20)
_MOST_DP: Final = theme.grid(32)
_MANY_LINES: Final = 12
"""Number of lines assumed for a word that is wider than its box."""
_HEX: Final = ((0.5, 0.06), (0.9, 0.28), (0.9, 0.72), (0.5, 0.94), (0.1, 0.72), (0.1, 0.28))


def _box(left: float, top: float, right: float, low: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, low), (left, low)


def _stack(points: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of three stacked pieces, the lowest first."""
    return tuple(
        tuple((a + _APART * step, b - _APART * step) for a, b in points) for step in (1, 0, -1)
    )


_CARD: Final = _box(0.2, 0.06, 0.78, 0.94)
_TILE: Final = _box(0.1, 0.1, 0.88, 0.88)
_ROUND: Final = tuple(
    (0.5 + 0.42 * cos(pi * step / 12), 0.5 + 0.42 * sin(pi * step / 12)) for step in range(24)
)
_SHAPES: Final[dict[PileShape, tuple[tuple[Point, ...], ...]]] = {
    PileShape.CARD: (_CARD,),
    PileShape.CARDS: _stack(_CARD),
    PileShape.CUBES: (_box(0.06, 0.3, 0.46, 0.7), _box(0.54, 0.3, 0.94, 0.7)),
    PileShape.HEX: (_HEX,),
    PileShape.SHIP: (((0.5, 0.08), (0.86, 0.9), (0.5, 0.68), (0.14, 0.9)),),
    PileShape.TILE: (_TILE,),
    PileShape.TILES: _stack(_TILE),
    PileShape.DISC: (_ROUND,),
}


def draw_pile(
    group: InstructionGroup, pile: Pile, origin: tuple[float, float], edge_px: float
) -> None:
    """Add a pile's drawing with its number to *group*, lower left corner at *origin*."""
    middle = origin[0] + edge_px / 2, origin[1] + edge_px / 2
    size_px, ink = edge_px * _NUMBER, theme.INK_ON_ACCENT
    if pile.shape is PileShape.CHIP:  # the star fills the chip: the number is at its lower edge
        draw_picture(group, "chip", origin, edge_px)
        high = max(size_px * 1.1, dp(theme.TEXT_ROW))
        if pile.count:
            wide = max(high, letters_texture(pile.count, size_px).width + high * 0.6)
            place = middle[0] - wide / 2, origin[1]
            group.add(Color(*theme.GROUND))
            radius = [high / 2] * 4
            group.add(SmoothRoundedRectangle(pos=place, size=(wide, high), radius=radius))
        middle, ink = (middle[0], origin[1] + high / 2), theme.TEXT
    for points in _SHAPES.get(pile.shape, ()):
        paint(group, (Fill(points),), origin, edge_px, theme.PIECE_GROUNDS[""])
        paint(group, (Stroke(points, _LINE, closed=True),), origin, edge_px, theme.FAINT)
    if len(_SHAPES.get(pile.shape, ())) > 1:  # the uppermost piece is at the lower left
        middle = middle[0] - _APART * edge_px, middle[1] - _APART * edge_px
    if pile.count:
        write(group, pile.count, middle, ink, share=0.5, size_px=size_px)
