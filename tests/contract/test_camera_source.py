"""What every camera must do, whatever it is made of."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.session.errors import CameraLostError
from hardware.cameras.bounded_camera import BoundedCamera
from hardware.cameras.controls import CameraControls, LockableCamera
from hardware.cameras.folder_camera import FolderCamera
from hardware.cameras.opencv_camera import OpenCvCamera
from hardware.cameras.picamera2_camera import Picamera2Camera
from tests.hardware.board.real_picamera2 import load
from tests.hardware.board.sensors import SMALL

WIDTH_PX, HEIGHT_PX = 320, 180


def scene() -> Any:
    """Left third blue, middle green, right red, in BGR."""
    pixels = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    third = WIDTH_PX // 3
    for channel in range(3):
        pixels[:, channel * third : (channel + 1) * third, channel] = 220
    return pixels


class WebCam:
    """A ``cv2.VideoCapture`` that waits for each frame as a device does.

    Values hold only while their automatic is off, as Video4Linux has it.
    """

    def __init__(self, *, times: int = 1) -> None:
        self.closed = threading.Event()
        self._times = times
        self._values = {
            cv2.CAP_PROP_FPS: 100.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 166.0,
            cv2.CAP_PROP_GAIN: 32.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4100.0,
        }

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return not self.closed.is_set()

    def get(self, key: int) -> float:
        return self._values.get(key, -1.0)

    def set(self, key: int, value: float) -> bool:
        switches = {
            cv2.CAP_PROP_EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
            cv2.CAP_PROP_WB_TEMPERATURE: (cv2.CAP_PROP_AUTO_WB, 0.0),
        }
        switch, off = switches.get(key, (key, self._values.get(key)))
        if key not in self._values or self._values[switch] != off:
            return False
        self._values[key] = float(value)
        return True

    def grab(self) -> bool:
        return not self.closed.wait(0.005)

    def retrieve(self) -> tuple[bool, Any]:
        return True, scene().repeat(self._times, axis=0).repeat(self._times, axis=1)

    def release(self) -> None:
        self.closed.set()


def write_video(path: Path, frames: int = 20) -> Path:
    """A motion JPEG file of the scene."""
    fourcc = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), fourcc, 50.0, (WIDTH_PX, HEIGHT_PX))
    assert writer.isOpened()
    for _ in range(frames):
        writer.write(scene())
    writer.release()
    return path


def _folder(tmp_path: Path) -> LockableCamera:
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), scene())
    return FolderCamera(tmp_path, fps=100)


def _video(tmp_path: Path) -> LockableCamera:
    return OpenCvCamera(write_video(tmp_path / "evening.avi"))


def _usb(_tmp_path: Path) -> LockableCamera:
    return OpenCvCamera(
        0,
        name="webcam",
        opener=WebCam,  # type: ignore[arg-type]  # a stand-in
        still_opener=lambda: WebCam(times=2),  # type: ignore[arg-type,return-value]  # the same
    )


def _pi(_tmp_path: Path) -> LockableCamera:
    board = load()
    board.connect(SMALL).scene = scene()
    return Picamera2Camera(size_px=(WIDTH_PX, HEIGHT_PX), import_module=lambda: board.module)


@dataclass(frozen=True, slots=True)
class Kind:
    """One implementation."""

    name: str
    make: Callable[[Path], LockableCamera]


KINDS = [
    Kind("folder", _folder),
    Kind("video", _video),
    Kind("usb", _usb),
    Kind("pi", _pi),
    Kind("bounded", lambda tmp_path: BoundedCamera(_usb(tmp_path))),
]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LockableCamera]:
    opened = request.param.make(tmp_path)
    yield opened
    opened.close()


def test_frames_are_bgr_bytes_of_the_size_told(camera: LockableCamera) -> None:
    """A frame is (height, width, 3) bytes in the order blue, green, red, and names its source."""
    frame = camera.capture()
    assert frame.pixels.shape == (camera.info.height, camera.info.width, 3)
    assert frame.pixels.dtype == np.uint8
    assert frame.source
    third = WIDTH_PX // 3
    for channel in range(3):
        middle = frame.pixels[HEIGHT_PX // 2, channel * third + third // 2]
        assert int(np.argmax(middle)) == channel
        assert middle[channel] > 180


def test_a_frame_is_never_older_than_the_call(camera: LockableCamera) -> None:
    """Nothing that waited in a buffer is given."""
    for _ in range(3):
        asked_s = time.monotonic()
        assert camera.capture().taken_at_s >= asked_s


def test_a_frame_cannot_be_written_to_and_stays_as_it_is(camera: LockableCamera) -> None:
    """A frame handed over does not change, whatever comes later."""
    frame = camera.capture()
    before = frame.pixels.copy()
    assert not frame.pixels.flags.writeable
    for _ in range(4):
        camera.capture()
    assert np.array_equal(frame.pixels, before)


def test_info_says_what_it_is(camera: LockableCamera) -> None:
    """Backend, name and size are known without a capture."""
    assert (camera.info.width, camera.info.height) == (WIDTH_PX, HEIGHT_PX)
    assert camera.info.backend in {"folder", "video", "usb", "pi"}
    assert camera.info.name


def test_a_closed_camera_says_so(camera: LockableCamera) -> None:
    """After closing, a capture is refused at once; closing twice does nothing."""
    camera.close()
    camera.close()
    with pytest.raises(CameraLostError) as caught:
        camera.capture(timeout_s=0.5)
    assert caught.value.code == "camera_lost"


def test_closing_ends_a_capture_under_way(camera: LockableCamera) -> None:
    """A program that ends does not wait for a picture: the capture returns or is refused."""
    done = threading.Event()

    def capture() -> None:
        try:
            while True:
                camera.capture(timeout_s=5.0)
        except CameraLostError:
            done.set()

    thread = threading.Thread(target=capture, daemon=True)
    thread.start()
    time.sleep(0.05)
    camera.close()
    assert done.wait(5.0)


def test_a_still_is_at_least_as_large_and_never_older(camera: LockableCamera) -> None:
    """The full size where there is one, in the same shape; the stream goes on at its own size."""
    asked_s = time.monotonic()
    still = camera.still()
    assert still.taken_at_s >= asked_s
    assert still.pixels.shape[0] >= camera.info.height
    height, width = still.pixels.shape[:2]
    assert width / height == pytest.approx(camera.info.width / camera.info.height, rel=0.02)
    assert not still.pixels.flags.writeable
    frame = camera.capture()
    assert frame.pixels.shape == (camera.info.height, camera.info.width, 3)


def test_a_lock_accounts_for_everything_that_was_asked(camera: LockableCamera) -> None:
    """Each value holds, does not, or has no control; also after a still, and until unlocked."""
    wanted = CameraControls(
        exposure_us=20_000, gain=40, red_gain=1.5, blue_gain=1.6, white_balance_k=5_000, focus=3
    )
    report = camera.lock(wanted, timeout_s=1.0)
    named = [*report.held, *report.wrong, *report.unsupported]
    assert sorted(named) == sorted(wanted.asked())
    assert not report.wrong
    camera.still()
    camera.capture()
    measured = camera.measured().asked()
    assert {name: measured[name] for name in report.held} == report.held
    camera.unlock()


def test_what_the_camera_has_now_can_be_held(camera: LockableCamera) -> None:
    """Without values the present ones are kept."""
    assert not camera.lock(timeout_s=1.0).wrong
