"""What to move on the table: a row for each thing, with pictures of the pieces and an arrow."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.utils import escape_markup

from companion.games.instructions import PieceKind
from kivy_ui import theme
from kivy_ui.common.move_rows import MoveRow, PieceMark
from kivy_ui.screens.base import keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.rules import load_rules

_ICONS = {PieceKind.TILE: "tile", PieceKind.CHIP: "chip", PieceKind.CREDIT: "credits"}


class MovePart(BoxLayout):
    """A picture of a row: pieces that are alike and how many, the arrow, or a place."""

    die = StringProperty("")
    sign = StringProperty("")
    text = StringProperty("")
    ink = ColorProperty(theme.TEXT)

    def show_piece(self, piece: PieceMark) -> None:
        """Show pieces."""
        self.die = piece.key if piece.kind is PieceKind.DIE else ""
        self.sign = _ICONS.get(piece.kind, piece.key if not self.die else "")
        self.text, self.ink = piece.text, theme.ACCENT

    def show_sign(self, sign: str, ink: theme.Rgba) -> None:
        """Show the arrow, or a place."""
        self.die, self.text, self.sign, self.ink = "", "", sign, ink


class MoveRowView(BoxLayout):
    """One thing to do: who, the pieces, from where, to where, why."""

    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    words = StringProperty("")

    def show(self, row: MoveRow) -> None:
        """Show a row."""
        self.badge = str(row.seat) if row.seat else ""
        self.colour = theme.seat_colour(row.colour)
        signs = [
            (row.source.icon, theme.MUTED),
            ("arrow", theme.MUTED),
            (row.target.icon, theme.TEXT),
        ]
        shown = [each for each in signs if each[0]] if row.target.icon else []
        parts = keep_children(self.ids.parts, len(row.pieces) + len(shown), MovePart)
        for part, piece in zip(parts, row.pieces, strict=False):
            part.show_piece(piece)
        for part, sign in zip(parts[len(row.pieces) :], shown, strict=True):
            part.show_sign(*sign)
        self.words = _words(row)


def _words(row: MoveRow) -> str:
    """From where to where and why, as markup: where to is what hands need."""
    what, source, target, note = map(
        escape_markup, (row.what, row.source.text, row.target.text, row.note)
    )
    if not row.pieces:
        return str(note)
    way = (
        f"{source} \N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK} [b]{target}[/b]"
        if source
        else f"[b]{target}[/b]"
    )
    return " \N{MIDDLE DOT} ".join(text for text in (what, way, note) if text)


class MoveList(ScrollView):
    """Rows below each other; what does not fit is reached by a swipe and never cut short."""

    count = NumericProperty(0)

    def show(self, rows: Sequence[MoveRow]) -> None:
        """Show rows from the first one on."""
        self.count = len(rows)
        views = keep_children(self.ids.rows, len(rows), MoveRowView)
        for view, row in zip(views, rows, strict=True):
            view.show(row)
        self.scroll_y = 1.0


class MoveColumn(BoxLayout):
    """What to move, under a title, beside what there is to do."""

    __events__ = ("on_look_back",)

    some = BooleanProperty(False)

    def show(self, rows: Sequence[MoveRow]) -> None:
        """Show rows; where there are none, what will stand here."""
        self.some = bool(rows)
        self.ids.moves.show(rows)

    def on_look_back(self) -> None:
        """Everything of this round is to be shown."""


load_rules(__file__)
