"""The drawing of a step of the guide: dice, tiles, chips and symbols, all drawn by code."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, SmoothEllipse, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.glyphs import Fill, glyph
from companion.games.roll.model.effects import WorldColour
from kivy_ui import theme
from kivy_ui.games.roll.guide import Piece
from kivy_ui.widgets.drawn import draw_die
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.letters import write
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.tile_marks import DEVELOPMENT_GROUND, WORLD_GROUNDS

_ACROSS, _HIGH = 16.0, 9.0
_MARK_SHARE = 0.42
_COLUMN_SHARE = 3.0


class GuideDrawing(Widget):
    """Draws pieces into the largest 16 : 9 field of its box."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._pieces: tuple[Piece, ...] = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._redraw)
        self.fbind("size", self._redraw)

    def show(self, pieces: Sequence[Piece]) -> None:
        """Show *pieces*."""
        self._pieces = tuple(pieces)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        unit = min(self.width / _ACROSS, self.height / _HIGH)
        left, low = self.center_x - unit * _ACROSS / 2, self.center_y - unit * _HIGH / 2
        for piece in self._pieces:
            edge = piece.size * unit
            x, y = left + piece.x * unit - edge / 2, low + piece.y * unit - edge / 2
            _DRAWERS[piece.kind](group, piece, (x, y), edge)


def _ink(piece: Piece) -> theme.Rgba:
    return theme.ACCENT if piece.strong else theme.TEXT


def _plate(
    group: InstructionGroup, place: tuple[float, float], size: tuple[float, float], *, strong: bool
) -> None:
    group.add(Color(*(theme.ACCENT_GROUND if strong else theme.RAISED)))
    radius = [dp(theme.RADIUS)] * 4
    group.add(SmoothRoundedRectangle(pos=place, size=size, radius=radius))


def _draw_die(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    draw_die(group, piece.what, piece.face, place, edge)


def _draw_icon(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    paint(group, icon(piece.what), place, edge, _ink(piece))


def _draw_chip(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    paint(group, icon("chip")[:1], place, edge, theme.WAITING)
    middle = (place[0] + edge / 2, place[1] + edge / 2)
    write(group, piece.what, middle, theme.WAITING, share=0.5)


def _draw_phase(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    group.add(Color(*theme.ACCENT_GROUND))
    group.add(SmoothEllipse(pos=place, size=(edge, edge)))
    inset = edge / 5
    paint(group, glyph(piece.what), (place[0] + inset, place[1] + inset), edge - 2 * inset,
          theme.ACCENT)  # fmt: skip


def _draw_column(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    """A column of the mat: the phase's symbol above, room for dice below."""
    height = edge * _COLUMN_SHARE
    low = place[1] + edge / 2 - height / 2
    _plate(group, (place[0], low), (edge, height), strong=piece.strong)
    mark = edge * _MARK_SHARE
    where = (place[0] + (edge - mark) / 2, place[1] + edge / 2 + mark / 4)
    paint(group, glyph(piece.what), where, mark, _ink(piece))


def _draw_tile(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    """A square tile: a diamond or a disc with its cost."""
    _plate(group, place, (edge, edge), strong=piece.strong)
    mark = edge * _MARK_SHARE
    x, y = place[0] + (edge - mark) / 2, place[1] + (edge - mark) / 2
    if piece.kind == "world":
        group.add(Color(*WORLD_GROUNDS[WorldColour.NOVELTY]))
        group.add(SmoothEllipse(pos=(x, y), size=(mark, mark)))
    else:
        diamond = Fill(((0.5, -0.1), (1.1, 0.5), (0.5, 1.1), (-0.1, 0.5)))
        paint(group, (diamond,), (x, y), mark, DEVELOPMENT_GROUND)
    middle = (place[0] + edge / 2, place[1] + edge / 2)
    write(group, piece.what, middle, theme.INK_ON_ACCENT, share=0.5)


_DRAWERS = {
    "die": _draw_die,
    "icon": _draw_icon,
    "chip": _draw_chip,
    "phase": _draw_phase,
    "column": _draw_column,
    "development": _draw_tile,
    "world": _draw_tile,
}
