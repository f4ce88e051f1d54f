"""Faces are shown, named, listed and removed; corrections are kept only where people agree."""

import numpy as np

from calibration.core.enrolment import MOST_OF_A_FACE, Enrolment, listed, with_correction, without
from calibration.core.errors import FACE_NOT_KEPT, FACE_NOT_SHOWN
from calibration.core.profile_file import parse_profile, profile_bytes
from calibration.core.reader_profile import enrolled_faces
from tests.calibration.samples import full_profile, profile
from tests.rows import raises
from vision.core.arrays import ImageU8


def _crop(shade: int) -> ImageU8:
    return np.full((64, 64, 3), shade, np.uint8)


def test_all_faces_are_asked_for_in_turn_and_survive_the_file() -> None:
    """Two looks at each; the pictures come back pixel for pixel."""
    enrolment = Enrolment("robot_a", ("laser", "shield"))
    asked = []
    for shade in range(4):
        asked.append(enrolment.next_face)
        enrolment = enrolment.with_sample(_crop(shade))
    assert asked == ["laser", "laser", "shield", "shield"]
    assert enrolment.next_face is None
    result = parse_profile(profile_bytes(enrolment.into(profile())), called="it")
    faces = enrolled_faces(result)
    assert faces.labels == (("robot_a", "laser"),) * 2 + (("robot_a", "shield"),) * 2
    assert [int(crop[0, 0, 0]) for crop in faces.crops] == [0, 1, 2, 3]


def test_a_look_can_be_named_otherwise_and_taken_back() -> None:
    """The player taps what the die shows, not what was asked for."""
    enrolment = Enrolment("d6", ("1", "2")).with_sample(_crop(9), "2")
    assert enrolment.next_face == "1"
    assert enrolment.back() == Enrolment("d6", ("1", "2"))
    with raises(FACE_NOT_KEPT, match="7"):
        enrolment.with_sample(_crop(9), "7")
    with raises(FACE_NOT_KEPT):
        enrolment.with_sample(np.zeros((10, 10, 3), np.uint8))


def test_corrections_need_consent() -> None:
    """Without it nothing is kept."""
    assert with_correction(profile(), "home", "ship", _crop(1), consent=False) == profile()
    kept = with_correction(profile(), "home", "ship", _crop(1), consent=True)
    (row,) = listed(kept)
    assert (row.die, row.face, row.looks, row.corrected) == ("home", "ship", 1, 1)
    shown = Enrolment("home", ("ship",)).with_sample(_crop(9)).into(kept)
    assert enrolled_faces(shown).in_passing == (True, False)


def test_the_oldest_correction_makes_room() -> None:
    """Looks that were shown on purpose stay."""
    made = Enrolment("home", ("ship",)).with_sample(_crop(255)).into(profile())
    for shade in range(MOST_OF_A_FACE + 3):
        made = with_correction(made, "home", "ship", _crop(shade), consent=True)
    (row,) = listed(made)
    assert row.looks == MOST_OF_A_FACE
    assert not made.faces[0].corrected
    assert enrolled_faces(made).crops[-1, 0, 0, 0] == MOST_OF_A_FACE + 2


def test_faces_are_removed_by_face_or_by_die() -> None:
    """What was never shown cannot be removed."""
    made = (
        Enrolment("d6", ("1", "2"), looks=1)
        .with_sample(_crop(1))
        .with_sample(_crop(2))
        .into(profile())
    )
    assert [row.face for row in listed(without(made, "d6", "1"))] == ["2"]
    assert without(made, "d6") == profile()
    with raises(FACE_NOT_SHOWN, match="3"):
        without(made, "d6", "3")


def test_a_picture_that_is_no_picture_is_left_out() -> None:
    """A file changed by hand may hold the head of a PNG and nothing else."""
    assert len(full_profile().faces) == 1
    assert len(enrolled_faces(full_profile())) == 0
