"""Stills as telephones and cameras take them: 12 megapixels, held upright, with reflections."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.benches.tiles import LARGE_PX, PICTURE
from companion.session.ports import DieStatus, Frame
from companion.session.service_ports import TileReading, TilesReading
from vision.core.arrays import ImageU8
from vision.core.decoding import decode_file
from vision.tiles.reader import TilesFromStills

TILES = {
    "galactic_bankers", "mining_world", "new_galactic_order", "spice_world", "galactic_federation",
    "galactic_exchange", "space_port", "gem_world", "old_earth", "space_marines", "mining_league",
    "free_trade_association",
}  # fmt: skip
_UPRIGHT, _TURNED_RIGHT, _TURNED_LEFT = 1, 6, 8
_EXIF_ORIENTATION = 0x0112


@pytest.fixture(scope="module")
def pixels() -> ImageU8:
    return decode_file(PICTURE).pixels


def sure(reading: TilesReading) -> set[str | None]:
    return {tile.tile for tile in reading.tiles if tile.status is DieStatus.OK}


@pytest.mark.parametrize("orientation", [_UPRIGHT, _TURNED_RIGHT, _TURNED_LEFT])
def test_a_still_of_twelve_megapixels_held_upright_is_read(
    orientation: int, reader: TilesFromStills, pixels: ImageU8, tmp_path: Path
) -> None:
    """Names and corners are those of the picture as it is looked at, whatever way it is stored."""
    large = cv2.cvtColor(cv2.resize(pixels, LARGE_PX), cv2.COLOR_BGR2RGB)
    exif = Image.Exif()
    exif[_EXIF_ORIENTATION] = orientation
    path = tmp_path / "still.jpg"
    Image.fromarray(large).save(path, quality=90, exif=exif)
    reading = reader.read([decode_file(path)])
    width, height = LARGE_PX
    upright = orientation == _UPRIGHT
    assert (reading.width, reading.height) == ((width, height) if upright else (height, width))
    assert sure(reading) == TILES
    for tile in reading.tiles:
        assert 500 < tile.size_px < 800
        (ax, ay), (bx, by) = tile.corners_px[:2]
        along = {_UPRIGHT: ax - bx, _TURNED_RIGHT: ay - by, _TURNED_LEFT: by - ay}[orientation]
        assert along > 0.8 * tile.size_px, "the tiles lie upside down in the stored picture"


def lamp_on(pixels: ImageU8, tiles: list[TileReading]) -> Frame:
    """The picture with a lamp's reflection on the name of each of *tiles*."""
    shine = np.zeros(pixels.shape[:2], np.float32)
    for tile in tiles:
        corners = np.array(tile.corners_px)
        x, y = (corners[0] + corners[1]) / 2 * 0.86 + (corners[2] + corners[3]) / 2 * 0.14
        axes = (round(tile.size_px * 0.45), round(tile.size_px * 0.14))
        cv2.ellipse(shine, (round(x), round(y)), axes, 5, 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(shine, (0, 0), 9)[..., None]
    shown = pixels.astype(np.float32) * (1 - 0.4 * soft) + 400 * soft
    return Frame(np.asarray(np.clip(shown, 0, 255), np.uint8), 0.0, "lamp")


def test_two_stills_see_what_reflections_hide_in_each(
    reader: TilesFromStills, pixels: ImageU8
) -> None:
    """Half of the names are hidden in the first still, the others in the second.

    A reflection may also keep a tile from being found in the still in which its name is readable.
    """
    clean = reader.read([Frame(pixels, 0.0, "clean")])
    assert sure(clean) == TILES
    first = lamp_on(pixels, list(clean.tiles[::2]))
    second = lamp_on(pixels, list(clean.tiles[1::2]))
    alone = reader.read([first])
    both = reader.read([first, second])
    assert len(sure(alone)) <= len(TILES) - 4
    assert sure(alone) <= TILES
    assert sure(both) <= TILES
    assert len(sure(both)) >= len(TILES) - 1
    assert len(both.tiles) <= len(TILES)
