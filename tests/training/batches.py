"""What the networks are shown must fit its labels, and never be quite the same twice."""

import numpy as np
import pytest

from models.labels import LABELS, NONE
from models.training.data.batches import NONE_PER_FACE, patch, reader_batches, targets
from models.training.data.crops import coded
from models.training.data.shards import Shard

_FACES, _BARE = 60, 60


@pytest.fixture(scope="module")
def shard() -> Shard:
    """Crops whose label can be told from their brightness: only the faces are bright."""
    rng = np.random.default_rng(1)
    labels = np.array([n % 30 for n in range(_FACES)] + [LABELS.index(NONE)] * _BARE)
    level = np.where(labels < 30, 0.5, 0.01).astype(np.float32)
    light = np.broadcast_to(level[:, None, None, None], (len(labels), 96, 96, 3))
    return Shard(
        frames=np.empty((0, 384, 512, 3), np.uint8),
        dice=np.empty((0, 9), np.float32),
        whites=np.ones((1, 3), np.float32),
        scenes=np.full((1, 3), 0.4, np.float32),
        crops=coded(light, rng),
        labels=labels,
        crop_frames=np.zeros(len(labels), np.int64),
    )


def test_a_batch_is_half_new_and_half_the_one_before(shard: Shard) -> None:
    """Labels stay with their crops; the second half repeats the first half of the batch before."""
    batches = reader_batches([shard], np.random.default_rng(2), 16)
    (first, one), (second, two) = next(batches), next(batches)
    assert first.shape == second.shape == (16, 3, 64, 64)
    assert first.min() >= 0
    assert first.max() <= 255
    assert two[8:].tolist() == one[:8].tolist()
    before, again = first[:8].mean(axis=(1, 2, 3)), second[8:].mean(axis=(1, 2, 3))
    assert again == pytest.approx(before, rel=0.3, abs=3)
    assert not np.array_equal(first[:8], second[8:])
    none = LABELS.index(NONE)
    for images, labels in ((first, one), (second, two)):
        bright = images[labels != none].mean(axis=(1, 2, 3))
        dark = images[labels == none].mean(axis=(1, 2, 3))
        if len(dark):
            assert np.median(dark) < np.median(bright)


def test_places_without_a_face_are_few(shard: Shard) -> None:
    """However many of them are stored, they come up in a fixed relation to faces."""
    batches = reader_batches([shard], np.random.default_rng(3), 20)
    labels = np.concatenate([next(batches)[1] for _ in range(21)])
    share = float((labels == LABELS.index(NONE)).mean())
    assert share == pytest.approx(NONE_PER_FACE / (1 + NONE_PER_FACE), abs=0.05)


@pytest.mark.parametrize(("x", "whole"), [(48.0, 1.0), (14.0, 1.0), (8.0, 0.0)])
def test_a_face_cut_off_by_the_border_is_not_whole(x: float, whole: float) -> None:
    """The finder learns to doubt dice that reach out of the picture."""
    die = np.array([[0, x, 48.0, 24.0, 0.0, 1.0, 0.0, 0.0, 3]], np.float32)
    heat, _, box, _ = targets(die, 96, 96)
    row, column = np.unravel_index(int(heat.argmax()), heat.shape)
    assert box[5, row, column] == whole


def test_a_patch_brings_dice_to_the_finders_size() -> None:
    """Whatever the frame's scale, edges in the patch are within what the finder is made for."""
    frame = np.full((384, 512, 3), 90, np.uint8)
    die = np.array([[0, 250.0, 190.0, 60.0, 0.3, 1.0, 0.0, 0.0, 3]], np.float32)
    edges = []
    for seed in range(30):
        _, heat, _, box, _ = patch(frame, die, np.random.default_rng(seed))
        if heat.max() == 1.0:
            row, column = np.unravel_index(int(heat.argmax()), heat.shape)
            edges.append(float(np.exp(box[2, row, column])))
    assert len(edges) > 5
    assert 11.5 < min(edges) < max(edges) < 43


@pytest.mark.parametrize(("edge", "peak", "sure"), [(40.0, 1, 1), (56.0, 0, 0), (90.0, 0, 1)])
def test_a_die_too_large_for_the_finder_is_background(edge: float, peak: int, sure: int) -> None:
    """Far larger dice are negatives in all their parts, somewhat larger ones teach nothing."""
    die = np.array([[0, 96.0, 96.0, edge, 0.0, 1.0, 0.0, 0.0, 3]], np.float32)
    heat, weight, _, _ = targets(die, 192, 192)
    assert heat.max() == peak
    assert weight[24, 24] == sure


def test_patches_of_a_close_up_hold_no_die() -> None:
    """No part of a die of 200 pixels is a die, nor is it unsure."""
    frame = np.full((384, 512, 3), 90, np.uint8)
    die = np.array([[0, 250.0, 190.0, 200.0, 0.3, 1.0, 0.0, 0.0, 3]], np.float32)
    for seed in range(20):
        _, heat, weight, _, _ = patch(frame, die, np.random.default_rng(seed))
        assert heat.max() == 0.0
        assert weight.min() == 1.0
