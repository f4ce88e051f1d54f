"""Smaller pictures hold the means of squares, or every n-th pixel."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.shrinking import sampled, shrunk

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
