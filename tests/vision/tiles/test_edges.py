"""The plane and the outlines from line segments on the borders of the tiles."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_table import SIZE_PX, scene
from vision.core.arrays import F64
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.edges import FOUND, adjusted, bordered, find_edges
from vision.tiles.table import Table


def borders(corners: F64) -> F64:
    """The sides of tiles with *corners*, (N, 4, 2), as segments, (4 N, 2, 2)."""
    return np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2, 2)


def off(quads: list[F64], corners: F64) -> float:
    """The largest distance of a corner from where it should be, in sides."""
    turned = [
        min(np.hypot(*(np.roll(quad, turn, axis=0) - true).T).max() for turn in range(4))
        / np.hypot(*(true[1] - true[0]))
        for quad, true in zip(quads, corners, strict=True)
    ]
    return float(max(turned))


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 40.0])
def test_the_borders_tell_plane_and_outlines(tilt_deg: float) -> None:
    """Sizes, centres and directions were detected with errors; other lines are outvoted."""
    corners, places = scene(tilt_deg, 0.08)
    rng = np.random.default_rng(4)
    table = Table.of_sizes(SIZE_PX, places)
    centres = table.flat(places.centres_px) + rng.normal(0, 0.06, (10, 2))
    turns = rng.normal(0, 0.05, 10)
    sides = borders(corners) + rng.normal(0, 0.5, (40, 2, 2))
    others = rng.uniform(0, SIZE_PX, (60, 1, 2)) + rng.normal(0, 60, (60, 2, 2))
    lines = np.concatenate([sides[rng.random(40) < 0.7], others])
    before = [table.square(*pose) for pose in zip(centres, turns, strict=True)]
    plane, *poses = adjusted(table, centres, turns, np.full(10, FOUND), lines)
    after = [plane.square(*pose) for pose in zip(*poses, strict=True)]
    assert off(before, corners) > 0.1
    assert off(after, corners) < 0.05


def test_what_has_no_borders_is_told() -> None:
    """Lines on all but one side are a border; of what was detected between tiles there are none."""
    corners, places = scene(20.0, 0.0)
    table = Table.of_sizes(SIZE_PX, places)
    centres, errors = table.flat(places.centres_px), np.full(10, FOUND)
    sides = borders(corners)
    plane, centres, turns = adjusted(table, centres, np.zeros(10), errors, sides)
    on = bordered(plane, centres, turns, sides[4:])
    assert on.round(1).tolist() == [0.0] + [1.0] * 9
    three = np.delete(sides, 2, axis=0)
    assert bordered(plane, centres, turns, three).min() > 0.9


def test_without_lines_nothing_changes() -> None:
    corners, places = scene(20.0, 0.0)
    table = Table.of_sizes(SIZE_PX, places)
    centres, turns = table.flat(places.centres_px), np.zeros(len(corners))
    plane, *poses = adjusted(table, centres, turns, np.full(10, FOUND), np.empty((0, 2, 2)))
    assert np.allclose(plane.flat(corners), table.flat(corners))
    assert np.allclose(poses[0], centres)


def test_borders_are_found_in_a_picture() -> None:
    """Each border of dark tiles on a light table, within two pixels."""
    corners, places = scene(20.0, 0.0)
    picture = np.full((SIZE_PX[1], SIZE_PX[0], 3), 200, np.uint8)
    cv2.fillPoly(picture, list(np.rint(corners).astype(np.int32)), (40, 60, 30))
    table = Table.of_sizes(SIZE_PX, places)
    lines = find_edges(ImagePyramid(picture), table, table.flat(places.centres_px))
    for side in borders(corners):
        middle = side.mean(axis=0)
        along, away = lines[:, 1] - lines[:, 0], middle - lines[:, 0]
        beside = np.abs(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]) / np.hypot(*along.T)
        length = np.hypot(*(side[1] - side[0]))
        assert beside[np.hypot(*(lines.mean(axis=1) - middle).T) < length / 4].min() < 2.0
    assert len(find_edges(ImagePyramid(np.full_like(picture, 90)), table, table.flat(
        places.centres_px))) == 0  # fmt: skip
