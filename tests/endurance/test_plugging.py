"""Pulled out and put in a hundred times: every press counts, nothing is left open."""

import queue
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from companion.session.clock import SystemClock
from companion.session.errors import CameraLostError
from companion.session.scan_plan import ScanPlan
from companion.session.scanner import Scanner, ScanSettings
from companion.session.table_port import DeviceState
from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS, GpioButtons
from hardware.buttons.serial_buttons import SerialButtons
from hardware.cameras.folder_camera import FolderCamera
from hardware.cameras.opencv_camera import OpenCvCamera
from hardware.errors import CameraUnavailableError
from tests.contract.test_camera_source import WebCam
from tests.fakes import ScriptedReader
from tests.firmware.pico_box import PicoBox
from tests.session.test_scanner import NOTHING, Host
from tests.waiting import until

TIMES = 100
WAIT_S = 20.0

pytestmark = pytest.mark.slow


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_button_box() -> None:
    """Its lights are set back and its presses count each time."""
    ports: list[str] = []
    presses: queue.Queue[int] = queue.Queue()
    buttons = SerialButtons(lambda: tuple(ports), retry_s=0.01)
    buttons.start(presses.put)
    buttons.set_light(2, on=True)
    threads, files = threading.active_count(), open_files()
    for number in range(TIMES):
        box = PicoBox()
        ports[:] = [box.port]
        until(lambda box=box: buttons.state is DeviceState.READY and box.lights[1] == 1)  # type: ignore[misc]  # bound at once
        seat = number % 5 + 1
        box.press(seat, held_s=0.0)
        assert presses.get(timeout=WAIT_S) == seat
        ports.clear()
        box.unplug()
        until(lambda: buttons.state is DeviceState.LOST)
    assert presses.empty()
    assert threading.active_count() == threads
    assert open_files() == files
    buttons.close()


def test_a_usb_camera() -> None:
    """Lost, opened again, released each time."""
    cameras: list[WebCam] = []

    def opener() -> Any:
        cameras.append(WebCam())
        return cameras[-1]

    camera = OpenCvCamera(0, name="webcam", opener=opener, retry_s=0.005)
    for number in range(TIMES):
        camera_now = cameras[-1]
        camera_now.closed.set()
        until(lambda number=number: len(cameras) == number + 2)  # type: ignore[misc]  # bound at once
        until(lambda: _gives_a_picture(camera))
    camera.close()
    assert all(each.closed.is_set() for each in cameras)


def _gives_a_picture(camera: OpenCvCamera) -> bool:
    try:
        return bool(camera.capture(timeout_s=1.0).pixels.any())
    except CameraLostError:
        return False


def test_a_folder_of_pictures(tmp_path: Path) -> None:
    """A stick with pictures: lost in words while it is out, read again when it is back."""
    stick, pocket = tmp_path / "stick", tmp_path / "pocket"
    stick.mkdir()
    cv2.imwrite(str(stick / "a.png"), np.full((40, 60, 3), 90, np.uint8))
    files = open_files()
    for _ in range(TIMES):
        camera = FolderCamera(stick, fps=0)
        assert camera.capture().pixels.any()
        stick.rename(pocket)
        with pytest.raises(CameraUnavailableError):
            FolderCamera(stick)
        pocket.rename(stick)
        assert camera.capture().pixels.any()
        camera.close()
    assert open_files() == files


def test_buttons_at_the_pins() -> None:
    """Opened and released: every press counts, no pin stays in use and no thread behind."""
    factory = MockFactory()
    presses: queue.Queue[int] = queue.Queue()
    pin = factory.pin(DEFAULT_BUTTON_PINS[2])
    threads = threading.active_count()
    for _ in range(TIMES):
        buttons = GpioButtons(
            dict(enumerate(DEFAULT_BUTTON_PINS, 1)),
            dict(enumerate(DEFAULT_LIGHT_PINS, 1)),
            bounce_s=0.0,
            pin_factory=factory,
        )
        buttons.start(presses.put)
        buttons.set_light(3, on=True)
        assert factory.pin(DEFAULT_LIGHT_PINS[2]).state
        pin.drive_low()
        assert presses.get(timeout=WAIT_S) == 3
        pin.drive_high()
        buttons.close()
        assert not factory.pin(DEFAULT_LIGHT_PINS[2]).state
    assert presses.empty()
    assert threading.active_count() == threads


def test_a_cameras_scanner() -> None:
    """The whole way: the screen hears of each loss and each return; mats are read in between."""
    plugged = threading.Event()
    cameras: list[WebCam] = []

    def opener() -> Any:
        cameras.append(WebCam())
        if not plugged.is_set():
            cameras[-1].closed.set()
        return cameras[-1]

    host = Host(ScanPlan(("strip-1",), 1))
    reader = ScriptedReader([NOTHING])
    scanner = Scanner(
        host,
        reader,
        lambda: OpenCvCamera(0, name="webcam", opener=opener, retry_s=0.005),
        SystemClock(),
        settings=ScanSettings(pause_s=0.0, first_retry_s=0.002, last_retry_s=0.01),
    )
    scanner.start()
    files = open_files()
    for _ in range(TIMES):
        plugged.set()
        until(lambda: host.shown and host.camera() is DeviceState.READY)
        asked = reader.asked
        until(lambda asked=asked: reader.asked > asked)  # type: ignore[misc]  # bound at once
        plugged.clear()
        for each in tuple(cameras):
            each.closed.set()
        until(lambda: host.camera() is DeviceState.LOST)
        host.shown[:-1] = []
    scanner.stop()
    assert open_files() <= files
    assert all(each.closed.is_set() for each in cameras)
