"""Smaller pictures hold the means of squares, or every n-th pixel."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.core.image_pyramid import ImagePyramid, sampled, shrunk

SIDES = st.integers(13, 60)
STEPS = st.integers(1, 13)


@given(SIDES, SIDES, STEPS, st.sampled_from([(), (3,)]), st.integers(0, 2**32 - 1))
def test_a_pixel_is_the_mean_of_its_square(
    height: int, width: int, step: int, channels: tuple[int, ...], seed: int
) -> None:
    """For any step; what fills no square at the borders is left out. Parts round once each."""
    rng = np.random.default_rng(seed)
    picture = rng.integers(0, 256, (height, width, *channels), np.uint8)
    small = shrunk(picture, step)
    rows, columns = height // step, width // step
    assert small.shape == (rows, columns, *channels)
    whole = picture[: rows * step, : columns * step].astype(float)
    means = whole.reshape(rows, step, columns, step, *channels).mean(axis=(1, 3))
    assert np.abs(small - means).max() <= 1.6


@given(SIDES, SIDES, STEPS, st.integers(0, 2**32 - 1))
def test_a_sample_keeps_its_levels(height: int, width: int, step: int, seed: int) -> None:
    """Every n-th pixel of every n-th row, as it is."""
    picture = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    rows, columns = height // step, width // step
    whole = picture[: rows * step : step, : columns * step : step]
    assert np.array_equal(sampled(picture, step), whole)


@pytest.mark.parametrize("halved", [False, True])
@pytest.mark.parametrize("corner", [(0, 0), (6, 4), (7, 5)])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_part_is_the_same_whatever_was_made_before(
    halved: bool, corner: tuple[int, int], step: int
) -> None:
    """Stages share what they need; none sees anything else for it."""
    frame = np.random.default_rng(3).integers(0, 256, (41, 53, 3), np.uint8)
    picture = ImagePyramid(frame)
    if halved:
        picture.grey(2)
    x0, y0 = corner
    wanted = shrunk(frame[y0:36, x0:50], step)
    assert np.array_equal(picture.part(x0, y0, 50, 36, step), wanted)


def test_grey_forms_agree() -> None:
    """A part of the frame without colours is cut out of all of it, made or not."""
    frame = np.random.default_rng(4).integers(0, 256, (60, 80, 3), np.uint8)
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    picture = ImagePyramid(frame)
    assert np.array_equal(picture.grey_part(10, 20, 50, 90), grey[20:90, 10:50])
    assert np.array_equal(picture.grey(), grey)
    assert np.array_equal(picture.grey_part(10, 20, 50, 90), grey[20:90, 10:50])
    for step in (2, 3, 4):
        assert np.abs(picture.grey(step).astype(int) - shrunk(picture.grey(), step)).max() <= 2
        assert np.array_equal(picture.grey_part(3, 4, 9, 8, step), picture.grey(step)[4:8, 3:9])
