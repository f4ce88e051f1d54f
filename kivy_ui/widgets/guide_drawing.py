"""The illustration of a step of the guide: dice, tiles, chips and symbols, drawn by code."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.app import App
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.drawing.glyphs import glyph
from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.games.roll.guide import Piece
from kivy_ui.widgets.drawn import Redrawn, draw_die, draw_icon
from kivy_ui.widgets.letters import write
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.pile import draw_pile
from kivy_ui.widgets.tile_marks import draw_mark

_ACROSS = 16.0
_MARK_SHARE = 0.42
_TILE_SHARE = 0.76
_COLUMN_SHARE = 3.0


class GuideDrawing(Redrawn):
    """Draws pieces into the largest area of its box that is 16 units wide and ``high`` high."""

    high = NumericProperty(9)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._pieces: tuple[Piece, ...] = ()

    def show(self, pieces: Sequence[Piece]) -> None:
        """Show *pieces*."""
        self._pieces = tuple(pieces)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        unit = min(self.width / _ACROSS, self.height / self.high)
        left, low = self.center_x - unit * _ACROSS / 2, self.center_y - unit * self.high / 2
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
    letters = "" if piece.face else App.get_running_app().die_letters[piece.what]
    draw_die(group, piece.what, piece.face, place, edge, letters=letters)


def _draw_icon(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    draw_icon(group, piece.what, place, edge, _ink(piece))


def _draw_chip(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    draw_mark(group, "chip/blank", piece.what, place, edge)


def _draw_phase(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    draw_picture(group, f"phase/{piece.what}", place, edge)


def _draw_column(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    """Draw a column of the mat: the phase symbol at the top, space for dice below."""
    height = edge * _COLUMN_SHARE
    low = place[1] + edge / 2 - height / 2
    _plate(group, (place[0], low), (edge, height), strong=piece.strong)
    mark = edge * _MARK_SHARE
    where = (place[0] + (edge - mark) / 2, place[1] + edge / 2 + mark / 4)
    paint(group, glyph(piece.what), where, mark, _ink(piece))


def _draw_tile(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    """Draw a square tile: a diamond or a disc with its cost."""
    _plate(group, place, (edge, edge), strong=piece.strong)
    mark = edge * _TILE_SHARE
    x, y = place[0] + (edge - mark) / 2, place[1] + (edge - mark) / 2
    name = f"world/{piece.face or 'novelty'}" if piece.kind == "world" else piece.kind
    draw_mark(group, name, piece.what, (x, y), mark)


def _draw_pile(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    """Draw a pile of another game's pieces with their number."""
    draw_pile(group, Pile(PileShape(piece.what), piece.face, ""), place, edge)


def _draw_text(
    group: InstructionGroup, piece: Piece, place: tuple[float, float], edge: float
) -> None:
    middle = place[0] + edge / 2, place[1] + edge / 2
    write(group, piece.what, middle, theme.TEXT, share=0.5, size_px=edge * 0.55)


_DRAWERS = {
    "pile": _draw_pile,
    "text": _draw_text,
    "die": _draw_die,
    "icon": _draw_icon,
    "chip": _draw_chip,
    "phase": _draw_phase,
    "column": _draw_column,
    "development": _draw_tile,
    "world": _draw_tile,
}
