"""A picture of tiles for the screen, cropped to the tiles, with their outlines and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.session.ports import DieStatus
from companion.session.service_ports import TileReading, TileScan, TilesReading
from companion.session.table_port import Picture

_ROOM: Final = 0.15
"""Margin around the outermost tiles, as a fraction of a tile's side."""

Part: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom edge in pixels."""


@dataclass(frozen=True, slots=True)
class TileOutline:
    """A tile in the picture.

    Attributes:
        corners: as fractions of the picture, y down.
        name: empty if unknown.
        chosen: whether the question is about this tile.
    """

    corners: tuple[tuple[float, float], ...]
    name: str
    doubtful: bool
    chosen: bool
    index: int


class TilePicture:
    """A picture cropped to the area of its tiles.

    Args:
        scan: picture and reading.
    """

    def __init__(self, scan: TileScan) -> None:
        reading = scan.reading
        self._scale = scan.picture.width / reading.width
        self._part = _part(reading, scan.picture, self._scale)
        self.picture = _cut(scan.picture, self._part)

    def outlines(
        self,
        tiles: tuple[TileReading, ...],
        name: Callable[[str], str],
        *,
        doubts: frozenset[int],
        chosen: int | None,
    ) -> tuple[TileOutline, ...]:
        """Return the tiles' outlines.

        Args:
            tiles: recognised tiles, including answers.
            name: key -> name.
            doubts: indices of doubtful tiles.
            chosen: index of the tile of the question.
        """
        return tuple(
            TileOutline(
                tuple(map(self._fraction, tile.corners_px)),
                name(tile.tile) if tile.tile is not None else "",
                index in doubts,
                index == chosen,
                index,
            )
            for index, tile in enumerate(tiles)
        )

    def _fraction(self, point: tuple[float, float]) -> tuple[float, float]:
        left, top, right, low = self._part
        x, y = point[0] * self._scale, point[1] * self._scale
        return (x - left) / (right - left), (y - top) / (low - top)


def is_sure(tile: TileReading) -> bool:
    """Return whether the reading can be used without asking."""
    return tile.status is DieStatus.OK and tile.tile is not None


def _part(reading: TilesReading, picture: Picture, scale: float) -> Part:
    points = [corner for tile in reading.tiles for corner in tile.corners_px]
    if not points:
        return 0, 0, picture.width, picture.height
    room = max(tile.size_px for tile in reading.tiles) * _ROOM
    xs, ys = zip(*points, strict=True)
    return (
        max(0, int((min(xs) - room) * scale)),
        max(0, int((min(ys) - room) * scale)),
        min(picture.width, int((max(xs) + room) * scale) + 1),
        min(picture.height, int((max(ys) + room) * scale) + 1),
    )


def _cut(picture: Picture, part: Part) -> Picture:
    left, top, right, low = part
    rows = (
        picture.rgb[3 * (y * picture.width + left) : 3 * (y * picture.width + right)]
        for y in range(top, low)
    )
    return Picture(b"".join(rows), right - left, low - top)
