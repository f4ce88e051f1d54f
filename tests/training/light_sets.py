"""All dice of a set are seen by one camera, and sets know what they are."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from models.labels import LABELS
from models.training.arrays import F32
from models.training.data.crop_camera import LightEffects, Shot, draw_shot, with_colour_errors
from models.training.data.crops import coded
from models.training.data.light_sets import TYPES, Sets, sets_of
from models.training.data.shards import Shard
from vision.classification.set_classifier import LOOK_PX
from vision.light.white_balance import PAPER_LEVEL

WHITE = np.ones(3, np.float32)
GREY = np.full(3, 0.3, np.float32)
FACES = ("home/ship", "genes/wild", "d6/3", "home/explore")


@pytest.fixture(scope="module")
def effects() -> LightEffects:
    return LightEffects(np.random.default_rng(1))


def shard(*, frames: int = 2) -> Shard:
    """Frames with a row of dice each, one of them leaning and without a crop."""
    rng = np.random.default_rng(2)
    labels = np.array([LABELS.index(name) for name in FACES])
    count = frames * len(FACES)
    light = np.full((count, 96, 96, 3), 0.4, np.float32)
    dice = [
        (f, 100 + 60 * k, 80, 40, 0, 1, tilt, 0, label)
        for f in range(frames)
        for k, (label, tilt) in enumerate([*((label, 0) for label in labels), (labels[0], 30)])
    ]
    return Shard(
        frames=np.empty((0, 384, 512, 3), np.uint8),
        dice=np.array(dice, np.float32),
        whites=np.ones((frames, 3), np.float32),
        scenes=np.full((frames, 3), 0.3, np.float32),
        crops=coded(light, rng),
        labels=np.tile(labels, frames),
        crop_frames=np.repeat(np.arange(frames), len(FACES)),
    )


def torn(crops: F32) -> tuple[F32, F32]:
    """A reader that knows nothing."""
    return np.zeros((len(crops), len(LABELS)), np.float32), np.zeros((len(crops), 64), np.float32)


def kinds(sets: Sets) -> list[list[str]]:
    return [[TYPES[k] for k in sets.types[rows]] for rows in sets.rows()]


def test_each_picture_is_taken_several_times() -> None:
    """Game dice that can be read, in the order in which they lie; pipped dice have no type."""
    sets = sets_of(shard(), 3, torn, shots=4)
    assert kinds(sets) == [["home", "genes", "home"]] * 8
    assert sets.crops.shape == (24, LOOK_PX, LOOK_PX, 3)
    assert sets.chances.shape == (24, len(TYPES) + 1)
    assert sets.places[:3, 0].tolist() == sorted(sets.places[:3, 0].tolist())
    assert len(np.unique(sets.pictures)) == 8


def test_a_picture_has_one_camera_and_each_another() -> None:
    """Surroundings are those of the whole set; another shot's differ."""
    sets = sets_of(shard(frames=1), 3, torn, shots=6)
    around = [sets.surroundings[rows] for rows in sets.rows()]
    for each in around:
        assert (each == each[0]).all()
    assert len({tuple(each[0]) for each in around}) == len(around)
    white = [sets.crops[rows[[0, 2]]].astype(float).mean(axis=(1, 2)) for rows in sets.rows()]
    within = np.mean([abs(np.diff(np.log(each + 8), axis=0)).mean() for each in white])
    between = np.std([np.log(each + 8).mean(axis=0) for each in white], axis=0).mean()
    assert within < between


def test_the_same_shard_gives_the_same_sets() -> None:
    """Seeds are fixed."""
    one, two = (sets_of(shard(), 5, torn, shots=2) for _ in range(2))
    assert np.array_equal(one.crops, two.crops)
    assert np.array_equal(one.surroundings, two.surroundings)
    assert not np.array_equal(sets_of(shard(), 6, torn, shots=2).crops, one.crops)


def flat(shot: Shot, rgb: F32, effects: LightEffects) -> npt.NDArray[np.float64]:
    seen = shot.of_colour(rgb, effects, np.random.default_rng(0))
    return np.asarray(seen, np.float64)


def test_balanced_on_paper_paper_is_white(effects: LightEffects) -> None:
    """Whatever the camera did to it, as far as it did not clip."""
    rng = np.random.default_rng(7)
    for _ in range(20):
        drawn = with_colour_errors(draw_shot(rng, WHITE, GREY), rng)
        shot = replace(drawn, sensor=replace(drawn.sensor, exposure=0.6))
        paper = flat(shot.on_paper(effects, rng), WHITE, effects)
        assert paper == pytest.approx(np.full(3, PAPER_LEVEL), rel=0.12)


def test_strange_cameras_err_farther(effects: LightEffects) -> None:
    """Grey becomes more coloured by them, in both directions between warm and cool."""
    rng = np.random.default_rng(8)
    casts = []
    for _ in range(200):
        shot = draw_shot(rng, WHITE, GREY)
        seen = [flat(each, GREY, effects) + 8 for each in (shot, with_colour_errors(shot, rng))]
        casts.append([np.log(each[0] / each[2]) for each in seen])
    plain, strange = np.array(casts).T
    assert strange.std() > 1.3 * plain.std()
    assert (strange > plain).mean() == pytest.approx(0.5, abs=0.15)


def test_sets_join() -> None:
    """Pictures of two shards stay apart."""
    joint = Sets.join([sets_of(shard(frames=1), k, torn, shots=1) for k in (1, 2)])
    assert [len(rows) for rows in joint.rows()] == [3, 3]
