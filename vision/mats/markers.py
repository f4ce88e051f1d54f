"""Detect ArUco markers on a downscaled image, with sub-pixel corners from a larger one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.mats.layout import MARKER_DICTIONARY

COARSE_SIDE_PX: Final = 800
FINE_SIDE_PX: Final = 1920
"""Approximate long sides of the images for detecting markers and for refining their corners."""

_NEXT: Final = np.array([1, 2, 3, 0])  # the corner after each
_STOP: Final = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
_DARKER = 0.75  # level of blurred black relative to the paper around it
_ALL_AROUND = 0.8  # share of a border that must be dark: dice and glyphs are not
_MANY_SQUARES = 40  # more cost more one by one than the whole image
_MIN_MODULE_PX = 2.0  # smaller ones are decoded wrongly more often than correctly


@dataclass(frozen=True, slots=True, eq=False)
class FoundMarker:
    """A detected marker.

    Attributes:
        corners_px: shape (4, 2), clockwise from the marker's own top left, in pixels of the frame
            (integers are pixel centres).
    """

    marker_id: int
    corners_px: F64

    @property
    def side_px(self) -> float:
        """Mean length of the four sides."""
        return float(_sides(self.corners_px).mean())


class MarkerFinder:
    """Detects the markers of the mats' dictionary."""

    def __init__(self) -> None:
        # Windows of the adaptive threshold; one size is nearly always enough.
        self._fast = _detector((13, 13))
        self._thorough = _detector((5, 25))

    def find(self, picture: ImagePyramid) -> tuple[tuple[FoundMarker, ...], F64]:
        """Return the markers found in a downscaled *picture*: large and sharp ones, in order.

        Also returns the quadrilaterals that could not be decoded, (N, 4, 2), in its pixels.
        """
        coarse = _step(picture, COARSE_SIDE_PX)
        quads, ids, rejected = self._fast.detectMarkers(picture.grey(coarse))
        return _placed(picture, quads, ids, coarse), _as_quads(rejected)

    def find_small(self, picture: ImagePyramid) -> tuple[FoundMarker, ...]:
        """Return the markers found in the larger image, small or blurred ones, too.

        It takes five times as long as the fast pass.
        """
        fine = _step(picture, FINE_SIDE_PX)
        quads, ids, _ = self._thorough.detectMarkers(picture.grey(fine))
        return _placed(picture, quads, ids, fine)

    def any_small(self, picture: ImagePyramid, rejected: F64) -> bool:
        """Whether one of the dark squares that the fast pass rejected is a marker.

        Only these are examined in the larger image, in a fraction of the time of `find_small`.
        """
        coarse, fine = _step(picture, COARSE_SIDE_PX), _step(picture, FINE_SIDE_PX)
        squares = _dark_squares(picture.grey(coarse), rejected)
        if len(squares) > _MANY_SQUARES:
            return True
        for quad in _rescaled(squares, coarse / fine):
            around = np.ptp(quad, axis=0).max() / 2 + 2
            x0, y0 = np.maximum(np.floor(quad.min(axis=0) - around), 0).astype(int).tolist()
            x1, y1 = np.ceil(quad.max(axis=0) + around).astype(int).tolist()
            part = np.ascontiguousarray(picture.grey_part(x0, y0, x1, y1, fine))
            if len(self._thorough.detectMarkers(part)[0]):
                return True
        return False


def _placed(
    picture: ImagePyramid, quads: Sequence[cv2.typing.MatLike], ids: object, step: int
) -> tuple[FoundMarker, ...]:
    """Return markers that were found in an image downscaled by *step*, with refined corners."""
    if len(quads) == 0:
        return ()
    fine = _step(picture, FINE_SIDE_PX)
    numbers = np.asarray(ids).reshape(-1)
    corners = _rescaled(_as_quads(quads), step / fine)
    exact = _rescaled(_refined(picture, fine, corners), fine)
    found = (FoundMarker(int(n), quad) for n, quad in zip(numbers, exact, strict=True))
    kept = [marker for marker in found if marker.side_px >= 6 * _MIN_MODULE_PX]
    kept.sort(key=lambda m: (m.marker_id, *m.corners_px[0].tolist()))
    return tuple(kept)


def _as_quads(quads: Sequence[cv2.typing.MatLike]) -> F64:
    return np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)


def _dark_squares(grey: ImageU8, quads: F64) -> F64:
    """Return those of *quads*, shape (N, 4, 2), that are dark along their border, as markers are.

    Just inside the border lies the outermost, black module; outside of it bare paper.
    """
    if len(quads) == 0:
        return quads
    share = np.linspace(0.15, 0.85, 5)[:, None]
    starts, ends = quads[:, :, None], quads[:, _NEXT][:, :, None]
    border = (starts * (1.0 - share) + ends * share).reshape(len(quads), -1, 2)
    middle = quads.mean(axis=1, keepdims=True)
    inside, outside = (
        _levels(grey, middle + (border - middle) * reach) for reach in (1.0 - 1 / 6, 1.0 + 1 / 5)
    )
    darker = np.median(inside, axis=1) < _DARKER * np.median(outside, axis=1)
    all_around = (outside > inside).mean(axis=1) > _ALL_AROUND
    return np.asarray(quads[darker & all_around], dtype=np.float64)


def _levels(grey: ImageU8, points: F64) -> F64:
    height, width = grey.shape
    columns = np.clip(np.rint(points[..., 0]), 0, width - 1).astype(np.intp)
    rows = np.clip(np.rint(points[..., 1]), 0, height - 1).astype(np.intp)
    levels: F64 = grey[rows, columns].astype(np.float64)
    return levels


def _detector(windows_px: tuple[int, int]) -> cv2.aruco.ArucoDetector:
    """Return OpenCV's detector for the mats' markers; smallest and largest threshold window."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = windows_px
    settings.adaptiveThreshWinSizeStep = 10
    settings.minMarkerPerimeterRate = 0.03
    # Correcting more bits would let a die's glyph or a card pass for a marker.
    settings.errorCorrectionRate = 0.4
    return cv2.aruco.ArucoDetector(dictionary, settings)


def _step(picture: ImagePyramid, side_px: int) -> int:
    """Return the downscaling factor; integer factors are several times faster."""
    return max(1, round(max(picture.size_px) / side_px))


def _rescaled(points: F64, scale: float) -> F64:
    """Return points in an image *scale* times as large; integers are pixel centres."""
    return (points + 0.5) * scale - 0.5


def _sides(corners: F64) -> F64:
    """Return the lengths of the sides of quadrilaterals, shape (..., 4, 2)."""
    sides = corners[..., _NEXT, :] - corners
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]))


def _refined(picture: ImagePyramid, step: int, quads: F64) -> F64:
    """Return the corners of M markers with sub-pixel accuracy, shape (M, 4, 2).

    Args:
        step: downscaling factor of the image in which the corners are refined.
        quads: (M, 4, 2), approximate corners in that image.
    """
    # The search window must not reach the bits inside: 0.45 of a module.
    reaches = np.clip(_sides(quads).min(axis=1) / 6 * 0.45, 2, 6).astype(int)
    # Margin for a window that drifted as far as allowed, and the pixels around it.
    around = (2 * reaches + 4)[:, None]
    low = np.maximum(np.floor(quads.min(axis=1)).astype(int) - around, 0)
    high = np.ceil(quads.max(axis=1)).astype(int) + around + 1
    starts = (quads - low[:, None]).astype(np.float32)
    refined = np.empty_like(quads)
    boxes = np.hstack([low, high]).tolist()
    for row, ((x0, y0, x1, y1), reach) in enumerate(zip(boxes, reaches.tolist(), strict=True)):
        grey = picture.grey_part(x0, y0, x1, y1, step)
        refined[row] = cv2.cornerSubPix(grey, starts[row], (reach, reach), (-1, -1), _STOP)
    refined += low[:, None]
    off = refined - quads
    diverged = np.hypot(off[..., 0], off[..., 1]) > reaches[:, None] + 1.0
    refined[diverged] = quads[diverged]
    return refined
