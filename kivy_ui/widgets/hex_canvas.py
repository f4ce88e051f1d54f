"""Draws a board of hexes and tells which one was touched."""

from __future__ import annotations

import math
from typing import Final

from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.hex_map import HexMap, HexMark, HexPieces, HexState
from kivy_ui.widgets.letters import letters_texture, write

_CORNERS: Final = tuple(
    (math.cos(math.radians(60 * i + 30)), math.sin(math.radians(60 * i + 30))) for i in range(6)
)
_INSET: Final = 0.94
_HELD_ALPHA: Final = 0.3
_TOKEN_DP: Final = theme.GAP
_PLANET_DP: Final = theme.grid(1.5)
_SHIP_DP: Final = theme.WIDE_GAP
_OVERLAP: Final = 0.6
_NUMBER_AT, _GROUND_AT, _SHIPS_AT = 0.55, -0.05, -0.58
"""Heights in a hex, from its middle in edges: with ships on it three lines stand in it."""
_GROUND_ALONE_AT: Final = -0.16
_PLANET: Final = "world/novelty"
_OUTLINES: Final = {
    HexState.PLAIN: (theme.LINE, theme.OUTLINE),
    HexState.OFFERED: (theme.ACCENT, theme.STROKE),
    HexState.CHOSEN: (theme.TEXT, 2 * theme.STROKE),
    HexState.ATTACK: (theme.BAD, 2 * theme.STROKE),
}
_PICTURES: Final = {"sun": "sun", "omega": "sun", "black_hole": "black_hole"}


class HexCanvas(Widget):
    """The board; ``on_hex`` tells the number of a hex that was tapped."""

    __events__ = ("on_hex",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._hexes: HexMap = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, hexes: HexMap) -> None:
        """Show a board; nothing where it has no hexes."""
        if hexes != self._hexes:
            self._hexes = hexes
            self._redraw()

    def on_hex(self, number: int) -> None:
        """A hex was tapped."""

    def on_touch_down(self, touch: object) -> bool:
        """Find the hex below the finger."""
        x, y = touch.pos  # type: ignore[attr-defined]
        if not self._hexes or self.disabled or not self.collide_point(x, y):
            return bool(super().on_touch_down(touch))
        nearest = min(self._hexes, key=lambda each: math.dist(self._middle(each), (x, y)))
        if nearest.tappable and math.dist(self._middle(nearest), (x, y)) <= self._edge():
            self.dispatch("on_hex", nearest.number)
        return True

    # --- drawing ---------------------------------------------------------------------------------

    def _edge(self) -> float:
        """The hexes' edge: the largest with which the board fits."""
        columns = 1 + max(h.column for h in self._hexes) - min(h.column for h in self._hexes)
        rows = 1 + max(h.row for h in self._hexes) - min(h.row for h in self._hexes)
        return float(min(self.width / columns / math.sqrt(3), self.height / (1.5 * rows + 0.5)))

    def _middle(self, mark: HexMark) -> tuple[float, float]:
        edge = self._edge()
        x = self.x + self.width / 2 + mark.column * edge * math.sqrt(3)
        return x, self.y + self.height / 2 - mark.row * edge * 1.5

    def _redraw(self, *_args: object) -> None:
        self._group.clear()
        order = list(HexState)
        marks = sorted(self._hexes, key=lambda each: order.index(each.state))
        edge = self._edge() if marks else 0.0
        for mark in marks:
            self._draw_outline(mark, self._middle(mark), edge)
        for mark in marks:  # what lies there is never crossed by a neighbour's outline
            self._draw_pieces(mark, self._middle(mark), edge)

    def _draw_outline(self, mark: HexMark, at: tuple[float, float], edge: float) -> None:
        group = self._group
        corners = [(at[0] + x * edge * _INSET, at[1] + y * edge * _INSET) for x, y in _CORNERS]
        fill = theme.RAISED if mark.ground else theme.GROUND
        _polygon(group, corners, theme.ACCENT_GROUND if mark.state is HexState.CHOSEN else fill)
        if mark.seat:
            _polygon(group, corners, theme.faded(theme.seat_colour(mark.colour), _HELD_ALPHA))
        colour, width = _OUTLINES[mark.state]
        group.add(Color(*colour))
        points = [value for corner in corners for value in corner]
        group.add(SmoothLine(points=points, close=True, width=dp(width)))

    def _draw_pieces(self, mark: HexMark, at: tuple[float, float], edge: float) -> None:
        group = self._group
        self._draw_ground(mark, at, edge)
        bare = mark.ground in ("", "empty") and not (mark.pieces or mark.tokens)
        share = 0.0 if bare else _NUMBER_AT
        ink = theme.TEXT if mark.tappable or mark.tokens else theme.MUTED
        words = f"{mark.number}{'!' * (mark.state is HexState.ATTACK)}"
        disc = dp(_TOKEN_DP)
        left = at[0] - disc * len(mark.tokens)
        write(group, words, (left, at[1] + edge * share), ink, share=0.5)
        left += letters_texture(words).width / 2 + dp(theme.HAIR) + disc
        for index, token in enumerate(mark.tokens):
            place = left + index * 2 * disc, at[1] + edge * share
            _disc(group, place, disc, theme.seat_colour(token.colour))
            write(group, str(token.count), place, theme.INK_ON_ACCENT, share=0.5)
        alone = len(mark.pieces) == 1
        for index, pieces in enumerate(mark.pieces[:2]):
            side = 0.0 if alone else (index - 0.5) * edge * 0.85
            kinds = pieces.kinds if alone else pieces.kinds[-1:]
            _ships(group, pieces, kinds, (at[0] + side, at[1] + edge * _SHIPS_AT))

    def _draw_ground(self, mark: HexMark, at: tuple[float, float], edge: float) -> None:
        group, x = self._group, at[0]
        y = at[1] + edge * (_GROUND_AT if mark.pieces else _GROUND_ALONE_AT)
        if mark.ground in _PICTURES:
            size = edge * (0.6 if mark.pieces else 0.8)
            place = x - size / 2, y - size / 2
            draw_picture(group, _PICTURES[mark.ground], place, size)
            return
        token, planet = dp(_TOKEN_DP), dp(_PLANET_DP)
        wide = (2 * token + dp(theme.HAIR) if mark.held else 0) + planet * mark.planets
        left = x - wide / 2
        if mark.held:
            _token(group, mark, (left + token, y), token)
            left += 2 * token + dp(theme.HAIR)
        for index in range(mark.planets):
            draw_picture(group, _PLANET, (left + index * planet, y - planet / 2), planet)


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
    """An Empire is round, a Starbase square, a home square with a frame; the seat stands on it."""
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
            gap = dp(theme.HAIR)
            side = 2 * (radius + gap)
            group.add(SmoothLine(rectangle=(corner[0] - gap, corner[1] - gap, side, side)))
    write(group, str(mark.seat), at, theme.INK_ON_ACCENT, share=0.5)


def _ships(
    group: InstructionGroup, pieces: HexPieces, kinds: tuple[str, ...], at: tuple[float, float]
) -> None:
    """A picture of each kind in the colour of their owner, overlapping, then how many they are."""
    edge, words = dp(_SHIP_DP), str(pieces.count)
    step = edge * (1.0 if len(kinds) == 1 else _OVERLAP)
    wide = edge + step * (len(kinds) - 1) + dp(theme.HALF_GAP) + letters_texture(words).width
    left = at[0] - wide / 2
    group.add(Color(*theme.faded(theme.GROUND, theme.SHADE[3])))
    place, size = (left - dp(theme.HAIR), at[1] - edge / 2), (wide + dp(theme.HALF_GAP), edge)
    group.add(SmoothRoundedRectangle(pos=place, size=size, radius=[edge / 2] * 4))
    colour = theme.seat_colour(pieces.colour)
    for index, kind in enumerate(kinds):
        draw_picture(group, kind, (left + index * step, at[1] - edge / 2), edge, tint=colour)
    write(group, words, (at[0] + wide / 2, at[1]), theme.TEXT, share=1.0)
