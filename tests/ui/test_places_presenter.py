"""Drawing places without a window: handles, nudges, undo, what is kept and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import CompanionError
from companion.session.calibration_ports import DrawnPlace, NoProfileError
from kivy_ui.calibration.strip_shape import PHASES
from kivy_ui.calibration.zone_drawing import STEP, PlacesModel, PlacesPresenter
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import Services, UiSettings
from tests.ui import calibrations as led
from tests.ui import fake_table as fake

ASPECT = 0.625


class Drawer:
    """A presenter over a table that a test leads."""

    def __init__(self, *places: DrawnPlace) -> None:
        self.machine = led.LedDrawing(places)
        calibration = led.LedCalibration(drawing=self.machine)
        settings = UiSettings(services=Services(calibration=calibration))
        self.errors: list[CompanionError] = []
        ui = RollContext(fake.FakeTable(fake.an_update(None)), settings)
        self.places = PlacesPresenter(ui, self.errors.append)
        self.places.open("Hall")

    @property
    def model(self) -> PlacesModel:
        model = self.places.model()
        assert model is not None
        return model

    def corner(self, key: str = "corner-0") -> tuple[float, float]:
        return next(handle.place for handle in self.model.handles if handle.key == key)

    def pull(self, key: str, to: tuple[float, float]) -> None:
        """A finger takes a handle and leaves it elsewhere."""
        assert self.places.grab(self.corner(key), 0.05, ASPECT)
        self.places.drag(to)
        self.places.release()


def test_a_strip_is_laid_pulled_and_kept() -> None:
    """Five columns for the seat that was chosen; the next seat's strip is as large."""
    drawer = Drawer()
    places = drawer.places
    assert "Where are the dice on this mat?" in drawer.places.advice
    assert not places.changed
    places.choose("strip-2")
    places.draw()
    places.draw()
    assert len(drawer.model.lines) == 5
    drawer.pull("corner-0", (0.1, 0.2))
    drawer.pull("corner-1", (0.7, 0.2))
    places.choose("strip-3")
    places.draw()
    assert places.keep()
    kept = {(place.mat, place.zone): place for place in drawer.machine.places}
    assert set(kept) == {(mat, phase) for mat in ("strip-2", "strip-3") for phase in PHASES}
    assert kept["strip-2", "explore"].corners[0] == pytest.approx((0.1, 0.2))
    height = kept["strip-3", "ship"].corners[2][1] - kept["strip-3", "ship"].corners[1][1]
    assert height == pytest.approx(0.42)


def test_a_finger_takes_the_nearest_handle_else_the_strip_else_nothing() -> None:
    """And a touch that moves nothing is no step."""
    drawer = Drawer()
    drawer.places.draw()
    steps = drawer.places.can_undo
    x, y = drawer.corner("corner-2")
    assert drawer.places.grab((x + 0.02, y), 0.05, ASPECT)
    assert next(handle.key for handle in drawer.model.handles if handle.chosen) == "corner-2"
    drawer.places.release()
    assert drawer.places.can_undo is steps
    assert not drawer.places.grab((0.02, 0.02), 0.05, ASPECT)
    before = drawer.corner()
    assert drawer.places.grab((0.5, 0.55), 0.01, ASPECT)
    drawer.places.drag((0.55, 0.5))
    drawer.places.release()
    assert drawer.corner() == pytest.approx((before[0] + 0.05, before[1] - 0.05))


def test_nudges_move_the_chosen_handle_by_a_hair() -> None:
    """Handle after handle, with Tab; without a chosen one the whole strip."""
    drawer = Drawer()
    drawer.places.draw()
    x, y = drawer.corner()
    drawer.places.nudge(1, -1)
    assert drawer.corner() == pytest.approx((x + STEP, y - STEP))
    drawer.places.next_handle()
    assert next(handle.key for handle in drawer.model.handles if handle.chosen) == "corner-1"
    drawer.places.next_handle(-1)
    drawer.places.nudge(-1, 1, steps=5)
    assert drawer.corner() == pytest.approx((x - 4 * STEP, y + 4 * STEP))
    drawer.places.choose("strip-1")
    right = drawer.corner("corner-1")
    drawer.places.nudge(0, 1)
    assert drawer.corner("corner-1") == pytest.approx((right[0], right[1] + STEP))


def test_each_change_is_one_step_back_and_forth() -> None:
    """A drag of many moves, a row, Dictate, removing."""
    drawer = Drawer()
    places = drawer.places
    places.draw()
    places.grab(drawer.corner(), 0.05, ASPECT)
    for k in range(10):
        places.drag((0.15, 0.3 - k / 100))
    places.release()
    places.toggle_selections()
    places.toggle_dictate()
    assert len(drawer.model.lines) == 11
    drawer.pull("row-0", (0.5, 0.45))
    places.remove()
    assert not drawer.model.drawn
    for lines in (11, 11, 10, 5, 5, 0):
        places.undo()
        assert len(drawer.model.lines) == lines
    assert not places.can_undo
    places.undo()
    places.redo()
    places.redo()
    assert drawer.corner() == pytest.approx((0.15, 0.21))
    assert places.can_redo


def test_the_tray_has_one_place() -> None:
    """No columns, no selection, no Dictate."""
    drawer = Drawer()
    drawer.places.choose("tray")
    drawer.places.draw()
    drawer.places.toggle_selections()
    drawer.places.toggle_dictate()
    drawer.places.keep()
    assert [(place.mat, place.zone) for place in drawer.machine.places] == [("tray", "tray")]


def test_what_was_drawn_before_is_there_and_what_is_not_ours_stays() -> None:
    """A profile of another tool may hold polygons of any kind."""
    first = Drawer()
    first.places.draw()
    first.places.keep()
    odd = DrawnPlace("strip-5", "explore", ((0.1, 0.1), (0.2, 0.1), (0.15, 0.2)))
    drawer = Drawer(*first.machine.places, odd)
    assert [tab.drawn for tab in drawer.model.tabs] == [True, *[False] * 5]
    drawer.places.nudge(0, 1)
    drawer.places.keep()
    assert odd in drawer.machine.places
    assert len(drawer.machine.places) == 6


def test_a_refusal_is_said_and_the_drawing_stays() -> None:
    """The disk is full; the camera is gone; players choose behind their screens."""
    drawer = Drawer()
    drawer.places.draw()
    drawer.machine.refusal = NoProfileError(name="Hall")
    assert not drawer.places.keep()
    assert [error.code for error in drawer.errors] == ["no_profile"]
    assert drawer.model.drawn
    view = drawer.machine.opened
    assert view is not None
    drawer.machine.opened = replace(view, hidden=True, picture=None)
    assert "behind their screens" in drawer.places.advice
    drawer.machine.opened = replace(view, fault=NoProfileError(name="Hall"), picture=None)
    assert "There is no profile Hall." in drawer.places.advice
    drawer.places.cancel()
    assert drawer.places.model() is None
