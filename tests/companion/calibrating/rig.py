"""A camera, its scanner and the calibration over them; a test turns the scanner by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from calibration.store import ProfileStore
from companion.calibrating.course import Course
from companion.calibrating.desk import CalibrationDesk, Hooks
from companion.calibrating.loan import FrameLoan
from companion.preview import scaled_picture
from companion.session.errors import CameraLostError
from companion.session.fakes import ManualClock
from companion.session.ports import CameraInfo, Frame, Reading
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.table_port import ScanUpdate
from vision.arrays import ImageU8
from vision.pipeline import TableReader

SHA = "ab" * 32


class Lens:
    """A camera that shows what a test lays before it; with nothing it is lost."""

    info = CameraInfo("test", "a test camera", 1280, 800)

    def __init__(self) -> None:
        self.pixels: ImageU8 | None = None

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        del timeout_s
        if self.pixels is None:
            raise CameraLostError(name="a test camera")
        return Frame(np.ascontiguousarray(self.pixels), 0.0, "a test")

    def close(self) -> None:
        """Nothing to release."""


class Game:
    """The game that the scanner works for (`ScanHost`), and its reader, which counts."""

    def __init__(self) -> None:
        self.plan = ScanPlan(("strip-1",), ticket=3)
        self.update = ScanUpdate()
        self.read_for_the_game = 0

    def scan_plan(self) -> ScanPlan:
        return self.plan

    def show_scan(self, update: ScanUpdate) -> None:
        self.update = update

    def deliver(self, mat: SettledMat) -> None:
        message = f"the game got {mat.mat_id}"
        raise AssertionError(message)

    def read(self, frame: Frame, **_more: object) -> Reading:
        self.read_for_the_game += 1
        height, width = frame.pixels.shape[:2]
        return Reading(width, height, (), (), ())


class Rig:
    """A table with its calibration.

    Args:
        folder: of the profiles.
        reader: read by.
    """

    def __init__(self, folder: Path, reader: TableReader) -> None:
        self.lens, self.game, self.clock = Lens(), Game(), ManualClock()
        self.store = ProfileStore(folder)
        self.renewed = self.wakes = 0
        self.chosen = ""
        self._reader = reader
        loan = FrameLoan(self.game)
        self._scanner = Scanner(loan, self.game, loan.lent(lambda: self.lens), self.clock)
        loan.wake = self._wake
        hooks = Hooks(
            scan=lambda: self.game.update,
            new_course=self._new_course,
            renew_reader=self._renew,
            chosen=lambda: self.chosen,
            remember=self._remember,
            utc_iso=self.clock.utc_iso,
        )
        self.desk = CalibrationDesk(self.store, loan, hooks)

    def see(self, pixels: ImageU8 | None, times: int = 1) -> None:
        """Let the camera see a picture some times; None takes the camera away."""
        self.lens.pixels = pixels
        for _ in range(times):
            self.clock.advance(60)
            self._scanner.turn()

    def _wake(self) -> None:
        self.wakes += 1

    def _renew(self) -> None:
        self.renewed += 1

    def _remember(self, name: str) -> None:
        self.chosen = name

    def _new_course(self) -> Course:
        return Course(
            lambda: self._reader,
            reader_sha256=lambda: SHA,
            make_picture=scaled_picture,
            utc_iso=self.clock.utc_iso,
        )
