"""What every camera must do, whatever it is made of."""

from __future__ import annotations

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
from companion.session.ports import CameraSource
from hardware.folder_camera import FolderCamera
from hardware.opencv_camera import OpenCvCamera
from hardware.picamera2_camera import Picamera2Camera
from tests.hardware.fake_picamera2 import FakePicamera2, fresh_module

WIDTH_PX, HEIGHT_PX = 320, 180


def scene() -> Any:
    """Left third blue, middle green, right red, in BGR."""
    pixels = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    third = WIDTH_PX // 3
    for channel in range(3):
        pixels[:, channel * third : (channel + 1) * third, channel] = 220
    return pixels


class WebCam:
    """A ``cv2.VideoCapture`` that waits for each frame as a device does."""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return not self.closed.is_set()

    def get(self, _key: int) -> float:
        return 100.0

    def grab(self) -> bool:
        return not self.closed.wait(0.005)

    def retrieve(self) -> tuple[bool, Any]:
        return True, scene()

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


def _folder(tmp_path: Path) -> CameraSource:
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), scene())
    return FolderCamera(tmp_path, fps=100)


def _video(tmp_path: Path) -> CameraSource:
    return OpenCvCamera(write_video(tmp_path / "evening.avi"))


def _usb(_tmp_path: Path) -> CameraSource:
    return OpenCvCamera(0, name="webcam", opener=WebCam)  # type: ignore[arg-type]  # a stand-in


def _pi(_tmp_path: Path) -> CameraSource:
    module = fresh_module()
    FakePicamera2.scene = scene()
    return Picamera2Camera(size_px=(WIDTH_PX, HEIGHT_PX), import_module=lambda: module)


@dataclass(frozen=True, slots=True)
class Kind:
    """One implementation."""

    name: str
    make: Callable[[Path], CameraSource]


KINDS = [Kind("folder", _folder), Kind("video", _video), Kind("usb", _usb), Kind("pi", _pi)]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CameraSource]:
    opened = request.param.make(tmp_path)
    yield opened
    opened.close()


def test_frames_are_bgr_bytes_of_the_size_told(camera: CameraSource) -> None:
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


def test_a_frame_is_never_older_than_the_call(camera: CameraSource) -> None:
    """Nothing that waited in a buffer is given."""
    for _ in range(3):
        asked_s = time.monotonic()
        assert camera.capture().taken_at_s >= asked_s


def test_a_frame_cannot_be_written_to_and_stays_as_it_is(camera: CameraSource) -> None:
    """A frame handed over does not change, whatever comes later."""
    frame = camera.capture()
    before = frame.pixels.copy()
    assert not frame.pixels.flags.writeable
    for _ in range(4):
        camera.capture()
    assert np.array_equal(frame.pixels, before)


def test_info_says_what_it_is(camera: CameraSource) -> None:
    """Backend, name and size are known without a capture."""
    assert (camera.info.width, camera.info.height) == (WIDTH_PX, HEIGHT_PX)
    assert camera.info.backend in {"folder", "video", "usb", "pi"}
    assert camera.info.name


def test_a_closed_camera_says_so(camera: CameraSource) -> None:
    """After closing, a capture is refused at once; closing twice does nothing."""
    camera.close()
    camera.close()
    with pytest.raises(CameraLostError) as caught:
        camera.capture(timeout_s=0.5)
    assert caught.value.code == "camera_lost"


def test_closing_ends_a_capture_under_way(camera: CameraSource) -> None:
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
