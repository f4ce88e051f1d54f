"""A lamp is switched on in the middle of a round: said, taken anew by one tap, read on."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.wiring import RunningTable, demonstration
from companion.choices import ChoicesFile
from companion.demo.demo_player import DemoPlayer
from companion.demo.script import load_script
from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage
from companion.session.ports import Frame
from companion.session.table_port import DeviceState, TableUpdate
from companion.settings import Settings
from companion.storage.memory_log import MemoryEventLog
from hardware.cameras.folder_camera import FolderCamera
from kivy_ui.settings import Services, UiSettings
from tests.ui.hand import Hand

OFFER = "Use this light"


class Lamp:
    """What lies over every picture of the folder's camera."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cast = np.ones(3)
        self.pushed_px = 0
        captured = FolderCamera.capture

        def capture(camera: FolderCamera, **more: Any) -> Frame:
            frame = captured(camera, **more)
            pixels = np.clip(frame.pixels * self.cast, 0, 255).astype(np.uint8)
            return replace(frame, pixels=np.roll(pixels, self.pushed_px, axis=1))

        monkeypatch.setattr(FolderCamera, "capture", capture)


@pytest.fixture
def lamp(monkeypatch: pytest.MonkeyPatch) -> Lamp:
    """A lamp that can be switched."""
    return Lamp(monkeypatch)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lamp: Lamp) -> Iterator[RunningTable]:
    """The demonstration's table under that lamp."""
    del lamp
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    choices = ChoicesFile(tmp_path / "choices.json")
    made = demonstration(Settings(), MemoryEventLog(), choices=choices)
    made.start()
    made.start_devices()
    yield made
    made.stop()


@pytest.mark.slow
def test_a_changed_light_is_said_and_taken_anew(table: RunningTable, lamp: Lamp) -> None:
    """One tap, well below ten seconds; afterwards the readings fit again."""
    desk = table.calibration()
    hands: list[DemoPlayer] = []

    def until_the_reveal(update: TableUpdate) -> None:
        if isinstance(update.view, TableView) and update.view.step is Step.REVEAL:
            hands[0].stop()

    settings = UiSettings(
        services=Services(
            calibration=table.calibration, switched_profile=table.profiles.take_switched
        )
    )
    with Hand(table.owner, settings=settings) as hand:
        hand.wait_until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        desk.begin()
        hand.wait_until(lambda: getattr(desk.wizard(), "stage", None) is Stage.PROVE, frames=4000)
        desk.skip()
        desk.keep("Table")
        lamp.cast = np.array([0.55, 0.85, 1.0])  # blue, green, red: a warm lamp
        hands.append(
            DemoPlayer(
                table.owner, table.buttons.keyboard, load_script(), before_deed=until_the_reveal
            )
        )
        hands[0].run()
        hand.wait_until(lambda: _tick(hand) and hand.reads(OFFER), frames=4000)
        began_s = time.monotonic()
        hand.touch_text(OFFER)
        hand.wait_until(
            lambda: _tick(hand) and hand.reads("Table now matches the light."), frames=4000
        )
        took_s = time.monotonic() - began_s
        print(f"\nthe light anew: 1 tap, {took_s:.1f} s")  # noqa: T201
        table.owner.rescan()
        lamp.pushed_px = 12  # and the camera is pushed: the mats are found where they are now
        hand.wait_until(lambda: _tick(hand) and _fits(table) and not hand.reads(OFFER), frames=4000)
        assert desk.profiles()[0].used


def _fits(table: RunningTable) -> bool:
    reading = table.owner.latest_scan().reading
    codes = [problem.code for problem in reading.problems] if reading is not None else ["none yet"]
    return "profile_light_differs" not in codes and "none yet" not in codes


def _tick(hand: Hand) -> bool:
    hand.app.shell.tick()
    return True
