"""Puts the calibration of a running table together."""

from __future__ import annotations

from collections.abc import Callable

from calibration.service.calibration_service import CalibrationService, Hooks
from calibration.service.face_teaching import FaceTeaching
from calibration.service.frame_tap import FrameTap
from calibration.service.table_profiles import TableProfiles
from calibration.service.wizard_run import WizardRun
from calibration.service.zone_drawing import ZoneDrawing
from companion.session.clock import SystemClock
from companion.session.pictures import PictureMaker
from companion.session.ports import Clock
from companion.session.table_port import ScanUpdate


def open_calibration_service(
    profiles: TableProfiles,
    frame_tap: FrameTap,
    *,
    make_picture: PictureMaker,
    scan: Callable[[], ScanUpdate],
    chosen: Callable[[], str],
    remember: Callable[[str], None],
    clock: Clock | None = None,
) -> CalibrationService:
    """Return the calibration for the screen.

    Args:
        profiles: the table's, with its outcome tracker and what holds its camera.
        frame_tap: lends the camera's frames.
        make_picture: makes the screen's pictures.
        scan: the newest state of the camera.
        chosen: name of the profile that people chose; empty where nobody did.
        remember: keeps such a name.
        clock: tells the date; the machine's unless given.
    """
    utc_iso = (clock or SystemClock()).utc_iso

    def new_run() -> WizardRun:
        return WizardRun(
            profiles.open_reader,
            reader_sha256=profiles.reader_sha256,
            make_picture=make_picture,
            utc_iso=utc_iso,
            camera_lock=profiles.camera_lock,
        )

    return CalibrationService(
        profiles.repository,
        frame_tap,
        Hooks(
            scan=scan,
            new_run=new_run,
            chosen=chosen,
            remember=remember,
            active_profile=profiles.active_profile,
            followed=profiles.take_switched,
            utc_iso=utc_iso,
        ),
        teaching=FaceTeaching(
            profiles.repository,
            frame_tap,
            profiles.outcome_tracker,
            open_reader=profiles.open_reader,
            make_picture=make_picture,
            scan=scan,
        ),
        drawing=ZoneDrawing(profiles.repository, frame_tap, make_picture=make_picture, scan=scan),
    )
