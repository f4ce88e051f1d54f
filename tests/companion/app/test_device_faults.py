"""Faults of the Pi's camera while the table runs: each is a state on the screen, none ends it.

The real picamera2 over a stand-in for libcamera. Busy pins: test_wiring. A second graphics card, or
none that draws: tests/ui/test_environment and tests/companion/cli/test_doctor.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.wiring import RunningTable, real_table
from companion.session.ports import Frame
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table_port import DeviceState
from companion.settings import ButtonSettings, CameraSettings, Settings
from companion.storage.memory_log import MemoryEventLog
from hardware.cameras.picamera2_camera import Picamera2Camera
from tests.fakes import ManualClock, ScriptedReader
from tests.hardware.board.libcamera_stub import World
from tests.hardware.board.real_picamera2 import load
from tests.hardware.board.sensors import SMALL
from tests.session.test_scanner import WHOLE, Host, a_table
from tests.waiting import until

SOON = ScanSettings(idle_s=0.02, first_retry_s=0.05, last_retry_s=0.1)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """A board with a camera."""
    board = load()
    monkeypatch.setitem(sys.modules, "picamera2", board.module)
    return board.connect(SMALL)


@pytest.fixture
def running() -> Iterator[Callable[[str], RunningTable]]:
    """Starts a table with the camera of that name."""
    tables: list[RunningTable] = []

    def start(source: str) -> RunningTable:
        settings = Settings(
            camera=CameraSettings(source=source, width_px=192, height_px=108),
            buttons=ButtonSettings(gpio="off", serial="off"),
        )
        tables.append(real_table(settings, MemoryEventLog(), say=lambda _text: None, scan=SOON))
        tables[-1].start()
        tables[-1].start_devices()
        return tables[-1]

    yield start
    for table in tables:
        table.stop()


def _is(table: RunningTable, state: DeviceState) -> bool:
    return table.owner.latest_scan().camera is state


def _advice(table: RunningTable) -> str:
    return " ".join(note.hint_text for note in table.owner.latest_scan().notes)


def test_a_camera_whose_cable_comes_off_is_lost_and_comes_back(
    world: World, running: Callable[[str], RunningTable]
) -> None:
    """The screen says what to do, and the picture is back without a restart."""
    table = running("pi")
    until(lambda: _is(table, DeviceState.READY))
    world.lost = True
    until(lambda: _is(table, DeviceState.LOST))
    assert "cable" in _advice(table)
    world.lost = False
    until(lambda: _is(table, DeviceState.READY))
    assert table.owner.latest_scan().notes == ()


def test_a_camera_whose_driver_is_stuck_is_lost_and_comes_back(
    world: World, running: Callable[[str], RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopping it does not return: people are told; it is opened again once that has returned."""
    table = running("pi")
    until(lambda: _is(table, DeviceState.READY))
    with monkeypatch.context() as impatient:
        impatient.setattr("hardware.cameras.bounded_camera._CLOSE_LIMIT_S", 0.05)
        world.lost = world.stuck = True
        until(lambda: _is(table, DeviceState.LOST))
        assert "cable" in _advice(table)
        until(lambda: [note.code for note in table.owner.latest_scan().notes] == ["driver_stuck"])
    assert table.owner.latest_scan().picture is None
    world.lost = world.stuck = False
    until(lambda: _is(table, DeviceState.READY))
    assert table.owner.latest_scan().notes == ()


def test_a_camera_that_another_program_has_is_taken_once_it_is_free(
    world: World, running: Callable[[str], RunningTable]
) -> None:
    """Tried again in the background."""
    world.busy = True
    table = running("pi")
    until(lambda: table.owner.latest_scan().notes)
    assert _is(table, DeviceState.ABSENT)
    assert "other programs" in _advice(table)
    world.busy = False
    until(lambda: _is(table, DeviceState.READY))


@pytest.mark.usefixtures("world")
def test_a_webcam_that_libcamera_lists_is_no_camera_of_the_pi(
    running: Callable[[str], RunningTable], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Here its own driver has none either: the table goes on and says what to do."""
    load().connect(webcams=("HD Webcam",))
    monkeypatch.setattr("hardware.cameras.choice.find_usb_cameras", lambda _v4l: ())
    table = running("auto")
    until(lambda: table.owner.latest_scan().notes)
    assert _is(table, DeviceState.ABSENT)
    assert "Connect one" in _advice(table)


class _Impatient(Picamera2Camera):
    """Waits for a still less long than people would."""

    def still(self, *, timeout_s: float = 0.3) -> Frame:
        return super().still(timeout_s=timeout_s)


def test_a_camera_lost_in_a_still_is_lost_and_comes_back(world: World) -> None:
    """The mats lay still, a larger picture was asked for, and the cable came off."""
    host, clock = Host(WHOLE), ManualClock()
    opened: list[Picamera2Camera] = []

    def open_camera() -> Picamera2Camera:
        opened.append(_Impatient(size_px=(192, 108)))
        return opened[-1]

    scanner = Scanner(host, ScriptedReader([a_table()]), open_camera, clock)
    world.lost_in_size = SMALL.size
    for _ in range(3):
        scanner.turn()
    assert world.lost
    assert host.camera() is DeviceState.LOST
    assert "cable" in host.shown[-1].notes[0].hint_text
    world.lost, world.lost_in_size = False, None
    clock.advance(30.0)
    scanner.turn()
    assert host.camera() is DeviceState.READY
    assert len(opened) == 2
    opened[-1].close()
