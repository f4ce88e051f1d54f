"""The folder camera: order, jumps, the last picture, bad folders."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.session.errors import CameraLostError
from hardware.cameras.folder_camera import FolderCamera
from hardware.errors import CameraUnavailableError
from tests.vision.core.test_decoding import huge_png


def _pictures(folder: Path, *names: str) -> Path:
    for level, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((30, 40, 3), level * 20, np.uint8))
    return folder


def test_the_first_picture_stays(tmp_path: Path) -> None:
    """Without a number of frames each, nothing moves by itself."""
    camera = FolderCamera(_pictures(tmp_path, "b.png", "a.png"), fps=0)
    assert {camera.capture().source for _ in range(5)} == {"a.png"}


def test_pictures_come_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    """With two frames each: a a b b c c c c."""
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png", "c.png"), frames_each=2, fps=0)
    assert "".join(camera.capture().source[0] for _ in range(8)) == "aabbcccc"


def test_who_chooses_is_asked_before_each_capture(tmp_path: Path) -> None:
    """With and without the suffix; a picture that is not there is a lost camera."""
    chosen = iter(["b", "a.png", "a", "z"])
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0, choose=lambda: next(chosen))
    frames = [camera.capture() for _ in range(3)]
    assert [frame.source for frame in frames] == ["b.png", "a.png", "a.png"]
    assert [frame.pixels[0, 0, 0] for frame in frames] == [20, 0, 0]
    with pytest.raises(CameraLostError) as caught:
        camera.capture()
    assert "z" in str(caught.value.__cause__)


def test_a_damaged_picture_is_a_lost_camera_that_comes_back(tmp_path: Path) -> None:
    """The session knows how to wait for a camera; the next good picture is given again."""
    chosen = iter("ba")
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0, choose=lambda: next(chosen))
    (tmp_path / "b.png").write_bytes(b"no picture")
    with pytest.raises(CameraLostError):
        camera.capture()
    assert camera.capture().source == "a.png"


@pytest.mark.parametrize("what", ["missing", "empty", "file", "broken"])
def test_a_bad_folder_is_refused_with_its_name(tmp_path: Path, what: str) -> None:
    """No folder, no picture in it, a file, or a first picture that is none."""
    folder = tmp_path / what
    if what == "file":
        folder.write_text("x")
    elif what != "missing":
        folder.mkdir()
    if what == "broken":
        (folder / "a.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(CameraUnavailableError, match=what) as caught:
        FolderCamera(folder)
    assert caught.value.code == "camera_unavailable"
    assert caught.value.hint_text


@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
def test_half_a_picture_is_not_shown(tmp_path: Path, share: float) -> None:
    """OpenCV would fill the rest with grey; a table would read dice that are not there."""
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    _pictures(tmp_path, "a.png")
    cv2.imwrite(str(tmp_path / "b.jpg"), noise)
    data = (tmp_path / "b.jpg").read_bytes()
    (tmp_path / "b.jpg").write_bytes(data[: int(len(data) * share)])
    camera = FolderCamera(tmp_path, frames_each=1, fps=0)
    camera.capture()
    with pytest.raises(CameraLostError) as caught:
        camera.capture()
    assert "cut short" in str(caught.value.__cause__)


def test_a_picture_that_would_fill_the_memory_is_not_decoded(tmp_path: Path) -> None:
    """The header decides."""
    huge_png(tmp_path / "a.png", 20_000, 20_000)
    with pytest.raises(CameraUnavailableError, match="too large"):
        FolderCamera(tmp_path)
