"""On which mat and in which of its zones a die stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import F32
from vision.mat_layout import MatLayout, Rect
from vision.pose import DIE_EDGE_MM, MatPose

ZONE_TOLERANCE_MM: Final = 4.0
"""A die whose middle lies less than this outside a zone was meant for it."""

OVERHANG_MM: Final = 7.0
"""A die may stand over a sheet's edge by half of its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die stands; ``mat`` is None beside all mats.

    Attributes:
        position_mm: middle of the die's foot on the mat's paper.
    """

    mat: str | None = None
    position_mm: tuple[float, float] | None = None
    zone: str | None = None


def places(
    centres_px: F32, poses: Sequence[MatPose], *, edge_mm: float = DIE_EDGE_MM
) -> tuple[Place, ...]:
    """Return the place of each die.

    Args:
        centres_px: (N, 2), centres of the top faces in pixels of the frame.
        poses: the mats in view.
        edge_mm: height of the top faces above the paper.
    """
    centres = centres_px.astype(np.float64)
    found = [Place() for _ in centres]
    nearest = np.full(len(found), np.inf)
    for pose in poses:
        layout = pose.mat.layout
        for row, position in enumerate(pose.stands_at(centres, height_mm=edge_mm)):
            x, y = float(position[0]), float(position[1])
            outside = _distance(Rect(0, 0, *layout.paper.value), x, y)
            if outside <= OVERHANG_MM and outside < nearest[row]:
                nearest[row] = outside
                found[row] = Place(layout.mat_id, (x, y), zone_at(layout, x, y))
    return tuple(found)


def zone_at(layout: MatLayout, x_mm: float, y_mm: float) -> str | None:
    """Return the zone at a point of the mat, or the nearest one within the tolerance."""
    name, distance = min(
        ((name, _distance(rect, x_mm, y_mm)) for name, rect in layout.zones), key=lambda z: z[1]
    )
    return name if distance <= ZONE_TOLERANCE_MM else None


def _distance(rect: Rect, x: float, y: float) -> float:
    """Return how far the point lies outside *rect*; 0 inside."""
    across = max(rect.x0 - x, 0.0, x - rect.x1)
    down = max(rect.y0 - y, 0.0, y - rect.y1)
    return float(np.hypot(across, down))
