"""A camera, its scanner and the calibration over them; a test turns the scanner by hand."""

from pathlib import Path

import numpy as np

from calibration.core.store import ProfileStore
from calibration.service.calibration_service import CalibrationService
from calibration.service.table_profiles import TableProfiles
from companion.app.preview import scaled_picture
from companion.session.errors import CameraLostError
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, Frame, Reading, ReadRequest, ReadResult
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.table_port import ScanUpdate
from hardware.cameras.controls import CameraControls, LockReport
from tests.fakes import ManualClock
from vision.core.arrays import ImageU8
from vision.pipeline import TableReader

SHA = "ab" * 32


class Lens:
    """A camera that shows what a test lays before it; with nothing it is lost.

    Attributes:
        held: what it was told to hold; None while it adjusts itself.
        keeps: whether it does so.
    """

    info = CameraInfo("test", "a test camera", 1280, 800)

    def __init__(self) -> None:
        self.pixels: ImageU8 | None = None
        self.held: CameraControls | None = None
        self.keeps = True

    def lock(self, controls: CameraControls | None = None) -> LockReport:
        """Hold something."""
        self.held = controls or CameraControls(exposure_us=20_000.0, gain=2.0)
        asked = self.held.asked()
        if self.keeps:
            return LockReport(asked, {}, ())
        return LockReport({}, dict.fromkeys(asked), ())

    def unlock(self) -> None:
        """Adjust itself again."""
        self.held = None

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        del timeout_s
        if self.pixels is None:
            raise CameraLostError(name="a test camera")
        return Frame(np.ascontiguousarray(self.pixels), 0.0, "a test")

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        return self.capture(timeout_s=timeout_s)

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

    def read(self, request: ReadRequest) -> ReadResult:
        self.read_for_the_game += 1
        height, width = request.frame.pixels.shape[:2]
        return ReadResult(Reading(width, height, (), (), ()))


class Rig:
    """A table with its calibration.

    Args:
        folder: of the profiles.
        reader: read by.
    """

    def __init__(self, folder: Path, reader: TableReader) -> None:
        self.lens, self.game, self.clock = Lens(), Game(), ManualClock()
        self.store = ProfileStore(folder)
        self._version = 0
        self.chosen = ""
        self.profiles = TableProfiles(
            folder,
            chosen=lambda: self.chosen,
            remember=self._remember,
            open_reader=lambda: reader,
            reader_sha256=lambda: SHA,
        )
        self.frame_tap = FrameTap(lambda: self.game.plan, scaled_picture)
        lock = self.profiles.camera_lock
        self._scanner = Scanner(
            self.game,
            self.game,
            lock.locked(lambda: self.lens),
            self.clock,
            tap=self.frame_tap,
            before_image=lock.apply,
        )
        self.service = CalibrationService(self.profiles, self.frame_tap, self.clock)

    @property
    def renewed(self) -> int:
        """How often the reader became outdated since ``forget``."""
        return self.profiles.version - self._version

    def forget(self) -> None:
        """Count ``renewed`` from now on."""
        self._version = self.profiles.version

    def see(self, pixels: ImageU8 | None, times: int = 1) -> None:
        """Let the camera see a picture some times; None takes the camera away."""
        self.lens.pixels = pixels
        for _ in range(times):
            self.clock.advance(60)
            self._scanner.turn()

    def _remember(self, name: str) -> None:
        self.chosen = name
