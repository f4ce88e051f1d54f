"""Draws a board of hexes and detects which hex was tapped."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp

from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.board.hex_map import HexMap, HexMark, HexPieces, HexState
from kivy_ui.widgets.drawn import Redrawn
from kivy_ui.widgets.letters import letters_texture, write

_CORNERS: Final = tuple(
    (math.cos(math.radians(60 * i + 30)), math.sin(math.radians(60 * i + 30))) for i in range(6)
)
_INSET: Final = 0.94
_HELD_ALPHA: Final = 0.42
_BADGE, _BADGE_ALONE = 0.27, 0.38
"""Half of a badge's edge in hex edges: beside other content, and alone."""
_PICTURE, _PICTURE_ALONE = 0.56, 0.84
_SHIP: Final = 0.54
_NUMBER_AT, _THINGS_AT = 0.5, -0.23
"""Vertical offsets from a hex's centre in hex edges: its number, and the line of its content."""
_PLANET: Final = "world/novelty"
_OUTLINES: Final = {
    HexState.PLAIN: (theme.LINE, theme.OUTLINE),
    HexState.OFFERED: (theme.ACCENT, theme.STROKE),
    HexState.CHOSEN: (theme.TEXT, 2 * theme.STROKE),
    HexState.ATTACK: (theme.BAD, 2 * theme.STROKE),
}
_PICTURES: Final = {"sun": "sun", "omega": "sun", "black_hole": "black_hole"}


class HexCanvas(Redrawn):
    """The board; dispatches ``on_hex`` with the number of a tapped hex."""

    __events__ = ("on_hex",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._hexes: HexMap = ()

    def show(self, hexes: HexMap) -> None:
        """Show a board; draws nothing if it has no hexes."""
        if hexes != self._hexes:
            self._hexes = hexes
            self._redraw()

    def on_hex(self, number: int) -> None:
        """Event: a hex was tapped."""

    def on_touch_down(self, touch: object) -> bool:
        """Find the hex below the touch."""
        x, y = touch.pos  # type: ignore[attr-defined]
        if not self._hexes or self.disabled or not self.collide_point(x, y):
            return bool(super().on_touch_down(touch))
        nearest = min(self._hexes, key=lambda each: math.dist(self._middle(each), (x, y)))
        if nearest.tappable and math.dist(self._middle(nearest), (x, y)) <= self._edge():
            self.dispatch("on_hex", nearest.number)
        return True

    # --- drawing ---------------------------------------------------------------------------------

    def _edge(self) -> float:
        """Return the largest edge of a hex with which the board fits."""
        columns = 1 + max(h.column for h in self._hexes) - min(h.column for h in self._hexes)
        rows = 1 + max(h.row for h in self._hexes) - min(h.row for h in self._hexes)
        return float(min(self.width / columns / math.sqrt(3), self.height / (1.5 * rows + 0.5)))

    def _middle(self, mark: HexMark) -> tuple[float, float]:
        edge = self._edge()
        x = self.x + self.width / 2 + mark.column * edge * math.sqrt(3)
        return x, self.y + self.height / 2 - mark.row * edge * 1.5

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        order = list(HexState)
        marks = sorted(self._hexes, key=lambda each: order.index(each.state))
        edge = self._edge() if marks else 0.0
        for mark in marks:
            self._draw_outline(mark, self._middle(mark), edge)
        for mark in marks:  # drawn last, so that no neighbour's outline crosses the content
            self._draw_pieces(mark, self._middle(mark), edge)

    def _draw_outline(self, mark: HexMark, at: tuple[float, float], edge: float) -> None:
        group = self._group
        corners = [(at[0] + x * edge * _INSET, at[1] + y * edge * _INSET) for x, y in _CORNERS]
        fill = theme.RAISED if mark.ground else theme.GROUND
        _polygon(group, corners, theme.ACCENT_GROUND if mark.state is HexState.CHOSEN else fill)
        colour, width = _OUTLINES[mark.state]
        if mark.seat:
            owner = theme.seat_colour(mark.colour)
            _polygon(group, corners, theme.faded(owner, _HELD_ALPHA))
            colour = owner if mark.state is HexState.PLAIN else colour
        group.add(Color(*colour))
        points = [value for corner in corners for value in corner]
        group.add(SmoothLine(points=points, close=True, width=dp(width)))

    def _draw_pieces(self, mark: HexMark, at: tuple[float, float], edge: float) -> None:
        """Draw the number, and below it one line: owner or terrain, then influence or ships."""
        group, state = self._group, mark.state
        bare = mark.ground in ("", "empty") and not (mark.pieces or mark.tokens)
        ink = theme.TEXT if mark.tappable or mark.tokens or mark.seat else theme.MUTED
        words = f"{mark.number}{'!' * (state is HexState.ATTACK)}"
        write(group, words, (at[0], at[1] + (0 if bare else edge * _NUMBER_AT)), ink, share=0.5)
        alone = not (mark.pieces or mark.tokens)
        parts = (_ground(mark, edge, alone=alone), *_counts(mark, edge))
        gap = dp(theme.HALF_HAIR)
        wide = sum(part.width for part in parts) + gap * (sum(p.width > 0 for p in parts) - 1)
        left, middle = at[0] - wide / 2, at[1] + edge * _THINGS_AT
        for part in parts:
            if part.width:
                part.draw(group, left, middle)
                left += part.width + gap


@dataclass(frozen=True, slots=True)
class _Part:
    """An element of the line below a hex's number; ``draw`` gets its left edge and centre y."""

    width: float
    draw: Callable[[InstructionGroup, float, float], None]


def _ground(mark: HexMark, edge: float, *, alone: bool) -> _Part:
    """Return the owner's badge, or else the terrain; planets only on unowned hexes."""
    if mark.held:
        radius = edge * (_BADGE_ALONE if alone else _BADGE)
        return _Part(2 * radius, lambda to, x, y: _token(to, mark, (x + radius, y), radius))
    name = _PICTURES.get(mark.ground, _PLANET)
    count = 1 if mark.ground in _PICTURES else min(mark.planets, 2 if alone else 1)
    size = edge * (_PICTURE_ALONE if alone and count == 1 else _PICTURE)

    def pictures(to: InstructionGroup, x: float, y: float) -> None:
        for index in range(count):
            draw_picture(to, name, (x + index * size, y - size / 2), size)

    return _Part(size * count, pictures)


def _counts(mark: HexMark, edge: float) -> tuple[_Part, ...]:
    """Return influence as discs, or else each player's largest ship type and ship count."""
    if mark.tokens:
        radius = edge * _BADGE
        return tuple(_Part(2 * radius, partial(_influence, each, radius)) for each in mark.tokens)
    size = edge * _SHIP
    return tuple(
        _Part(
            size + letters_texture(str(each.count)).width,
            partial(_ships, each, mark.seat, size),
        )
        for each in mark.pieces[:2]
    )


def _influence(
    token: HexPieces, radius: float, group: InstructionGroup, x: float, y: float
) -> None:
    _disc(group, (x + radius, y), radius, theme.TEXT)
    colour = theme.seat_colour(token.colour)
    _disc(group, (x + radius, y), radius - dp(theme.OUTLINE), colour)
    write(group, str(token.count), (x + radius, y), theme.INK_ON_ACCENT, share=0.5)


def _ships(
    pieces: HexPieces, owner: int, size: float, group: InstructionGroup, x: float, y: float
) -> None:
    """Draw the owner's ships in a light colour, others in their own colour on a dark background."""
    words, low = str(pieces.count), y - size / 2
    colour = theme.TEXT if pieces.seat == owner else theme.seat_colour(pieces.colour)
    if owner and pieces.seat != owner:
        group.add(Color(*theme.faded(theme.GROUND, theme.SHADE[3])))
        box = size + letters_texture(words).width, size
        corners = [dp(theme.RADIUS_MARK)] * 4
        group.add(SmoothRoundedRectangle(pos=(x, low), size=box, radius=corners))
    draw_picture(group, pieces.kinds[-1], (x, low), size, tint=colour)
    write(group, words, (x + size, y), theme.TEXT)


def _polygon(
    group: InstructionGroup, corners: list[tuple[float, float]], colour: theme.Rgba
) -> None:
    vertices = [value for x, y in corners for value in (x, y, 0.0, 0.0)]
    group.add(Color(*colour))
    group.add(Mesh(vertices=vertices, indices=list(range(len(corners))), mode="triangle_fan"))


def _disc(
    group: InstructionGroup, at: tuple[float, float], radius: float, colour: theme.Rgba
) -> None:
    group.add(Color(*colour))
    group.add(SmoothEllipse(pos=(at[0] - radius, at[1] - radius), size=(2 * radius, 2 * radius)))


def _token(group: InstructionGroup, mark: HexMark, at: tuple[float, float], radius: float) -> None:
    """Draw seat number and owner: Empire round, Starbase square, home square with a border."""
    colour = theme.seat_colour(mark.colour)
    if mark.held == "empire":
        _disc(group, at, radius, colour)
    else:
        group.add(Color(*colour))
        corner = at[0] - radius, at[1] - radius
        corners = [dp(theme.HAIR)] * 4
        group.add(SmoothRoundedRectangle(pos=corner, size=(2 * radius,) * 2, radius=corners))
        if mark.held == "home":
            group.add(Color(*theme.TEXT))
            side = 2 * radius
            width = dp(theme.OUTLINE)
            group.add(SmoothLine(rectangle=(*corner, side, side), width=width))
    write(group, str(mark.seat), at, theme.INK_ON_ACCENT, share=0.5)
