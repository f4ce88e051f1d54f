"""Find ArUco markers: coarsely on a small picture, their corners exactly on a larger one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import F64
from vision.mat_layout import MARKER_DICTIONARY
from vision.shrinking import Pyramid

COARSE_SIDE_PX: Final = 800
FINE_SIDE_PX: Final = 1920
"""About the long sides of the pictures for finding markers and for placing their corners."""

_NEXT: Final = np.array([1, 2, 3, 0])  # the corner after each
_MIN_MODULE_PX = 2.0  # smaller ones are read wrongly more often than rightly


@dataclass(frozen=True, slots=True, eq=False)
class FoundMarker:
    """A marker in the picture.

    Attributes:
        corners_px: shape (4, 2), clockwise from the marker's own top left, in pixels of the frame
            (whole numbers are centres of pixels).
    """

    marker_id: int
    corners_px: F64

    @property
    def side_px(self) -> float:
        """Mean length of the four sides."""
        return float(_sides(self.corners_px).mean())


class MarkerFinder:
    """Finds the markers of the mats' dictionary."""

    def __init__(self) -> None:
        # Light and dark are told apart in a window around each pixel; one size does nearly always.
        self._quick = _detector((13, 13))
        self._thorough = _detector((5, 25))

    def find(self, picture: Pyramid, *, thorough: bool = False) -> tuple[FoundMarker, ...]:
        """Return the markers in *picture*, ordered by number and place.

        Args:
            picture: the frame.
            thorough: look on the larger picture, for small or blurred markers; about five times
                slower.
        """
        coarse = _step(picture, FINE_SIDE_PX if thorough else COARSE_SIDE_PX)
        fine = _step(picture, FINE_SIDE_PX)
        detector = self._thorough if thorough else self._quick
        quads, ids, _ = detector.detectMarkers(picture.grey(coarse))
        if len(quads) == 0:
            return ()
        numbers = np.asarray(ids).reshape(-1)
        corners = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
        corners = _move(corners, coarse / fine)
        found = (
            FoundMarker(int(number), _move(_exact(picture, fine, quad), fine))
            for number, quad in zip(numbers, corners, strict=True)
        )
        kept = [marker for marker in found if marker.side_px >= 6 * _MIN_MODULE_PX]
        kept.sort(key=lambda m: (m.marker_id, *m.corners_px[0].tolist()))
        return tuple(kept)


def _detector(windows_px: tuple[int, int]) -> cv2.aruco.ArucoDetector:
    """Return OpenCV's detector for the mats' markers, with windows from one size to another."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = windows_px
    settings.adaptiveThreshWinSizeStep = 10
    settings.minMarkerPerimeterRate = 0.03
    # A wrong bit or two would let a die's glyph or a card pass for a marker.
    settings.errorCorrectionRate = 0.4
    return cv2.aruco.ArucoDetector(dictionary, settings)


def _step(picture: Pyramid, side_px: int) -> int:
    """Return how many pixels become one; whole numbers are reduced several times faster."""
    return max(1, round(max(picture.size_px) / side_px))


def _move(points: F64, scale: float) -> F64:
    """Points of one picture in another *scale* times as large; centres of pixels are whole."""
    return (points + 0.5) * scale - 0.5


def _sides(corners: F64) -> F64:
    """Return the lengths of a quadrangle's sides, shape (4,)."""
    return np.asarray(np.hypot(*(corners[_NEXT] - corners).T))


def _exact(picture: Pyramid, step: int, quad: F64) -> F64:
    """Return the corners of one marker to a fraction of a pixel.

    Args:
        step: pixels of the frame that are one where the corners are looked for.
        quad: (4, 2), about where they are there.
    """
    # The search must not reach the bits inside: a third of a module.
    reach = int(np.clip(_sides(quad).min() / 6 * 0.45, 2, 6))
    # A window that wandered as far as it may sees so much, and the pixels around it.
    around = 2 * reach + 4
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - around, 0).tolist()
    x1, y1 = (np.ceil(quad.max(axis=0)).astype(int) + around + 1).tolist()
    grey = picture.grey_part(x0, y0, x1, y1, step)
    corners = (quad - (x0, y0)).astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    refined = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop)
    exact: F64 = np.asarray(refined, dtype=np.float64).reshape(4, 2) + np.array([x0, y0])
    wandered = np.hypot(*(exact - quad).T) > reach + 1.0
    exact[wandered] = quad[wandered]
    return exact
