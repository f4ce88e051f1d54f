"""What the tilt network learns from, and how its features are weighted."""

import numpy as np
import pytest

from models.training.data import tilt_data
from models.training.data.tilt_data import Patches, drawn_set
from models.training.generator.frames import draw_frame
from tests.some import some, there
from vision.classification.tilt import STANDS
from vision.core.inference import TILT_CROP_PX

COLUMNS = ("images", "leans", "known", "stands")


@pytest.fixture(scope="module")
def patches(tmp_path_factory: pytest.TempPathFactory) -> Patches:
    """The dice of three pictures, twice: what was drawn, and what was stored of it."""
    folder = tmp_path_factory.mktemp("build")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tilt_data, "FRAMES_PER_SET", 3)
        drawn, stored = drawn_set(folder, 1), drawn_set(folder, 1)
    for column in COLUMNS:
        assert np.array_equal(getattr(drawn, column), getattr(stored, column))
    return stored


def test_many_dice_of_such_pictures_are_disturbed() -> None:
    """And there are dice in most of them; from very near none may be in view."""
    frames = [draw_frame(4004, index, askew=True) for index in range(4)]
    assert sum(bool(frame.dice) for frame in frames) >= 3
    dice = [die for frame in frames for die in frame.dice]
    assert np.mean([not die.readable or die.stacked for die in dice]) > 0.4


def test_a_flat_dies_normal_points_up_and_a_tilted_ones_elsewhere() -> None:
    for die in some(draw_frame(4004, 3, askew=True).dice):
        x, y, z = there(die.normal)
        assert np.degrees(np.arccos(-z)) == pytest.approx(die.tilt_deg, abs=0.01)
        assert np.hypot(np.hypot(x, y), z) == pytest.approx(1.0)


def test_every_way_of_standing_comes_up(patches: Patches) -> None:
    """Also places without a die, of which nothing points anywhere."""
    assert {STANDS.index(name) for name in ("free", "tilted", "nothing")} <= set(patches.stands)
    assert not patches.known[patches.stands == STANDS.index("nothing")].any()
    assert patches.known[patches.stands == STANDS.index("tilted")].all()
    lean = np.hypot(*patches.leans[patches.known].T)
    assert 0.0 < lean.max() < 1.0


def test_crops_are_what_the_network_takes(patches: Patches) -> None:
    seen, leans, sizes, known, stands = next(
        tilt_data.batches(patches, np.random.default_rng(1), 8)
    )
    assert seen.shape == (8, 3, TILT_CROP_PX, TILT_CROP_PX)
    assert [each.shape for each in (leans, sizes, known, stands)] == [(8, 2), (8,), (8,), (8,)]
