"""Equal dice get equal sizes, as far as the camera's place allows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.table import look_at
from vision.core.detections import Detections
from vision.detection.sizes import with_equal_edges
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import Paper, mat_layout
from vision.mats.pose import MatPose, poses
from vision.mats.zones import DiePosition, places

EDGE_MM = 13.0


def pose() -> MatPose:
    layout = mat_layout("tray", Paper.A4)
    homography = look_at((148, 105), tilt_deg=20, distance_mm=420).homography()
    sheet = np.array([[0, 0], [297, 0], [297, 210], [0, 210]], dtype=np.float64)
    mat = FittedMat(layout, homography, 0.1, transform(homography, sheet), 4.0)
    return poses([mat], (1536, 864))[0]


POSE = pose()
STANDS = np.array([[50.0, 40.0], [250.0, 40.0], [150.0, 100.0], [50.0, 180.0], [250.0, 180.0]])


def true_edges() -> list[float]:
    """Mean side of each top face, projected corner by corner."""
    edges = []
    for x, y in STANDS:
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * EDGE_MM / 2 + (x, y)
        seen = POSE.project(square, height_mm=EDGE_MM)
        edges.append(float(np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1).mean()))
    return edges


def dice(edges: list[float]) -> Detections:
    count = len(edges)
    tops = POSE.project(STANDS[:count], height_mm=EDGE_MM).astype(np.float32)
    ones = np.ones(count, np.float32)
    return Detections(tops, np.array(edges, np.float32), ones, ones, ones)


def test_errors_of_measurement_are_evened_out() -> None:
    """The far dice stay smaller than the near ones, each close to the truth."""
    truth = np.array(true_edges())
    assert truth.max() / truth.min() > 1.05
    measured = dice((truth * (1.08, 0.93, 1.0, 1.05, 0.9)).tolist())
    found = with_equal_edges(measured, places(measured.centres_px, [POSE]), [POSE], edge_mm=14.0)
    assert found.edges_px == pytest.approx(truth, rel=0.02)


def test_an_odd_size_stays_odd() -> None:
    """A meeple or a cocked die is not made to look like the others."""
    truth = np.array(true_edges())
    measured = dice((truth * (1.0, 1.0, 1.0, 1.0, 1.5)).tolist())
    found = with_equal_edges(measured, places(measured.centres_px, [POSE]), [POSE], edge_mm=14.0)
    assert found.edges_px[4] == measured.edges_px[4]


def test_few_dice_and_dice_beside_mats_keep_their_sizes() -> None:
    """There is nothing to compare them with."""
    two = dice([40.0, 60.0])
    assert with_equal_edges(two, places(two.centres_px, [POSE]), [POSE], edge_mm=14.0) is two
    five = dice([40.0, 41.0, 42.0, 43.0, 44.0])
    assert with_equal_edges(five, [DiePosition()] * 5, [], edge_mm=14.0) is five
    empty = Detections.empty()
    assert with_equal_edges(empty, (), [POSE], edge_mm=14.0) is empty
