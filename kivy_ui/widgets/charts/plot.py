"""Line chart over the rounds: each curve in its player's colour, with the name at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from kivy.graphics import Color, Ellipse, Line, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import StringProperty

from kivy_ui import theme
from kivy_ui.widgets.drawn import Redrawn
from kivy_ui.widgets.letters import letters_texture, write

_LEFT_DP, _LOW_DP, _TOP_DP = (theme.grid(steps) for steps in (4, 3, 1.5))
_LABEL_DP = theme.grid(2.5)
_GRID_LINES: Final = 5
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100)
_NAMES_FROM_DP = theme.grid(34)
"""Minimum width for names at the ends of the curves."""
_MOST_NAME_SHARE: Final = 0.3
_LEAST_NAME: Final = 3


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's values, one after each round.

    Attributes:
        number: the seat number, distinguishes curves without colour.
    """

    number: str
    name: str
    colour: theme.Rgba
    values: Sequence[float]


class Plot(Redrawn):
    """Draws curves over the same rounds; every curve begins at *start* before the first round.

    Attributes:
        across: label of the horizontal axis; empty for none.
        up: label of the vertical axis.
    """

    across = StringProperty("")
    up = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._curves: tuple[Curve, ...] = ()
        self._top: float | None = None
        self._start: float | None = None
        self._marks: tuple[int, ...] = ()
        self.redraw_on("across", "up")

    def show(
        self,
        curves: Sequence[Curve],
        *,
        start: float | None = 0.0,
        top: float | None = None,
        marks: Sequence[int] = (),
    ) -> None:
        """Show *curves*; they may be empty.

        Args:
            curves: of equal length.
            start: value before the first round; None begins with the first value.
            top: maximum of the vertical axis; None takes it from the curves.
            marks: rounds marked by a vertical line.
        """
        self._curves, self._top, self._start = tuple(curves), top, start
        self._marks = tuple(marks)
        self._redraw()

    def _draw(self, *_args: object) -> None:
        group = self._group
        group.clear()
        rounds = max((len(curve.values) for curve in self._curves), default=0)
        if not rounds or self.width < dp(theme.grid(10)) or self.height < dp(theme.grid(8)):
            return
        most = max(max(curve.values, default=0) for curve in self._curves)
        step = grid_step(self._top or most)
        top = self._top or step * max(1, ceil(most / step))
        labels = [self._label(curve) for curve in self._curves]
        names_px = max(letters_texture(label).width for label in labels)
        left, low = self.x + dp(_LEFT_DP), self.y + dp(_LOW_DP)
        width = self.width - dp(_LEFT_DP + theme.WIDE_GAP) - names_px
        height = self.height - dp(_LOW_DP + _TOP_DP) - (dp(theme.WIDE_GAP) if self.up else 0)
        first = 0 if self._start is not None else 1

        def place(number: float, value: float) -> tuple[float, float]:
            share = (number - first) / max(1, rounds - first)
            return left + width * share, low + height * value / top

        for index in range(round(top / step) + 1):
            y = place(first, index * step)[1]
            group.add(Color(*theme.LINE))
            group.add(Line(points=(left, y, left + width, y), width=1))
            write(group, f"{index * step:g}", (left - dp(theme.GAP), y), theme.MUTED, share=1)
        every = max(1, ceil(rounds / max(1, width / dp(theme.grid(5)))))
        for number in range(first, rounds + 1, every):
            x, y = place(number, 0)
            write(group, str(number), (x, y - dp(_LOW_DP) / 2), theme.MUTED, share=0.5)
        self._name_axes(left + width + dp(theme.GAP), low - dp(_LOW_DP) / 2)
        for number in self._marks:
            group.add(Color(*theme.WAITING))
            x, y = place(number, 0)
            group.add(Rectangle(pos=(x, y), size=(dp(theme.HAIR), height)))
        for curve in self._curves:
            points = [place(number, value) for number, value in enumerate(curve.values, 1)]
            if self._start is not None:
                points.insert(0, place(0, self._start))
            group.add(Color(*curve.colour))
            flat = [number for point in points for number in point]
            group.add(SmoothLine(points=flat, width=dp(theme.CURVE)))
            edge = dp(theme.GAP)
            x, y = points[-1]
            group.add(Ellipse(pos=(x - edge / 2, y - edge / 2), size=(edge, edge)))
        ends = [place(len(curve.values), curve.values[-1])[1] for curve in self._curves]
        for y, curve, label in zip(
            apart(ends, dp(_LABEL_DP), self.top - dp(_LABEL_DP) / 2), self._curves, labels,
            strict=True,
        ):  # fmt: skip
            write(group, label, (left + width + dp(theme.GAP), y), curve.colour)

    def _name_axes(self, right: float, low: float) -> None:
        """Label the horizontal axis at its right end, the vertical axis above its top number."""
        if self.across:
            write(self._group, self.across, (right, low), theme.MUTED)
        if self.up:
            write(self._group, self.up, (self.x, self.top - dp(theme.GAP)), theme.MUTED)

    def _label(self, curve: Curve) -> str:
        if self.width < dp(_NAMES_FROM_DP):
            return curve.number
        name = curve.name
        while letters_texture(f"{curve.number} {name}").width > self.width * _MOST_NAME_SHARE:
            if len(name) < _LEAST_NAME:
                return curve.number
            name = name.rpartition(" ")[0] or f"{name.rstrip('…')[:-1]}…"
        return f"{curve.number} {name}"


def grid_step(most: float) -> int:
    """Return a round number as the step between grid lines, so that few reach up to *most*."""
    return next((step for step in _STEPS if most <= step * _GRID_LINES), _STEPS[-1])


def apart(wanted: Sequence[float], least: float, highest: float) -> list[float]:
    """Return positions near the *wanted* ones, at least *least* apart.

    Args:
        wanted: in any order; the order of the result is the same.
        least: minimum distance between two positions.
        highest: no position is above it.
    """
    order = sorted(range(len(wanted)), key=lambda index: -wanted[index])
    places = list(wanted)
    ceiling = highest
    for index in order:
        places[index] = ceiling = min(places[index], ceiling)
        ceiling -= least
    return places
