"""The table's reader uses the profile whose light it sees."""

from dataclasses import replace

import numpy as np

from calibration.core.making import make_profile
from calibration.core.profile import Profile
from calibration.core.store import ProfileSelectingReader
from companion.session.ports import ReadRequest
from tests.calibration.pictures import frame, good_picture, lit
from vision.core.arrays import ImageU8
from vision.light.lighting_profile import LIGHT_DIFFERS
from vision.pipeline import TableReader


def _profile(reader: TableReader, name: str, picture: ImageU8, day: int) -> Profile:
    made_at = f"2026-11-{31 - day}T18:00:00Z"  # the clock was set back in between
    made = make_profile([frame(picture)], reader, name=name, made_at=made_at, camera="rendered")[0]
    return replace(made, serial=day)


def test_the_profile_changes_with_the_lamp(reader: TableReader) -> None:
    """At first the chosen one, else the newest; then the one of the lamp that is seen."""
    orange = lit(good_picture(), lambda light: light * np.array([0.4, 0.75, 1.0], np.float32))
    blue = lit(good_picture(), lambda light: light * np.array([1.2, 0.8, 0.35], np.float32))
    kept = [
        _profile(reader, "Day", good_picture(), 1),
        _profile(reader, "Lamp", orange, 2),
    ]
    assert ProfileSelectingReader(reader, lambda: kept, chosen="Day").chosen == kept[0]
    assert ProfileSelectingReader(reader, lambda: kept, chosen="gone").chosen == kept[1]
    following = ProfileSelectingReader(reader, lambda: kept)
    assert following.chosen == kept[1]

    reading = following.read(ReadRequest(frame(good_picture()))).reading
    assert following.chosen == kept[0]
    assert LIGHT_DIFFERS not in {problem.code for problem in reading.problems}
    assert {die.zone for die in reading.dice} == {die.type for die in reading.dice}

    reading = following.read(ReadRequest(frame(blue))).reading
    assert following.chosen == kept[0]
    assert LIGHT_DIFFERS in {problem.code for problem in reading.problems}


def test_a_table_without_profiles_reads_all_the_same(reader: TableReader) -> None:
    """Nothing is chosen, nothing is said."""
    following = ProfileSelectingReader(reader, tuple)
    reading = following.read(ReadRequest(frame(good_picture()))).reading
    assert following.chosen is None
    assert len(reading.dice) == 7
    assert not [problem for problem in reading.problems if problem.code.startswith("profile_")]
