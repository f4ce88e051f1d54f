"""A die on the calibration mat that was overlooked is looked for on its place."""

import numpy as np
import pytest

from calibration.core.missed_dice import find_missed_dice
from companion.session.ports import ReadRequest
from tests.calibration.pictures import frame
from tests.calibration.spoiling import bundled, without
from vision.pipeline import TableReader


def test_an_overlooked_die_is_found_on_its_place(reader: TableReader) -> None:
    """Where it lay in the whole picture, and no other die with it."""
    picture = frame(bundled())
    result = reader.read(ReadRequest(picture))
    dice, (mat,) = result.reading.dice, result.mats
    home = next(die for die in dice if die.zone == "home")
    others = [die for die in dice if die is not home]
    (found,) = find_missed_dice(picture, reader, mat, others)
    assert (found.mat, found.zone, found.type, found.face) == (
        "calibration", "home", home.type, home.face,
    )  # fmt: skip
    assert np.hypot(*np.subtract(found.centre_px, home.centre_px)) < 3
    assert found.size_px == pytest.approx(home.size_px, rel=0.1)


def test_an_empty_place_stays_empty(reader: TableReader) -> None:
    """Print and paper are no die; a mat with few dice is no matter of overlooking."""
    picture = frame(without("military"))
    result = reader.read(ReadRequest(picture))
    dice, (mat,) = list(result.reading.dice), result.mats
    assert len(dice) == 6
    assert find_missed_dice(picture, reader, mat, dice) == []
    assert find_missed_dice(picture, reader, mat, dice[:3]) == []
