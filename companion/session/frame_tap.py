"""Hands the scanner's frames to another component, since a camera has one owner."""

import logging
import queue
import threading
from collections.abc import Callable

from companion.errors import CompanionError
from companion.session.errors import CameraLostError
from companion.session.pictures import Box, PictureMaker, sampled_picture, whole
from companion.session.ports import CameraInfo, Frame
from companion.session.scan_plan import ScanPlan
from companion.session.table_port import DeviceState, Picture, ScanUpdate

log = logging.getLogger(__name__)

FrameHandler = Callable[[Frame, CameraInfo], bool]
"""Takes a frame on the scanner's thread; returns whether it wants the next one soon."""


class FrameTap:
    """What a scanner's frames are taken from; the scanner asks it for its plan.

    While a handler is attached no mat of the game is requested, so that dice thrown for another
    purpose are not recorded. Secret frames are not handed out (R-12.1).

    Attributes:
        frame_px: width and height of the newest frame.
        scan: the newest state of the camera.
        wake: set, it makes the scanner check its plan now.

    Args:
        host_plan: returns what the game wants to be read.
        make_picture: makes the screen's pictures; injected, so that nothing here needs an image
            library.
    """

    def __init__(
        self, host_plan: Callable[[], ScanPlan], make_picture: PictureMaker = sampled_picture
    ) -> None:
        self._host_plan = host_plan
        self._handler: FrameHandler | None = None
        self.frame_px = (1, 1)
        self.scan = ScanUpdate()
        self.wake = threading.Event()
        self._make_picture = make_picture

    @property
    def secret(self) -> bool:
        return self._host_plan().secret

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
        self._handler = handler
        self.wake.set()

    def detach(self) -> None:
        """Stop handing out frames; any thread. Safe to call at any time."""
        self._handler = None
        self.wake.set()

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

    # --- called by the scanner -------------------------------------------------------------------

    def plan(self) -> ScanPlan:
        """Return what to read: nothing of the game while a handler is attached."""
        plan = self._host_plan()
        return plan if self._handler is None else ScanPlan((), plan.ticket, plan.secret)

    def offer(self, frame: Frame, info: CameraInfo, plan: ScanPlan) -> None:
        """Hand a frame, taken for *plan*, to the handler."""
        handler = self._handler
        self.frame_px = frame.pixels.shape[1], frame.pixels.shape[0]
        if handler is None or plan.secret:
            return
        try:
            again = handler(frame, info)
        except Exception:  # a fault of the handler must not stop the scanner
            log.exception("a handler of frames failed")
            again = False
        if again:
            self.wake.set()
