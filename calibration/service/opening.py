"""Puts the calibration of a running table together."""

from __future__ import annotations

from collections.abc import Callable

from calibration.service.calibration_service import CalibrationDesk, Hooks
from calibration.service.face_teaching import TeachingDesk
from calibration.service.frame_tap import FrameLoan
from calibration.service.table_profiles import TableProfiles
from calibration.service.wizard_run import Course
from calibration.service.zone_drawing import DrawingDesk
from companion.session.clock import SystemClock
from companion.session.pictures import PictureMaker
from companion.session.ports import Clock
from companion.session.table_port import ScanUpdate


def open_desk(
    profiles: TableProfiles,
    loan: FrameLoan,
    *,
    make_picture: PictureMaker,
    scan: Callable[[], ScanUpdate],
    chosen: Callable[[], str],
    remember: Callable[[str], None],
    clock: Clock | None = None,
) -> CalibrationDesk:
    """Return the calibration for the screen.

    Args:
        profiles: the table's, with its witness and what holds its camera.
        loan: lends the camera's frames.
        make_picture: makes the screen's pictures.
        scan: the newest state of the camera.
        chosen: name of the profile that people chose; empty where nobody did.
        remember: keeps such a name.
        clock: tells the date; the machine's unless given.
    """
    utc_iso = (clock or SystemClock()).utc_iso

    def new_course() -> Course:
        return Course(
            profiles.open_reader,
            reader_sha256=profiles.reader_sha256,
            make_picture=make_picture,
            utc_iso=utc_iso,
            holding=profiles.holding,
        )

    return CalibrationDesk(
        profiles.shelf,
        loan,
        Hooks(
            scan=scan,
            new_course=new_course,
            chosen=chosen,
            remember=remember,
            goes_by=profiles.goes_by,
            followed=profiles.take_followed,
            utc_iso=utc_iso,
        ),
        teaching=TeachingDesk(
            profiles.shelf,
            loan,
            profiles.witness,
            open_reader=profiles.open_reader,
            make_picture=make_picture,
            scan=scan,
        ),
        drawing=DrawingDesk(profiles.shelf, loan, make_picture=make_picture, scan=scan),
    )
