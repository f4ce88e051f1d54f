"""The table's plane from the sizes of the tiles on it."""

import cv2
import numpy as np
import pytest

from vision.core.arrays import F64
from vision.core.detections import Detections
from vision.tiles.table import Table

SIZE_PX = (1536, 864)
FOCAL_PX = 0.8 * 1536
UNIT = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def seen(points: F64, tilt_deg: float) -> F64:
    """Points of a table 7 tiles away under a camera that is tilted."""
    tilt = np.radians(tilt_deg)
    x, y = points[..., 0], points[..., 1] * np.cos(tilt)
    depth = 7.0 - points[..., 1] * np.sin(tilt)
    return np.stack([FOCAL_PX * x / depth + 767.5, FOCAL_PX * y / depth + 431.5], axis=-1)


def scene(tilt_deg: float, noise: float) -> tuple[F64, Detections]:
    """Corners of ten tiles, (10, 4, 2), and what is detected of them."""
    rng = np.random.default_rng(3)
    at = np.array([(x, y) for y in (-1.0, 0.4) for x in (-2.6, -1.3, 0.0, 1.3, 2.6)])
    corners = seen(UNIT + at[:, None], tilt_deg)
    edges = np.sqrt([cv2.contourArea(quad.astype(np.float32)) for quad in corners])
    edges = edges * np.exp(rng.normal(0, noise, 10))
    centres = seen(at, tilt_deg)
    rows = (centres, edges, np.zeros(10), np.full(10, 0.8))
    return corners, Detections(*(row.astype(np.float32) for row in rows))


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 40.0])
def test_a_tile_is_outlined_as_a_slanted_camera_sees_it(tilt_deg: float) -> None:
    """Corners within a tenth of a side, though only centres and sizes were detected."""
    corners, places = scene(tilt_deg, 0.02)
    table = Table.of_sizes(SIZE_PX, places)
    for quad, centre in zip(corners, table.flat(places.centres_px), strict=True):
        turned = min(
            (np.hypot(*(table.square(centre, np.radians(turn)) - quad).T).max()
             for turn in np.linspace(-20, 20, 41)),
        )  # fmt: skip
        assert turned < 0.1 * np.hypot(*(quad[1] - quad[0]))


def test_what_is_no_tile_does_not_tilt_the_table() -> None:
    """One large thing at the border has another size; the others keep theirs."""
    _, places = scene(0.0, 0.0)
    edges = places.edges_px.copy()
    edges[4] *= 2.0
    sizes = Table.of_sizes(SIZE_PX, Detections(places.centres_px, edges, places.angles_deg,
                                      places.scores)).sizes(places)  # fmt: skip
    assert np.abs(sizes - 1).max() < 0.1


def test_the_table_maps_back_and_forth() -> None:
    """Pixels to the table and to the same pixels."""
    corners, places = scene(30.0, 0.0)
    table = Table.of_sizes(SIZE_PX, places)
    assert np.allclose(table.seen(table.flat(corners)), corners, atol=1e-3)
