"""Locate the mats in an image: markers grouped by mat, homographies, paper chosen by fit."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np

from companion.session.ports import MatReading, Problem
from vision.core.arrays import F32, F64, ImageU8, Mask
from vision.core.image_pyramid import ImagePyramid
from vision.mats.layout import MARKER_SIDE_MM, MatLayout, Paper, mat_layout, mat_of_marker
from vision.mats.markers import FoundMarker, MarkerFinder

MIN_MARKERS: Final = 3
"""Two markers on one side of a sheet do not constrain its other side."""

MAX_ERROR_MM: Final = 1.2
"""A mat whose markers fit no flat sheet better is bent, cut or two mats mixed."""

_SURE_ERROR_MM = 0.3  # the wrong paper has errors of 0.64 mm with three markers, more with four
_ALIKE = 0.5  # a second marker of the same number counts if at least this share as large


@dataclass(frozen=True, slots=True, eq=False)
class FittedMat:
    """A mat and its position in the image.

    Attributes:
        homography: (3, 3), millimetres of the mat's paper to pixels of the frame.
        error_px: root mean square reprojection error of the markers' corners.
        corners_px: (4, 2), the sheet's corners clockwise from its top left.
        px_per_mm: mean scale over the sheet.
    """

    layout: MatLayout
    homography: F64
    error_px: float
    corners_px: F64
    px_per_mm: float

    @property
    def inverse(self) -> F64:
        """(3, 3), pixels of the frame to millimetres of the mat's paper."""
        return np.asarray(np.linalg.inv(self.homography), np.float64)

    @property
    def reading(self) -> MatReading:
        """The mat as the `MatReading` of the port."""
        corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in self.corners_px)
        layout = self.layout
        return MatReading(
            layout.mat_id, layout.kind.value, layout.seat, corners, round(self.error_px, 3)
        )


@dataclass(frozen=True, slots=True)
class MatsInView:
    """The mats that were located reliably, and the problems of the others.

    Attributes:
        markers: every marker that was decoded, also those of other mats and of none.
    """

    mats: tuple[FittedMat, ...] = ()
    problems: tuple[Problem, ...] = ()
    markers: tuple[FoundMarker, ...] = ()

    def covers_marker(self, points_px: F32) -> Mask:
        """Return which points, shape (N, 2), lie on a marker.

        A decoded marker is not covered: a detection on it is its own print.
        """
        if not self.markers:
            return np.zeros(len(points_px), dtype=np.bool_)
        corners = np.stack([marker.corners_px for marker in self.markers])
        edge = np.roll(corners, -1, axis=1) - corners
        away = points_px[:, None, None] - corners
        side = edge[..., 0] * away[..., 1] - edge[..., 1] * away[..., 0]
        inside = np.asarray((side >= 0).all(axis=2), dtype=np.bool_)
        return np.asarray(inside.any(axis=1), dtype=np.bool_)


def find_mats(picture: ImagePyramid, finder: MarkerFinder) -> MatsInView:
    """Return the mats in *picture*: first by a fast pass, then, if needed, by a thorough one.

    The thorough pass is worth its time where the fast one found a mat in parts, or found nothing
    but dark squares one of which turns out to be a marker.
    """
    markers, rejected = finder.find(picture)
    mats = group(markers)
    if mats.mats and not mats.problems:
        return mats
    if not markers and not finder.any_small(picture, rejected):
        return mats
    return group(finder.find_small(picture))


def mats_in(pixels: ImageU8) -> tuple[FittedMat, ...]:
    """Return the mats in BGR *pixels*, shape (H, W, 3)."""
    return find_mats(ImagePyramid(pixels), MarkerFinder()).mats


def group(markers: Sequence[FoundMarker]) -> MatsInView:
    """Group markers by mat and fit every mat that is in view once and as a whole.

    A mat of which two copies are in view is ambiguous and left out.
    """
    by_mat: dict[str, list[FoundMarker]] = defaultdict(list)
    for marker in markers:
        layout = mat_of_marker(marker.marker_id, Paper.A4)  # US letter has the same numbers
        if layout is not None:
            by_mat[layout.mat_id].append(marker)
    mats: list[FittedMat] = []
    problems: list[Problem] = []
    for mat_id, members in sorted(by_mat.items()):
        single = _singles(members)
        if single is None:
            problems.append(Problem("mat_duplicate", _DUPLICATE, {"mat": mat_id}))
            continue
        fitted = _best_fit(mat_id, single)
        if fitted is not None:
            mats.append(fitted)
        elif len(single) >= MIN_MARKERS:
            problems.append(Problem("mat_bent", _BENT, {"mat": mat_id}))
        else:
            problems.append(Problem("mat_incomplete", _INCOMPLETE, {"mat": mat_id}))
    return MatsInView(tuple(mats), tuple(problems), tuple(markers))


_DUPLICATE = "The mat %(mat)s is in the image twice."
_INCOMPLETE = "Only part of the mat %(mat)s is in the image, or its corners are covered."
_BENT = "The mat %(mat)s is not flat, or parts of two mats are in the image."


def _singles(members: Iterable[FoundMarker]) -> tuple[FoundMarker, ...] | None:
    """Return one marker for each number, or None where two of similar size compete.

    A much smaller one of the same number belongs to an image of a mat, on a phone or in a book.
    """
    largest: dict[int, FoundMarker] = {}
    for marker in sorted(members, key=lambda m: -m.side_px):
        rival = largest.setdefault(marker.marker_id, marker)
        if rival is not marker and marker.side_px >= _ALIKE * rival.side_px:
            return None
    return tuple(largest[number] for number in sorted(largest))


def _best_fit(mat_id: str, markers: Sequence[FoundMarker]) -> FittedMat | None:
    """Return the best fit over both papers; a single outlier of four markers is left out."""
    if len(markers) < MIN_MARKERS:
        return None
    whole = _fits(mat_id, markers)
    if whole is not None or len(markers) == MIN_MARKERS:
        return whole
    parts = [_fits(mat_id, three) for three in combinations(markers, MIN_MARKERS)]
    return min((fit for fit in parts if fit is not None), key=lambda f: f.error_px, default=None)


def _fits(mat_id: str, markers: Sequence[FoundMarker]) -> FittedMat | None:
    px_per_mm = sum(marker.side_px for marker in markers) / len(markers) / MARKER_SIDE_MM
    usable: list[FittedMat] = []
    for paper in Paper:
        fit = _fit(mat_layout(mat_id, paper), markers)
        if fit is None or fit.error_px > MAX_ERROR_MM * px_per_mm:
            continue
        if fit.error_px <= _SURE_ERROR_MM * px_per_mm:
            return fit
        usable.append(fit)
    return min(usable, key=lambda fit: fit.error_px, default=None)


def _fit(layout: MatLayout, markers: Sequence[FoundMarker]) -> FittedMat | None:
    places = {marker.marker_id: marker.rect.corners for marker in layout.markers}
    paper = np.array([places[marker.marker_id] for marker in markers]).reshape(-1, 2)
    seen = np.concatenate([marker.corners_px for marker in markers])
    matrix, _ = cv2.findHomography(paper, seen, 0)
    if matrix is None:
        return None
    homography = np.asarray(matrix, dtype=np.float64)
    width, height = layout.paper.value
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    depth = sheet @ homography[2, :2] + homography[2, 2]
    if np.linalg.det(homography) <= 0 or depth.min() <= 0:
        return None  # seen from below, or reaching behind the camera
    error = transform(homography, paper) - seen
    corners = transform(homography, sheet)
    return FittedMat(
        layout=layout,
        homography=homography,
        error_px=float(np.sqrt((error**2).sum(axis=1).mean())),
        corners_px=corners,
        px_per_mm=float(np.sqrt(_area(corners) / (width * height))),
    )


def transform(homography: F64, points: F64) -> F64:
    """Return *points*, shape (N, 2), mapped by a (3, 3) homography."""
    flat = np.asarray(points, dtype=np.float64) @ homography[:, :2].T + homography[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)


def _area(polygon: F64) -> float:
    """Return the area of a quadrilateral, shape (4, 2), by its diagonals."""
    (x0, y0), (x1, y1) = polygon[2] - polygon[0], polygon[3] - polygon[1]
    return abs(float(x0 * y1 - y0 * x1)) / 2
