"""The whole way in a window over the simulated table: from the menu to a profile that reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.app.wiring import RunningTable, demonstration
from companion.choices import ChoicesFile
from companion.session.calibration_ports import Calibration
from companion.session.table_port import DeviceState
from companion.settings import Settings
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.settings import Services, UiSettings
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Lens
from tests.calibration.service.running_table import running_table
from tests.ui.hand import Hand

pytestmark = pytest.mark.slow

MOST_TAPS = 10
PATIENCE = 6000
"""Frames: two minutes on a busy machine."""


class CountingHand(Hand):
    """A hand that counts its taps."""

    taps = 0

    def tap_at(self, x: float, y: float) -> None:
        self.taps += 1
        super().tap_at(x, y)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningTable]:
    """The demonstration's table with a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    choices = ChoicesFile(tmp_path / "choices.json")
    made = demonstration(Settings(), MemoryEventLog(), choices=choices)
    made.start()
    yield made
    made.stop()


def test_a_table_is_calibrated_by_a_hand(table: RunningTable) -> None:
    """Menu, Calibration, New calibration, three times All right, Keep; every light is said."""
    settings = UiSettings(services=Services(calibration=table.calibration))
    hand = CountingHand(table.owner, settings=settings)
    with hand:
        hand.wait_until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        began_s = time.monotonic()
        hand.menu("This device", "Calibration")
        hand.tap_text("New calibration")
        for throw in (1, 2, 3):
            hand.wait_until(partial(_offers, hand, throw), frames=PATIENCE)
            hand.tap_text("All right")
        assert hand.reads("Dice recognised")
        hand.tap_text("Save")
        took_s = time.monotonic() - began_s
        assert hand.reads("Measure light")
        assert hand.reads("21 read, 0 corrected, 0 doubtful")
        print(f"\na calibration by touch: {hand.taps} taps, {took_s:.1f} s")  # noqa: T201
        assert hand.taps <= MOST_TAPS
        (line,) = table.calibration.profiles()
        assert (line.name, line.used) == ("Light 1", True)


def test_faces_and_places_over_a_running_table(tmp_path: Path) -> None:
    """No printer: a plain profile, a strip drawn on the picture, a face named by a tap."""
    lens = Lens()
    lens.pixels = good_picture()
    table, profiles = running_table(tmp_path, lens)
    desk = table.calibration
    table.start()
    try:
        settings = UiSettings(services=Services(calibration=desk))
        with Hand(table.owner, settings=settings) as hand:
            hand.wait_until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
            hand.app.root.visit("calibrate")
            hand.wait()
            hand.tap_text("Without a calibration mat")
            hand.tap_text("Places")
            hand.tap_text("Draw")
            hand.wait_until(lambda: _tick(hand) and _picture(hand), frames=PATIENCE)
            hand.tap_text("Save")
            assert len(desk.drawing.drawn("Light 1")) == 5
            hand.tap_text("Faces")
            hand.app.root.screen.begin_showing("robot_a")
            hand.wait_until(lambda: _tick(hand) and _picks(desk), frames=PATIENCE)
            hand.tap(next(view for view in hand.widgets(_face_button()) if view.word == "Match"))
            hand.tap_text("Save")
            assert hand.reads("First robot die: Match")
        profile = profiles.repository.read("Light 1")
        assert (len(profile.zones), len(profile.faces), profile.light) == (5, 1, None)
    finally:
        table.stop()


def _face_button() -> type:
    from kivy_ui.screens.calibrate_camera import FaceButtonView

    return FaceButtonView


def _offers(hand: Hand, throw: int) -> bool:
    """Whether this proof throw waits for a tap."""
    waits = _tick(hand) and hand.reads(f"Test roll {throw} of 3")
    return waits and not hand.button("All right").disabled


def _picture(hand: Hand) -> bool:
    model = hand.app.root.screen.places.model()
    return model is not None and model.picture is not None


def _picks(desk: Calibration) -> bool:
    view = desk.teaching.showing()
    return view is not None and view.picked is not None


def _tick(hand: Hand) -> bool:
    hand.app.root.tick()
    return True
