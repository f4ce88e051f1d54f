"""USB cameras that go and come back, stale frames, video files."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.session.errors import CameraLostError
from hardware.cameras.bounded_camera import BoundedCamera, open_bounded
from hardware.cameras.controls import CameraControls
from hardware.cameras.opencv_camera import OpenCvCamera
from hardware.errors import CameraUnavailableError, DriverStuckError
from tests.contract.test_camera_source import WebCam, write_video
from tests.waiting import until


class Plug:
    """A device that can be pulled out and put in; counts what happens to it."""

    def __init__(self) -> None:
        self.is_in = threading.Event()
        self.is_in.set()
        self.silent = threading.Event()
        self.opened = 0
        self.released = 0
        self.frame = 0
        self.decoded = 0

    def open(self) -> Any:
        self.opened += 1
        return _Device(self)


class _Device:
    def __init__(self, plug: Plug) -> None:
        self._plug = plug

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._plug.is_in.is_set()

    def get(self, _key: int) -> float:
        return 0.0  # as many drivers answer

    def grab(self) -> bool:
        time.sleep(0.002)
        while self._plug.silent.is_set():
            time.sleep(0.002)
        self._plug.frame += 1
        return self._plug.is_in.is_set()

    def retrieve(self) -> tuple[bool, Any]:
        self._plug.decoded += 1
        return True, np.full((12, 16, 3), self._plug.frame % 251, np.uint8)

    def release(self) -> None:
        self._plug.released += 1


def _camera(plug: Plug) -> OpenCvCamera:
    return OpenCvCamera(0, name="webcam", opener=plug.open, retry_s=0.01)


Closing = Callable[[OpenCvCamera], OpenCvCamera]


@pytest.fixture
def closing() -> Iterator[Closing]:
    """Closes a camera in the end."""
    with ExitStack() as stack:
        yield lambda camera: stack.enter_context(contextlib.closing(camera))


def _capture_for_ever(camera: OpenCvCamera) -> None:
    while True:
        camera.capture()


def _capture_again(camera: OpenCvCamera) -> Any:
    deadline_s = time.monotonic() + 10.0
    while True:
        try:
            return camera.capture()
        except CameraLostError:
            assert time.monotonic() < deadline_s
            time.sleep(0.005)


def test_the_frame_under_way_at_the_call_is_skipped(closing: Closing) -> None:
    """The frame given was begun after the call: at least one whole frame lies between."""
    plug = Plug()
    camera = closing(_camera(plug))
    for _ in range(5):
        seen = plug.frame
        assert int(camera.capture().pixels[0, 0, 0]) >= seen + 2


def test_frames_that_nobody_wants_are_not_decoded(closing: Closing) -> None:
    """The buffer is drained all the time, but only what is asked for costs work."""
    plug = Plug()
    camera = closing(_camera(plug))
    camera.capture()
    decoded, until = plug.decoded, plug.frame + 20
    while plug.frame < until:
        time.sleep(0.005)
    assert plug.decoded == decoded


def test_unplugged_and_plugged_again() -> None:
    """Lost while it is away, back by itself afterwards, every device released once."""
    plug = Plug()
    camera = _camera(plug)
    try:
        for _ in range(5):
            camera.capture()
            plug.is_in.clear()
            with pytest.raises(CameraLostError):
                _capture_for_ever(camera)
            plug.is_in.set()
            assert _capture_again(camera).pixels.shape == (12, 16, 3)
    finally:
        camera.close()
    assert plug.released == plug.opened


def test_a_silent_device_times_out(closing: Closing) -> None:
    """A driver that blocks for ever does not block the caller; when it wakes, all is well."""
    plug = Plug()
    camera = closing(_camera(plug))
    plug.silent.set()
    try:
        with pytest.raises(CameraLostError, match="webcam"):
            camera.capture(timeout_s=0.05)
    finally:
        plug.silent.clear()
    assert camera.capture().source == "webcam"


def test_a_device_stuck_in_a_read_is_not_opened_again_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each attempt would leave one more thread and one more open device."""
    monkeypatch.setattr("hardware.cameras.bounded_camera._CLOSE_LIMIT_S", 0.02)
    plug = Plug()
    camera = open_bounded(lambda: _camera(plug), "usb")
    assert camera is not None
    plug.silent.set()
    with pytest.raises(CameraLostError):
        camera.capture(timeout_s=0.05)
    camera.close()
    for _ in range(3):
        with pytest.raises(DriverStuckError, match="webcam"):
            open_bounded(lambda: _camera(plug), "usb")
    assert (plug.opened, plug.released) == (1, 0)
    plug.silent.clear()
    until(lambda: plug.released == 1)
    again = _opened_again(plug)
    assert again.capture().source == "webcam"
    again.close()


def _opened_again(plug: Plug) -> BoundedCamera:
    opened: list[BoundedCamera | None] = []

    def is_open() -> bool:
        with suppress(DriverStuckError):
            opened.append(open_bounded(lambda: _camera(plug), "usb"))
        return bool(opened)

    until(is_open)
    assert opened[0] is not None
    return opened[0]


def test_a_device_that_is_not_there_is_refused() -> None:
    """The constructor says so; nothing goes on in the background."""
    plug = Plug()
    plug.is_in.clear()
    with pytest.raises(CameraUnavailableError, match="webcam"):
        _camera(plug)
    opened = plug.opened
    time.sleep(0.05)
    assert plug.opened == opened


def test_the_last_frame_of_a_video_stays(tmp_path: Path, closing: Closing) -> None:
    """Long after the end there is still a picture, as of a camera over a quiet table."""
    camera = closing(OpenCvCamera(write_video(tmp_path / "short.avi", frames=2)))
    for _ in range(12):
        assert camera.capture().pixels.any()


@pytest.mark.parametrize("content", [b"", b"RIFF\x00\x00\x00\x00AVI ", b"text"])
def test_a_file_that_is_no_video_is_refused(tmp_path: Path, content: bytes) -> None:
    """Empty, cut off, or something else."""
    path = tmp_path / "broken.avi"
    path.write_bytes(content)
    with pytest.raises(CameraUnavailableError, match="broken"):
        OpenCvCamera(path, name="broken.avi")


def test_a_locked_device_that_comes_back_is_locked_again(closing: Closing) -> None:
    """Its memory is gone with its power; ours is not."""
    devices: list[WebCam] = []

    def opener() -> Any:
        devices.append(WebCam())
        return devices[-1]

    camera = closing(OpenCvCamera(0, name="webcam", opener=opener, retry_s=0.01))
    assert camera.lock(CameraControls(exposure_us=10_000, gain=16)).is_locked
    devices[-1].closed.set()
    _capture_again(camera)
    assert len(devices) == 2
    measured = camera.measured()
    assert (measured.exposure_us, measured.gain) == (10_000, 16)
    camera.unlock()
    assert devices[-1].get(cv2.CAP_PROP_AUTO_EXPOSURE) == 3


def test_a_device_that_falls_back_is_found_out(closing: Closing) -> None:
    """It takes the value and has another one in its frames."""

    class Stubborn(WebCam):
        def set(self, key: int, value: float) -> bool:
            return super().set(key, 20 if key == cv2.CAP_PROP_GAIN else value)

    camera = closing(OpenCvCamera(0, name="webcam", opener=Stubborn))  # type: ignore[arg-type]
    report = camera.lock(CameraControls(gain=60), timeout_s=0.3)
    assert report.wrong == {"gain": 20}


def test_no_still_is_no_end(closing: Closing) -> None:
    """The full size fails: said, and the stream goes on."""

    def broken() -> Any:
        raise OSError("no such size")

    camera = closing(OpenCvCamera(0, name="webcam", opener=WebCam, still_opener=broken))  # type: ignore[arg-type]
    with pytest.raises(CameraLostError):
        camera.still()
    assert camera.capture().pixels.any()


def test_the_stream_is_waited_for_after_a_still(closing: Closing) -> None:
    """A driver that lets go of the device slowly is no lost camera."""
    refusals = iter([False, True, True])

    def opener() -> Any:
        device = WebCam()
        if next(refusals, False):
            device.closed.set()
        return device

    small: Any = partial(WebCam, times=2)
    camera = closing(OpenCvCamera(0, name="webcam", opener=opener, still_opener=small))
    assert camera.still().pixels.any()
    assert camera.capture().pixels.any()


class Sizes(WebCam):
    """A driver that takes the nearest of its sizes, by width."""

    OFFERED = ((640, 480), (1280, 720), (1920, 1080), (2592, 1944))

    def __init__(self, *_device: object) -> None:
        super().__init__()
        self.size_px = self.OFFERED[0]

    def set(self, key: int, value: float) -> bool:
        if key == cv2.CAP_PROP_FRAME_WIDTH:
            self.size_px = min(self.OFFERED, key=lambda size: abs(size[0] - value))
        return super().set(key, value)

    def get(self, key: int) -> float:
        width, height = self.size_px
        sizes = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height}
        return float(sizes.get(key, super().get(key)))

    def retrieve(self) -> tuple[bool, Any]:
        width, height = self.size_px
        return True, np.full((height, width, 3), 7, np.uint8)


def test_a_still_has_the_largest_size_of_the_streams_shape(
    monkeypatch: pytest.MonkeyPatch, closing: Closing
) -> None:
    """The largest size of all would show another part of the table."""
    monkeypatch.setattr(cv2, "VideoCapture", Sizes)
    camera = closing(OpenCvCamera(0, name="webcam", size_px=(1280, 720)))
    assert camera.still().pixels.shape == (1080, 1920, 3)
    assert camera.capture().pixels.shape == (720, 1280, 3)


def test_a_lens_at_infinity_is_locked_there(closing: Closing) -> None:
    """A focus and a gain of 0 are values; a white balance of 0 K and a missing control are none."""

    class AtZero(WebCam):
        def __init__(self) -> None:
            super().__init__()
            self._values = {
                cv2.CAP_PROP_FPS: 100.0,
                cv2.CAP_PROP_GAIN: 0.0,
                cv2.CAP_PROP_FOCUS: 0.0,
                cv2.CAP_PROP_AUTOFOCUS: 1.0,
                cv2.CAP_PROP_WB_TEMPERATURE: 0.0,
            }

    device = AtZero()
    camera = closing(OpenCvCamera(0, name="webcam", opener=lambda: device))  # type: ignore[arg-type,return-value]
    report = camera.lock(timeout_s=1.0)
    assert report.held == {"gain": 0.0, "focus": 0.0}
    assert device.get(cv2.CAP_PROP_AUTOFOCUS) == 0
