"""A camera over invented tiles: tableaus laid out in rows, read right or with doubts."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from companion.errors import CompanionError
from companion.session.ports import DieReading, DieStatus, Frame
from companion.session.service_ports import (
    BoxProgress,
    TileAlternative,
    TileReading,
    TileScan,
    TileScans,
    TilesReading,
)
from companion.session.table_port import Picture
from companion.tableau.from_picture import FACTION

WIDTH_PX, HEIGHT_PX = 1536, 864
_TILE_PX: Final = 180.0
_PITCH_PX: Final = 192.0
_COLUMNS: Final = 7
_GROUNDS: Final = ((150, 60, 70), (70, 110, 160), (150, 130, 60), (80, 140, 90), (120, 90, 150))


def a_reading(
    keys: Sequence[str | None],
    *,
    unsure: Collection[int] = (),
    others: Sequence[str] = (),
    dice: Sequence[tuple[int | None, str]] = (),
) -> TilesReading:
    """Tiles in rows; a faction takes two places.

    Args:
        keys: what lies there; None for a tile that cannot be read.
        unsure: places of the tiles that should be asked about.
        others: the candidates of these.
        dice: the place of the tile that a die lies on (None: beside them), and its kind.
    """
    tiles: list[TileReading] = []
    place = 0
    for index, key in enumerate(keys):
        wide = 2 if key is not None and key.startswith(FACTION) else 1
        if place % _COLUMNS + wide > _COLUMNS:
            place += 1
        left, top = 90 + place % _COLUMNS * _PITCH_PX, 90 + place // _COLUMNS * _PITCH_PX
        right, low = left + wide * _TILE_PX, top + _TILE_PX
        place += wide
        asked = key is None or index in unsure
        tiles.append(
            TileReading(
                corners_px=((left, top), (right, top), (right, low), (left, low)),
                size_px=_TILE_PX,
                tile=key,
                confidence=0.0 if key is None else 0.6 if asked else 0.99,
                status=DieStatus.CHECK if asked else DieStatus.OK,
                text="" if key is None else key.replace("_", " ").upper(),
                alternatives=tuple(TileAlternative(other, 0.2) for other in others if asked),
            )
        )
    seen = tuple(_die(tiles, *each, beside=number) for number, each in enumerate(dice))
    return TilesReading(WIDTH_PX, HEIGHT_PX, tuple(tiles), dice=seen)


def a_picture(reading: TilesReading, width_px: int = 800) -> Picture:
    """Coloured squares on a table, with a pattern for the artwork."""
    scale = width_px / reading.width
    image = Image.new("RGB", (width_px, round(reading.height * scale)), (62, 52, 44))
    draw = ImageDraw.Draw(image)
    for number, tile in enumerate(reading.tiles):
        (left, top), _, (right, low), _ = ((x * scale, y * scale) for x, y in tile.corners_px)
        red, green, blue = _GROUNDS[number % len(_GROUNDS)]
        draw.rounded_rectangle((left, top, right, low), 9, (red, green, blue))
        draw.ellipse((left + 20, top + 30, right - 30, low - 10), (blue, red, green))
        draw.rectangle((left + 6, top + 6, left + 26, top + 26), (235, 235, 235))
    for die in reading.dice:
        x, y = (value * scale for value in die.centre_px)
        draw.rectangle((x - 12, y - 12, x + 12, y + 12), (240, 220, 240))
    return Picture(image.tobytes(), image.width, image.height)


def _die(tiles: Sequence[TileReading], under: int | None, kind: str, *, beside: int) -> DieReading:
    x, y = 140.0 + 70 * beside, 760.0
    if under is not None:
        x, y = tiles[under].centre_px
        left, right, *_ = tiles[under].corners_px
        if right[0] - left[0] > _TILE_PX:  # a faction: on its world
            x += _TILE_PX / 2
    return DieReading(
        centre_px=(x, y), size_px=50.0, angle_deg=0.0, mat=None, position_mm=None, zone=None,
        type=kind, colour="white", face="explore", confidence=0.99, status=DieStatus.OK,
    )  # fmt: skip


@dataclass
class DrawnTiles(TileScans):
    """Shows one reading after another; the last one stays.

    Attributes:
        asked: what was possible in each scan, and whether it was taken again.
        holds: whether looks wait for ``let_go``.
        picture: of the tiles; coloured squares where none is given.
    """

    readings: list[TilesReading | CompanionError]
    unknown: tuple[str, ...] = ()
    known: int = 0
    holds: bool = False
    picture: Picture | None = None
    asked: list[tuple[Collection[str] | None, bool]] = field(default_factory=list)
    named: list[tuple[TileReading, str]] = field(default_factory=list)
    waiting: list[Callable[[], None]] = field(default_factory=list)

    def scan(
        self,
        on_done: Callable[[TileScan | CompanionError], None],
        *,
        possible: Collection[str] | None = None,
        again: bool = False,
    ) -> None:
        """Show the next reading; a tile that is not possible is asked about."""
        self.asked.append((possible, again))
        reading = self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]
        found: TileScan | CompanionError
        if isinstance(reading, CompanionError):
            found = reading
        else:
            checked = replace(
                reading,
                tiles=tuple(
                    tile
                    if possible is None or tile.tile is None or tile.tile in possible
                    else replace(tile, status=DieStatus.CHECK)
                    for tile in reading.tiles
                ),
            )
            frame = Frame(np.zeros((1, 1, 3), np.uint8), 0.0, "drawn")
            found = TileScan(frame, self.picture or a_picture(reading), checked)
        if self.holds:
            self.waiting.append(lambda: on_done(found))
        else:
            on_done(found)

    def let_go(self) -> None:
        """Hand the oldest look over."""
        self.waiting.pop(0)()

    def remember(self, scan: TileScan, named: Sequence[tuple[TileReading, str]]) -> BoxProgress:
        """Know these tiles from now on."""
        del scan
        self.named += named
        keys = {key for _, key in named}
        self.known += len(keys & set(self.unknown))
        self.unknown = tuple(key for key in self.unknown if key not in keys)
        return self.progress()

    def progress(self) -> BoxProgress:
        """What is known."""
        return BoxProgress("table", self.known, self.unknown)
