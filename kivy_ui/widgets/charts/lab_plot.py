"""Colours in the a*b* plane of CIE L*a*b*: a point for each die, its letters beside it."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, SmoothEllipse, SmoothLine
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.calibration.profiles import ColourSpot
from kivy_ui.widgets.letters import write

Joined = tuple[str, str]
"""Two dice whose colours are too close."""

_LEAST_REACH = 20.0
_GRID = 20.0


class LabPlot(Widget):
    """Draws the dice's colours; a* runs to the right, b* upwards, grey is where the axes cross."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._spots: tuple[ColourSpot, ...] = ()
        self._close: tuple[Joined, ...] = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._redraw)
        self.fbind("size", self._redraw)

    def show(self, spots: Sequence[ColourSpot], close: Sequence[Joined]) -> None:
        """Show *spots*, with a line between those of each pair in *close*."""
        self._spots, self._close = tuple(spots), tuple(close)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        edge = min(self.width, self.height) / 2 - dp(theme.grid(3.5))
        if not self._spots or edge < dp(theme.ICON_SMALL):
            return
        reach = max(_LEAST_REACH, *(max(abs(spot.a), abs(spot.b)) for spot in self._spots))
        x0, y0 = self.center

        def place(a: float, b: float) -> tuple[float, float]:
            return x0 + edge * a / reach, y0 + edge * b / reach

        self._axes(x0, y0, edge, reach)
        places = {spot.die: place(spot.a, spot.b) for spot in self._spots}
        group.add(Color(*theme.WAITING))
        for first, second in self._close:
            group.add(SmoothLine(points=[*places[first], *places[second]], width=dp(theme.STROKE)))
        size = dp(theme.WIDE_GAP)
        for spot in self._spots:
            x, y = places[spot.die]
            group.add(Color(*theme.TEXT))
            group.add(SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size)))
            inner = size - dp(theme.HALF_GAP)
            group.add(Color(*theme.DIE_BODIES[spot.die]))
            group.add(Ellipse(pos=(x - inner / 2, y - inner / 2), size=(inner, inner)))
        for spot in self._spots:
            x, y = places[spot.die]
            write(group, spot.letters, (x + size * 0.7, y), theme.TEXT)

    def _axes(self, x0: float, y0: float, edge: float, reach: float) -> None:
        group = self._group
        group.add(Color(*theme.LINE))
        steps = int(reach // _GRID)
        for step in range(1, steps + 1):
            radius = edge * step * _GRID / reach
            group.add(Line(circle=(x0, y0, radius), width=1))
        group.add(Line(points=(x0 - edge, y0, x0 + edge, y0), width=1))
        group.add(Line(points=(x0, y0 - edge, x0, y0 + edge), width=1))
