"""Instructions for moving pieces on the table: one row per move, with pictures and an arrow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.games.instructions import PieceKind
from kivy_ui import theme
from kivy_ui.common.move_rows import MoveRow, PieceMark
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.row_scroll import RowScroll

_ICONS = {PieceKind.TILE: "tile", PieceKind.CHIP: "chip", PieceKind.CREDIT: "credits"}


_NUMBER_DP = theme.grid(6)
"""Width of the seat number beside the text."""
_ROW_DP = theme.grid(4.5)
"""Height of a row of pictures."""
_LETTER, _LINE = 0.55, 1.2
"""Average letter width and line height, as multiples of the font size."""


class MovePart(BoxLayout):
    """An element of a row: identical pieces with their number, the arrow, or a place."""

    die = StringProperty("")
    icon = StringProperty("")
    text = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    small = BooleanProperty(False)

    def show_piece(self, piece: PieceMark) -> None:
        """Show pieces."""
        self.die = piece.key if piece.kind is PieceKind.DIE else ""
        self.icon = _ICONS.get(piece.kind, piece.key if not self.die else "")
        self.text, self.ink = piece.text, theme.ACCENT

    def show_icon(self, icon: str, ink: theme.Rgba) -> None:
        """Show the arrow, or a place."""
        self.die, self.text, self.icon, self.ink = "", "", icon, ink


class MoveRowView(BoxLayout):
    """One move: player, pieces, source, target and reason.

    Attributes:
        narrow: pictures are smaller, and the seat number replaces the player's name.
        beside: the text is beside the pictures, which halves the height.
        parts_px: width of all pictures.
        done: whether the move belongs to an earlier step.
        heading: whether the row is a heading of the rows below.
    """

    narrow = BooleanProperty(False)
    beside = BooleanProperty(True)
    parts_px = NumericProperty(0)
    done = BooleanProperty(False)
    heading = BooleanProperty(False)
    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    words = StringProperty("")
    _row: MoveRow | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._measure = Clock.create_trigger(self._measure_parts, -1)
        self.fbind("width", self._measure)

    def show(self, row: MoveRow) -> None:
        """Show a row."""
        self._row, self.done = row, row.done
        self.heading = row.heading
        self.badge = str(row.seat) if row.seat else ""
        self.colour = theme.seat_colour(row.colour)
        icons = (
            ("", theme.MUTED) if row.pieces else (row.source.icon, theme.MUTED),
            ("arrow", theme.MUTED),
            (row.target.icon, theme.TEXT),
        )
        shown = [each for each in icons if each[0]] if row.target.icon else []
        parts = reuse_children(self.ids.parts, len(row.pieces) + len(shown), self._make_part)
        for part, piece in zip(parts, row.pieces, strict=False):
            part.show_piece(piece)
        for part, icon in zip(parts[len(row.pieces) :], shown, strict=True):
            part.show_icon(*icon)
        for part in parts:
            part.small = self.narrow
        self.words = _words(row, "" if self.narrow else row.name)
        self._measure()

    def _make_part(self) -> MovePart:
        part = MovePart()
        part.fbind("width", self._measure)
        return part

    def _measure_parts(self, _seconds: float) -> None:
        """Place the text beside the pictures if that makes the row lower."""
        parts = self.ids.parts
        gaps_px = float(parts.spacing[0]) * max(0, len(parts.children) - 1)
        self.parts_px = sum(part.width for part in parts.children) + gaps_px + 1  # rounding
        room_px = float(self.width) - dp(_NUMBER_DP)
        left_px = room_px - self.parts_px
        beside_px = max(_ROW_DP, self._high_dp(left_px)) if left_px > dp(theme.TOUCH) else math.inf
        self.beside = beside_px < _ROW_DP + self._high_dp(room_px)

    def _high_dp(self, width_px: float) -> float:
        """Estimate the height of the text at *width_px* from average letter widths."""
        letters_dp = theme.TEXT_SMALL if self.narrow else theme.TEXT_BODY
        lines = math.ceil(len(self.words) * _LETTER * dp(letters_dp) / max(1.0, width_px))
        return float(lines * letters_dp * _LINE)

    def on_narrow(self, *_change: object) -> None:
        """Show the row again for the new width."""
        if self._row is not None:
            self.show(self._row)


def _words(row: MoveRow, who: str) -> str:
    """Return player, source, target and reason as markup; the target is bold."""
    name, what, source, target, note = map(
        escape_markup, (who, row.what, row.source.text, row.target.text, row.note)
    )
    if not row.pieces:
        told = f"[b]{note}[/b]" if row.heading else str(note)
        return f"{name}: {told}" if name else told
    if what and not source and target:
        what, source = "", what
    way = (
        f"{source} \N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK} [b]{target}[/b]"
        if source
        else f"[b]{target}[/b]"
    )
    told = " \N{MIDDLE DOT} ".join(text for text in (what, way, note) if text)
    return f"{name}: {told}" if name else told


class MoveList(RowScroll):
    """Scrolling list of moves; rows are never truncated.

    A reason shared by consecutive moves of a player is shown only once.
    """

    count = NumericProperty(0)

    def show(self, rows: Sequence[MoveRow]) -> None:
        """Show rows and scroll to the first."""
        self.count = len(rows)
        views = reuse_children(self.ids.rows, len(rows), MoveRowView)
        told: tuple[int, str] | None = None
        for view, row in zip(views, rows, strict=True):
            why = (row.seat, row.note)
            view.show(replace(row, note="") if row.pieces and row.seat and why == told else row)
            told = why
        self.scroll_y = 1.0


class FittedMoves(BoxLayout):
    """A list as high as the rows that fit completely; the remaining moves are counted below it.

    Attributes:
        more: number of pending moves that are reached by scrolling.
    """

    list_ground = theme.SURFACE

    more = NumericProperty(0)

    def __init__(self, **options: Any) -> None:
        self._fit = Clock.create_trigger(self._fit_rows)
        super().__init__(**options)

    def on_kv_post(self, base_widget: Widget) -> None:
        """Recalculate the height whenever the available height or a row changes."""
        super().on_kv_post(base_widget)
        self.fbind("height", self._fit)
        self.ids.moves.ids.rows.fbind("height", self._fit)

    def show(self, rows: Sequence[MoveRow]) -> None:
        """Show rows and scroll to the first."""
        self.ids.moves.show(rows)
        self._fit()

    def _fit_rows(self, _seconds: float) -> None:
        grid = self.ids.moves.ids.rows
        views = tuple(reversed(grid.children))
        lines = [views[line :: grid.rows] for line in range(grid.rows)]
        room_px = float(self.height) - dp(theme.TEXT_ROW)  # line with the number of the others
        high_px, fit_px, fitting = 0.0, 0.0, 0
        for number, line in enumerate(lines, 1):
            high_px += max((view.height for view in line), default=0.0)
            if high_px > (self.height if number == len(lines) else room_px):
                break
            if not any(view.heading for view in line):  # never end with a heading
                fit_px, fitting = high_px, number
            high_px += grid.spacing[1]
        self.ids.moves.height = fit_px or room_px
        hidden = (view for line in lines[max(1, fitting) :] for view in line)
        self.more = sum(not view.done for view in hidden)


class StepLine(BoxLayout):
    """A possible action: an icon and a sentence."""

    icon = StringProperty("")
    text = StringProperty("")
    icon_px = NumericProperty(theme.ICON_LARGE)


class MoveColumn(BoxLayout):
    """The moves to make, under a title, together with the possible actions.

    Attributes:
        some: whether anything was moved in this phase; then the actions are not listed.
        now: whether the newest step requires a move.
    """

    __events__ = ("on_look_back",)

    some = BooleanProperty(False)
    now = BooleanProperty(False)
    title = StringProperty("")
    icon = StringProperty("")
    steps_fit = BooleanProperty(True)

    def show(
        self, rows: Sequence[MoveRow], title: str, icon: str, steps: Sequence[tuple[str, str]]
    ) -> None:
        """Show the moves, or the possible actions if there are none.

        Args:
            rows: current moves and moves of earlier steps.
            title: title above the actions: the current task.
            icon: icon of the title.
            steps: pairs of icon and sentence.
        """
        self.some = bool(rows)
        self.now = any(not row.done for row in rows)
        self.title, self.icon = title, icon
        shown = () if self.some else steps
        lines = reuse_children(self.ids.steps, len(shown), StepLine)
        for line, (name, text) in zip(lines, shown, strict=True):
            line.icon, line.text = name, text
        self.ids.fitted.show(rows)

    def on_look_back(self) -> None:
        """Event: show all moves of this round."""


load_kv(__file__)
