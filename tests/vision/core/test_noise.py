"""How much noise a picture has, and what is done about it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.core.noise import NOISY, noise_level, smoothed


def _taken(noise: float, size_px: tuple[int, int] = (400, 300)) -> npt.NDArray[np.uint8]:
    """A table with light and dark squares of 40 pixels, as a camera with *noise* sees it."""
    width, height = size_px
    rows, columns = np.indices((height, width)) // 40
    clean = np.repeat(np.where((rows + columns) % 2, 70.0, 190.0)[..., None], 3, axis=2)
    grain = np.random.default_rng(1).normal(0, noise, (height, width, 1))
    return np.clip(clean + grain, 0, 255).round().astype(np.uint8)


@pytest.mark.parametrize("noise", [1.0, 2.0, 5.0, 12.0])
def test_the_noise_of_a_table_with_sharp_edges_is_measured(noise: float) -> None:
    assert noise_level(_taken(noise)) == pytest.approx(noise, rel=0.15)


def test_a_clear_picture_is_left_as_it_is() -> None:
    pixels = _taken(NOISY / 2)
    assert smoothed(pixels) is pixels


def test_smoothing_takes_away_noise_and_keeps_edges() -> None:
    pixels = _taken(6.0)
    made = smoothed(pixels)
    assert noise_level(made) < noise_level(pixels) / 3
    step = made[20, 44].astype(float) - made[20, 35].astype(float)
    assert np.abs(step).min() > 100  # of 120, across five pixels on both sides of an edge


def test_a_photograph_of_twelve_megapixels_is_not_smoothed() -> None:
    pixels = np.tile(_taken(6.0), (10, 10, 1))
    assert smoothed(pixels) is pixels


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 90, 3), (90, 2, 3), (3, 3, 3)])
def test_the_smallest_pictures_have_no_noise(shape: tuple[int, int, int]) -> None:
    pixels = np.zeros(shape, np.uint8)
    assert noise_level(pixels) < NOISY
    assert smoothed(pixels) is pixels
