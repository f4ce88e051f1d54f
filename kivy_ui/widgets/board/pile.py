"""A drawn pile of pieces with text, for set-up instructions."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.drawing.glyphs import Fill, Point, Stroke
from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.widgets.board.icon_strip import strip_px
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.drawn import Drawn
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture, write
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.text import lines_needed

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


class PileDrawing(Drawn):
    """The pieces, with their number in the centre."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._pile: Pile | None = None

    def show(self, pile: Pile) -> None:
        """Draw a pile."""
        self._pile = pile
        self._redraw()

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the pile."""
        if self._pile is not None:
            draw_pile(group, self._pile, (x, y), edge_px)


class PileView(BoxLayout):
    """A drawing with text beside or below it, depending on the height."""

    text = StringProperty("")
    icons = ObjectProperty(())
    upright = BooleanProperty(False)
    drawn_px = NumericProperty(0)
    _upright_px = _wide_px = 0.0
    _drawn_px = 0.0, 0.0
    """Width of the pieces beside the text: normal and wide layout."""

    def on_width(self, *_change: object) -> None:
        """Update the layout: the final width may be set after the height."""
        self.on_height()

    def on_height(self, *_change: object) -> None:
        """Place the drawing above the text if there is enough height."""
        wide = self.width > self.height * _WIDE and self.height >= self._wide_px
        low = self.height < dp(_LOW_DP)
        self.upright = self.height >= self._upright_px and not (wide and low)
        self.drawn_px = self._drawn_px[wide]

    def show(self, pile: Pile, width_px: float) -> float:
        """Show a pile; return the height below which its text is truncated at *width_px*."""
        self.text, self.icons = pile.text, pile.icons
        self.ids.drawing.show(pile)
        room = width_px - dp(theme.WIDE_GAP)
        drawn, wide = float(dp(_DRAWING_DP)), width_px * _MOST_DRAWN
        if pile.icons:
            drawn = min(strip_px(pile.icons, dp(theme.grid(5))), width_px * _MOST_DRAWN)
            wide = min(strip_px(pile.icons, dp(theme.grid(14))), width_px * _MOST_ICONS)
        self._drawn_px = drawn, max(drawn, wide)
        above = _words_px(pile.text, room)
        beside = _words_px(pile.text, room - drawn - dp(theme.GAP)) + dp(theme.WIDE_GAP)
        self._wide_px = _words_px(pile.text, room - self._drawn_px[1] - dp(theme.GAP))
        self._wide_px += float(dp(theme.WIDE_GAP))
        self._upright_px = dp(_DRAWING_DP + theme.GAP + theme.WIDE_GAP) + above
        self.on_height()
        return float(min(beside, self._upright_px))


def _words_px(words: str, width_px: float) -> float:
    """Return the height of *words* wrapped at *width_px*."""
    lines = lines_needed(words, max(1.0, width_px), _word_px) or _MANY_LINES
    return float(dp(theme.TEXT_ROW) * lines)


def _word_px(word: str) -> float:
    return float(letters_texture(word, sp(theme.TEXT_SMALL)).width)


class PileGrid(GridLayout):
    """Piles side by side that share the height of the page.

    Attributes:
        line_px: height of a grid row.
        stretches: number of grid rows.
    """

    line_px = NumericProperty(0)
    stretches = 0
    least_px = wish_px = 0.0
    most_px = property(lambda _self: float(dp(_MOST_DP)))

    def show(self, piles: tuple[Pile, ...], width_px: float) -> None:
        """Show piles in *width_px*, in the number of columns that gives the least height."""
        views = reuse_children(self, len(piles), PileView)
        most = max(1, min(len(piles), int(width_px / dp(_LEAST_WIDE_DP))))
        tries = [self._tried(piles, views, columns, width_px) for columns in range(most, 0, -1)]
        lines, self.least_px, self.cols = min(tries, key=lambda each: each[0] * each[1])
        if self.cols != tries[-1][2]:
            self._tried(piles, views, self.cols, width_px)
        self.stretches = lines if piles else 0
        self.line_px = max(self.line_px, self.least_px) if piles else 0

    def _tried(
        self, piles: tuple[Pile, ...], views: list[PileView], columns: int, width_px: float
    ) -> tuple[int, float, int]:
        """Return number of lines, minimum height per line and columns for a number of columns."""
        each_px = width_px / columns - dp(theme.HALF_GAP)
        pairs = zip(views, piles, strict=True)
        least = max((view.show(pile, each_px) for view, pile in pairs), default=0.0)
        return -(-len(piles) // columns), max(least, float(dp(theme.grid(7)))), columns


load_kv(__file__)
