"""Names of cameras in the settings."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.demo.script import PICTURES
from hardware.cameras.choice import find_usb_cameras, open_camera
from hardware.cameras.controls import CameraControls
from hardware.cameras.folder_camera import FolderCamera
from hardware.errors import CameraUnavailableError
from tests.contract.test_camera_source import write_video
from tests.hardware.board.real_picamera2 import Board
from tests.some import there


def _node(v4l: Path, number: int, name: str, index: int = 0) -> None:
    node = v4l / f"video{number}"
    node.mkdir(parents=True)
    (node / "name").write_text(name + "\n")
    (node / "index").write_text(f"{index}\n")


def test_usb_cameras_are_told_from_other_video_devices(tmp_path: Path) -> None:
    """Codecs of the Pi and metadata nodes are no cameras; 10 comes after 2."""
    _node(tmp_path, 10, "Cam Ten")
    _node(tmp_path, 2, "Cam Two")
    _node(tmp_path, 3, "Cam Two", index=1)
    _node(tmp_path, 11, "bcm2835-codec-decode")
    _node(tmp_path, 20, "pispbe-input")
    found = find_usb_cameras(tmp_path)
    assert [(c.device, c.name) for c in found] == [
        ("/dev/video2", "Cam Two"),
        ("/dev/video10", "Cam Ten"),
    ]


def test_auto_without_any_camera_is_none(tmp_path: Path) -> None:
    """No camera is a state, not an error."""
    assert open_camera("auto", v4l=tmp_path) is None
    assert open_camera("none") is None


def test_auto_takes_a_webcam_by_its_own_driver(
    board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """libcamera lists it, too; through it no picture would ever come."""
    board.connect(webcams=("HD Webcam",))
    monkeypatch.setitem(sys.modules, "picamera2", board.module)
    _node(tmp_path, 0, "HD Webcam")
    opened: list[str] = []

    def open_usb(device: str, **_options: object) -> FolderCamera:
        opened.append(device)
        return FolderCamera(PICTURES)

    monkeypatch.setattr("hardware.cameras.opencv_camera.OpenCvCamera", open_usb)
    camera = there(open_camera("auto", v4l=tmp_path))
    assert opened == ["/dev/video0"]
    camera.close()


def test_a_named_camera_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The error tells what is plugged in instead."""
    with pytest.raises(CameraUnavailableError, match="no USB camera is plugged in"):
        open_camera("usb", v4l=tmp_path)
    _node(tmp_path, 0, "Cam Zero")
    with pytest.raises(CameraUnavailableError, match="only Cam Zero is plugged in"):
        open_camera("usb:logitech", v4l=tmp_path)
    with pytest.raises(CameraUnavailableError, match="only Cam Zero"):
        open_camera("usb:7", v4l=tmp_path)


@pytest.mark.parametrize("name", ["", "webcam", "auto:1", "none:x", "video:"])
def test_unknown_names_are_refused(name: str) -> None:
    """As a camera that is not there, so that the table runs without."""
    with pytest.raises(CameraUnavailableError):
        open_camera(name)


def test_folder_and_video_open_by_name(tmp_path: Path) -> None:
    """A path with a colon in it is taken whole."""
    folder = tmp_path / "a:b"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.zeros((30, 40, 3), np.uint8))
    camera = there(open_camera(f"folder:{folder}"))
    assert camera.info.backend == "folder"
    camera.close()
    video = there(open_camera(f"video:{write_video(tmp_path / 'a.avi')}"))
    assert video.info.backend == "video"
    video.close()
    with pytest.raises(CameraUnavailableError, match="no such file"):
        open_camera(f"video:{tmp_path / 'b.avi'}")


def test_a_picture_that_is_not_held_still_is_told_and_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A camera without a control is still a camera."""
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((10, 10, 3), np.uint8))
    camera = there(open_camera(f"folder:{tmp_path}", hold=CameraControls(gain=2.0)))
    assert camera.capture().pixels.shape == (10, 10, 3)
    assert "did not keep its settings" in caplog.text
    camera.close()
