"""The dice say how bright a picture is, not what they lie on."""

from __future__ import annotations

import numpy as np
import pytest

from vision.light.exposure import (
    LEAST_GAIN,
    MOST_GAIN,
    body_brightness,
    colour_clipped,
    exposure_gains,
)


def faces(levels: list[int], around: int = 5) -> np.ndarray:
    """Crops of faces of these levels, a third of them ink, on a ground of its own level."""
    crops = np.full((len(levels), 64, 64, 3), around, np.uint8)
    for crop, level in zip(crops, levels, strict=True):
        crop[10:54, 10:54] = (level // 3, level // 2, level)
        crop[10:54, 28:42] = level // 8
    return crops


@pytest.mark.parametrize("around", [5, 120, 250])
def test_the_ground_has_no_say(around: int) -> None:
    """On black, grey and white cloth the same dice need the same gain."""
    assert body_brightness(faces([60, 90], around)) == pytest.approx([60, 90], abs=1)


def test_well_exposed_dice_on_black_are_left_alone() -> None:
    """The picture is dark, the dice are not."""
    assert exposure_gains(body_brightness(faces([220, 190, 205]))) is None


def test_dark_dice_are_brightened_and_none_is_clipped() -> None:
    """All channels alike, no more than the brightest die bears."""
    gains = exposure_gains(body_brightness(faces([60, 70, 120])))
    assert gains is not None
    assert gains[0] == gains[1] == gains[2]
    assert gains[0] >= LEAST_GAIN
    assert gains[0] * 120 <= 250


def test_black_faces_and_no_faces() -> None:
    """The gain is bounded; without a die there is none."""
    gains = exposure_gains(np.zeros(2, np.float32))
    assert gains is not None
    assert gains.max() == pytest.approx(MOST_GAIN)
    assert exposure_gains(body_brightness(faces([]))) is None


def test_colours_at_full_scale_are_lost() -> None:
    """One full channel is usual for bright dice; with two the type may be another."""
    crops = np.full((4, 64, 64, 3), 40, np.uint8)
    for crop, colour in zip(
        crops, ((120, 200, 240), (90, 255, 255), (255, 255, 255), (10, 20, 255)), strict=True
    ):
        crop[10:54, 10:54] = colour
        crop[10:54, 28:42] = 30
    assert colour_clipped(crops).tolist() == [False, True, True, False]
    assert colour_clipped(faces([])).tolist() == []
