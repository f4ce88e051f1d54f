"""USB cameras and video files through OpenCV."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import cv2

from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from hardware.cameras import v4l_controls
from hardware.cameras.controls import CameraControls, LockReport, judge
from hardware.cameras.video_device import FRAMES_TO_SETTLE, one_frame, open_device, open_large
from hardware.errors import CameraUnavailableError

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

log = logging.getLogger(__name__)

DEFAULT_SIZE_PX: Final = (1536, 864)
_OPEN_TIMEOUT_S = 10.0
_FIRST_RETRY_S, _LAST_RETRY_S = 0.5, 8.0
_FALLBACK_FPS = 30.0
_LOCK_TIMEOUT_S: Final = 4.0
_STILL_TIMEOUT_S: Final = 10.0
_REOPEN_TRIES: Final = 5
_REOPEN_INTERVAL_S: Final = 0.1

Opener = Callable[[], "cv2.VideoCapture"]
Result = TypeVar("Result")


@dataclass(slots=True)
class _Request:
    """A pending capture request.

    Attributes:
        skip: frames still to discard: the one in flight when the call began.
    """

    skip: int
    done: threading.Event
    pixels: "ImageU8 | None" = None
    taken_at_s: float = 0.0


class OpenCvCamera:
    """A USB camera or a video file.

    A dedicated thread grabs every frame without decoding it, so that no stale frame stays in the
    driver's buffer; only requested frames are decoded. A disconnected device is reopened with
    exponential backoff until ``close``.

    Args:
        device: ``/dev/video0``, its number, or the path of a video file (played at its frame
            rate; the last frame is repeated).
        name: display name; None takes *device*.
        size_px: requested size; a camera may choose another, see ``info``.
        opener: creates the ``cv2.VideoCapture``; for tests.
        still_opener: the same at full resolution, for stills.

    Raises:
        CameraUnavailableError: it cannot be opened or delivers no frame.
    """

    def __init__(
        self,
        device: int | str | Path,
        *,
        name: str | None = None,
        size_px: tuple[int, int] = DEFAULT_SIZE_PX,
        opener: Opener | None = None,
        still_opener: Opener | None = None,
        retry_s: float = _FIRST_RETRY_S,
    ) -> None:
        self._name = name or str(device)
        self._is_file = isinstance(device, (str, Path)) and Path(device).is_file()
        self._open = opener or (lambda: open_device(device, size_px, is_file=self._is_file))
        self._open_full = still_opener or opener or (lambda: open_large(device, self._info))
        self._retry_s = retry_s
        self._jobs: queue.SimpleQueue[Callable[[cv2.VideoCapture], None]] = queue.SimpleQueue()
        self._locked: CameraControls | None = None
        self._still: _Request | None = None
        self._streaming = threading.Event()
        self._streaming.set()
        self._lock = threading.Lock()
        self._requests: list[_Request] = []
        self._lost = threading.Event()
        self._closing = threading.Event()
        self._opened = threading.Event()
        backend = "video" if self._is_file else "usb"
        self._info = CameraInfo(backend, self._name, 0, 0, is_live=not self._is_file)
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()
        if not self._opened.wait(_OPEN_TIMEOUT_S) or self._lost.is_set():
            self.close()
            raise CameraUnavailableError(name=self._name, reason="it delivers no image")

    @property
    def info(self) -> CameraInfo:
        """Camera description with the actual frame size."""
        return self._info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame whose exposure began after the call.

        Raises:
            CameraLostError: the camera is disconnected or delivers no frame in time.
        """
        self._streaming.wait(_OPEN_TIMEOUT_S)  # not while it is reopened after a still
        if self._closing.is_set() or self._lost.is_set():
            raise CameraLostError(name=self._name)
        request = _Request(skip=0 if self._is_file else 1, done=threading.Event())
        with self._lock:
            self._requests.append(request)
        answered = request.done.wait(timeout_s)
        with self._lock:
            if request in self._requests:
                self._requests.remove(request)
        if not answered or request.pixels is None:
            raise CameraLostError(name=self._name)
        return Frame(request.pixels, request.taken_at_s, self._name)

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return the driver's control values; none for a video file.

        Raises:
            CameraLostError: as ``capture``.
        """
        return self._submit(v4l_controls.read, timeout_s) if not self._is_file else CameraControls()

    def lock(
        self, controls: CameraControls | None = None, *, timeout_s: float = _LOCK_TIMEOUT_S
    ) -> LockReport:
        """Lock *controls*, or the current values, and read them back from the driver.

        They are applied again after every reconnect.

        Raises:
            CameraLostError: as ``capture``.
        """
        until_s = time.monotonic() + timeout_s
        wanted = controls or self.measured()
        if self._is_file:
            return judge(wanted.asked(), {}, tuple(wanted.asked()))
        unsupported = self._submit(lambda capture: v4l_controls.apply(capture, wanted), timeout_s)
        self._locked = wanted
        while True:  # drivers need some frames, and some revert afterwards
            for _ in range(FRAMES_TO_SETTLE):
                self.capture()
            report = judge(wanted.asked(), self.measured().asked(), unsupported)
            if not report.wrong or time.monotonic() >= until_s:
                return report

    def unlock(self) -> None:
        self._locked = None
        if not self._is_file:
            self._submit(v4l_controls.release, _LOCK_TIMEOUT_S)

    def still(self, *, timeout_s: float = _STILL_TIMEOUT_S) -> Frame:
        """Return the largest frame of the stream's aspect ratio; the stream pauses meanwhile.

        Raises:
            CameraLostError: as ``capture``.
        """
        if self._is_file:
            return self.capture(timeout_s=timeout_s)
        if self._closing.is_set() or self._lost.is_set():
            raise CameraLostError(name=self._name)
        request = _Request(skip=0, done=threading.Event())
        with self._lock:
            self._still = request
            self._streaming.clear()
        request.done.wait(timeout_s)
        with self._lock:
            self._still = None
        if request.pixels is None:
            raise CameraLostError(name=self._name)
        return Frame(request.pixels, request.taken_at_s, self._name)

    def close(self) -> None:
        """Release the device. Safe to call twice."""
        self._closing.set()
        self._streaming.set()
        self._fail_requests()
        if self._thread is not threading.current_thread():
            self._thread.join()  # a driver's read may hang: `BoundedCamera` limits the time

    # --- camera thread -----------------------------------------------------------------------

    def _run(self) -> None:
        retry_s = self._retry_s
        while not self._closing.is_set():
            capture = self._try_open() or self._reopen_after_still()
            if capture is not None:
                retry_s = self._retry_s
                try:
                    self._stream(capture)
                finally:
                    capture.release()
            if self._closing.is_set():
                break
            if self._still is not None:
                self._take_still(self._still)
                continue
            self._mark_lost()
            self._closing.wait(retry_s)
            retry_s = min(retry_s * 2, _LAST_RETRY_S)

    def _reopen_after_still(self) -> cv2.VideoCapture | None:
        """Reopen the stream with retries: a driver may need time after the device was released."""
        for _ in range(_REOPEN_TRIES if not self._streaming.is_set() else 0):
            self._closing.wait(_REOPEN_INTERVAL_S)
            capture = None if self._closing.is_set() else self._try_open()
            if capture is not None:
                return capture
        return None

    def _take_still(self, request: _Request) -> None:
        """Open the device at full resolution for one frame."""
        capture = self._try_open(self._open_full)
        try:
            if capture is not None:
                request.pixels = one_frame(capture)
                request.taken_at_s = time.monotonic()
        except cv2.error as err:  # a size that the camera advertises but does not deliver
            log.warning("no still", extra={"camera": self._name, "reason": str(err)})
        finally:
            if capture is not None:
                capture.release()
            with self._lock:
                self._still = None
            request.done.set()

    def _submit(self, action: Callable[[cv2.VideoCapture], Result], timeout_s: float) -> Result:
        """Run *action* with the device, on the camera thread."""
        if self._closing.is_set() or self._lost.is_set():
            raise CameraLostError(name=self._name)
        done, results = threading.Event(), []

        def job(capture: cv2.VideoCapture) -> None:
            results.append(action(capture))
            done.set()

        self._jobs.put(job)
        if not done.wait(timeout_s):
            raise CameraLostError(name=self._name)
        return results[0]

    def _run_jobs(self, capture: cv2.VideoCapture) -> None:
        while not self._jobs.empty():
            self._jobs.get()(capture)

    def _try_open(self, opener: Opener | None = None) -> cv2.VideoCapture | None:
        try:
            capture = (opener or self._open)()
        except (cv2.error, OSError):
            return None
        if capture.isOpened():
            if self._locked is not None:
                v4l_controls.apply(capture, self._locked)
            return capture
        capture.release()
        return None

    def _stream(self, capture: cv2.VideoCapture) -> None:
        """Grab frames until the device fails, a still is requested or the camera is closed."""
        interval_s = 1.0 / (capture.get(cv2.CAP_PROP_FPS) or _FALLBACK_FPS)
        last: ImageU8 | None = None
        ended = False
        while not self._closing.is_set() and self._still is None:
            self._run_jobs(capture)
            if not ended and not capture.grab():
                if not self._is_file or last is None:
                    return
                ended = True
            pixels = last if ended else self._decode_if_needed(capture)
            if pixels is not None:
                last = pixels
                self._mark_opened(pixels)
            self._complete_requests(pixels)
            if self._is_file:
                self._closing.wait(interval_s)

    def _decode_if_needed(self, capture: cv2.VideoCapture) -> "ImageU8 | None":
        """Decode the grabbed frame if it is requested; a file's frames are always decoded."""
        with self._lock:
            wanted = any(request.skip <= 0 for request in self._requests)
        starts = not self._opened.is_set() or self._lost.is_set() or not self._streaming.is_set()
        if not (wanted or self._is_file or starts):
            return None
        ok, pixels = capture.retrieve()
        if not ok or pixels.ndim != 3:
            return None
        pixels.setflags(write=False)
        return pixels  # type: ignore[return-value]  # cv2's stubs know no dtype

    def _mark_opened(self, pixels: "ImageU8") -> None:
        with self._lock:
            if self._still is None:
                self._streaming.set()
        if self._opened.is_set() and not self._lost.is_set():
            return
        height, width = pixels.shape[:2]
        self._info = replace(self._info, width=width, height=height)
        self._lost.clear()
        self._opened.set()
        log.info("camera opened", extra={"camera": self._name, "width": width, "height": height})

    def _complete_requests(self, pixels: "ImageU8 | None") -> None:
        """Complete the requests that may have *pixels*; decrement the others' skip count."""
        now_s = time.monotonic()
        with self._lock:
            for request in tuple(self._requests):
                if request.skip > 0:
                    request.skip -= 1
                elif pixels is not None:
                    request.pixels, request.taken_at_s = pixels, now_s
                    self._requests.remove(request)
                    request.done.set()

    def _mark_lost(self) -> None:
        if not self._lost.is_set():
            log.warning("camera lost", extra={"camera": self._name})
        self._lost.set()
        self._streaming.set()
        self._opened.set()  # unblocks the constructor
        self._fail_requests()

    def _fail_requests(self) -> None:
        with self._lock:
            for request in self._requests:
                request.done.set()
            self._requests.clear()
