"""Things on a mat that were not recognised are looked at again in other sizes."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from companion.session.ports import ReadRequest
from tests.calibration.pictures import frame, good_picture
from vision.core.arrays import F32, F64
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.thresholds import Thresholds
from vision.detection.die_search import DieSearch
from vision.detection.finder import DieFinder, Reduced, Region
from vision.light.picture_light import picture_light
from vision.mats.fitting import transform
from vision.mats.markers import MarkerFinder
from vision.mats.pose import DIE_EDGE_MM
from vision.mats.table_geometry import table_geometry


def one_die(at_px: tuple[float, float], edge_px: float, count: int = 1) -> Detections:
    ones = np.ones(count, np.float32)
    centres = np.tile(np.array(at_px, np.float32), (count, 1))
    return Detections(centres, edge_px * ones, 0 * ones, 0.6 * ones, ones)


class ShortSightedFinder:
    """Sees the only die where it is shown larger than usual."""

    def __init__(self, at_px: tuple[float, float], edge_px: float) -> None:
        self.at_px, self.edge_px = at_px, edge_px

    def find(
        self,
        picture: ImagePyramid,
        *,
        region: Region | None = None,
        edge_px: float | None = None,
        gains: F32 | None = None,
    ) -> tuple[Detections, Reduced]:
        assert edge_px is not None
        found = one_die(self.at_px, self.edge_px, int(edge_px < 0.8 * self.edge_px))
        return found, Reduced(picture.pixels, (0, 0), 1)


def square(at_px: tuple[float, float], half_px: float) -> F64:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return np.asarray(np.array(at_px) + half_px * corners, np.float64)


@pytest.mark.parametrize(
    ("aside_px", "half_edges", "seen"), [(0.0, 0.8, True), (150.0, 0.8, False), (0.0, 3.0, False)]
)
def test_an_overlooked_die_is_seen_in_another_size(
    aside_px: float, half_edges: float, *, seen: bool
) -> None:
    """With its middle inside the outline of a thing as small as a die; a person is asked."""
    picture = ImagePyramid(good_picture())
    table = table_geometry(picture, MarkerFinder(), None)
    light = picture_light(picture, table.mats, None)
    edge_px = DIE_EDGE_MM * table.poses[0].mat.px_per_mm
    mat = table.mats[0]
    place_mm = dict(mat.layout.zones)["genes"].centre
    x, y = transform(mat.homography, np.array([place_mm]))[0].tolist()
    finder = cast(DieFinder, ShortSightedFinder((x, y), edge_px))
    search = DieSearch(finder, Thresholds(), DIE_EDGE_MM)
    request = ReadRequest(frame(good_picture()), whole_image=True)
    candidates = search.find(picture, table, light, request)
    assert len(candidates.dice) == 0
    outline = square((x + aside_px, y), half_edges * edge_px)
    again = search.find_in_objects([outline], candidates, picture, table, light, request)
    assert (again is not None) == seen
    if again is not None:
        assert len(again.dice) == 1
        assert again.dice.visibilities.max() < Thresholds().sure_visibility
