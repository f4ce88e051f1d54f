"""The calibration by touch: from the menu to a kept profile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from calibration.core.errors import DieMissingError
from companion.session.calibration_ports import NoProfileError, Signal
from companion.session.ports import Problem
from kivy_ui.games.roll.mats.mat_pages import Tab, TakeLight
from kivy_ui.settings import Services, UiSettings
from tests.ui import calibrations as led
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.fixture
def machine() -> led.LedCalibration:
    """A table with three profiles."""
    return led.LedCalibration(lines=led.some_profiles())


@pytest.fixture
def hand(machine: led.LedCalibration) -> Iterator[Hand]:
    """A hand before a table that can be calibrated."""
    with _opened(machine, "en", (800, 480)) as opened:
        yield opened


def _opened(machine: led.LedCalibration, language: str, size_px: tuple[int, int]) -> Hand:
    table = fake.FakeTable(fake.an_update(fake.assigning(3)))
    settings = UiSettings(language=language, services=Services(calibration=machine))
    return Hand(table, size_px=size_px, settings=settings)


def test_from_the_menu_to_a_kept_profile(hand: Hand, machine: led.LedCalibration) -> None:
    """Menu, Calibration, New calibration, a correction, three throws, a name: all by touch."""
    hand.menu("This device", "Calibration")
    machine.begun = led.looking(dice=(Signal.RED, DieMissingError(dice="genes")))
    hand.tap_text("New calibration")
    assert hand.reads("Put one die of each type on its place.")
    assert [each.die for each in hand.app.root.screen._wizard.ids.dice.children] == ["genes"]
    assert not hand.app.root.primary_text, "it continues automatically"
    machine.view = led.proving()
    hand.app.root.tick()
    hand.wait()
    _tap_die(hand, 0.125)
    assert hand.panel_name == "ProofDiePanel"
    hand.tap(next(view for view in _choices(hand) if view.face == "settle"))
    assert ("correct", 0, "military", "settle") in machine.asked
    hand.tap_text("Name this die")
    assert hand.panel_name == "ProofDiePanel", "what is in doubt comes first"
    hand.app.root.close_panel()
    hand.wait(20)
    machine.view = led.proving(1)
    hand.app.root.tick()
    hand.wait()
    hand.tap_text("All right")
    assert ("confirm",) in machine.asked
    machine.view = led.keeping()
    hand.app.root.tick()
    hand.wait()
    hand.tap_icon("pencil")
    hand.tap_text("H")
    hand.tap_text("i")
    hand.tap_text("Done")
    machine.refusal = NoProfileError(name="Hi")
    hand.tap_text("Save")
    assert hand.reads("There is no profile Hi."), "a refusal is a banner"
    machine.refusal = None
    hand.tap_text("Save")
    assert ("keep", "Hi") in machine.asked
    assert hand.reads("Measure light")


def test_the_back_arrow_ends_the_wizard(hand: Hand, machine: led.LedCalibration) -> None:
    """It leads to the list of profiles; from there it goes back to the game."""
    hand.app.root.visit("calibrate")
    hand.wait()
    hand.tap_text("New calibration")
    hand.tap_icon("back")
    assert machine.view is None
    assert hand.app.current_screen == "calibrate"
    hand.tap_icon("back")
    assert hand.app.current_screen == "table"


def test_a_profile_is_deleted_after_a_question(hand: Hand, machine: led.LedCalibration) -> None:
    """Keep it keeps it; Delete removes it and shows the list."""
    hand.app.root.visit("calibrate")
    hand.wait()
    hand.tap(_line(hand, "Light 1"))
    hand.tap_text("More")
    hand.tap_text("Delete")
    hand.tap_text("Keep it")
    assert len(machine.lines) == 3
    hand.tap_text("More")
    hand.tap_text("Delete")
    hand.tap_text("Delete")
    assert [line.name for line in machine.lines] == ["Küche, Abend", "Zimmer"]
    assert hand.reads("New calibration")
    assert hand.reads("Light 1 was deleted")
    hand.tap_icon("undo")
    assert "Light 1" in [line.name for line in machine.lines]


def test_a_changed_light_is_taken_anew_with_one_tap(machine: led.LedCalibration) -> None:
    """The reveal offers it while readings say so, and tells how it went."""
    table = fake.FakeTable(fake.an_update(fake.revealing()))
    problem = Problem("profile_light_differs", "The light is another.", {"profile": "Light 1"})
    scan = fake.a_scan()
    assert scan.reading is not None
    settings = UiSettings(services=Services(calibration=machine))
    with Hand(table, settings=settings) as hand:
        table.scan = replace(scan, reading=replace(scan.reading, problems=(problem,)))
        hand.app.root.tick()
        hand.wait()
        hand.touch_page(Tab(3))
        hand.touch_page(TakeLight())
        assert machine.asked == [("refresh", "Light 1")]
        machine.outcome = True
        table.scan = scan
        hand.app.root.tick()
        hand.wait()
        assert hand.reads("Light 1 now matches the light.")
        assert TakeLight() not in [side.key for side in hand.page.side]


def _tap_die(hand: Hand, share: float) -> None:
    """Touch the middle row of the picture at a share of its width."""
    from kivy_ui.widgets.photos.photo import Photo

    photo = next(widget for widget in hand.widgets(Photo) if widget.get_root_window())
    left, low, width, height = photo.frame()
    hand.tap_at(*photo.to_window(left + share * width, low + height / 2))


def _choices(hand: Hand) -> list[Any]:
    from kivy_ui.panels.dice.die import DieChoice

    return list(hand.widgets(DieChoice))


def _line(hand: Hand, title: str) -> Any:
    from kivy_ui.widgets.lists import LineView

    return next(line for line in hand.widgets(LineView) if line.title == title)
