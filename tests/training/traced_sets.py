"""Path-traced pictures as finder and tilt network learn from them; the tracer is not needed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.training.data.batches import finder_batches
from models.training.data.shards import TRUTH_FIELDS
from models.training.data.tilt_data import patches_of_traced
from models.training.data.traced_sets import TracedSet, set_path
from vision.classification.tilt import STANDS

FOCAL_PX = 300.0
UP = (0.0, 0.0, -1.0)


def a_die(x: float, y: float, *, visible: float = 1.0, tilt: float = 0.0) -> dict[str, float]:
    return {"x": x, "y": y, "edge": 30.0, "visible": visible, "tilt": tilt}


def a_set(*dice: dict[str, float], normal: tuple[float, float, float] = UP) -> TracedSet:
    """A grey picture of 241 x 201 pixels that is said to hold *dice*."""
    rows = [[die.get(name, 0.0) for name in TRUTH_FIELDS] for die in dice]
    picture = np.full((201, 241, 3), 90, np.uint8)
    return TracedSet.of_picture(picture, rows, [np.array(normal)] * len(dice), FOCAL_PX)


def test_a_saved_set_comes_back(tmp_path: Path) -> None:
    kept = a_set(a_die(120, 100))
    TracedSet.kept(set_path(tmp_path, 3), lambda: kept)
    stored = TracedSet.kept(set_path(tmp_path, 3), a_set)
    names = TracedSet.__slots__
    differ = [
        each for each in names if not np.array_equal(getattr(stored, each), getattr(kept, each))
    ]
    assert differ == []


def test_joined_sets_keep_each_die_with_its_picture() -> None:
    two = TracedSet.join([a_set(a_die(20, 30)), a_set()])
    joined = TracedSet.join([two, a_set(a_die(40, 50), a_die(60, 70))])
    assert len(joined.frames) == len(joined.focals_px) == 3
    assert joined.dice[:, 0].tolist() == [0, 2, 2]
    assert two.dice[:, 0].tolist() == [0], "what was joined stays as it was"


def test_a_flat_die_leans_by_the_ray_of_sight() -> None:
    """Straight below the camera it does not lean; 150 px to the right at a focal length of 300, it
    seems to lean away from the middle by half."""
    middle, right = patches_of_traced(a_set(a_die(120, 100))), a_set(a_die(195, 100))
    assert middle.leans[0] == pytest.approx([0, 0], abs=1e-6)
    assert middle.stands[0] == STANDS.index("free")
    lean = patches_of_traced(right).leans[0]
    assert np.hypot(*lean) == pytest.approx(np.sin(np.arctan(75 / FOCAL_PX)), abs=1e-4)


@pytest.mark.parametrize(
    ("die", "stand"),
    [
        ({"visible": 0.6}, "covered"),
        ({"tilt": 20.0}, "tilted"),
        ({"stacked": 1.0}, "stacked"),
    ],
)
def test_a_die_stands_as_its_row_says(die: dict[str, float], stand: str) -> None:
    patches = patches_of_traced(a_set({**a_die(120, 100), **die}))
    assert patches.stands[0] == STANDS.index(stand)
    assert patches.known[0]


def test_a_tilted_dies_own_normal_counts() -> None:
    tilted = a_set(a_die(120, 100, tilt=30.0), normal=(0.5, 0.0, -np.sqrt(0.75)))
    assert patches_of_traced(tilted).leans[0] == pytest.approx([0.5, 0.0], abs=1e-4)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mirrored_picture_shows_its_dice_mirrored(axis: int) -> None:
    turned = {**a_die(60, 40, tilt=20.0), "angle": 0.3}
    kept = a_set(turned, normal=(0.3, 0.1, -np.sqrt(0.9)))
    kept.frames[0, 40, 60] = 200
    mirrored = kept.mirrored(axis)
    x, y = (round(float(value)) for value in mirrored.dice[0, 1:3])
    assert mirrored.frames[0, y, x].tolist() == [200] * 3
    assert mirrored.dice[0, TRUTH_FIELDS.index("angle")] == pytest.approx(np.pi / 2 - 0.3)
    lean = patches_of_traced(mirrored).leans[0]
    assert np.hypot(*lean) == pytest.approx(np.hypot(*patches_of_traced(kept).leans[0]), abs=1e-4)


def test_the_finder_gets_patches_of_them() -> None:
    """A die hidden for the most part teaches it nothing; a half hidden one is not flat and free."""
    rng = np.random.default_rng(1)
    shown = a_set(a_die(120, 100, visible=0.6))
    batch = next(finder_batches([shown], rng, 4))
    assert batch.images.shape == (4, 3, 192, 192)
    assert batch.heat.max() == 1.0
    assert batch.box[:, 5].max() == 0.0
    hidden = replace(shown, dice=shown.dice.copy())
    hidden.dice[:, TRUTH_FIELDS.index("visible")] = 0.1
    batch = next(finder_batches([hidden], rng, 4))
    assert batch.heat.max() == 0.0
    assert batch.weight.min() == 0.0
