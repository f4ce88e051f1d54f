"""Faces that were shown to the camera: kept, told again from any side, and never guessed."""

import cv2
import numpy as np
import pytest

from companion.session.ports import DiceKind, DieStatus, Frame, ReadRequest
from tests.vision.fakes import LABEL_SET, PaintedDie, PaintFinder, lying_free, paint
from vision.classification.enrolled import EnrolledFaces, FacePrototypes, embedded, one_of_each
from vision.core.arrays import F32, ImageU8
from vision.core.errors import EnrolledFacesError, NotEnrolledError
from vision.pipeline import TableReader

SIDE = 64


def a_face(glyph: str, *, turn: int = 0, noise: int = 0) -> ImageU8:
    """A crop with a letter-like glyph, quarter-turned, BGR."""
    crop = np.full((SIDE, SIDE, 3), (60, 200, 230), np.uint8)
    cv2.putText(crop, glyph, (14, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (20, 20, 20), 5)
    chance = np.random.default_rng(noise)
    grain = chance.normal(0, 4 if noise else 0, crop.shape)
    return np.rot90(np.clip(crop + grain, 0, 255).astype(np.uint8), turn)


class PixelNet:
    """A reader whose embedding is the small picture itself, away from its mean."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        small = crops.mean(axis=3).reshape(len(crops), 16, 4, 16, 4).mean(axis=(2, 4))
        flat = small.reshape(len(crops), -1)
        flat = flat - flat.mean(axis=1, keepdims=True)
        logits = np.zeros((len(crops), len(LABEL_SET)), np.float32)
        return logits, np.asarray(flat / 100 + 1e-3, np.float32)


def shown(*pairs: tuple[str, str]) -> EnrolledFaces:
    return EnrolledFaces(pairs, np.stack([a_face(glyph, noise=3) for _, glyph in pairs]))


def prototypes(faces: EnrolledFaces) -> FacePrototypes:
    return FacePrototypes.of(faces, PixelNet())


FOUR = shown(("robot_a", "M"), ("robot_a", "R"), ("robot_b", "M"), ("robot_b", "E"))


def test_labels_and_pictures_belong_together() -> None:
    """A picture without a name is nobody's."""
    with pytest.raises(EnrolledFacesError):
        EnrolledFaces((), FOUR.crops)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("glyph", ["R", "E"])
def test_a_shown_face_is_known_from_every_side(glyph: str, turn: int) -> None:
    """Enrolment shows it once; on the table it lies at any quarter turn."""
    known = prototypes(FOUR)
    shares, none = known.shares(embedded(PixelNet(), a_face(glyph, turn=turn, noise=9)[None]))
    assert known.labels[int(shares[0].argmax())][1] == glyph
    assert none[0] == 0.0
    assert shares.sum() == pytest.approx(1.0)


def test_a_face_that_nobody_showed_is_none_of_them() -> None:
    """Far from all of them: no answer that looks sure."""
    _, none = prototypes(FOUR).shares(embedded(PixelNet(), a_face("/", noise=2)[None]))
    assert none[0] > 0.3


def test_two_dice_are_one_of_each() -> None:
    """The face that both have is told apart by the other die."""
    kinds = ("robot_a", "robot_a", "robot_b", "robot_b")
    both = np.array([[0.5, 0.0, 0.5, 0.0], [0.0, 0.0, 0.0, 1.0]])
    result = one_of_each(both, kinds)
    assert result[0].argmax() == 0
    assert result[0, 0] == pytest.approx(1.0)
    assert result[1, 3] == pytest.approx(1.0)
    assert np.array_equal(one_of_each(both[:1], kinds), both[:1])


class ColourNet:
    """A reader whose embedding is the mean colour of the crop's middle."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        middle = crops[:, 24:40, 24:40].mean(axis=(1, 2)) / 255.0
        logits = np.zeros((len(crops), len(LABEL_SET)), np.float32)
        return logits, np.asarray(middle + 0.01, np.float32)


def table(labels: list[str]) -> Frame:
    ground = np.random.default_rng(5).integers(90, 140, (480, 640, 1)) + np.array([0, 5, 10])
    dice = [PaintedDie(label, 250.0 + 150.0 * k, 200.0) for k, label in enumerate(labels)]
    return Frame(paint(ground.astype(np.uint8), dice), 0.0, "test")


def test_robot_dice_are_read_after_they_were_shown() -> None:
    """The whole way: dice in a picture, their crops named, another picture read."""
    reader = TableReader(PaintFinder(), ColourNet(), lying_free, LABEL_SET)
    with pytest.raises(NotEnrolledError):
        reader.read(ReadRequest(table(["genes/settle"]), dice=DiceKind.ROBOT))
    found, crops = reader.faces_in(table(["genes/settle", "military/wild"]))
    rows = np.argsort(found.centres_px[:, 0])
    labels = (("robot_a", "match"), ("robot_b", "robot"))
    reader.use_faces(EnrolledFaces(labels, crops[rows]))
    reading = reader.read(
        ReadRequest(table(["military/wild", "genes/settle"]), dice=DiceKind.ROBOT)
    ).reading
    read = sorted(reading.dice, key=lambda die: die.centre_px)
    assert [(die.type, die.face) for die in read] == [("robot_b", "robot"), ("robot_a", "match")]
    assert all(die.status is DieStatus.OK for die in read)
    assert all(die.colour for die in read)


def test_a_strange_die_among_robot_dice_is_asked_about() -> None:
    """What is far from every shown face is listed for a person, not read as the nearest."""
    reader = TableReader(PaintFinder(), ColourNet(), lying_free, LABEL_SET)
    _, crops = reader.faces_in(table(["genes/settle"]))
    reader.use_faces(EnrolledFaces((("robot_a", "match"),), crops))
    (die,) = reader.read(ReadRequest(table(["home/explore"]), dice=DiceKind.ROBOT)).reading.dice
    assert die.status is DieStatus.CHECK


def test_faces_can_be_forgotten() -> None:
    """A profile without them: the dice are refused again."""
    reader = TableReader(PaintFinder(), ColourNet(), lying_free, LABEL_SET)
    _, crops = reader.faces_in(table(["genes/settle"]))
    reader.use_faces(EnrolledFaces((("robot_a", "match"),), crops))
    reader.use_faces(EnrolledFaces.none())
    with pytest.raises(NotEnrolledError):
        reader.read(ReadRequest(table(["genes/settle"]), dice=DiceKind.ROBOT))
