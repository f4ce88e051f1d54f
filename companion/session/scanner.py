"""The scanner thread: captures frames and reads the wanted mats."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.errors import CompanionError
from companion.session.errors import CAMERA_FROZEN, COUNTED_DICE, INTERNAL
from companion.session.frame_tap import FrameTap
from companion.session.pictures import Box
from companion.session.ports import (
    CameraSource,
    Clock,
    Corners,
    DiceReader,
    Frame,
    MatReading,
    Reading,
    ReadRequest,
)
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.sightings import (
    Deliveries,
    Sighting,
    corners_px,
    follow,
    mat_in,
    sighting_of,
)
from companion.session.still_pass import MatView, StillPass
from companion.session.table_port import DeviceState, Picture, ScanStage, ScanUpdate

log = logging.getLogger(__name__)

_MIN_CONTRAST = 16  # grey levels
_SUBSAMPLING = 8  # subsampling by 8 in both axes is enough to compare frames


class ScanHost(Protocol):
    """Client of the scanner; implemented by ``TableOwner``."""

    def scan_plan(self) -> ScanPlan:
        """Return the current scan plan."""

    def show_scan(self, update: ScanUpdate) -> None:
        """Receive the newest scan state."""

    def deliver(self, mat: SettledMat) -> None:
        """Receive the dice of a settled mat."""


@dataclass(frozen=True, slots=True)
class ScanSettings:
    """Timing and image sizes of the scanner.

    Attributes:
        preview_px: width of the preview while mats are wanted.
        mat_px: width of the image of a recorded mat, and of the preview while idle.
        pause_s: pause between two readings, to leave CPU time to UI and buttons.
        idle_s: interval of previews while no mat is wanted.
        first_retry_s: first retry interval for a lost camera; doubles each time (backoff).
        last_retry_s: maximum retry interval.
        frozen_after: consecutive identical frames after which a live camera counts as frozen.
        margin: margin around a mat in its image, as a fraction of its size.
    """

    preview_px: int = 320
    mat_px: int = 640
    pause_s: float = 0.05
    idle_s: float = 2.0
    first_retry_s: float = 1.0
    last_retry_s: float = 30.0
    frozen_after: int = 8
    margin: float = 0.02


class Scanner:
    """Reads the wanted mats until their dice are settled, then delivers them.

    ``turn`` is one iteration of the loop and returns the pause; ``start`` runs it in a thread. The
    owner of the state only receives messages, so that the UI never waits for a frame.

    Args:
        host: supplies the scan plan and receives the results.
        reader: used by the scanner's thread only, from the first turn on.
        open_camera: opens the camera; raises a ``CompanionError`` on failure.
        tap: gets each frame, and makes pictures of it; others may take frames there.
        before_image: called before each image is captured.
        on_deliver: called with each mat before the host gets it.
    """

    def __init__(
        self,
        host: ScanHost,
        reader: DiceReader,
        open_camera: Callable[[], CameraSource],
        clock: Clock,
        *,
        settings: ScanSettings | None = None,
        tap: FrameTap | None = None,
        before_image: Callable[[], None] = lambda: None,
        on_deliver: Callable[[SettledMat], None] = lambda _mat: None,
    ) -> None:
        self._host = host
        self._reader = reader
        self._open_camera = open_camera
        self._clock = clock
        self._settings = settings or ScanSettings()
        self._camera: CameraSource | None = None
        self._was_open = False
        self._retry_s = self._settings.first_retry_s
        self._retry_at_s = 0.0
        self._update = ScanUpdate()
        self._sightings: dict[str, Sighting] = {}
        self._deliveries = Deliveries()
        self._before_image = before_image
        self._on_deliver = on_deliver
        self._still_pass = StillPass(reader, before_image)
        self._ticket = 0
        self._last_hash = 0
        self._repeats = 0
        self._stopping = threading.Event()
        self._tap = tap or FrameTap(host.scan_plan)
        self._wake = self._tap.wake
        self._thread = threading.Thread(target=self._run, name="scanner", daemon=True)

    # --- lifecycle -------------------------------------------------------------------------------

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Re-evaluate the plan now. Thread-safe and non-blocking."""
        self._wake.set()

    def stop(self, *, timeout_s: float = 5.0) -> None:
        """End the thread and close the camera. Safe to call twice."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            self._wake.wait(self._guarded_turn())
        self._close_camera()

    def _guarded_turn(self) -> float:
        try:
            return self.turn()
        except Exception as error:  # the outermost loop: scanning goes on after any fault
            log.exception("a turn of the scanner failed")
            self._show(notes=(INTERNAL(reason=type(error).__name__),))
            return self._settings.first_retry_s

    # --- one turn --------------------------------------------------------------------------------

    def turn(self) -> float:
        """Run one iteration; returns the pause in seconds."""
        plan = self._tap.plan()
        self._apply_plan(plan)
        camera = self._camera or self._try_to_open()
        if camera is None:
            return max(self._settings.pause_s, self._retry_at_s - self._clock.monotonic_s())
        try:
            self._before_image()
            frame = camera.capture()
            self._tap.offer(frame, camera.info, plan)
            self._check_frozen(camera, frame)
        except CompanionError as error:
            self._lose_camera(error)
            return self._settings.pause_s
        if plan.secret:  # captured only to check that the camera works, never shown
            self._show(stage=ScanStage.OFF, picture=None, reading=None, notes=())
            return self._settings.idle_s
        width_px = self._settings.preview_px if plan.mats else self._settings.mat_px
        preview = self._tap.picture(frame, width_px)
        if not plan.mats:
            self._show(stage=ScanStage.OFF, picture=preview, reading=None, notes=())
            return self._settings.idle_s
        self._scan(camera, plan, frame, preview)
        return self._settings.pause_s

    def _check_frozen(self, camera: CameraSource, frame: Frame) -> None:
        """Detect a hung driver: sensor noise makes identical consecutive frames implausible.

        Only a covered lens or full saturation yields frames without noise.

        Raises:
            CameraLostError: the camera has repeated one frame too often.
        """
        sample = frame.pixels[::_SUBSAMPLING, ::_SUBSAMPLING]
        frame_hash = hash(sample.tobytes())
        comparable = camera.info.is_live and int(sample.max()) - int(sample.min()) >= _MIN_CONTRAST
        same = comparable and frame_hash == self._last_hash
        self._repeats = self._repeats + 1 if same else 0
        self._last_hash = frame_hash
        if self._repeats >= self._settings.frozen_after:
            self._repeats = 0
            raise CAMERA_FROZEN(name=camera.info.name)

    def _apply_plan(self, plan: ScanPlan) -> None:
        """Reset tracking when the plan has a new ticket."""
        self._deliveries.keep_up(plan)
        if plan.ticket != self._ticket:
            self._ticket = plan.ticket
            self._sightings = {}
            self._still_pass.forget()
        self._show(wanted_mats=plan.mats)

    def _scan(self, camera: CameraSource, plan: ScanPlan, frame: Frame, preview: Picture) -> None:
        """Read the frame, track each wanted mat and deliver the settled ones."""
        try:
            request = ReadRequest(frame, plan.dice, plan.expect)
            reading = self._reader.read(request).reading
        except CompanionError as error:
            self._show(stage=ScanStage.LOOKING, picture=preview, reading=None, notes=(error,))
            return
        views = self._track(plan, frame, reading)
        waiting = {
            mat_id: view.sighting
            for mat_id, view in views.items()
            if self._deliveries.is_news(plan, mat_id, view.sighting)
        }
        views |= self._still_pass.read(camera, plan, frame, waiting)
        notes: list[CompanionError] = []
        stages = [ScanStage.LOOKING]
        for mat_id, view in views.items():
            sighting = view.sighting
            stages.append(ScanStage.SETTLED if sighting.is_settled else ScanStage.MOVING)
            if counted := self._deliveries.counted(plan, mat_id, sighting):
                notes.append(COUNTED_DICE(count=counted))
                continue
            answer = plan.judge(mat_id, sighting.seen())
            notes.extend(answer.notes)
            if sighting.is_settled and answer.command is not None:
                self._deliver(plan, view)
        self._show(stage=_overall(stages), picture=preview, reading=reading, notes=tuple(notes))

    def _track(self, plan: ScanPlan, frame: Frame, reading: Reading) -> dict[str, MatView]:
        """Return the wanted mats in view, each with its updated sighting."""
        views = {}
        for mat_id in plan.mats:
            if mat := mat_in(reading, mat_id):
                sighting = follow(self._sightings.get(mat_id), sighting_of(reading, mat))
                views[mat_id] = MatView(frame, reading, mat, sighting)
        self._sightings = {mat_id: view.sighting for mat_id, view in views.items()}
        return views

    def _deliver(self, plan: ScanPlan, view: MatView) -> None:
        """Deliver a mat once per ticket, or once per throw."""
        mat_id, sighting = view.mat.mat_id, view.sighting
        if not self._deliveries.is_news(plan, mat_id, sighting):
            return
        self._deliveries.add(plan, mat_id, sighting)
        box = _box_around(view.mat, view.reading, self._settings.margin)
        mat = SettledMat(
            mat_id,
            plan.ticket,
            sighting.seen(),
            self._tap.picture(view.frame, self._settings.mat_px, box),
            tuple(_within(corners_px(die), box) for die in sighting.dice),
            tuple(
                _within(problem.outline_px, box)
                for problem in view.reading.problems
                if problem.outline_px and problem.params.get("mat") == mat_id
            ),
        )
        self._on_deliver(mat)
        self._host.deliver(mat)

    # --- the camera ------------------------------------------------------------------------------

    def _try_to_open(self) -> CameraSource | None:
        now_s = self._clock.monotonic_s()
        if now_s < self._retry_at_s:
            return None
        try:
            self._camera = self._open_camera()
        except CompanionError as error:
            self._schedule_retry(error)
            return None
        self._was_open = True
        self._still_pass = StillPass(self._reader, self._before_image)
        self._retry_s = self._settings.first_retry_s
        self._show(camera=DeviceState.READY, camera_name=self._camera.info.name, notes=())
        return self._camera

    def _lose_camera(self, error: CompanionError) -> None:
        log.warning("camera lost", extra={"reason": str(error)})
        self._sightings = {}
        self._schedule_retry(error)  # first, because closing a disconnected camera takes its time
        self._close_camera()

    def _schedule_retry(self, error: CompanionError) -> None:
        self._retry_at_s = self._clock.monotonic_s() + self._retry_s
        self._retry_s = min(2 * self._retry_s, self._settings.last_retry_s)
        self._show(
            stage=ScanStage.OFF,
            camera=DeviceState.LOST if self._was_open else DeviceState.ABSENT,
            picture=None,
            reading=None,
            notes=(error,),
        )

    def _close_camera(self) -> None:
        if self._camera is not None:
            camera, self._camera = self._camera, None
            camera.close()

    def _show(self, **changes: object) -> None:
        self._update = replace(self._update, **changes)  # type: ignore[arg-type] # fields of it
        self._tap.scan = self._update
        self._host.show_scan(self._update)


def _overall(stages: list[ScanStage]) -> ScanStage:
    """Return one stage for all wanted mats: MOVING takes precedence."""
    for stage in (ScanStage.MOVING, ScanStage.SETTLED):
        if stage in stages:
            return stage
    return ScanStage.LOOKING


def _box_around(mat: MatReading, reading: Reading, margin: float) -> Box:
    """Return the axis-aligned bounding box of a mat with a margin, clipped to the frame."""
    xs = [x for x, _ in mat.corners_px]
    ys = [y for _, y in mat.corners_px]
    spare_x, spare_y = margin * (max(xs) - min(xs)), margin * (max(ys) - min(ys))
    return (
        max(0, int(min(xs) - spare_x)),
        max(0, int(min(ys) - spare_y)),
        min(reading.width, int(max(xs) + spare_x) + 1),
        min(reading.height, int(max(ys) + spare_y) + 1),
    )


def _within(corners: Corners, box: Box) -> Corners:
    """Convert corners from frame pixels to fractions of the box."""
    x0, y0, x1, y1 = box
    return tuple(((x - x0) / (x1 - x0), (y - y0) / (y1 - y0)) for x, y in corners)
