"""Pulled out and put in a hundred times: every press counts, nothing is left open."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.session.errors import CameraLostError
from companion.session.table_port import DeviceState
from hardware.opencv_camera import OpenCvCamera
from hardware.serial_buttons import SerialButtons
from tests.contract.test_camera_source import WebCam
from tests.firmware.pico_box import PicoBox

TIMES = 100
WAIT_S = 20.0

pytestmark = pytest.mark.slow


def _until(is_so: Callable[[], bool]) -> None:
    until_s = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.002)


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
        _until(lambda box=box: buttons.state is DeviceState.READY and box.lights[1] == 1)  # type: ignore[misc]  # bound at once
        seat = number % 5 + 1
        box.press(seat, held_s=0.0)
        assert presses.get(timeout=WAIT_S) == seat
        ports.clear()
        box.unplug()
        _until(lambda: buttons.state is DeviceState.LOST)
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
        _until(lambda number=number: len(cameras) == number + 2)  # type: ignore[misc]  # bound at once
        _until(lambda: _gives_a_picture(camera))
    camera.close()
    assert all(each.closed.is_set() for each in cameras)


def _gives_a_picture(camera: OpenCvCamera) -> bool:
    try:
        return bool(camera.capture(timeout_s=1.0).pixels.any())
    except CameraLostError:
        return False
