"""The wizard over the table's own camera: nothing is stored or read for the game meanwhile."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.core.errors import PROFILE_NAME
from companion.session.calibration_ports import (
    NoProfileError,
    ReadCount,
    Signal,
    Stage,
    WizardView,
)
from companion.session.errors import CameraLostError
from companion.session.scan_plan import ScanPlan
from tests.calibration.pictures import good_picture, lit
from tests.calibration.service.rig import SHA, Rig
from tests.rows import raises
from tests.some import there
from vision.core.arrays import ImageU8


def turned(quarters: int) -> ImageU8:
    """The dice somewhere else: the good picture, turned."""
    return np.ascontiguousarray(np.rot90(good_picture(), quarters))


THROWS = (1, 2, 3)


def running(rig: Rig) -> WizardView:
    return there(rig.service.wizard())


def prove(rig: Rig) -> None:
    """From the start to the last stage, every throw confirmed."""
    rig.service.begin()
    rig.see(good_picture(), 4)
    for quarters in THROWS:
        rig.see(turned(quarters), 2)
        assert running(rig).throw
        rig.service.confirm()


def made(rig: Rig, name: str = "Kitchen") -> None:
    prove(rig)
    rig.service.keep(name)


def test_from_the_first_picture_to_a_profile(rig: Rig) -> None:
    """Three good pictures, three throws, a name.

    The first good picture has the camera held; those after it count.
    """
    rig.service.begin()
    assert {step.signal for step in running(rig).steps[1:]} == {Signal.WAIT}
    rig.see(good_picture())
    assert rig.lens.held is not None
    rig.see(good_picture(), 2)
    looking = running(rig)
    assert (looking.stage, looking.steady) == (Stage.LOOK, 2)
    assert {step.signal for step in looking.steps} == {Signal.GREEN}
    rig.see(good_picture())
    assert running(rig).stage is Stage.PROVE
    rig.see(good_picture(), 3)
    assert not running(rig).throw, "the dice on their places are no throw"
    for done, quarters in enumerate(THROWS):
        rig.see(turned(quarters))
        assert not running(rig).throw, "dice that may still roll are no throw"
        rig.see(turned(quarters))
        assert (len(running(rig).throw), running(rig).throws) == (7, done)
        rig.service.confirm()
        rig.see(turned(quarters), 2)
        assert not running(rig).throw, "a confirmed throw is not offered again"
    assert running(rig).stage is Stage.KEEP
    rig.service.keep("Kitchen")
    assert rig.service.wizard() is None
    profile = rig.store.read("Kitchen")
    assert (profile.camera.name, profile.reader_sha256) == ("a test camera", SHA)
    assert sum(count.read for count in profile.evidence) == 21
    assert dict(profile.held) == {"exposure_us": 20_000.0, "gain": 2.0}
    assert (rig.chosen, rig.renewed) == ("Kitchen", 2)
    assert rig.game.read_for_the_game == 0
    rig.see(good_picture())
    assert rig.game.read_for_the_game == 1, "the game goes on"


def test_cancel_leaves_everything_as_it_was(rig: Rig) -> None:
    """At every stage: no profile, no choice, and the game's mats are read again."""
    for stage in range(3):
        if stage == 2:
            prove(rig)
        else:
            rig.service.begin()
            rig.see(good_picture(), 3 * stage)
        before = rig.game.read_for_the_game
        rig.service.cancel()
        rig.service.cancel()
        assert rig.service.wizard() is None
        rig.see(good_picture())
        assert rig.game.read_for_the_game == before + 1
    assert (rig.store.names(), rig.chosen, rig.renewed) == ((), "", 0)


def test_a_red_light_begins_the_count_anew(rig: Rig) -> None:
    """A picture without the mat: its step says what to do, later ones wait."""
    rig.service.begin()
    rig.see(good_picture(), 2)
    rig.see(np.full((800, 1280, 3), 120, np.uint8))
    view = running(rig)
    assert (view.stage, view.steady) == (Stage.LOOK, 0)
    mats = view.steps[1]
    assert mats.signal is Signal.RED
    assert there(mats.advice).code == "mat_missing"
    assert view.steps[2].signal is Signal.WAIT


def test_a_correction_is_counted_and_stays(rig: Rig) -> None:
    """The die shows what people say; the profile's counts know of it; back() forgets it."""
    rig.service.begin()
    rig.see(good_picture(), 4)
    rig.see(turned(1), 2)
    rig.service.correct(0, "military", "ship")
    rig.service.correct(99, "military", "ship")
    rig.see(turned(1), 2)
    die = running(rig).throw[0]
    assert (die.shows, die.is_right) == (("military", "ship"), False)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in die.corners)
    rig.service.confirm()
    rig.service.skip()
    assert running(rig).stage is Stage.KEEP
    rig.service.back()
    assert running(rig).stage is Stage.PROVE
    rig.see(turned(2), 2)
    rig.service.correct(0, "military", "ship")
    rig.service.confirm()
    rig.service.skip()
    rig.service.keep("Hall")
    page = rig.service.page("Hall")
    assert {count.die: count.corrected for count in page.counts}["military"] == 1


def test_without_a_camera_it_says_so_and_waits(rig: Rig) -> None:
    """The first light is red with what the camera said; once it is back the wizard goes on."""
    rig.see(None)
    rig.service.begin()
    rig.see(None)
    view = running(rig)
    assert view.steps[0].signal is Signal.RED
    assert isinstance(view.steps[0].advice, CameraLostError)
    assert view.picture is None
    rig.see(good_picture())
    assert running(rig).steps[0].signal is Signal.GREEN
    assert running(rig).picture is not None


def test_nobody_looks_behind_the_screens(rig: Rig) -> None:
    """While players choose in secret no picture is taken, and none that was taken is shown."""
    rig.service.begin()
    rig.see(good_picture(), 2)
    rig.game.plan = ScanPlan(secret=True)
    rig.see(good_picture(), 3)
    view = running(rig)
    assert view.hidden
    assert view.picture is None
    assert (view.steady, view.throw) == (1, ())


def test_a_name_that_cannot_be_is_refused_and_nothing_is_lost(rig: Rig) -> None:
    """The wizard waits for a better one."""
    prove(rig)
    with raises(PROFILE_NAME):
        rig.service.keep("")
    assert running(rig).stage is Stage.KEEP
    rig.service.keep("Ödön's lámpa")
    assert rig.store.names() == ("Ödön's lámpa",)


def test_profiles_say_whether_they_fit_and_can_be_freshened(rig: Rig) -> None:
    """Under a redder lamp the profile does not fit; the ten-second refresh makes it fit."""
    made(rig)
    line = rig.service.profiles()[0]
    assert (line.name, line.used, line.fits) == ("Kitchen", True, True)
    redder = lit(good_picture(), lambda light: light * np.array([0.6, 0.85, 1.0]))
    rig.service.compare()
    rig.see(redder)
    assert rig.service.profiles()[0].fits is False
    assert rig.service.refreshed() is None
    rig.service.refresh_light("Kitchen")
    rig.see(redder)
    assert rig.service.refreshed() is True
    assert rig.service.refreshed() is None, "told once"
    assert rig.service.profiles()[0].fits is True
    assert rig.renewed == 3
    assert len(rig.service.page("Kitchen").counts) == 7, "all but the light is kept"
    rig.service.refresh_light("Kitchen")
    rig.see(np.full((800, 1280, 3), 120, np.uint8))
    outcome = rig.service.refreshed()
    assert getattr(outcome, "code", "") == "light_unseen"


def test_dice_in_view_are_read_without_a_profile(rig: Rig) -> None:
    """All seven on the mat; in a picture of nothing none."""
    assert rig.service.without_profile() is None
    rig.service.compare()
    rig.see(good_picture())
    seen = there(rig.service.without_profile())
    assert (seen.read, seen.doubtful) == (7, 0)
    rig.service.compare()
    assert rig.service.without_profile() is None, "until the next picture"
    rig.see(np.full((800, 1280, 3), 120, np.uint8))
    assert rig.service.without_profile() == ReadCount("all", 0)


def test_a_page_and_the_end_of_a_profile(rig: Rig) -> None:
    """Seven colours, all pairs with the closest first; a deleted profile is used no more."""
    made(rig)
    first = rig.store.read("Kitchen")
    rig.store.save(replace(first, name="Older", serial=first.serial - 1))
    assert rig.service.page("Kitchen").alike == ("Older",)
    assert first.light is not None
    red, green, blue = first.light.white
    darker = replace(first.light, white=(red / 4, green / 4, blue / 4))
    rig.store.save(replace(first, name="Night", serial=1, light=darker))
    assert rig.service.page("Night").alike == ()
    rig.store.delete("Night")
    rig.service.compare()
    rig.see(good_picture())
    page = rig.service.page("Kitchen")
    assert len(page.pairs) == 21
    assert page.picture is not None
    assert page.picture.width > page.picture.height
    assert page.pairs[0].difference == min(pair.difference for pair in page.pairs)
    assert [line.used for line in rig.service.profiles()] == [True, False]
    rig.service.delete("Kitchen")
    lines = rig.service.profiles()
    assert [(line.name, line.used, line.fits) for line in lines] == [("Older", True, True)]
    with pytest.raises(Exception, match="no calibration profile Kitchen"):
        rig.service.page("Kitchen")
    assert NoProfileError.code == "no_profile"
