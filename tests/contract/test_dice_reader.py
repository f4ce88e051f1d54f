"""What every reader of dice promises to the session."""

from dataclasses import replace

import numpy as np
import pytest

from companion.session.ports import DiceKind, DiceReader, DieStatus, Frame, ReadRequest, Timings
from tests.vision.fakes import LABEL_SET, PaintedDie, PaintFinder, PaintReader, lying_free, paint
from tests.vision.table import look_at, photograph, shift
from vision.core.arrays import ImageU8
from vision.mats.layout import Paper, mat_layout
from vision.opening import open_table_reader
from vision.pipeline import TableReader


def painted() -> DiceReader:
    return TableReader(PaintFinder(), PaintReader(), lying_free, LABEL_SET)


@pytest.fixture(scope="module", params=[painted, open_table_reader], ids=["painted", "trained"])
def reader(request: pytest.FixtureRequest) -> DiceReader:
    """The pipeline behind painted dice and behind the networks that come with the program."""
    result: DiceReader = request.param()
    return result


def mat_picture() -> ImageU8:
    mat = mat_layout("strip-1", Paper.A4)
    view = look_at((148, 105), distance_mm=400, tilt_deg=10)
    dice = [PaintedDie("home/explore", 500 + 90 * i, 430, 46, 20.0 * i) for i in range(4)]
    return paint(photograph([(mat, shift(0, 0))], view), dice)


PICTURES = {
    "mat": mat_picture(),
    "black": np.zeros((480, 640, 3), np.uint8),
    "white": np.full((480, 640, 3), 255, np.uint8),
    "noise": np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8),
    "narrow": np.full((24, 2000, 3), 120, np.uint8),
    "tiny": np.full((24, 24, 3), 120, np.uint8),
}


def frame(name: str) -> Frame:
    return Frame(pixels=PICTURES[name], taken_at_s=1.0, source=name)


@pytest.mark.parametrize("name", list(PICTURES))
@pytest.mark.parametrize("dice", [DiceKind.ROLL, DiceKind.D6])
def test_every_picture_gives_a_sound_reading(reader: DiceReader, name: str, dice: DiceKind) -> None:
    """Sizes, ranges and the relations between fields hold whatever is seen."""
    reading = reader.read(ReadRequest(frame(name), dice=dice)).reading
    height, width = PICTURES[name].shape[:2]
    assert (reading.width, reading.height) == (width, height)
    mats = {mat.mat_id for mat in reading.mats}
    for die in reading.dice:
        assert -1 <= die.centre_px[0] <= width
        assert -1 <= die.centre_px[1] <= height
        assert die.size_px > 0
        assert 0 <= die.angle_deg < 90
        assert 0 <= die.confidence <= 1
        assert (die.mat is None) == (die.position_mm is None)
        assert die.mat is None or die.mat in mats
        assert die.zone is None or die.mat is not None
        assert (die.type == "d6") == (dice is DiceKind.D6)
        ranked = [other.confidence for other in die.alternatives]
        assert ranked == sorted(ranked, reverse=True)
    for problem in reading.problems:
        assert problem.code
        assert problem.message


@pytest.mark.parametrize("name", ["black", "white", "noise", "narrow", "tiny"])
def test_nothing_is_read_with_certainty_where_nothing_is(reader: DiceReader, name: str) -> None:
    """The worst fault would be a die that is not there and that nobody is asked about."""
    reading = reader.read(ReadRequest(frame(name))).reading
    assert not [die for die in reading.dice if die.status is DieStatus.OK]
    assert reading.problems


def test_the_frame_is_left_alone(reader: DiceReader) -> None:
    """Arrays of a frame are never written to."""
    before = PICTURES["mat"].copy()
    reader.read(ReadRequest(frame("mat"), whole_image=True))
    assert np.array_equal(before, PICTURES["mat"])


def test_readings_do_not_depend_on_what_was_read_before(reader: DiceReader) -> None:
    """No state leaks from one picture into the next."""
    first = replace(reader.read(ReadRequest(frame("mat"))).reading, timings_ms=Timings())
    reader.read(ReadRequest(frame("noise")))
    assert replace(reader.read(ReadRequest(frame("mat"))).reading, timings_ms=Timings()) == first
