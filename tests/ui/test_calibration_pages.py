"""The pages of the calibration: profiles, wizard, faces, places; every one measured."""

import random
from dataclasses import replace

import pytest

from calibration.core.errors import COLOURS_CLOSE, DIE_MISSING, NO_CALIBRATION_MAT
from companion.session.calibration_ports import DrawnPlace, NoProfileError, ReadCount, Signal
from kivy_ui.art.files import SIZES_PX
from kivy_ui.calibration.faces import dice_to_show, show_robot_dice
from kivy_ui.calibration.places import MATS, STEP
from kivy_ui.calibration.strip_shape import PHASES
from kivy_ui.common.page_source import Visit
from kivy_ui.pages.letters import Erase, Letter
from kivy_ui.pages.listing import List
from kivy_ui.pages.page import Cards, Frame, Picture
from tests.crossing import crossed
from tests.programs import printed_by
from tests.some import there
from tests.ui import calibrations as led
from tests.ui.at_calibration import BAD, SCENES, USED, AtCalibration, proving, strip

each_window = pytest.mark.parametrize(
    ("language", "size_px"), crossed(["en", "pl", "hu"], SIZES_PX)
)


@each_window
def test_every_page_is_sound(language: str, size_px: tuple[int, int]) -> None:
    for name, reached in SCENES.items():
        at = reached(AtCalibration(language))
        at.size_px = size_px
        assert list(at.scenes()), name


@each_window
def test_random_touches_meet_no_fault(language: str, size_px: tuple[int, int]) -> None:
    """Anywhere, also on the picture; what the camera sees changes in between."""
    chance = random.Random(f"{language}{size_px}")
    at = AtCalibration(language)
    at.size_px = size_px
    views = (BAD, led.without_camera(), proving(), led.proving(0), led.keeping(), led.looking())
    for _ in range(60):
        targets = [target for scene in at.scenes() for target in scene.targets]
        undo = [each for each in targets if each.key is Frame.UNDO]
        targets = [each for each in targets if not isinstance(each.key, Frame | Visit)] + undo
        target = chance.choice(targets)
        x, y, wide, high = target.box
        at.touch(target.answer(x + wide * chance.random(), y + high * chance.random()))
        if at.machine.view is not None:
            at.machine.view = chance.choice(views)
        if at.machine.teaching.view is not None:
            at.machine.teaching.view = led.showing(chance.randrange(4), settle=1)


# --- profiles ----------------------------------------------------------------------------------


def test_the_list_says_which_profile_fits() -> None:
    at = AtCalibration()
    assert at.page.question == "The profile in use fits the light"
    assert isinstance(at.page.body, List)
    assert [row.value for row in at.page.body.rows] == [
        "light fits", "other light", "light not seen",
    ]  # fmt: skip
    assert at.machine.asked == [("compare",)]
    assert at.source.live, "the light may be recognised while one looks"


def test_a_profile_tells_its_colours_and_is_used() -> None:
    """Dice that look alike are named; so are those that were corrected."""
    at = AtCalibration().opened("Light 1")
    assert "Genes and Alien Technology" in at.text
    assert "same light as Zimmer" in at.text
    assert "Military" in at.text
    assert "Home" not in at.text
    at.main()
    assert at.machine.asked[-1] == ("choose", "Light 1")
    at.main()
    assert at.machine.asked[-1] == ("refresh", "Light 1")
    assert at.main_button.key is None
    at.machine.outcome = NoProfileError(name="Light 1")
    assert "There is no profile Light 1." in at.news
    at.main()
    at.machine.outcome = True
    assert "Light 1 now matches the light." in at.news
    assert not at.source.live


def test_a_profile_that_fits_by_itself_is_told_once() -> None:
    """Over whatever is shown."""
    at = AtCalibration()
    at.machine.fitting = "Zimmer"
    assert "The light matches Zimmer: it is now used to read the dice." in at.news
    assert at.news == ""


def test_a_deleted_profile_comes_back() -> None:
    at = AtCalibration().opened("Light 1")
    at.tap("Delete", "Keep it", "Delete", "Delete")
    assert [line.name for line in at.machine.lines] == [USED, "Zimmer"]
    assert "Light 1 was deleted" in at.text
    at.touch(Frame.UNDO)
    assert "Light 1" in at.text
    assert not at.page.can_undo


def test_a_profile_is_renamed_exported_and_imported() -> None:
    """A refused name is said, and can be typed again."""
    at = AtCalibration().opened()
    at.tap("Rename")
    at.touch(Erase())
    at.touch(Letter("B"))
    at.machine.refusal = NoProfileError(name="B")
    at.main()
    assert at.said is not None
    at.machine.refusal = None
    at.main()
    assert ("rename", USED, "B") in at.machine.asked
    at.tap("Export")
    assert at.said == ("Saved: B.profile.json", "")
    at.back()
    at.tap("New calibration", "B")
    assert ("take in", "B.profile.json") in at.machine.asked
    assert at.page.question == "B"


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (None, "Lay dice under the camera"),
        (ReadCount("all", 0), "Lay dice under the camera"),
        (ReadCount("all", 12), "12 dice in view are read without doubt"),
        (ReadCount("all", 12, 3), "3 of 12 dice in view are doubtful"),
    ],
)
def test_it_says_before_whether_the_light_is_worth_a_profile(
    seen: ReadCount | None, told: str
) -> None:
    """By the dice in view, read without one; the page follows the camera and can look again."""
    at = AtCalibration()
    at.machine.seen = seen
    at.main()
    assert at.source.live
    assert told in at.words()
    at.touch(there(there(at.page.note).button).key)
    assert at.machine.asked[-1] == ("compare",)


def test_doubtful_dice_are_exported_with_one_tap() -> None:
    """Only where there are some; nothing is written before."""
    at = AtCalibration()
    assert not at.page.side
    at.machine.doubtful = 3
    exchange = at.ui.settings.services.exchange
    assert not exchange.offered("zip")
    (button,) = at.page.side
    assert button.text == "Export 3 doubtful dice"
    at.touch(button.key)
    assert exchange.read("doubtful.dice.zip") == b"dice"
    assert "doubtful.dice.zip" in there(at.said)[0]


def test_a_table_without_a_printer_gets_a_profile() -> None:
    """The only way if there is none: its page says what it lacks."""
    at = AtCalibration()
    at.machine.lines, at.machine.plain = (), True
    at.tap("No mat")
    assert ("plain", "Light 1") in at.machine.asked
    assert "No light measured" in at.text
    assert at.key("Measure light") is None


def test_an_unreadable_profile_leads_back_to_the_list() -> None:
    at = AtCalibration().opened("Light 1")
    at.machine.lines = at.machine.lines[:1]
    assert at.page.question == "The profile in use fits the light"
    assert "There is no profile Light 1." in at.news


# --- the wizard --------------------------------------------------------------------------------


def test_the_worst_check_comes_first() -> None:
    """Red before yellow; missing dice are drawn; another check is told when it is touched."""
    missing = DIE_MISSING(dice="rare elements, genes")
    close = COLOURS_CLOSE(first="home", second="alien technology")
    view = led.looking(dice=(Signal.RED, missing), colours=(Signal.YELLOW, close))
    at = AtCalibration().looking(view)
    assert at.photo.lines == ("Put one die of each type on its place.",)
    assert at.photo.pictures == (Picture("die/rare_elements"), Picture("die/genes"))
    at.tap("colours")
    assert "Home and Alien Technology" in at.text
    assert at.main_button.key is None, "it continues automatically"
    assert not at.page.can_undo


def test_what_to_do_follows_what_the_camera_sees() -> None:
    at = AtCalibration().looking(led.looking())
    assert at.page.question == "Everything is right"
    at.machine.view = led.looking(mats=(Signal.WAIT, None))
    assert at.page.question == "Put the calibration mat under the camera"
    at.machine.view = led.looking(mats=(Signal.RED, NO_CALIBRATION_MAT()))
    assert "no calibration mat" in at.text
    at.machine.view = led.without_camera()
    assert "imx708" in at.text
    at.machine.view = replace(led.looking(), hidden=True, picture=None)
    assert "behind their screens" in at.text
    assert at.source.live


def test_a_test_roll_is_confirmed_or_put_right() -> None:
    """What is in doubt comes first; a die is touched in the picture; its type may be wrong, too."""
    at = AtCalibration().looking(led.proving())
    assert at.main_button.text == "Name this die"
    at.at((0.13, 0.5)).tap("Settle")
    at.main()
    at.tap("die/genes", "Wild")
    at.at((0.9, 0.1)).back()
    assert at.photo.key is not None
    at.machine.view = replace(led.proving(1), throws=2)
    at.main()
    at.touch(Frame.UNDO)
    at.tap("Skip")
    assert at.machine.asked[2:] == [
        ("correct", 0, "military", "settle"), ("correct", 1, "genes", "wild"), ("confirm",),
        ("back",), ("skip",),
    ]  # fmt: skip
    at.machine.view = led.proving(0)
    assert at.page.main is not None
    assert at.main_button.key is None


def test_a_die_of_a_roll_that_is_gone_is_not_corrected() -> None:
    at = AtCalibration().looking(led.proving())
    at.at((0.88, 0.5))
    assert at.page.question == "Tap the colour of the die, then its face"
    at.machine.view = led.proving(0)
    assert at.page.question == "Roll the dice under the camera"


def test_a_profile_is_named_and_kept() -> None:
    """The first free name; one that exists is said to be replaced; a refusal leaves it open."""
    at = AtCalibration().looking(led.keeping())
    assert "Light 2" in at.text
    at.machine.refusal = NoProfileError(name="x")
    at.main()
    assert at.said is not None
    assert at.machine.view is not None
    at.machine.refusal = None
    at.tap("Light 2")
    at.type("Light 1")
    at.main()
    assert "replaces" in at.text
    at.main()
    assert ("keep", "Light 1") in at.machine.asked
    assert at.page.question == "Light 1"


def test_leaving_the_wizard_gives_the_camera_back() -> None:
    """By the arrow, or to another screen."""
    at = AtCalibration().looking(led.looking())
    at.back()
    assert at.machine.view is None
    at.machine.begin()
    at.ui.visit(None)
    assert at.machine.view is None


# --- faces -------------------------------------------------------------------------------------


def test_all_dice_can_be_shown_and_all_faces_are_listed() -> None:
    at = AtCalibration().opened()
    at.tap("Faces")
    assert isinstance(at.page.body, Cards)
    assert len(at.page.body.cards) == len(dice_to_show())
    assert [card.pictures[0].text for card in at.page.body.cards][:2] == ["", "1/4"]
    at.tap("Learned faces")
    assert isinstance(at.page.body, List)
    assert [(row.title, row.text) for row in at.page.body.rows] == [
        ("Military: Settle", "3 images, 1 corrected"),
        ("Alien Technology: Produce", "12 images, 12 corrected"),
        ("First robot die: Match", "2 images"),
        ("Ordinary die: 5", "1 image"),
    ]
    assert all(row.pictures[1].photo is not None for row in at.page.body.rows)


def test_a_removed_face_comes_back() -> None:
    at = AtCalibration().opened()
    at.tap("Faces", "Learned faces")
    assert not at.page.can_undo
    assert isinstance(at.page.body, List)
    at.touch(at.page.body.rows[3].choices[0].key)
    at.touch(Frame.UNDO)
    assert at.machine.teaching.asked == [("forget", USED, "d6", "5"), ("remember", USED)]
    assert not at.page.can_undo
    at.machine.teaching.refusal = NoProfileError(name=USED)
    at.back()
    at.back()
    at.tap("Faces")
    assert isinstance(at.page.body, Cards)
    assert f"There is no profile {USED}." in at.news


def test_a_die_is_shown_face_by_face() -> None:
    """What is learned stands on the names; only with something to keep it can be kept."""
    at = AtCalibration().opened()
    at.tap("Faces", "Military")
    assert at.page.main is None
    assert not at.page.can_undo
    settle = next(card for card in at.photo.cards if card.title == "Settle")
    assert settle.pictures[0].over[0].photo is not None
    at.machine.teaching.view = replace(led.showing(settle=2, wild=1), profile=USED)
    assert [gain.count for card in at.photo.cards for gain in card.gains] == [2, 1]
    assert "2 of 4" in at.text
    at.tap("Settle")
    at.touch(Frame.UNDO)
    at.main()
    assert at.machine.teaching.asked == [
        ("begin", USED, "military", 4), ("name", "settle"), ("back",), ("keep",),
    ]  # fmt: skip
    assert at.page.question == "Which die do you want to show?"


def test_the_camera_says_what_it_misses() -> None:
    """No die, one, several of which one is picked, nobody may look, a refusal."""
    at = AtCalibration().opened()
    at.tap("Faces", "Ordinary die")
    teaching = at.machine.teaching
    teaching.view = led.showing(0)
    assert at.page.question.startswith("Put the die")
    assert not any(card.able for card in at.photo.cards)
    teaching.view = led.showing(3)
    at.at((0.8, 0.52))
    assert teaching.asked[-1] == ("pick", 2)
    teaching.view = replace(led.showing(0), hidden=True)
    assert "behind their screens" in at.text
    teaching.view = replace(led.showing(1), fault=NoProfileError(name="x"), die="d6")
    assert "There is no profile x." in at.text
    teaching.refusal = NoProfileError(name="x")
    at.tap("1")
    assert at.said is not None
    assert teaching.view is not None
    at.back()
    assert teaching.view is None


def test_the_robots_dice_are_shown_from_a_game() -> None:
    """In the profile in use, whatever was looked at; a table without one gets a plain one."""
    at = AtCalibration().opened()
    at.tap("Faces", "Learned faces")
    show_robot_dice(at.ui)
    assert at.ui.visiting == "calibrate"
    assert at.machine.teaching.asked == [("begin", USED, "robot_a", 8)]
    assert at.page.above == "First robot die"
    at.machine.teaching.view = replace(led.showing(1, match=1), die="robot_a", profile=USED)
    at.main()
    assert at.page.above == USED
    at.machine.lines = ()
    show_robot_dice(at.ui, "robot_b")
    assert at.machine.asked[-1] == ("plain", "Table")
    assert at.machine.teaching.asked[-1] == ("begin", "Table", "robot_b", 8)


def test_the_calibration_brings_no_other_game_along() -> None:
    """It is made at the start; the robot's game only when it is wanted."""
    probe = "import sys, kivy_ui.calibration.pages; print('companion.games.storm' in sys.modules)"
    assert printed_by(probe).strip() == "False"


# --- places ------------------------------------------------------------------------------------

GOAL = ((0.12, 0.2), (0.82, 0.25), (0.9, 0.7), (0.08, 0.66))


def drawing(*drawn: DrawnPlace) -> AtCalibration:
    """At the places of a profile."""
    at = AtCalibration()
    at.machine.drawing.places = drawn
    at.opened().tap("Places")
    return at


def test_a_strip_is_drawn_with_four_touches() -> None:
    """Each corner is asked for; a point is selected by a touch and goes where the next one is."""
    at = drawing()
    at.tap("2")
    asked = []
    for point in GOAL:
        asked.append(at.page.question)
        at.at(point)
    assert asked == [
        "Touch the upper corner at Explore", "Touch the upper corner at Ship",
        "Touch the lower corner at Ship", "Touch the lower corner at Explore",
    ]  # fmt: skip
    at.at((0.83, 0.24), (0.7, 0.2)).tap("Selection", "Done", "Save")
    zones = {place.zone: place.corners for place in at.machine.drawing.places}
    assert len(zones) == 10
    assert {place.mat for place in at.machine.drawing.places} == {"strip-2"}
    assert zones["select_explore"][0] == pytest.approx(GOAL[0])
    assert zones["select_ship"][1] == pytest.approx((0.7, 0.2))
    assert zones["ship"][2] == pytest.approx(GOAL[2])
    assert at.page.question == USED, "back on the profile's page"


def test_corners_that_make_no_strip_are_asked_again() -> None:
    at = drawing()
    at.tap("1")
    at.at(*GOAL[::-1])
    assert at.said is not None
    assert at.photo.points == ()


def test_the_next_mat_is_as_large_as_the_last() -> None:
    at = drawing()
    at.tap("2", "In the middle", "Done", "3", "Like the last one", "Done", "Save")
    kept = {(place.mat, place.zone): place.corners for place in at.machine.drawing.places}
    assert set(kept) == {(mat, phase) for mat in ("strip-2", "strip-3") for phase in PHASES}
    above, below = (kept[mat, "ship"] for mat in ("strip-2", "strip-3"))
    assert below[2][1] - below[1][1] == pytest.approx(above[2][1] - above[1][1])
    assert below[1][1] > above[2][1]


def test_arrows_move_a_point_by_a_hair() -> None:
    """Without a chosen point the whole strip."""
    at = drawing()
    at.tap("1", "In the middle")
    before = at.photo.points
    at.tap("symbol/down")
    assert at.photo.points[1] == pytest.approx((before[1][0], before[1][1] + STEP))
    at.tap("Next point", "Next point", "symbol/next", "symbol/up", "symbol/up")
    assert at.photo.point == 1
    assert at.photo.points[1] == pytest.approx((before[1][0] + STEP, before[1][1] - STEP))
    assert at.photo.points[0] == pytest.approx((before[0][0], before[0][1] + STEP))


def test_each_change_is_one_step_back_and_forth() -> None:
    """Corners, places, points, removing."""
    at = drawing()
    at.tap("1")
    at.at(*GOAL)
    at.tap("Selection", "Dictate", "Remove")
    counts = []
    for _ in range(7):
        counts.append(len(at.photo.zones))
        at.touch(Frame.UNDO)
    assert counts == [0, 11, 10, 5, 1, 1, 0]
    assert not at.page.can_undo
    for _ in range(5):
        at.source.redo()
    assert len(at.photo.zones) == 10
    at.tap("Dictate")
    at.source.redo()
    assert len(at.photo.zones) == 11, "what was undone is gone after another change"


def test_every_point_can_be_moved() -> None:
    """Corners, dividers, the line below the selection places, Dictate."""
    at = drawing(*strip())
    at.tap("1")
    for point in range(len(at.photo.points)):
        at.tap("Next point")
        before = at.photo.points
        at.tap("symbol/next", "symbol/down")
        after = at.photo.points
        assert at.photo.point == point
        assert after[point] != before[point]
    assert len(at.photo.points) == 13


def test_the_tray_has_one_place() -> None:
    at = drawing()
    at.tap("Tray")
    at.at(*GOAL)
    assert at.key("Selection") is None
    at.tap("Done", "Save")
    assert [(each.mat, each.zone) for each in at.machine.drawing.places] == [("tray", "tray")]


def test_what_is_not_ours_stays() -> None:
    """A profile of another tool may hold polygons of any kind."""
    odd = DrawnPlace("strip-5", "explore", ((0.1, 0.1), (0.2, 0.1), (0.15, 0.2)))
    at = drawing(*strip(), odd)
    assert [card.chosen for card in at.photo.cards] == [True, *[False] * (len(MATS) - 1)]
    assert at.page.main is None, "nothing to save"
    at.tap("1", "symbol/down", "Done", "Save")
    assert odd in at.machine.drawing.places
    assert len(at.machine.drawing.places) == len(strip()) + 1


def test_a_refused_drawing_stays_open() -> None:
    """The disk is full; players choose behind their screens; leaving keeps nothing."""
    at = drawing()
    at.tap("1", "In the middle", "Done")
    at.machine.drawing.refusal = NoProfileError(name="Hall")
    at.main()
    assert at.said is not None
    at.machine.drawing.opened = replace(there(at.machine.drawing.opened), hidden=True, picture=None)
    assert "behind their screens" in at.text
    at.back()
    assert at.machine.drawing.opened is None
    assert at.machine.drawing.places == ()
