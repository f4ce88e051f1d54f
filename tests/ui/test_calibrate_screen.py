"""The calibration in a window: by touch from the menu, and what a game says of the light."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Face
from companion.games.roll.phases.reveal import CorrectDie
from companion.games.roll.view.table_view import TableView
from companion.preferences import Preferences
from companion.session.ports import Problem
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.photos import Photo
from kivy_ui.settings import Services, UiSettings
from tests.some import there
from tests.ui import calibrations as led
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

SIZE = 800, 480


@pytest.fixture
def machine() -> led.LedCalibration:
    """A table with three profiles."""
    return led.LedCalibration(lines=led.some_profiles())


@pytest.fixture
def table() -> fake.FakeTable:
    """A table whose dice are read."""
    return fake.FakeTable(fake.an_update(_marked()))


@pytest.fixture
def hand(
    machine: led.LedCalibration, table: fake.FakeTable, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hand]:
    """A hand before a table that can be calibrated; it waits for no motion."""
    monkeypatch.setattr("kivy_ui.pages.renderer.GUARD_S", 0.0)
    still = Preferences(motion=False)
    settings = UiSettings(
        preferences=still,
        services=Services(calibration=lambda: machine, switched_profile=machine.switched_profile),
    )
    with Hand(table, size_px=SIZE, settings=settings) as opened:
        yield opened


def test_a_strip_is_drawn_by_hand(hand: Hand, machine: led.LedCalibration) -> None:
    """From the menu to four corners in the picture; the arrows lead back to the game."""
    hand.menu("This device", "Calibration", "Küche, Abend", "Places")
    hand.touch_page(hand.body(Photo).cards[0].key)
    for share in ((0.1, 0.2), (0.8, 0.2), (0.8, 0.7), (0.1, 0.7)):
        _touch_picture(hand, *share)
    hand.touch_text("Done")
    hand.touch_text("Save")
    explore = next(place for place in machine.drawing.places if place.zone == "explore")
    assert explore.corners[0] == pytest.approx((0.1, 0.2), abs=0.01)
    hand.touch_page(hand.page.back)
    hand.touch_page(Visit(None))
    assert hand.app.current_screen == "reveal"


def test_nothing_is_drawn_while_nothing_changes(hand: Hand, machine: led.LedCalibration) -> None:
    """The page is asked ten times a second; only another picture lays it out again."""
    hand.app.shell.visit("calibrate")
    hand.wait()
    machine.view = led.looking()
    hand.app.shell.tick()
    view = hand.app.root
    before = view.scene
    hand.app.shell.tick()
    assert view.scene is before
    machine.view = led.looking(steady=1)
    hand.app.shell.tick()
    assert view.scene is not before


def test_a_changed_light_is_taken_anew_with_one_tap(
    hand: Hand, machine: led.LedCalibration, table: fake.FakeTable
) -> None:
    """The reveal offers it while readings say so, and tells how it went."""
    problem = Problem("profile_light_differs", "The light is another.", {"profile": "Light 1"})
    scan = fake.a_scan()
    table.scan = replace(scan, reading=replace(there(scan.reading), problems=(problem,)))
    hand.app.shell.tick()
    hand.wait()
    hand.touch_page(do(hand.app.shell.presenters.reveal.show, 3))
    hand.touch_page(do(hand.app.shell.presenters.reveal.take_light))
    assert machine.asked == [("refresh", "Light 1")]
    machine.outcome = True
    table.scan = scan
    hand.app.shell.tick()
    hand.wait()
    assert hand.reads("Light 1 now matches the light.")
    assert "Use this light" not in [side.text for side in hand.page.side]


def test_the_question_after_a_correction_is_quiet(hand: Hand, machine: led.LedCalibration) -> None:
    """It takes one tap, and is gone."""
    _correct(hand)
    assert hand.page.question == "Should the companion learn from this correction?"
    hand.touch_text("Always")
    assert "learn" not in hand.page.question
    assert machine.teaching.asked[-1][0] == "learn"
    assert hand.app.shell.presenters.ui.preferences.learn == "always"
    _correct(hand)
    assert "learn" not in hand.page.question
    assert [asked[0] for asked in machine.teaching.asked].count("learn") == 2


def _touch_picture(hand: Hand, right: float, down: float) -> None:
    """Touch the picture at a share of its size."""
    view, body = hand.app.root, hand.page.body
    assert isinstance(body, Photo)
    hand.wait()
    box = next(each.box for each in view.scene.targets if each.key == body.key)
    hand.tap_at(box.x + right * box.w, SIZE[1] - box.y - down * box.h)


def _correct(hand: Hand) -> None:
    """Put a die of the shown mat right."""
    reveal = hand.app.shell.presenters.reveal
    hand.touch_page(do(reveal.show, 1))
    die = _marked().seats[0].dice[0]
    reveal.correct(0)
    reveal.touch(CorrectDie(1, 0, replace(die, face=Face.WILD)))
    hand.app.shell.refresh()
    hand.wait()


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
