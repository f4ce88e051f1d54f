"""Faces of known dice that people showed or put right weigh in beside the network."""

import numpy as np
import pytest

from companion.session.ports import DieStatus, Frame, ReadRequest
from tests.some import there
from tests.vision.fakes import LABEL_SET, PaintedDie, PaintFinder, lying_free, paint
from vision.classification.enrolled import EnrolledFaces
from vision.classification.prototype_classifier import PrototypeClassifier
from vision.core.arrays import F32, F64, ImageU8
from vision.pipeline import TableReader

COLUMN = LABEL_SET.pairs.index
LILAC, WHITE, CIRCLE = ("consumption", "ship"), ("home", "ship"), ("home", "settle")


class MiddleNet:
    """Embeds a crop as the colour of its middle, and gives every crop the same label."""

    def __init__(self, sure: float = 9.0, label: tuple[str, str] = LILAC) -> None:
        self.sure = sure
        self.label = label

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        middle = crops[:, 24:40, 24:40].mean(axis=(1, 2)) / 255.0
        logits = np.zeros((len(crops), len(LABEL_SET)), np.float32)
        logits[:, COLUMN(self.label)] = self.sure
        return logits, np.asarray(middle + 0.01, np.float32)


def _crop(bgr: tuple[int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((64, 64, 3), bgr, np.uint8)


def _taught(label: tuple[str, str], looks: int, *, in_passing: bool = False) -> PrototypeClassifier:
    crops = np.stack([_crop((200, 90, 30))] * looks)
    faces = EnrolledFaces((label,) * looks, crops, (in_passing,) * looks)
    return there(PrototypeClassifier.of(faces, LABEL_SET, MiddleNet()))


def _point(bgr: tuple[float, float, float]) -> F32:
    point = np.array([bgr], np.float32) / 255 + np.float32(0.01)
    return np.asarray(point / np.linalg.norm(point), np.float32)


def _says(label: tuple[str, str], share: float) -> F64:
    row = np.full((1, len(LABEL_SET)), (1.0 - share) / (len(LABEL_SET) - 1))
    row[0, COLUMN(label)] = share
    return row


NEAR, FAR = _point((200, 92, 31)), _point((30, 90, 200))


def test_a_face_shown_twice_is_believed() -> None:
    """Against a network that takes it for another face, however sure that is."""
    shares = _taught(CIRCLE, 2).weighed(_says(LILAC, 0.99), NEAR)
    assert shares[0, COLUMN(CIRCLE)] > 0.95
    assert shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("looks", "in_passing"), [(1, False), (3, True)])
def test_one_look_and_corrections_only_raise_doubt(looks: int, in_passing: bool) -> None:
    """The network is sure of something else: its answer stays, and a person is asked."""
    shares = _taught(WHITE, looks, in_passing=in_passing).weighed(_says(LILAC, 0.99), NEAR)
    assert shares[0].argmax() == COLUMN(LILAC)
    assert shares[0].max() < 0.9


def test_a_doubtful_answer_is_settled() -> None:
    """The network is of two minds, and one of them is the shown face."""
    shares = _taught(WHITE, 1, in_passing=True).weighed(_says(WHITE, 0.5), NEAR)
    assert shares[0, COLUMN(WHITE)] > 0.95


def test_other_faces_are_the_networks_matter() -> None:
    """Far from everything that was shown nothing changes; no dice are no special case."""
    before = _says(LILAC, 0.8)
    shares = _taught(WHITE, 2).weighed(before, FAR)
    assert shares == pytest.approx(before)
    assert len(_taught(WHITE, 2).weighed(np.empty((0, len(LABEL_SET))), NEAR[:0])) == 0


def test_what_the_network_has_no_output_for_teaches_it_nothing() -> None:
    """The robot's dice are read otherwise; a face that no die has is left out."""
    crops = np.stack([_crop((200, 90, 30))] * 2)
    odd = EnrolledFaces((("robot_a", "match"), ("home", "wild")), crops)
    assert PrototypeClassifier.of(odd, LABEL_SET, MiddleNet()) is None


def _a_picture() -> Frame:
    ground = np.full((480, 640, 3), (110, 115, 120), np.uint8)
    return Frame(paint(ground, [PaintedDie("genes/settle", 300.0, 200.0)]), 0.0, "test")


def _taught_by(reader: TableReader, picture: Frame) -> tuple[str | None, str | None, DieStatus]:
    """Show the die of *picture* twice; returns how it is read from then on."""
    _, crops = reader.faces_in(picture)
    twice = np.stack([crops[0]] * 2)
    reader.use_faces(EnrolledFaces((("genes", "settle"),) * 2, twice))
    (die,) = reader.read(ReadRequest(picture)).reading.dice
    return die.type, die.face, die.status


def test_a_shown_die_is_read_from_a_picture() -> None:
    """The whole way: seen, named, read again; forgotten, the network decides as before."""
    reader = TableReader(PaintFinder(), MiddleNet(sure=1.0), lying_free, LABEL_SET)
    picture = _a_picture()
    assert _taught_by(reader, picture) == ("genes", "settle", DieStatus.OK)
    reader.use_faces(EnrolledFaces.none())
    (die,) = reader.read(ReadRequest(picture)).reading.dice
    assert die.type == "consumption"


def test_a_shown_face_that_the_network_takes_for_none_is_listed() -> None:
    """What people showed counts before it is decided which finds are dice."""
    none = LABEL_SET.pairs[LABEL_SET.none_row]
    reader = TableReader(
        PaintFinder(score=0.5), MiddleNet(sure=6.0, label=none), lying_free, LABEL_SET
    )
    picture = _a_picture()
    assert reader.read(ReadRequest(picture)).reading.dice == ()
    assert _taught_by(reader, picture)[:2] == ("genes", "settle")
