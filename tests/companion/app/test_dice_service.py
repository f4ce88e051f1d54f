"""Dice read for practice: from the camera, or from example pictures where none may look."""

import threading

import pytest

from companion.app.dice_service import DiceService
from companion.demo.script import PICTURES
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, DieStatus, Frame
from companion.session.scan_plan import ScanPlan
from companion.session.service_ports import NoDiceCameraError
from vision.core.decoding import decode_file
from vision.opening import open_table_reader

PICTURE = PICTURES / "game1-round1-ann.jpg"


def _tap(*, secret: bool = False) -> FrameTap:
    """Of a table whose screens are up, or not."""
    return FrameTap(lambda: ScanPlan(secret=secret))


def _service(tap: FrameTap, *, has_camera: bool) -> DiceService:
    return DiceService(
        tap,
        open_reader=open_table_reader,
        has_camera=lambda: has_camera,
        examples=[PICTURE],
    )


@pytest.mark.parametrize(("has_camera", "secret"), [(False, False), (True, True)])
def test_an_example_is_read_where_no_camera_may_look(*, has_camera: bool, secret: bool) -> None:
    """Without a camera, and while players choose behind their screens (R-12.1)."""
    tap = _tap(secret=secret)
    scan = _service(tap, has_camera=has_camera).scan()
    assert {die.status for die in scan.reading.dice} == {DieStatus.OK}
    assert len(scan.reading.dice) == 4


def test_the_picture_is_the_part_with_the_dice() -> None:
    """Every die lies in it, and the picture is as wide to its height as the reading."""
    tap = _tap()
    scan = _service(tap, has_camera=False).scan()
    frame = decode_file(PICTURE)
    assert scan.reading.width < frame.pixels.shape[1]
    for die in scan.reading.dice:
        assert 0 < die.centre_px[0] < scan.reading.width
        assert 0 < die.centre_px[1] < scan.reading.height
    shape = scan.reading.width / scan.reading.height
    assert scan.picture.width / scan.picture.height == pytest.approx(shape, rel=0.01)


def test_a_frame_of_the_camera_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next frame; none in time is an error that says what to do."""
    frame = decode_file(PICTURE)

    class Scanner(threading.Event):
        """Gives a frame when it is woken."""

        def set(self) -> None:
            tap.offer(
                Frame(frame.pixels, 0.0, PICTURE.name), CameraInfo("x", "x", 1, 1), tap.plan()
            )

    tap = _tap()
    monkeypatch.setattr("companion.app.dice_service._WAIT_S", 0.01)
    service = _service(tap, has_camera=True)
    with pytest.raises(NoDiceCameraError):
        service.scan()
    tap.wake = Scanner()
    scan = service.scan()
    assert len(scan.reading.dice) == 4
    assert tap.plan() == ScanPlan(), "nothing is taken any more"
