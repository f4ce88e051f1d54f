"""Dice read for practice: from the camera, or from example pictures where none may look."""

from __future__ import annotations

import pytest

from calibration.service.frame_tap import FrameTap
from companion.app.dice_service import DiceService
from companion.demo.script import PICTURES
from companion.session.ports import CameraInfo, DieStatus, Frame
from companion.session.scan_plan import ScanPlan
from companion.session.service_ports import NoDiceCameraError
from vision.core.decoding import decode_file
from vision.opening import open_table_reader

PICTURE = PICTURES / "game1-round1-ann.jpg"


class _Host:
    """A table whose screens are up, or not."""

    def __init__(self, *, secret: bool = False) -> None:
        self.secret = secret

    def scan_plan(self) -> ScanPlan:
        return ScanPlan((), 0, self.secret)


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
    tap = FrameTap(_Host(secret=secret), wake=lambda: None)  # type: ignore[arg-type]
    scan = _service(tap, has_camera=has_camera).scan()
    assert {die.status for die in scan.reading.dice} == {DieStatus.OK}
    assert len(scan.reading.dice) == 4


def test_the_picture_is_the_part_with_the_dice() -> None:
    """Every die lies in it, and the picture is as wide to its height as the reading."""
    tap = FrameTap(_Host(), wake=lambda: None)  # type: ignore[arg-type]
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
    taps: list[FrameTap] = []

    def wake() -> None:
        if taps and taps[0]._handler is not None:
            taps[0]._offer(Frame(frame.pixels, 0.0, PICTURE.name), CameraInfo("x", "x", 1, 1))

    tap = FrameTap(_Host(), wake=wake)  # type: ignore[arg-type]
    monkeypatch.setattr("companion.app.dice_service._WAIT_S", 0.01)
    service = _service(tap, has_camera=True)
    with pytest.raises(NoDiceCameraError):
        service.scan()
    taps.append(tap)
    scan = service.scan()
    assert len(scan.reading.dice) == 4
    assert tap._handler is None
