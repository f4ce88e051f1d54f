"""The camera picture with every tile outlined and named."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.session.table_port import Picture
from kivy_ui import theme
from kivy_ui.common.label_placement import bounds
from kivy_ui.games.roll.tiles.tile_picture import TileOutline
from kivy_ui.widgets.drawn import dashes
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.paint import paint
from kivy_ui.widgets.photos.photo import PictureBox
from kivy_ui.widgets.text import lines_needed, smallest_px

_UNKNOWN = "?"
_MOST_OF_TILE = 0.72
"""Maximum share of a tile's height that a name may cover."""


class TilePhoto(PictureBox):
    """A picture of tiles; a tap on a tile dispatches ``on_tile``."""

    __events__ = ("on_tile",)

    def __init__(self, **kwargs: object) -> None:
        self._tiles: tuple[TileOutline, ...] = ()
        super().__init__(**kwargs)

    def on_tile(self, index: int) -> None:
        """Event: the tile with this index was tapped."""

    def show(self, picture: Picture | None, tiles: tuple[TileOutline, ...]) -> None:
        """Show a picture."""
        changed = tiles != self._tiles
        self._tiles = tiles
        if self.load(picture) or changed:
            self._redraw()

    def middle(self, index: int) -> tuple[float, float]:
        """Return the centre of a tile in pixels."""
        left, low, right, high = bounds(self._corners(self._tiles[index]))
        return (left + right) / 2, (low + high) / 2

    def on_touch_up(self, touch: object) -> bool:
        """Find the tapped tile: of those below the touch, the one with the nearest centre."""
        x, y = touch.pos  # type: ignore[attr-defined]
        if self.collide_point(x, y) and touch.grab_current is None:  # type: ignore[attr-defined]
            under = []
            for place, tile in enumerate(self._tiles):
                left, low, right, high = bounds(self._corners(tile))
                if left <= x <= right and low <= y <= high:
                    away = (x - (left + right) / 2) ** 2 + (y - (low + high) / 2) ** 2
                    under.append((away, place))
            if under:
                self.dispatch("on_tile", self._tiles[min(under)[1]].index)
                return True
        return bool(super().on_touch_up(touch))

    def draw_over(self, group: InstructionGroup) -> None:
        """Draw outlines, then the names over them."""
        asked_last = sorted(self._tiles, key=lambda each: each.chosen)
        for tile in asked_last:
            self._outline(group, tile)
        for tile in asked_last:
            self._name(group, tile)

    # --- private --------------------------------------------------------------------

    def _corners(self, tile: TileOutline) -> tuple[tuple[float, float], ...]:
        left, low, width, height = self.frame()
        return tuple((left + x * width, low + (1.0 - y) * height) for x, y in tile.corners)

    def _outline(self, group: InstructionGroup, tile: TileOutline) -> None:
        corners = self._corners(tile)
        flat = [value for point in corners for value in point]
        group.add(Color(*theme.SHADE))
        group.add(SmoothLine(points=flat, width=dp(theme.STROKE_OVER), close=True))
        if tile.chosen:
            group.add(Color(*theme.ACCENT))
            group.add(SmoothLine(points=flat, width=dp(theme.HALF_GAP), close=True))
        elif tile.doubtful:
            group.add(Color(*theme.DOUBT))
            for points in dashes(corners, count=5):
                group.add(SmoothLine(points=points, width=dp(theme.STROKE), cap="none"))
        else:
            group.add(Color(*theme.GOOD))
            group.add(SmoothLine(points=flat, width=dp(theme.STROKE), close=True))

    def _name(self, group: InstructionGroup, tile: TileOutline) -> None:
        left, low, right, high = bounds(self._corners(tile))
        if tile.chosen:
            return  # the question names the tile, which must stay visible
        said = _said(tile)
        size_px = smallest_px()
        asks = any(each.chosen for each in self._tiles)
        fits = _fits(said, size_px, right - left, (high - low) * _MOST_OF_TILE)
        if not tile.doubtful and (asks or not fits):
            # The name would hide the tile or the chosen one; a tap shows it.
            _tick(group, (right, high))
            return
        measure = CoreLabel(font_size=size_px, bold=True).get_extents
        wide = min(right - left, measure(said)[0] + dp(theme.GAP))
        texture = _words(said, size_px, round(wide))
        width, height = texture.size
        frame = self.frame()
        room = (frame[0], frame[1], frame[0] + frame[2], frame[1] + frame[3])
        x = _between((left + right - width) / 2, room[0], room[2] - width)
        y = _between((low + high - height) / 2, room[1], room[3] - height)
        group.add(Color(*theme.faded(theme.GROUND, 0.8)))
        group.add(
            SmoothRoundedRectangle(
                pos=(x, y), size=(width, height), radius=[dp(theme.RADIUS_MARK)] * 4
            )
        )
        ink = theme.DOUBT if tile.doubtful else theme.TEXT
        group.add(Color(*ink))
        group.add(Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size))


def _said(tile: TileOutline) -> str:
    doubt = f" {_UNKNOWN}" if tile.doubtful and tile.name else ""
    return (tile.name or _UNKNOWN) + doubt


def _tick(group: InstructionGroup, corner: tuple[float, float]) -> None:
    """Draw a check mark in the corner of an identified tile, which stays visible."""
    edge = dp(theme.ICON)
    place = (corner[0] - edge - dp(theme.HAIR), corner[1] - edge - dp(theme.HAIR))
    group.add(Color(*theme.faded(theme.GROUND, 0.8)))
    group.add(SmoothEllipse(pos=place, size=(edge, edge)))
    inset = edge * 0.2
    paint(group, icon("check"), (place[0] + inset, place[1] + inset), edge - 2 * inset, theme.GOOD)


def _fits(text: str, size_px: float, width_px: float, height_px: float) -> bool:
    """Return whether whole words fit and leave part of the tile visible."""
    label = CoreLabel(font_size=size_px, bold=True)
    lines = lines_needed(text, width_px, lambda words: float(label.get_extents(words)[0]))
    return lines is not None and lines * label.get_extents("Ág")[1] <= height_px


def _between(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))


@lru_cache(maxsize=128)
def _words(text: str, size_px: float, width_px: int) -> Texture:
    """Return text wrapped to the tile's width as a texture; longer words are broken."""
    label = CoreLabel(
        text=text, font_size=size_px, bold=True, halign="center", text_size=(width_px, None)
    )
    label.refresh()
    return label.texture
