"""Draws a board of lanes and detects which field was tapped."""

from __future__ import annotations

from typing import Final

from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from kivy_ui import theme
from kivy_ui.common.board.faces import face_named
from kivy_ui.common.board.lanes import FieldMark, LaneBoard
from kivy_ui.widgets.drawn import Redrawn, draw_icon
from kivy_ui.widgets.face import draw_plate
from kivy_ui.widgets.letters import write

_HEAD_DP: Final = theme.TEXT_ROW
"""Height of the lane numbers above the first row, and of the side's name below the last row."""
_Box = tuple[float, float, float, float]


class LaneCanvas(Redrawn):
    """The board; dispatches ``on_field`` with lane and row of a tapped field.

    Attributes:
        board: the board to draw; None draws nothing.
    """

    __events__ = ("on_field",)

    board = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("board")

    def on_field(self, lane: int, row: int) -> None:
        """Event: a field was tapped."""

    def on_touch_down(self, touch: object) -> bool:
        """Find the field below the touch."""
        x, y = touch.pos  # type: ignore[attr-defined]
        board: LaneBoard | None = self.board
        if board is None or self.disabled or not self.collide_point(x, y):
            return bool(super().on_touch_down(touch))
        for mark in board.fields:
            left, low, width, height = self._box(board, mark.lane, mark.row)
            inside = left <= x <= left + width and low <= y <= low + height
            if mark.tappable and inside:
                self.dispatch("on_field", mark.lane, mark.row)
        return True

    def _box(self, board: LaneBoard, lane: int, row: int) -> _Box:
        """Return the box of a field."""
        head = dp(_HEAD_DP)
        width = (self.width - dp(theme.WIDE_GAP)) / board.lanes
        height = (self.height - 2 * head) / board.rows
        left = self.x
        left += (lane - 1) * width
        gap = dp(theme.HAIR)
        low = self.top - head - row * height
        return left + gap / 2, low + gap / 2, width - gap, height - gap

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        board: LaneBoard | None = self.board
        if board is None or self.height < dp(theme.grid(8)) or self.width < dp(theme.grid(8)):
            return
        group, head = self._group, dp(_HEAD_DP)
        radius = [dp(theme.RADIUS_MARK)] * 4
        for lane in range(1, board.lanes + 1):
            for row in range(1, board.rows + 1):
                left, low, width, height = self._box(board, lane, row)
                last = row == board.rows
                group.add(Color(*(theme.BAD_GROUND if last else theme.SURFACE)))
                group.add(
                    SmoothRoundedRectangle(pos=(left, low), size=(width, height), radius=radius)
                )
                if (lane, row) in board.framed:
                    _frame(group, (left, low, width, height), theme.BAD)
            left, _, width, _ = self._box(board, lane, 1)
            place = left + width / 2, self.top - head / 2
            write(group, str(lane), place, theme.MUTED, share=0.5)
        for mark in board.fields:
            self._draw_mark(board, mark)
        group.add(Color(*theme.BAD))
        line = dp(theme.HAIR)
        group.add(
            Rectangle(
                pos=(self.x, self.y + head - line), size=(self.width - dp(theme.WIDE_GAP), line)
            )
        )
        place = self.center_x - dp(theme.GAP), self.y + head / 2 - line
        write(group, board.low, place, theme.MUTED, share=0.5)

    def _draw_mark(self, board: LaneBoard, mark: FieldMark) -> None:
        group = self._group
        box = left, low, width, height = self._box(board, mark.lane, mark.row)
        face = face_named(mark.face)
        if face is not None:
            draw_plate(group, face, box, 1.0, draw_icon)
        elif mark.note:
            place = left + width / 2, low + height / 2
            ink = theme.TEXT if mark.marked else theme.MUTED
            write(group, mark.note, place, ink, share=0.5)
        if mark.marked:
            _frame(group, box, theme.TEXT)


def _frame(group: InstructionGroup, box: _Box, colour: theme.Rgba) -> None:
    left, low, width, height = box
    inset = dp(theme.HALF_HAIR)
    line = (left + inset, low + inset, width - 2 * inset, height - 2 * inset)
    group.add(Color(*colour))
    group.add(
        SmoothLine(rounded_rectangle=(*line, dp(theme.RADIUS_MARK)), width=dp(theme.STROKE_OVER))
    )
