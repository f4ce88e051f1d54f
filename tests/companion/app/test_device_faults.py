"""Faults of the Pi's camera while the table runs: each is a state on the screen, none ends it.

The real picamera2 over a stand-in for libcamera. Busy pins: test_wiring. A second graphics card, or
none that draws: tests/ui/test_environment and tests/companion/cli/test_doctor.
"""

import sys
from collections.abc import Callable, Iterator

import pytest

from companion.app.wiring import RunningTable, real_table
from companion.session.scanner import ScanSettings
from companion.session.table_port import DeviceState
from companion.settings import ButtonSettings, CameraSettings, Settings
from companion.storage.memory_log import MemoryEventLog
from tests.hardware.board.libcamera_stub import World
from tests.hardware.board.real_picamera2 import load
from tests.hardware.board.sensors import SMALL
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
