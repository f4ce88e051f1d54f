"""Values of all players by round as lines, each with its player's badge at its end."""

from typing import Final

from kivy_ui.pages.marks import LABEL, LEAST, MUTED, SEATS, Box
from kivy_ui.pages.page import Seat
from kivy_ui.pages.scores import Chart
from kivy_ui.pages.templates.parts import Drawing

_BADGE: Final = 30
_GRID: Final = 4
"""Steps of the scale at most."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_LINE: Final = 4
_GROUND: Final = "3A475E"


def chart(draw: Drawing, stage: Box, body: Chart) -> None:
    """Draw scale, rounds and lines; badges that would cover each other move apart."""
    draw.patch("card", stage)
    most = body.top or max((max(each.values) for each in body.curves), default=1)
    step = next((each for each in _STEPS if most <= _GRID * each), most)
    top = -(-most // step) * step or 1
    left = draw.width_of(str(top), LABEL) + draw.px(28)
    plot = stage.cut(left, draw.px(24), draw.px(_BADGE + 32), draw.px(44))
    for value in range(0, top + 1, step):
        y = plot.bottom - plot.h * value // top
        draw.patch("line", Box(plot.x, y, plot.w, 1))
        label = Box(stage.x, y - draw.px(12), left - draw.px(12), draw.px(24))
        draw.words(str(value), label, LABEL, colour=MUTED, align=2)
    count = max(len(each.values) for each in body.curves)
    _rounds(draw, body, plot, count)
    ends = []
    for curve in body.curves:
        points = [
            (_at(plot, at, count), plot.bottom - plot.h * value // top)
            for at, value in enumerate(curve.values)
        ]
        tint = SEATS.get(curve.seat.colour, MUTED)
        draw.path(points, tint, draw.px(_LINE), closed=False)
        ends.append((points[-1][1], curve.seat))
    _badges(draw, stage, plot.right + draw.px(12), ends)


def _at(plot: Box, index: int, count: int) -> int:
    return plot.x + plot.w * index // max(1, count - 1)


def _rounds(draw: Drawing, body: Chart, plot: Box, count: int) -> None:
    """Draw the numbers of the rounds, as many as have room, and the marked ones as lines."""
    for number in body.marks:
        if 0 <= number - body.first < count:
            x = _at(plot, number - body.first, count)
            draw.patch("bar", Box(x - 1, plot.y, 2, plot.h), _GROUND)
    wide = draw.px(40)
    every = max(1, -(-count * wide // max(1, plot.w)))
    for at in range(0, count, every):
        box = Box(_at(plot, at, count) - wide // 2, plot.bottom + draw.px(10), wide, draw.px(24))
        draw.words(str(body.first + at), box, LEAST, colour=MUTED, align=1)


def _badges(draw: Drawing, stage: Box, x: int, ends: list[tuple[int, Seat]]) -> None:
    side = draw.px(_BADGE)
    y = stage.y + draw.px(6)
    below = len(ends) * (side + 2)
    for end, seat in sorted(ends, key=lambda each: each[0]):
        lowest = stage.bottom - draw.px(4) - below
        y = max(y, min(end - side // 2, lowest))
        draw.badge(seat, Box(x, y, side, side))
        y += side + 2
        below -= side + 2
