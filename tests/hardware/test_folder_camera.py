"""The folder camera: order, jumps, the last picture, bad folders."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.session.errors import CameraLostError
from hardware.cameras.folder_camera import FolderCamera
from hardware.errors import CameraUnavailableError, PictureUnreadableError
from tests.vision.core.test_decoding import huge_png


def _pictures(folder: Path, *names: str) -> Path:
    for level, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((30, 40, 3), level * 20, np.uint8))
    return folder


def test_the_first_picture_stays_until_told(tmp_path: Path) -> None:
    """Without a number of frames each, nothing moves by itself."""
    camera = FolderCamera(_pictures(tmp_path, "b.png", "a.png"), fps=0)
    assert camera.names == ("a.png", "b.png")
    assert {camera.capture().source for _ in range(5)} == {"a.png"}


def test_pictures_come_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    """With two frames each: a a b b c c c c."""
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png", "c.png"), frames_each=2, fps=0)
    assert "".join(camera.capture().source[0] for _ in range(8)) == "aabbcccc"


def test_show_jumps_with_and_without_the_suffix(tmp_path: Path) -> None:
    """A jump holds for the next capture, backwards too."""
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0)
    camera.show("b")
    assert camera.capture().source == "b.png"
    assert camera.capture().pixels[0, 0, 0] == 20
    camera.show("a.png")
    assert camera.capture().pixels[0, 0, 0] == 0
    assert camera.showing == "a.png"


def test_who_chooses_is_asked_before_each_capture(tmp_path: Path) -> None:
    """What was shown by hand gives way; a picture that is not there is a lost camera."""
    chosen = iter(["b", "a.png", "a", "z"])
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0, choose=lambda: next(chosen))
    camera.show("a")
    assert [camera.capture().source for _ in range(3)] == ["b.png", "a.png", "a.png"]
    with pytest.raises(CameraLostError):
        camera.capture()


def test_show_of_a_missing_picture_changes_nothing(tmp_path: Path) -> None:
    """The picture before the lens stays, and the error names the file."""
    camera = FolderCamera(_pictures(tmp_path, "a.png"), fps=0)
    with pytest.raises(PictureUnreadableError, match=r"z\.png"):
        camera.show("z.png")
    assert camera.showing == "a.png"


def test_advance_stops_at_the_last(tmp_path: Path) -> None:
    """True as long as there was a next one."""
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0)
    assert [camera.advance(), camera.advance()] == [True, False]
    assert camera.showing == "b.png"


def test_a_damaged_picture_is_a_lost_camera_that_comes_back(tmp_path: Path) -> None:
    """The session knows how to wait for a camera; the next good picture is given again."""
    camera = FolderCamera(_pictures(tmp_path, "a.png", "b.png"), fps=0)
    (tmp_path / "b.png").write_bytes(b"no picture")
    camera.show("b")
    with pytest.raises(CameraLostError):
        camera.capture()
    camera.show("a")
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
