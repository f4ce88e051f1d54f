"""Assignment of dice to mats and their zones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64
from vision.mats.layout import MatLayout, Rect
from vision.mats.pose import DIE_EDGE_MM, MatPose

ZONE_TOLERANCE_MM: Final = 4.0
"""A die whose centre lies less than this outside a zone is assigned to it."""

OVERHANG_MM: Final = 7.0
"""A die may overhang a sheet's edge by half of its own edge."""


@dataclass(frozen=True, slots=True)
class DiePosition:
    """Position of a die; ``mat`` is None outside all mats.

    Attributes:
        position_mm: centre of the die's foot on the mat's paper.
    """

    mat: str | None = None
    position_mm: tuple[float, float] | None = None
    zone: str | None = None


def places(
    centres_px: F32, poses: Sequence[MatPose], *, edge_mm: float = DIE_EDGE_MM
) -> tuple[DiePosition, ...]:
    """Return the position of each die.

    Args:
        centres_px: (N, 2), centres of the top faces in pixels of the frame.
        edge_mm: height of the top faces above the paper.
    """
    centres = centres_px.astype(np.float64)
    found = [DiePosition() for _ in centres]
    nearest = np.full(len(found), OVERHANG_MM)
    for pose in poses:
        layout = pose.mat.layout
        positions = pose.foot_points(centres, height_mm=edge_mm)
        outside = _outside((Rect(0, 0, *layout.paper.value),), positions)[:, 0]
        distances = _outside([rect for _, rect in layout.zones], positions)
        zones = _named(layout, distances)
        for row in np.flatnonzero(outside <= nearest):
            nearest[row] = outside[row]
            x, y = positions[row].tolist()
            found[row] = DiePosition(layout.mat_id, (x, y), zones[row])
    return tuple(found)


def zones_at(layout: MatLayout, positions_mm: F64) -> tuple[str | None, ...]:
    """Return the zones of points of the mat, shape (N, 2).

    Outside all zones the nearest one counts if it is within the tolerance.
    """
    return _named(layout, _outside([rect for _, rect in layout.zones], positions_mm))


def _named(layout: MatLayout, distances: F64) -> tuple[str | None, ...]:
    names = [name for name, _ in layout.zones]
    best = distances.argmin(axis=1)
    return tuple(
        names[zone] if distances[row, zone] <= ZONE_TOLERANCE_MM else None
        for row, zone in enumerate(best)
    )


def _outside(rects: Sequence[Rect], points: F64) -> F64:
    """Return how far each of N points lies outside each rectangle, shape (N, R); 0 inside."""
    edges = np.array([(rect.x0, rect.y0, rect.x1, rect.y1) for rect in rects])
    before = edges[:, :2] - points[:, None]
    behind = points[:, None] - edges[:, 2:]
    return np.asarray(np.linalg.norm(np.maximum(np.maximum(before, behind), 0.0), axis=2))
