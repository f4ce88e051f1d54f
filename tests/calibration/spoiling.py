"""The bundled picture of the calibration mat, spoilt as people spoil it."""

from functools import cache

import cv2
import numpy as np

from companion.demo.script import PICTURES
from tests.some import there
from vision.core.arrays import F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import FittedMat, find_mats, transform
from vision.mats.layout import Rect
from vision.mats.markers import MarkerFinder

_HALF_PX = 46  # of a square around a die: its sides and shadow are in it


@cache
def bundled() -> ImageU8:
    """The picture as it comes with the program."""
    return np.asarray(there(cv2.imread(str(PICTURES / "calibration.jpg"))), np.uint8)


@cache
def _mat() -> FittedMat:
    (mat,) = find_mats(ImagePyramid(bundled()), MarkerFinder()).mats
    return mat


def _square(die: str) -> tuple[slice, slice]:
    """Where the die of a type lies: rows and columns."""
    place = dict(_mat().layout.zones)[die]
    x, y = transform(_mat().homography, np.array([place.centre]))[0].round().astype(int).tolist()
    return slice(y - _HALF_PX, y + _HALF_PX), slice(x - _HALF_PX, x + _HALF_PX)


def without(die: str) -> ImageU8:
    """A place without its die: paper."""
    pixels = bundled().copy()
    rows, columns = _square(die)
    square = slice(rows.start - 14, rows.stop), columns  # seen from the side, its top reaches on
    pixels[square] = np.percentile(pixels[square].reshape(-1, 3), 75, axis=0)
    return pixels


def side_by_side(*dice: str) -> ImageU8:
    """Dice on paper, without the mat."""
    row = np.hstack([bundled()[_square(die)] for die in dice])
    return np.pad(row, ((40, 40), (40, 40), (0, 0)), mode="edge")


def doubled(die: str, guest: str) -> ImageU8:
    """Another die on a place, in front of the one that belongs there."""
    pixels = bundled().copy()
    rows, columns = _square(die)
    die_px = pixels[_square(guest)][22:-22, 22:-22]
    top, left = rows.start + 60, columns.start + 50
    pixels[top : top + die_px.shape[0], left : left + die_px.shape[1]] = die_px
    return pixels


def swapped(first: str, second: str) -> ImageU8:
    """Two dice on each other's places."""
    pixels = bundled().copy()
    pixels[_square(first)], pixels[_square(second)] = (
        bundled()[_square(second)],
        bundled()[_square(first)],
    )
    return pixels


def photocopied() -> ImageU8:
    """Pale patches have become paper, dark ones black."""
    pixels = bundled().copy()
    paper = _painted(pixels, 255).max(axis=0)
    for level, rect in _mat().layout.patches:
        tone = paper if level > 130 else paper * 0.06
        cv2.fillConvexPoly(pixels, _corners(rect).round().astype(np.int32), tone.tolist())
    return pixels


def printed_small(scale: float = 0.66) -> ImageU8:
    """A sheet printed smaller than drawn: beside its millimetres the dice are larger."""
    pixels = bundled().copy()
    for die, _ in _mat().layout.zones:
        rows, columns = _square(die)
        large = cv2.resize(bundled()[rows, columns], None, fx=1 / scale, fy=1 / scale)
        more = (large.shape[0] - 2 * _HALF_PX) // 2
        top, left = rows.start - more, columns.start - more
        pixels[top : top + large.shape[0], left : left + large.shape[1]] = large
    return pixels


def upside_down() -> ImageU8:
    """The camera hangs the other way round."""
    return np.ascontiguousarray(np.rot90(bundled(), 2))


def _painted(pixels: ImageU8, wanted: int) -> F64:
    """The colours of the patches of one level, (P, 3)."""
    middles = [
        _corners(rect).mean(axis=0) for level, rect in _mat().layout.patches if level == wanted
    ]
    return np.array([pixels[int(y), int(x)] for x, y in middles], np.float64)


def _corners(rect: Rect) -> F64:
    around = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)]
    return transform(_mat().homography, np.array(around))
