"""Faces shown to the camera: named, kept, listed, removed, brought back; corrections learnt."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from calibration.core.enrolment import stored_picture
from calibration.core.errors import FACE_NOT_KEPT, NO_DIE_SHOWN, PROFILE_MISSING
from calibration.core.making import bare_profile
from calibration.core.profile import CameraSeen
from companion.session.calibration_ports import ShowingView, Teaching
from companion.session.scan_plan import ScanPlan
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Rig
from tests.rows import raises
from tests.some import there

FACES = ("explore", "match", "robot")
EMPTY = np.full((800, 1280, 3), 120, np.uint8)


@pytest.fixture
def table(rig: Rig) -> Rig:
    """A table with a profile that was made without a mat, and a camera that works."""
    profile = bare_profile(
        "Table", made_at=rig.clock.utc_iso(), camera=CameraSeen("a test camera", 1280, 800)
    )
    rig.store.save(profile)
    rig.see(good_picture())
    return rig


def showing(rig: Rig) -> ShowingView:
    return there(rig.service.teaching.showing())


def taught(table: Rig, *names: str) -> Teaching:
    """The first die of the picture is shown to be each of *names*, and that is kept."""
    teaching = table.service.teaching
    teaching.begin("Table", "robot_a", FACES)
    table.see(good_picture())
    for name in names:
        teaching.name(name)
    teaching.keep()
    return teaching


def test_faces_are_shown_named_and_kept(table: Rig) -> None:
    """Each tap keeps a look; back takes the last one away; keep stores, and the game goes on."""
    teaching = table.service.teaching
    teaching.begin("Table", "robot_a", FACES)
    before = table.game.read_for_the_game
    table.see(good_picture())
    view = showing(table)
    assert (view.picked, view.looks) == (0, 0)
    assert len(view.dice) >= 7
    assert view.picture is not None
    teaching.name("match")
    teaching.pick(3)
    teaching.name("robot")
    teaching.name("robot")
    teaching.back()
    assert dict(showing(table).shown) == {"match": 1, "robot": 1}
    table.see(good_picture(), 2)
    assert table.game.read_for_the_game == before, "the game waits meanwhile"
    teaching.keep()
    assert teaching.showing() is None
    assert table.renewed == 1, "the table reads by them"
    lines = teaching.listed("Table")
    assert [(line.die, line.face, line.looks, line.corrected) for line in lines] == [
        ("robot_a", "match", 1, 0), ("robot_a", "robot", 1, 0),
    ]  # fmt: skip
    assert (lines[0].picture.width, lines[0].picture.height) == (64, 64)
    assert lines[0].picture.rgb != lines[1].picture.rgb
    assert table.service.page("Table").faces == 2
    table.see(good_picture())
    assert table.game.read_for_the_game == before + 1


def test_cancel_keeps_nothing(table: Rig) -> None:
    """Nor does leaving the screen; safe to call twice."""
    teaching = table.service.teaching
    teaching.begin("Table", "d6", ("1", "2"))
    table.see(good_picture())
    teaching.name("1")
    table.service.cancel()
    table.service.cancel()
    assert teaching.showing() is None
    assert teaching.listed("Table") == ()
    assert table.renewed == 0


def test_without_a_die_there_is_nothing_to_name(table: Rig) -> None:
    """An empty table, a face that the die lacks, a camera that is gone, players behind screens."""
    teaching = table.service.teaching
    teaching.begin("Table", "d6", ("1", "2"))
    with raises(NO_DIE_SHOWN):
        teaching.name("1")
    table.see(EMPTY)
    assert showing(table).picked is None
    with raises(NO_DIE_SHOWN):
        teaching.name("1")
    table.see(good_picture())
    with raises(FACE_NOT_KEPT):
        teaching.name("7")
    table.game.plan = ScanPlan(secret=True)
    table.see(good_picture())
    assert showing(table).hidden
    assert showing(table).picture is None
    with raises(NO_DIE_SHOWN):
        teaching.name("1")
    table.game.plan = ScanPlan()
    table.see(None)
    assert showing(table).fault is not None
    assert showing(table).picture is None
    with raises(PROFILE_MISSING):
        teaching.begin("nowhere", "d6", ("1",))


def test_a_face_is_removed_and_brought_back(table: Rig) -> None:
    """With all of its pictures."""
    teaching = taught(table, "match", "match")
    teaching.forget("Table", "robot_a", "match")
    assert teaching.listed("Table") == ()
    assert teaching.remember("Table")
    assert teaching.listed("Table")[0].looks == 2
    assert not teaching.remember("Table"), "once"


def test_what_was_taught_outlives_a_new_calibration(table: Rig) -> None:
    """A profile that replaces one of the same name keeps its faces and its places."""
    teaching = taught(table, "match")
    table.service.begin()
    table.see(good_picture(), 4)
    table.service.skip()
    table.service.keep("Table")
    assert table.store.read("Table").light is not None
    assert len(teaching.listed("Table")) == 1


def test_a_stored_picture_that_would_fill_the_memory_is_not_shown() -> None:
    """A profile may come from anywhere; a few kilobytes can be a picture of gigabytes."""
    content = BytesIO()
    Image.new("L", (8_000, 8_000)).save(content, "JPEG", quality=1)
    assert stored_picture(content.getvalue()) is None
    Image.new("RGB", (32, 24)).save(content := BytesIO(), "JPEG")
    shown = there(stored_picture(content.getvalue()))
    assert (shown.width, shown.height) == (32, 24)
