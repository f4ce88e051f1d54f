"""Faces, places and lessons by touch and by keyboard, in a window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.roll.model.dice import Face
from companion.games.roll.view.table_view import TableView
from kivy_ui.calibration.profiles import Mode
from kivy_ui.games.roll.mats.die_pages import Shows
from kivy_ui.games.roll.mats.mat_pages import Change, Tab, Taught
from kivy_ui.settings import Services, UiSettings
from tests.ui import calibrations as led
from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.test_layout import _text_faults, _touch_faults

SIZE = 800, 480
TAB, LEFT, RIGHT, UP, DOWN = 9, 276, 275, 273, 274
ENTER, ESCAPE = 13, 27


@pytest.fixture
def machine() -> led.LedCalibration:
    """A table with three profiles, one of which knows some faces."""
    made = led.LedCalibration(lines=led.some_profiles())
    made.teaching.lines = led.some_faces()
    return made


@pytest.fixture
def hand(machine: led.LedCalibration) -> Iterator[Hand]:
    """A hand on a profile's page."""
    table = fake.FakeTable(fake.an_update(_marked()))
    settings = UiSettings(services=Services(calibration=machine))
    with Hand(table, size_px=SIZE, settings=settings) as opened:
        opened.app.root.visit("calibrate")
        opened.app.root.screen.open_profile("Küche, Abend")
        opened.wait()
        yield opened


def _canvas(hand: Hand) -> Any:
    from kivy_ui.widgets.photos.place_canvas import PlaceCanvas

    return next(hand.widgets(PlaceCanvas))


def _drag(hand: Hand, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
    """A finger goes down, moves and leaves, in pixels of the window."""
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*start)
    touch.touch_down()
    for step in range(1, steps + 1):
        touch.touch_move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        hand.wait(1)
    touch.touch_up()
    hand.wait()


def test_a_strip_is_drawn_with_fingers(hand: Hand, machine: led.LedCalibration) -> None:
    """Four corners pulled onto the strip of the box; a finger may miss a corner by 23 pixels."""
    hand.tap_text("Places")
    hand.tap(next(tab for tab in _tabs(hand) if tab.seat == "2"))
    hand.tap_text("Draw")
    canvas = _canvas(hand)
    goal = ((0.12, 0.2), (0.82, 0.25), (0.9, 0.7), (0.08, 0.66))
    for number, to in enumerate(goal):
        place = next(h.place for h in canvas._handles if h.key == f"corner-{number}")
        x, y = canvas.to_window(*canvas._at(place))
        ends = canvas.to_window(*canvas._at(to))
        _drag(hand, (x - 16, y - 16), ends)
    hand.tap_text("Selection")
    assert not _text_faults(hand)
    assert not _touch_faults(hand, SIZE)
    hand.tap_text("Save")
    zones = {place.zone: place.corners for place in machine.drawing.places}
    assert len(zones) == 10
    assert {place.mat for place in machine.drawing.places} == {"strip-2"}
    _, _, width, height = canvas.frame()
    pixel = 1.5 / min(width, height)
    assert zones["select_explore"][0] == pytest.approx(goal[0], abs=pixel)
    assert zones["select_ship"][1] == pytest.approx(goal[1], abs=pixel)
    assert zones["ship"][2] == pytest.approx(goal[2], abs=pixel)
    assert zones["explore"][3] == pytest.approx(goal[3], abs=pixel)
    assert hand.reads("Measure light"), "back on the profile's page"


def test_a_strip_is_drawn_with_keys(hand: Hand, machine: led.LedCalibration) -> None:
    """Tab from handle to handle, arrows by a hair, with Shift five; Ctrl+Z; Enter keeps."""
    hand.tap_text("Places")
    hand.tap_text("Draw")
    places = hand.app.root.screen.places

    def corner(number: int) -> tuple[float, float]:
        model = places.model()
        assert model is not None
        place: tuple[float, float] = model.handles[number].place
        return place

    before = corner(1)
    hand.key(TAB)
    hand.key(RIGHT)
    hand.key(UP, "shift")
    assert corner(1) == pytest.approx((before[0] + 0.002, before[1] - 0.01))
    hand.key(ord("z"), "ctrl")
    assert corner(1) == pytest.approx((before[0] + 0.002, before[1]))
    hand.key(LEFT)
    hand.key(DOWN)
    hand.key(TAB, "shift")
    hand.key(ENTER)
    assert len(machine.drawing.places) == 5


def test_all_parts_are_reached_by_keys(hand: Hand, machine: led.LedCalibration) -> None:
    """Digits are taps on things in their order, Escape goes one part back, then to the game."""
    screen = hand.app.root.screen
    presenter = screen.presenter
    screen.show_faces()
    _type(hand, "2")
    assert machine.teaching.asked[-1] == ("begin", "Küche, Abend", "military", 4)
    hand.key(ESCAPE)
    assert presenter.mode is Mode.FACES
    _type(hand, "0")
    assert machine.teaching.asked[-1] == ("begin", "Küche, Abend", "robot_b", 8)
    passed = []
    for _ in range(3):
        hand.key(ESCAPE)
        passed.append(presenter.mode)
    assert passed == [Mode.FACES, Mode.PAGE, Mode.LIST]
    _type(hand, "9")
    assert presenter.profiles.opened == "", "there are only three"
    _type(hand, "3")
    assert presenter.profiles.opened == "Zimmer"
    screen.draw_places()
    _type(hand, "6")
    model = screen.places.model()
    assert next(tab.mat for tab in model.tabs if tab.chosen) == "tray"
    for _ in range(3):
        hand.key(ESCAPE)
    assert hand.app.current_screen == "reveal"


def test_a_drawing_is_left_and_removed(hand: Hand, machine: led.LedCalibration) -> None:
    """The arrow back keeps nothing; Remove takes the places away, undo brings them back."""
    hand.tap_text("Places")
    hand.tap_text("Draw")
    hand.app.root.back()
    hand.wait()
    assert machine.drawing.places == ()
    hand.tap_text("Places")
    hand.tap_text("Draw")
    hand.tap_text("Remove")
    hand.tap_icon("undo")
    hand.tap_text("Save")
    assert len(machine.drawing.places) == 5


def test_a_dies_faces_are_named_by_taps_and_digits(hand: Hand, machine: led.LedCalibration) -> None:
    """A tap on the die, one on each face; Keep; a face is removed again."""
    hand.tap_text("Faces")
    hand.tap(next(view for view in _kinds(hand) if view.key == "robot_b"))
    teaching = machine.teaching
    teaching.view = led.showing(1)
    teaching.view = _as(teaching.view, "robot_b")
    hand.app.root.tick()
    hand.wait()
    hand.tap(next(view for view in _names(hand) if view.word == "Match"))
    _type(hand, "7")
    assert teaching.asked[-2:] == [("name", "match"), ("name", "robot")]
    teaching.view = _as(led.showing(1, match=1, robot=1), "robot_b")
    hand.app.root.tick()
    hand.wait()
    assert hand.reads("Faces shown: 2 of 6")
    hand.tap_text("Save")
    assert ("keep",) in teaching.asked
    assert hand.reads("Done")
    before = len(teaching.lines)
    hand.tap(next(b for b in hand.widgets() if getattr(b, "icon", "") == "bin"))
    assert len(teaching.lines) == before - 1


def test_the_question_after_a_correction_is_quiet(hand: Hand, machine: led.LedCalibration) -> None:
    """It stands below the dice, takes one tap, and is gone."""
    root = hand.app.root
    root.visit(None)
    hand.wait()
    _correct(hand)
    assert hand.panel_name == "", "no panel in the way"
    assert hand.page.question == "Should the companion learn from this correction?"
    hand.touch_page(Taught("always"))
    assert "learn" not in hand.page.question
    assert machine.teaching.asked[-1][0] == "learn"
    assert root.presenters.ui.preferences.learn == "always"
    _correct(hand)
    assert "learn" not in hand.page.question
    assert [asked[0] for asked in machine.teaching.asked].count("learn") == 2


def test_a_profile_is_renamed_written_and_brought_in(
    hand: Hand, machine: led.LedCalibration
) -> None:
    """More: another name; a file; the list brings it in as one more."""
    hand.tap_text("More")
    hand.tap_text("Rename")
    for _ in "Küche, Abend":
        hand.key(8)
    hand.tap_text("B")
    hand.tap_text("Done")
    assert ("rename", "Küche, Abend", "B") in machine.asked
    hand.tap_text("More")
    hand.tap_text("Export to a file")
    assert hand.reads("Saved: B.profile.json")
    hand.wait(20)  # what a panel uncovers takes no touch at once
    hand.app.root.back()
    hand.wait()
    hand.tap_text("Import a file")
    hand.tap_text("B")
    assert ("take in", "B.profile.json") in machine.asked
    assert hand.reads("Places"), "its page"


def test_a_table_without_a_printer_gets_a_profile(hand: Hand, machine: led.LedCalibration) -> None:
    """One tap; its page says what it lacks."""
    machine.plain = True
    hand.app.root.back()
    hand.wait()
    hand.tap_text("Without a calibration mat")
    assert ("plain", "Light 2") in machine.asked
    assert hand.reads("Made without a calibration mat: no light measured")
    assert not hand.reads("Measure light")


def test_a_profile_that_fits_by_itself_is_told(hand: Hand, machine: led.LedCalibration) -> None:
    """While the dice are read, and once."""
    hand.app.root.visit(None)
    machine.fitting = "Zimmer"
    hand.app.root.tick()
    hand.wait()
    assert hand.reads("The light matches Zimmer: it is now used to read the dice.")


def _correct(hand: Hand) -> None:
    """Put a die of the shown mat right."""
    hand.touch_page(Tab(1))
    source = hand.app.root.screen.source
    source.touch(Change(0))
    source.touch(Shows(Face.WILD))
    hand.app.root.refresh()
    hand.wait()


def _type(hand: Hand, text: str) -> None:
    from kivy.core.window import Window

    Window.dispatch("on_textinput", text)
    hand.wait()


def _tabs(hand: Hand) -> list[Any]:
    from kivy_ui.screens.calibrate_camera import MatTabView

    return list(hand.widgets(MatTabView))


def _marked() -> TableView:
    """A reveal whose dice are linked to their picture."""
    view = fake.revealing()
    seats = tuple(
        replace(
            seat, dice=tuple(replace(die, mark=f"4-strip.{k}") for k, die in enumerate(seat.dice))
        )
        for seat in view.seats
    )
    return replace(view, seats=seats)


def _as(view: Any, die: str) -> Any:
    return replace(view, die=die)


def _kinds(hand: Hand) -> list[Any]:
    from kivy_ui.screens.calibrate_lists import KindView

    return list(hand.widgets(KindView))


def _names(hand: Hand) -> list[Any]:
    from kivy_ui.screens.calibrate_camera import FaceButtonView

    return list(hand.widgets(FaceButtonView))
