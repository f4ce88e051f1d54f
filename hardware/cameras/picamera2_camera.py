"""Raspberry Pi camera module through picamera2 (libcamera).

picamera2 comes from apt and matches the system's libcamera; it is imported lazily when a camera is
opened. Not tested on real hardware yet: the tests run the real picamera2 over a fake of libcamera's
Python binding.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from hardware.cameras.controls import CameraControls, LockReport, judge, without_banding
from hardware.cameras.libcamera_controls import (
    AF_AUTO,
    AF_START,
    AUTOMATIC,
    ConvergenceDetector,
    from_metadata,
    only_known,
    to_libcamera,
)
from hardware.cameras.picamera2_opening import (
    BUSY,
    cameras,
    close_quietly,
    installed_module,
    load,
    opened,
    short,
)
from hardware.cameras.sensor_modes import full_view, largest_within
from hardware.errors import CameraUnavailableError

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

log = logging.getLogger(__name__)

DEFAULT_SIZE_PX: Final = (1536, 864)
"""Wide (16:9) and fast; the ISP downscales a larger sensor mode to it."""

PIXEL_FORMAT: Final = "RGB888"
"""libcamera names formats from the most significant byte: RGB888 is B, G, R in memory, which is
OpenCV's BGR (picamera2 manual, appendix A). "BGR888" would swap red and blue."""

_LOCK_TIMEOUT_S: Final = 4.0
_MIN_CHECK_S: Final = 1.0
"""Minimum time for controls to take effect in frames, however long convergence took."""

_STILL_TRIES: Final = 8
"""Frames in still mode until one must have the locked controls."""

_METADATA_TIMEOUT_S: Final = 2.0
_STILL_TIMEOUT_S: Final = 10.0


class Picamera2Camera:
    """A camera at the Raspberry Pi's CSI connector.

    Args:
        index: which camera, 0 for the first.
        size_px: width and height of the frames.
        import_module: returns the ``picamera2`` module; tests inject their own.

    Raises:
        CameraUnavailableError: picamera2 is not installed, there is no camera, or it is busy.
    """

    def __init__(
        self,
        index: int = 0,
        *,
        size_px: tuple[int, int] = DEFAULT_SIZE_PX,
        import_module: Callable[[], Any] = installed_module,
    ) -> None:
        module = load(import_module)
        found = cameras(module)
        if index >= len(found):
            raise CameraUnavailableError(name="pi", reason="no camera is connected", advice=BUSY)
        number, self._name = found[index]
        self._lock = threading.Lock()
        self._closed = False
        self._requested: dict[str, float] = {}
        self._locked_controls: dict[str, object] = {}
        self._camera = opened(module, number, self._name)
        try:
            self._known = frozenset(self._camera.camera_controls)
            modes = self._camera.sensor_modes
            whole_px = self._camera.sensor_resolution
            if any(a > b for a, b in zip(size_px, whole_px, strict=True)):
                size_px = largest_within(size_px, whole_px)  # more pixels would be interpolated
            self._stream_px, self._sensor = size_px, full_view(modes, size_px)
            self._full_sensor = full_view(modes, whole_px)
            self._start_stream()
        except Exception as err:  # RuntimeError and libcamera's own types
            close_quietly(self._camera)
            raise CameraUnavailableError(name=self._name, reason=short(err), advice=BUSY) from err
        width, height = self._camera.camera_configuration()["main"]["size"]
        self._info = CameraInfo("pi", self._name, int(width), int(height), is_live=True)

    @property
    def info(self) -> CameraInfo:
        return self._info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame whose exposure began after the call.

        ``flush=True`` makes picamera2 drop queued frames that were exposed earlier.

        Raises:
            CameraLostError: the camera is closed, disconnected or delivers no frame in time.
        """
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                return self._capture(timeout_s)
            except Exception as err:  # libcamera's binding raises its own kinds
                self._cancel_requests()
                raise CameraLostError(name=self._name) from err

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return the control values of a new frame, from its metadata.

        Raises:
            CameraLostError: as ``capture``.
        """
        return from_metadata(self._metadata(timeout_s))

    def lock(
        self, controls: CameraControls | None = None, *, timeout_s: float = _LOCK_TIMEOUT_S
    ) -> LockReport:
        """Lock *controls*, or the converged automatic values, and verify them in frame metadata.

        Raises:
            CameraLostError: as ``capture``.
        """
        until_s = time.monotonic() + timeout_s
        wanted = controls or without_banding(self._converged(until_s))
        asked = wanted.asked()
        settings, unsupported = to_libcamera(wanted, self._known)
        self._set_locked(settings)
        self._requested = {name: value for name, value in asked.items() if name not in unsupported}
        found = self._wait_until_locked(max(until_s, time.monotonic() + _MIN_CHECK_S))
        return judge(asked, found, unsupported)

    def unlock(self) -> None:
        self._requested = {}
        self._set_locked({})

    def still(self, *, timeout_s: float = _STILL_TIMEOUT_S) -> Frame:
        """Return a full-resolution frame in the stream's aspect ratio.

        So both have the same field of view. The stream resumes with the locked controls.

        Raises:
            CameraLostError: as ``capture``.
        """
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                frame = self._still(time.monotonic() + timeout_s)
                self._start_stream()
            except Exception as err:  # libcamera's binding raises its own kinds
                self._cancel_requests()
                self._start_stream_quietly()
                raise CameraLostError(name=self._name) from err
        if self._requested:
            found = self._wait_until_locked(time.monotonic() + _MIN_CHECK_S)
            self._warn_unless_locked("stream", found)
        return frame

    def close(self) -> None:
        """Release the camera. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            close_quietly(self._camera)

    # --- sensor modes ----------------------------------------------------------------------------

    def _start_stream(self) -> None:
        """Start the stream, or restart it after a still."""
        camera = self._camera
        camera.stop()
        camera.configure(
            camera.create_video_configuration(  # a stream: no mode switch between captures
                main={"size": self._stream_px, "format": PIXEL_FORMAT},
                sensor=dict(self._sensor),
                buffer_count=3,
                controls=self._controls(),
            )
        )
        camera.start()

    def _start_stream_quietly(self) -> None:
        """After a failed still: the next capture detects whether the camera is lost."""
        try:
            self._start_stream()
        except Exception as err:  # as above
            log.warning("the stream has stopped", extra={"reason": short(err)})

    def _still(self, until_s: float) -> Frame:
        """Switch to full resolution and return the first frame with the locked controls."""
        camera = self._camera
        config = camera.create_still_configuration(
            main={"size": self._still_px(), "format": PIXEL_FORMAT},
            sensor=dict(self._full_sensor),
            buffer_count=1,
            controls=self._controls(),
        )
        self._wait(camera.switch_mode(config, wait=False), until_s)
        for tries_left in reversed(range(_STILL_TRIES)):
            request = self._wait(camera.capture_request(wait=False), until_s)
            found = from_metadata(request.get_metadata()).asked()
            if not tries_left or not judge(self._requested, found, ()).wrong:
                self._warn_unless_locked("still", found)
                return self._frame_of(request)
            request.release()
        raise AssertionError  # the last try returns

    def _wait(self, job: Any, until_s: float) -> Any:
        return self._camera.wait(job, max(0.0, until_s - time.monotonic()))

    def _still_px(self) -> tuple[int, int]:
        """Return the largest size of the stream's aspect ratio."""
        shape_px = self._info.width, self._info.height
        return largest_within(shape_px, self._camera.sensor_resolution)

    # --- frames ----------------------------------------------------------------------------------

    def _capture(self, timeout_s: float) -> Frame:
        job = self._camera.capture_request(wait=False, flush=True)
        return self._frame_of(self._camera.wait(job, timeout_s))

    def _frame_of(self, request: Any) -> Frame:
        try:
            # make_array copies: the buffer is returned to the camera immediately.
            pixels = _checked(request.make_array("main"))
            metadata = request.get_metadata()
        finally:
            request.release()
        return Frame(pixels, _taken_at_s(metadata), self._name, metadata.get("ScalerCrop"))

    def _metadata(self, timeout_s: float) -> Mapping[str, Any]:
        """Return the metadata of a frame that was exposed after the call."""
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                job = self._camera.capture_request(wait=False, flush=True)
                request = self._camera.wait(job, timeout_s)
                try:
                    return dict(request.get_metadata())
                finally:
                    request.release()
            except Exception as err:  # libcamera's binding raises its own kinds
                self._cancel_requests()
                raise CameraLostError(name=self._name) from err

    # --- locked controls -------------------------------------------------------------------------

    def _controls(self) -> dict[str, object]:
        """Return all controls of a frame: the locked ones, and automatic for the rest."""
        return only_known(AUTOMATIC, self._known) | self._locked_controls

    def _set_locked(self, settings: dict[str, object]) -> None:
        self._locked_controls = settings
        self._set(self._controls())

    def _wait_until_locked(self, until_s: float) -> Mapping[str, float]:
        """Return a frame's values once they match the requested ones, or at the timeout.

        The first frames after a change were exposed before it.
        """
        while True:
            found = from_metadata(self._metadata(_METADATA_TIMEOUT_S)).asked()
            if not judge(self._requested, found, ()).wrong or time.monotonic() >= until_s:
                return found

    def _warn_unless_locked(self, where: str, found: Mapping[str, float]) -> None:
        wrong = judge(self._requested, found, ()).wrong
        if wrong:
            log.warning("the camera did not keep its settings", extra={"where": where, **wrong})

    def _converged(self, until_s: float) -> CameraControls:
        """Wait until AE, AWB and autofocus have converged, or the timeout; returns their values."""
        self.unlock()
        if "AfMode" in self._known:
            self._set({"AfMode": AF_AUTO, "AfTrigger": AF_START})
        settling = ConvergenceDetector()
        while True:
            metadata = self._metadata(_METADATA_TIMEOUT_S)
            if settling.take(metadata) or time.monotonic() >= until_s:
                return from_metadata(metadata)

    def _set(self, settings: dict[str, object]) -> None:
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                self._camera.set_controls(settings)
            except Exception as err:  # libcamera's binding raises its own kinds
                raise CameraLostError(name=self._name) from err

    def _cancel_requests(self) -> None:
        """Cancel a request that timed out, so that the next capture does not receive it."""
        try:
            self._camera.cancel_all_and_flush()
        except Exception:  # as above; the camera is lost anyway
            log.debug("nothing to cancel", extra={"camera": self._name})


def _taken_at_s(metadata: Mapping[str, Any]) -> float:
    """Return the start of the exposure; ``SensorTimestamp`` is its end.

    It is CLOCK_MONOTONIC in nanoseconds.
    """
    stamp = metadata.get("SensorTimestamp")
    if not stamp:
        return time.monotonic()
    return float(stamp) / 1e9 - float(metadata.get("ExposureTime", 0)) / 1e6


def _checked(pixels: Any) -> "ImageU8":
    array = np.asarray(pixels)
    if array.ndim != 3 or array.shape[2] < 3 or array.dtype != np.uint8:
        message = f"a frame of shape {array.shape} and type {array.dtype}"
        raise ValueError(message)
    bgr: ImageU8 = np.ascontiguousarray(array[:, :, :3])
    bgr.setflags(write=False)
    return bgr
