"""Forwards the scanner's frames to another component, since a camera has one owner."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from companion.errors import CompanionError
from companion.session.errors import CameraLostError
from companion.session.pictures import Box, PictureMaker, sampled_picture, whole
from companion.session.ports import CameraInfo, CameraSource, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import ScanHost
from companion.session.table_port import DeviceState, Picture, ScanUpdate

log = logging.getLogger(__name__)

FrameHandler = Callable[[Frame, CameraInfo], bool]
"""Takes a frame on the scanner's thread; returns whether it wants the next one soon."""


class FrameTap:
    """Proxy between the scanner, its host and its camera (`ScanHost`).

    While a handler is attached no mat of the game is requested, so that dice thrown for another
    purpose are not recorded. Secret frames are not forwarded (R-12.1).

    Attributes:
        frame_px: width and height of the newest frame.
        scan: the newest state of the camera.

    Args:
        host: the scanner's own host.
        wake: makes the scanner check its plan now.
        make_picture: makes the screen's pictures.
        on_deliver: called for every mat that is passed on, on the scanner's thread.
    """

    def __init__(
        self,
        host: ScanHost,
        *,
        wake: Callable[[], object],
        make_picture: PictureMaker = sampled_picture,
        on_deliver: Callable[[SettledMat], None] | None = None,
    ) -> None:
        self._host = host
        self._handler: FrameHandler | None = None
        self._lock = threading.Lock()
        self._secret = False
        self.frame_px = (1, 1)
        self.scan = ScanUpdate()
        self._wake = wake
        self._make_picture = make_picture
        self._on_deliver = on_deliver

    @property
    def secret(self) -> bool:
        """Whether frames are secret now."""
        return self._host.scan_plan().secret

    @property
    def fault(self) -> CompanionError | None:
        """Why the camera gives no frames; None where it works."""
        if self.scan.camera is DeviceState.READY:
            return None
        notes = self.scan.notes
        return notes[0] if notes else CameraLostError(name=self.scan.camera_name)

    def picture(self, frame: Frame, width_px: int, box: Box | None = None) -> Picture:
        """Return a frame, or the part of it in *box*, for the screen."""
        return self._make_picture(frame, box or whole(frame), width_px=width_px)

    def attach(self, handler: FrameHandler) -> None:
        """Hand frames to *handler* from now on; any thread."""
        with self._lock:
            self._handler = handler
        self._wake()

    def detach(self) -> None:
        """Stop handing out frames; any thread. Safe to call at any time."""
        with self._lock:
            self._handler = None
        self._wake()

    def next_frame(self, timeout_s: float) -> Frame | None:
        """Wait for a frame taken from now on; any thread but the scanner's.

        None where none comes in time, or frames are secret.
        """
        frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()

        def take(frame: Frame, _info: CameraInfo) -> bool:
            frames.put(frame)
            return False

        self.attach(take)
        try:
            return frames.get(timeout=timeout_s)
        except queue.Empty:
            return None
        finally:
            self.detach()

    def tapped(self, open_camera: Callable[[], CameraSource]) -> Callable[[], CameraSource]:
        """Return a factory of cameras whose frames the handler gets, too."""
        return lambda: WatchedCamera(open_camera(), after=self._offer)

    # --- called by the scanner -------------------------------------------------------------------

    def scan_plan(self) -> ScanPlan:
        """Return the host's plan, without its mats while a handler is attached."""
        plan = self._host.scan_plan()
        self._secret = plan.secret
        return plan if self._handler is None else ScanPlan((), plan.ticket, plan.secret)

    def show_scan(self, update: ScanUpdate) -> None:
        """Keep the update, and pass it to the host."""
        self.scan = update
        self._host.show_scan(update)

    def deliver(self, mat: SettledMat) -> None:
        """Call ``on_deliver``, then pass on."""
        if self._on_deliver is not None:
            self._on_deliver(mat)
        self._host.deliver(mat)

    def _offer(self, frame: Frame, info: CameraInfo) -> None:
        handler = self._handler
        self.frame_px = frame.pixels.shape[1], frame.pixels.shape[0]
        if handler is None or self._secret:
            return
        try:
            again = handler(frame, info)
        except Exception:  # a fault of the handler must not stop the scanner
            log.exception("a handler of frames failed")
            again = False
        if again:
            self._wake()


class WatchedCamera:
    """A camera with a call before each image, and one after each frame of the stream."""

    def __init__(
        self,
        camera: CameraSource,
        *,
        before: Callable[[], None] = lambda: None,
        after: Callable[[Frame, CameraInfo], None] = lambda _frame, _info: None,
    ) -> None:
        self._camera = camera
        self._before = before
        self._after = after
        self.close = camera.close

    @property
    def info(self) -> CameraInfo:
        """Camera description."""
        return self._camera.info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame taken after the call began."""
        self._before()
        frame = self._camera.capture(timeout_s=timeout_s)
        self._after(frame, self._camera.info)
        return frame

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """Return a full-resolution frame."""
        self._before()
        return self._camera.still(timeout_s=timeout_s)
