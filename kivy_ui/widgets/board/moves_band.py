"""Instructions for moving pieces on the table, marked by a light border; not tappable."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from kivy_ui import theme
from kivy_ui.common.board.moves import BoardMove
from kivy_ui.widgets import drawn, text  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.board import icon_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv

_LEAST_WIDE_DP, _LEAST_LOW_DP = theme.grid(34), theme.grid(29)
_MOST_BESIDE = 3
_FEW = 4


class MoveView(BoxLayout):
    """One move: the pieces, an arrow, the target.

    Attributes:
        target: where to; the whole instruction if there are no pictures.
        what: the pieces in words.
        low: compact form for many moves: pictures only.
    """

    low = BooleanProperty(False)
    icons = ObjectProperty(())
    target = StringProperty("")
    what = StringProperty("")

    def show(self, move: BoardMove) -> None:
        """Show a move."""
        self.icons = move.icons
        self.target = move.target or move.note
        self.what = "" if self.low and self.icons else move.what


class MovesBand(FloatLayout):
    """Moves side by side, or stacked if there are many or there is little room.

    Attributes:
        columns: number of moves per row.
        shown: whether there are any.
    """

    columns = NumericProperty(1)
    shown = BooleanProperty(False)

    def show(self, moves: tuple[BoardMove, ...], width_px: float) -> None:
        """Show moves; without moves the band takes no space."""
        self.shown = bool(moves)
        least = _LEAST_LOW_DP if len(moves) > _FEW else _LEAST_WIDE_DP
        fit = max(1, int((width_px - dp(theme.TOUCH)) / dp(least)))
        words = any(move.note and not move.drawn for move in moves)
        self.columns = 1 if words else max(1, min(fit, _MOST_BESIDE, len(moves)))
        for view, move in zip(
            reuse_children(self.ids.moves, len(moves), MoveView), moves, strict=True
        ):
            view.low = len(moves) > _FEW
            view.show(move)


load_kv(__file__)
