"""The bundled pictures through the real networks: what a player without a camera will see."""

from collections import Counter

import pytest

from calibration.core.making import make_profile
from calibration.core.reader_profile import apply_profile
from companion.demo.script import PICTURES, LaidMat
from companion.games.roll.model.dice import FACE_PAIRS
from companion.session.calibration_ports import Signal
from companion.session.ports import DieStatus, ReadRequest
from tests.companion.demo.stage import EVENING, zone_of
from vision.core.decoding import decode_file
from vision.opening import open_table_reader
from vision.pipeline import TableReader

FOUND_AT_LEAST = 0.98
DAY = "2026-11-21T18:00:00Z"


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return open_table_reader()


def _truth(mat: LaidMat) -> Counter[tuple[str, str, str | None]]:
    if mat.spare is not None:
        return Counter([("home", mat.spare.value, "tray")])
    return Counter((die.type.value, die.face.value, zone_of(die)) for die in mat.dice)


def test_no_die_is_read_wrongly_without_a_doubt(reader: TableReader) -> None:
    """Nearly all dice are found; what is wrong or not there carries the mark of doubt."""
    found = all_dice = 0
    for mat in EVENING.mats:
        reading = reader.read(ReadRequest(decode_file(PICTURES / f"{mat.picture}.jpg"))).reading
        assert [seen.mat_id for seen in reading.mats] == [mat.mat], mat.picture
        truth = _truth(mat)
        sure = Counter(
            (die.type, die.face, die.zone) for die in reading.dice if die.status is DieStatus.OK
        )
        assert not sure - truth, mat.picture
        seen = Counter((die.type, die.face, die.zone) for die in reading.dice)
        found += (truth & seen).total()
        all_dice += truth.total()
    assert found >= FOUND_AT_LEAST * all_dice


def test_the_leaning_die_is_doubted(reader: TableReader) -> None:
    """The evening shows what doubt looks like: a die on its corner could be one of three faces."""
    laid = next(mat for mat in EVENING.mats if "cocked" in mat.scene)
    reading = reader.read(ReadRequest(decode_file(PICTURES / f"{laid.picture}.jpg"))).reading
    doubted = [die.type for die in reading.dice if die.status is DieStatus.CHECK]
    assert laid.dice[laid.scene["cocked"]].type.value in doubted


def test_the_pictures_to_calibrate_by_make_a_profile(reader: TableReader) -> None:
    """Every traffic light is green, and by that profile every throw is read as it lies."""
    frame = decode_file(PICTURES / f"{EVENING.calibration.picture}.jpg")
    profile, steps = make_profile([frame], reader, name="A test", made_at=DAY, camera="folder")
    assert {step.key: step.signal for step in steps if step.signal is not Signal.GREEN} == {}
    apply_profile(reader, profile)
    for throw in EVENING.throws:
        reading = reader.read(
            ReadRequest(decode_file(PICTURES / f"{throw.picture}.jpg"), whole_image=True)
        ).reading
        read = Counter((die.type, die.face) for die in reading.dice)
        assert read == Counter((kind.value, face.value) for kind, face in throw.dice)
        assert all(pair in FACE_PAIRS for pair in throw.dice)
    apply_profile(reader, None)


def test_the_bare_table_has_neither_mats_nor_dice(reader: TableReader) -> None:
    """What lies before the camera while nothing is wanted."""
    reading = reader.read(ReadRequest(decode_file(PICTURES / f"{EVENING.idle}.jpg"))).reading
    assert reading.mats == ()
    assert [die for die in reading.dice if die.status is DieStatus.OK] == []
