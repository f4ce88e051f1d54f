"""What the stack network is trained on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.training.data import stack_data
from models.training.data.shards import TRUTH_FIELDS
from models.training.data.stack_data import StackPatches, drawn_set, patches_of_traced, plain_crops
from models.training.data.traced_sets import TracedSet
from vision.core.inference import STACK_CROP_PX

LEANING = (0.0, -0.6, -0.8)
"""The table's normal seen by an oblique camera."""


@pytest.fixture(scope="module")
def patches(tmp_path_factory: pytest.TempPathFactory) -> StackPatches:
    """The dice of three images, drawn, stored and loaded."""
    folder = tmp_path_factory.mktemp("build")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stack_data, "FRAMES_PER_SET", 3)
        drawn, stored = drawn_set(folder, 1), drawn_set(folder, 1)
    assert np.array_equal(drawn.images, stored.images)
    return stored


def test_crops_are_what_the_network_takes(patches: StackPatches) -> None:
    count = len(patches.stacked)
    assert plain_crops(patches).shape == (count, 3, STACK_CROP_PX, STACK_CROP_PX)


def test_a_batch_has_stacked_dice_and_others(patches: StackPatches) -> None:
    """However rare they are among the patches."""
    rare = np.arange(len(patches.stacked)) == 0
    images, stacked = next(
        stack_data.batches(replace(patches, stacked=rare), np.random.default_rng(1), 64)
    )
    assert images.shape == (64, 3, STACK_CROP_PX, STACK_CROP_PX)
    assert 0.2 < stacked.mean() < 0.6


def a_set(other: dict[str, float], normal: tuple[float, ...] = LEANING) -> TracedSet:
    """A grey image with a flat die and one that differs from it."""
    flat = {"x": 60.0, "y": 100.0, "edge": 30.0, "visible": 1.0}
    rows = [[die.get(name, 0.0) for name in TRUTH_FIELDS] for die in (flat, flat | other)]
    picture = np.full((201, 241, 3), 90, np.uint8)
    return TracedSet.of_picture(picture, rows, [np.array(normal)] * 2, 300.0)


def test_flat_and_stacked_dice_are_told_apart() -> None:
    found = patches_of_traced(a_set({"stacked": 1.0})).stacked
    assert found.tolist() == [False, True] * (len(found) // 2)


@pytest.mark.parametrize("other", [{"tilt": 20.0}, {"tilt": 4.0}, {"visible": 0.6}])
def test_dice_that_are_tilted_or_covered_are_left_out(other: dict[str, float]) -> None:
    """The tilt network recognises them."""
    alone = patches_of_traced(a_set({"visible": 0.0}))
    assert len(patches_of_traced(a_set(other)).stacked) == len(alone.stacked) > 0


def test_dice_seen_from_above_are_left_out() -> None:
    """Their sides are hidden."""
    assert len(patches_of_traced(a_set({"x": 120.0}, (0.0, 0.0, -1.0))).stacked) < 4


def test_without_a_flat_die_the_table_is_unknown() -> None:
    known = a_set({"tilt": 20.0})
    unknown = replace(known, dice=known.dice[1:], normals=known.normals[1:])
    assert len(patches_of_traced(unknown).stacked) == 0
