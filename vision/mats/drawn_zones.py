"""Zones drawn by hand on the picture, for tables without printed mats.

They belong to a fixed camera. Where a printed mat was in view when they were drawn and is now in
view elsewhere, the camera was moved, and that mat's homography is applied to the zones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.session.ports import MatReading
from vision.core.arrays import F32, F64, absolute
from vision.core.detections import Detections
from vision.mats.fitting import FittedMat, transform
from vision.mats.zones import DiePosition

TOLERANCE_EDGES: Final = 0.3
"""A die whose centre lies less than this share of its edge outside a zone is assigned to it."""

DRAWN: Final = "drawn"
"""Kind of a mat that is drawn on the picture."""

_MOVED_SHARE = 0.01  # of the image width, by which the corners of a moved mat differ at least


@dataclass(frozen=True, slots=True, eq=False)
class DrawnZones:
    """Zones on the image of one camera.

    Attributes:
        names: (mat, zone) of each.
        polygons: a convex polygon for each, (K, 2), x and y in -1..1 over the image.
        anchors: mat id -> corners, (4, 2), of the mats in view when the zones were drawn.
        profile: that they belong to, for messages.
        size_px: width and height of that camera's images; None where it does not matter.
    """

    names: tuple[tuple[str, str], ...]
    polygons: tuple[F64, ...]
    anchors: tuple[tuple[str, F64], ...] = ()
    profile: str = ""
    size_px: tuple[int, int] | None = None

    def followed(self, mats: Sequence[FittedMat], size_px: tuple[int, int]) -> tuple[F64, ...]:
        """Return the polygons in pixels of an image of *size_px*, moved with the camera."""
        drawn = tuple(absolute(polygon, size_px) for polygon in self.polygons)
        known = dict(self.anchors)
        for mat in mats:
            before = known.get(mat.layout.mat_id)
            if before is None:
                continue
            there = absolute(before, size_px)
            if np.abs(there - mat.corners_px).max() <= _MOVED_SHARE * size_px[0]:
                return drawn
            moved, _ = cv2.findHomography(there, mat.corners_px, 0)
            if moved is not None:
                way = np.asarray(moved, np.float64)
                return tuple(transform(way, polygon) for polygon in drawn)
        return drawn


@dataclass(frozen=True, slots=True, eq=False)
class ZonesInView:
    """Drawn zones on one image: their polygons, (K, 2), in its pixels."""

    zones: DrawnZones
    polygons: tuple[F64, ...]

    def mats(self) -> tuple[MatReading, ...]:
        """Return each mat that has zones; its corners are their axis-aligned bounding box."""
        found = []
        for mat in dict.fromkeys(mat for mat, _ in self.zones.names):
            points = np.concatenate(
                [
                    polygon
                    for (name, _), polygon in zip(self.zones.names, self.polygons, strict=True)
                    if name == mat
                ]
            )
            (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            found.append(MatReading(mat, DRAWN, _seat_of(mat), corners, error_px=0.0))
        return tuple(found)


def _seat_of(mat: str) -> int | None:
    kind, _, number = mat.partition("-")
    return int(number) if kind == "strip" and number.isdigit() else None


def placed_in(
    places: Sequence[DiePosition], dice: Detections, drawn: ZonesInView
) -> tuple[DiePosition, ...]:
    """Return *places* with the zone of every die that stands on no printed mat."""
    zones = drawn.zones
    inside = _inside(dice.centres_px, drawn.polygons)
    within = inside >= -TOLERANCE_EDGES * dice.edges_px[:, None]
    found = []
    for row, place in enumerate(places):
        if place.mat is not None or not within[row].any():
            found.append(place)
            continue
        mat, zone = zones.names[int(np.argmax(inside[row]))]
        found.append(replace(place, mat=mat, zone=zone))
    return tuple(found)


def _inside(points: F32, polygons: Sequence[F64]) -> F64:
    """Return signed distances of N points to Z polygons, positive inside, pixels, shape (N, Z)."""
    return np.array(
        [
            [
                cv2.pointPolygonTest(polygon.astype(np.float32), (float(x), float(y)), True)  # noqa: FBT003 - OpenCV's own order
                for polygon in polygons
            ]
            for x, y in points
        ]
    ).reshape(len(points), len(polygons))
