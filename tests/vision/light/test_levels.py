"""Middles of few numbers and of bodies, beside NumPy's own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.core.arrays import median
from vision.light.known_colours import FACE, body_levels


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
def test_the_median_is_numpys(values: list[float]) -> None:
    """Of odd and even numbers of values."""
    assert median(np.array(values)) == pytest.approx(float(np.median(values)))


def test_a_body_is_the_middle_of_its_bright_pixels() -> None:
    """Ink does not count, nor what lies outside of the face; blown-out pixels are told."""
    rng = np.random.default_rng(7)
    crops = rng.integers(0, 256, (6, 64, 64, 3), np.uint8)
    crops[0] = (40, 130, 220)
    crops[0, 20:30] = 0
    crops[0, :8] = 255
    body, clipped = body_levels(crops)
    assert body[0].tolist() == [40, 130, 220]
    assert clipped[0] == 0.0
    for crop, level, share in zip(crops, body, clipped, strict=True):
        pixels = crop[FACE, FACE].reshape(-1, 3)
        order = np.argsort(pixels.sum(axis=1, dtype=int), kind="stable")
        bright = pixels[order[len(order) * 45 // 100 :]]
        assert level == pytest.approx(np.median(bright, axis=0))
        assert share == pytest.approx((pixels.max(axis=1) >= 250).mean())


def test_no_crops_no_bodies() -> None:
    body, clipped = body_levels(np.empty((0, 64, 64, 3), np.uint8))
    assert body.shape == (0, 3)
    assert clipped.shape == (0,)
