"""Curves over the rounds, each with its seat's colour and, at its end, its seat's number."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, SmoothLine
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.letters import write

Series = tuple[theme.Rgba, str, Sequence[int]]
"""Colour, the label at the end, and a value after each round."""

_LEFT_DP, _RIGHT_DP, _LOW_DP, _TOP_DP = (theme.grid(steps) for steps in (4, 3.5, 3, 1))
_GRID_LINES = 4


class Plot(Widget):
    """Draws some series over the same rounds."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._series: tuple[Series, ...] = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._redraw)
        self.fbind("size", self._redraw)

    def show(self, series: Sequence[Series]) -> None:
        """Show *series*; they may be empty."""
        self._series = tuple(series)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        most = max((max(values, default=0) for _, _, values in self._series), default=0)
        rounds = max((len(values) for _, _, values in self._series), default=0)
        if not rounds or self.width < dp(theme.grid(10)) or self.height < dp(theme.grid(8)):
            return
        left, low = self.x + dp(_LEFT_DP), self.y + dp(_LOW_DP)
        width = self.width - dp(_LEFT_DP + _RIGHT_DP)
        height = self.height - dp(_LOW_DP + _TOP_DP)
        step = max(1, -(-most // _GRID_LINES))
        top = step * _GRID_LINES

        def place(number: int, value: int) -> tuple[float, float]:
            return left + width * number / rounds, low + height * value / top

        for value in range(0, top + 1, step):
            y = place(0, value)[1]
            group.add(Color(*theme.LINE))
            group.add(Line(points=(left, y, left + width, y), width=1))
            write(group, str(value), (self.x, y), theme.MUTED)
        for number in range(0, rounds + 1, max(1, rounds // 6)):
            x, y = place(number, 0)
            write(group, str(number), (x, y - dp(_LOW_DP) / 2), theme.MUTED)
        for index, (colour, label, values) in enumerate(self._series):
            points = [place(0, 0), *(place(n, value) for n, value in enumerate(values, 1))]
            flat = [number for point in points for number in point]
            group.add(Color(*colour))
            group.add(SmoothLine(points=flat, width=dp(theme.STROKE)))
            for x, y in points[1:]:
                edge = dp(theme.STRIPE)
                group.add(Ellipse(pos=(x - edge / 2, y - edge / 2), size=(edge, edge)))
            x, y = points[-1]
            write(group, label, (x + dp(theme.HALF_GAP + theme.grid(index % 2)), y), colour)
