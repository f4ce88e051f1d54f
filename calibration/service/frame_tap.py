"""Lends the scanner's frames to somebody else: a camera has one owner."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.session.ports import CameraInfo, CameraSource, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import ScanHost
from companion.session.table_port import ScanUpdate

log = logging.getLogger(__name__)

FrameHandler = Callable[[Frame, CameraInfo], bool]
"""Takes a frame on the scanner's thread; returns whether it wants the next one soon."""


class FrameTap:
    """Stands between the scanner, its host and its camera (`ScanHost`).

    While somebody borrows the frames no mat of the game is wanted, so that dice that are thrown
    for another purpose are not recorded. What is secret is lent to nobody (R-12.1).

    Attributes:
        frame_px: width and height of the newest frame.
        wake: makes the scanner look at its plan now.
        delivering: told of every mat that is handed on, on the scanner's thread.

    Args:
        host: the scanner's own host.
    """

    def __init__(self, host: ScanHost) -> None:
        self._host = host
        self._handler: FrameHandler | None = None
        self._lock = threading.Lock()
        self._secret = False
        self.frame_px = (1, 1)
        self.wake: Callable[[], None] = _nobody
        self.delivering: Callable[[SettledMat], None] = _unseen

    @property
    def secret(self) -> bool:
        """Whether nobody may look now."""
        return self._host.scan_plan().secret

    def attach(self, handler: FrameHandler) -> None:
        """Hand frames to *handler* from now on; any thread."""
        with self._lock:
            self._handler = handler
        self.wake()

    def detach(self) -> None:
        """Let the scanner have its frames again; any thread. Safe to call at any time."""
        with self._lock:
            self._handler = None
        self.wake()

    def lent(self, open_camera: Callable[[], CameraSource]) -> Callable[[], CameraSource]:
        """Return an opener of cameras whose frames can be borrowed."""
        return lambda: _TappedCamera(open_camera(), self._offer)

    # --- what the scanner asks -------------------------------------------------------------------

    def scan_plan(self) -> ScanPlan:
        """Return the host's plan, without its mats while the frames are lent."""
        plan = self._host.scan_plan()
        self._secret = plan.secret
        return plan if self._handler is None else ScanPlan((), plan.ticket, plan.secret)

    def show_scan(self, update: ScanUpdate) -> None:
        """Pass on."""
        self._host.show_scan(update)

    def deliver(self, mat: SettledMat) -> None:
        """Pass on, after whoever listens has seen it."""
        self.delivering(mat)
        self._host.deliver(mat)

    def _offer(self, frame: Frame, info: CameraInfo) -> None:
        handler = self._handler
        self.frame_px = frame.pixels.shape[1], frame.pixels.shape[0]
        if handler is None or self._secret:
            return
        try:
            again = handler(frame, info)
        except Exception:  # the scanner's camera is not lost because a guest stumbled
            log.exception("a borrower of frames failed")
            again = False
        if again:
            self.wake()


class _TappedCamera:
    """A camera whose frames are offered before the scanner has them."""

    def __init__(self, camera: CameraSource, offer: Callable[[Frame, CameraInfo], None]) -> None:
        self._camera = camera
        self._offer = offer

    @property
    def info(self) -> CameraInfo:
        return self._camera.info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        frame = self._camera.capture(timeout_s=timeout_s)
        self._offer(frame, self._camera.info)
        return frame

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        return self._camera.still(timeout_s=timeout_s)

    def close(self) -> None:
        self._camera.close()


def _nobody() -> None:
    """No scanner waits yet."""


def _unseen(_mat: SettledMat) -> None:
    """Nobody listens."""
