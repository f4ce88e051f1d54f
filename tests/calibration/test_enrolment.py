"""Faces are shown, named, listed and removed; so are corrections."""

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


def test_all_faces_survive_the_file() -> None:
    """Two looks at each; the pictures come back pixel for pixel."""
    enrolment = Enrolment("robot_a", ("laser", "shield"))
    for shade, face in enumerate(("laser", "laser", "shield", "shield")):
        enrolment = enrolment.with_sample(_crop(shade), face)
    result = parse_profile(profile_bytes(enrolment.into(profile())), called="it")
    faces = enrolled_faces(result)
    assert faces.labels == (("robot_a", "laser"),) * 2 + (("robot_a", "shield"),) * 2
    assert [int(crop[0, 0, 0]) for crop in faces.crops] == [0, 1, 2, 3]


def test_a_look_can_be_taken_back() -> None:
    """A face that the die does not have, or no image of a face, is refused."""
    enrolment = Enrolment("d6", ("1", "2")).with_sample(_crop(9), "2")
    assert enrolment.back() == Enrolment("d6", ("1", "2"))
    with raises(FACE_NOT_KEPT, match="7"):
        enrolment.with_sample(_crop(9), "7")
    with raises(FACE_NOT_KEPT):
        enrolment.with_sample(np.zeros((10, 10, 3), np.uint8), "2")


def test_corrections_are_counted_apart() -> None:
    """Faces that were shown on purpose are more reliable."""
    kept = with_correction(profile(), "home", "ship", _crop(1))
    (row,) = listed(kept)
    assert (row.die, row.face, row.looks, row.corrected) == ("home", "ship", 1, 1)
    shown = Enrolment("home", ("ship",)).with_sample(_crop(9), "ship").into(kept)
    assert enrolled_faces(shown).in_passing == (True, False)


def test_the_oldest_correction_makes_room() -> None:
    """Looks that were shown on purpose stay."""
    made = Enrolment("home", ("ship",)).with_sample(_crop(255), "ship").into(profile())
    for shade in range(MOST_OF_A_FACE + 3):
        made = with_correction(made, "home", "ship", _crop(shade))
    (row,) = listed(made)
    assert row.looks == MOST_OF_A_FACE
    assert not made.faces[0].corrected
    assert enrolled_faces(made).crops[-1, 0, 0, 0] == MOST_OF_A_FACE + 2


def test_faces_are_removed() -> None:
    """What was never shown cannot be removed."""
    made = (
        Enrolment("d6", ("1", "2"))
        .with_sample(_crop(1), "1")
        .with_sample(_crop(2), "2")
        .into(profile())
    )
    assert [row.face for row in listed(without(made, "d6", "1"))] == ["2"]
    assert without(without(made, "d6", "1"), "d6", "2") == profile()
    with raises(FACE_NOT_SHOWN, match="3"):
        without(made, "d6", "3")


def test_a_picture_that_is_no_picture_is_left_out() -> None:
    """A file changed by hand may hold the head of a PNG and nothing else."""
    assert len(full_profile().faces) == 1
    assert len(enrolled_faces(full_profile())) == 0
