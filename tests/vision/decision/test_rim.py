"""Pips without a body around them are no die."""

import cv2
import numpy as np
import pytest

from vision.core import thresholds as limits
from vision.core.arrays import ImageU8
from vision.core.inference import CROP_PX
from vision.decision.rim import rim_steps

FACE = slice(9, 55)


def crop(ground: int, body: int, *touching: int) -> ImageU8:
    """A face with a pip; at the sides *touching* (quarter turns) another of the same colour."""
    picture = np.full((CROP_PX, CROP_PX, 3), ground, np.uint8)
    picture[FACE, FACE] = body
    cv2.circle(picture, (32, 32), 6, (20, 20, 20), -1)
    for turn in touching:
        np.rot90(picture, turn)[FACE, 55:] = body
    return picture


@pytest.mark.parametrize(
    ("ground", "body", "touching", "is_die"),
    [
        (90, 90, (), False),
        (90, 93, (), False),
        (90, 99, (), True),
        (90, 60, (0,), True),
        (90, 60, (2,), True),
        (90, 60, (0, 1), False),
    ],
)
def test_three_sides_show_an_edge(
    ground: int, body: int, touching: tuple[int, ...], *, is_die: bool
) -> None:
    (step,) = rim_steps(crop(ground, body, *touching)[None])
    assert (step >= limits.LEAST_RIM_STEP) == is_die


def test_the_colour_alone_may_differ() -> None:
    picture = crop(90, 90)
    picture[FACE, FACE, 2] = 130
    assert rim_steps(picture[None])[0] == 40


def test_no_faces() -> None:
    assert rim_steps(np.empty((0, CROP_PX, CROP_PX, 3), np.uint8)).shape == (0,)
