"""The Raspberry Pi's own camera through picamera2 (libcamera).

picamera2 comes from apt and fits the system's libcamera; it is imported when a camera is opened,
never before. Not seen on hardware yet: the tests run the real picamera2 over a stand-in for
libcamera's Python binding.
"""

from __future__ import annotations

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
    Settling,
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
from hardware.cameras.sensor_modes import full_view
from hardware.errors import CameraUnavailableError

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

log = logging.getLogger(__name__)

DEFAULT_SIZE_PX: Final = (1536, 864)
"""Wide and quick; the image processor scales a larger mode of the sensor to it."""

PIXEL_FORMAT: Final = "RGB888"
"""libcamera names a format by its bytes from the highest: RGB888 lies in memory as B, G, R, which
is what OpenCV calls BGR (picamera2 manual, appendix A). "BGR888" would swap red and blue."""

_LOCK_TIMEOUT_S: Final = 4.0
_LEAST_CHECK_S: Final = 1.0
"""Time for controls to reach the frames, however long it took to find them."""

_STILL_TRIES: Final = 8
"""Frames of a still's mode until one must have been taken with what is locked."""

_METADATA_TIMEOUT_S: Final = 2.0
_STILL_TIMEOUT_S: Final = 10.0


class Picamera2Camera:
    """A camera at the Raspberry Pi's camera connector.

    Args:
        index: which camera, 0 for the first.
        size_px: width and height of the frames.
        import_module: gives the ``picamera2`` module; tests inject their own.

    Raises:
        CameraUnavailableError: picamera2 is not installed, there is no camera, or it is in use.
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
        self._asked: dict[str, float] = {}
        self._held: dict[str, object] = {}
        self._camera = opened(module, number, self._name)
        try:
            self._known = frozenset(self._camera.camera_controls)
            modes = self._camera.sensor_modes
            self._stream_px, self._sensor = size_px, full_view(modes, size_px)
            self._full_sensor = full_view(modes, self._camera.sensor_resolution)
            self._start_stream()
        except Exception as err:  # RuntimeError and libcamera's own kinds
            close_quietly(self._camera)
            raise CameraUnavailableError(name=self._name, reason=short(err), advice=BUSY) from err
        width, height = self._camera.camera_configuration()["main"]["size"]
        self._info = CameraInfo("pi", self._name, int(width), int(height), is_live=True)

    @property
    def info(self) -> CameraInfo:
        """What this camera is, with the size that it really gives."""
        return self._info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame whose exposure began after the call.

        ``flush=True`` makes picamera2 drop what was exposed earlier and wait in the queue.

        Raises:
            CameraLostError: the camera is closed, gone or gives no picture in time.
        """
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                return self._capture(timeout_s)
            except Exception as err:  # libcamera's binding raises its own kinds
                self._drop_job()
                raise CameraLostError(name=self._name) from err

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return what a new frame was taken with, as its metadata tells.

        Raises:
            CameraLostError: as ``capture``.
        """
        return from_metadata(self._metadata(timeout_s))

    def lock(
        self, controls: CameraControls | None = None, *, timeout_s: float = _LOCK_TIMEOUT_S
    ) -> LockReport:
        """Hold *controls*, or what the automatics found, and look into the frames whether they do.

        Raises:
            CameraLostError: as ``capture``.
        """
        until_s = time.monotonic() + timeout_s
        wanted = controls or without_banding(self._settled(until_s))
        asked = wanted.asked()
        settings, unsupported = to_libcamera(wanted, self._known)
        self._hold(settings)
        self._asked = {name: value for name, value in asked.items() if name not in unsupported}
        found = self._until_held(max(until_s, time.monotonic() + _LEAST_CHECK_S))
        return judge(asked, found, unsupported)

    def unlock(self) -> None:
        """Let the camera adjust itself again."""
        self._asked = {}
        self._hold({})

    def still(self, *, timeout_s: float = _STILL_TIMEOUT_S) -> Frame:
        """Return a frame of the sensor's full size, in the shape of the stream's frames.

        So it shows the same part of the table. The stream goes on afterwards, with what is locked.

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
                self._drop_job()
                self._start_stream_quietly()
                raise CameraLostError(name=self._name) from err
        if self._asked:
            found = self._until_held(time.monotonic() + _LEAST_CHECK_S)
            self._warn_unless_held("stream", found)
        return frame

    def close(self) -> None:
        """Release the camera. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            close_quietly(self._camera)

    # --- modes of the sensor ---------------------------------------------------------------------

    def _start_stream(self) -> None:
        """Start the stream, or start it again after a still."""
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
        """After a still that failed: the next capture tells whether the camera is gone."""
        try:
            self._start_stream()
        except Exception as err:  # as above
            log.warning("the stream does not go on", extra={"reason": short(err)})

    def _still(self, until_s: float) -> Frame:
        """Switch to the full size and return the first frame with what is locked."""
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
            if not tries_left or not judge(self._asked, found, ()).wrong:
                self._warn_unless_held("still", found)
                return self._frame_of(request)
            request.release()
        raise AssertionError  # the last try returns

    def _wait(self, job: Any, until_s: float) -> Any:
        return self._camera.wait(job, max(0.0, until_s - time.monotonic()))

    def _still_px(self) -> tuple[int, int]:
        """Return the largest size of the stream's shape; even, as the encoders want it."""
        width, height = self._camera.sensor_resolution
        scale = min(width / self._info.width, height / self._info.height)
        return int(self._info.width * scale) & ~1, int(self._info.height * scale) & ~1

    # --- frames ----------------------------------------------------------------------------------

    def _capture(self, timeout_s: float) -> Frame:
        job = self._camera.capture_request(wait=False, flush=True)
        return self._frame_of(self._camera.wait(job, timeout_s))

    def _frame_of(self, request: Any) -> Frame:
        try:
            # make_array copies: the buffer goes back to the camera at once.
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
                self._drop_job()
                raise CameraLostError(name=self._name) from err

    # --- what is held ----------------------------------------------------------------------------

    def _controls(self) -> dict[str, object]:
        """Return all controls of a frame: what is held, and automatics for the rest."""
        return only_known(AUTOMATIC, self._known) | self._held

    def _hold(self, settings: dict[str, object]) -> None:
        self._held = settings
        self._set(self._controls())

    def _until_held(self, until_s: float) -> Mapping[str, float]:
        """Return a frame's values once they are those that were asked for, or it is too late.

        The first frames after a change were exposed before it.
        """
        while True:
            found = from_metadata(self._metadata(_METADATA_TIMEOUT_S)).asked()
            if not judge(self._asked, found, ()).wrong or time.monotonic() >= until_s:
                return found

    def _warn_unless_held(self, where: str, found: Mapping[str, float]) -> None:
        wrong = judge(self._asked, found, ()).wrong
        if wrong:
            log.warning("the picture is not held still", extra={"where": where, **wrong})

    def _settled(self, until_s: float) -> CameraControls:
        """Wait until exposure, white and focus stand still, or it is too late; what they are."""
        self.unlock()
        if "AfMode" in self._known:
            self._set({"AfMode": AF_AUTO, "AfTrigger": AF_START})
        settling = Settling()
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

    def _drop_job(self) -> None:
        """Forget a request that never came, so that the next capture does not get it."""
        try:
            self._camera.cancel_all_and_flush()
        except Exception:  # as above; the camera is lost anyway
            log.debug("nothing to cancel", extra={"camera": self._name})


def _taken_at_s(metadata: Mapping[str, Any]) -> float:
    """Return the start of the exposure, which ends at the time that libcamera tells.

    Its clock is the monotonic one, in nanoseconds.
    """
    stamp = metadata.get("SensorTimestamp")
    if not stamp:
        return time.monotonic()
    return float(stamp) / 1e9 - float(metadata.get("ExposureTime", 0)) / 1e6


def _checked(pixels: Any) -> ImageU8:
    array = np.asarray(pixels)
    if array.ndim != 3 or array.shape[2] < 3 or array.dtype != np.uint8:
        message = f"a frame of shape {array.shape} and type {array.dtype}"
        raise ValueError(message)
    bgr: ImageU8 = np.ascontiguousarray(array[:, :, :3])
    bgr.setflags(write=False)
    return bgr
