"""The Raspberry Pi's own camera through picamera2 (libcamera).

picamera2 comes from apt and fits the system's libcamera; it is imported when a camera is opened,
never before. Not seen on hardware yet: the tests inject a module with the same interface.
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
from hardware.camera_controls import CameraControls, LockReport, judge, without_banding
from hardware.errors import CameraUnavailableError
from hardware.libcamera_controls import (
    AF_AUTO,
    AF_START,
    AUTOMATIC,
    continuous_focus,
    from_metadata,
    is_settled,
    to_libcamera,
)

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

log = logging.getLogger(__name__)

DEFAULT_SIZE_PX: Final = (1536, 864)
"""A binned mode of the Camera Module 3, wide and quick; other sensors scale to it."""

PIXEL_FORMAT: Final = "RGB888"
"""libcamera names a format by its bytes from the highest: RGB888 lies in memory as B, G, R, which
is what OpenCV calls BGR (picamera2 manual, appendix A). "BGR888" would swap red and blue."""

_LOCK_TIMEOUT_S: Final = 4.0
_METADATA_TIMEOUT_S: Final = 2.0
_STILL_TIMEOUT_S: Final = 10.0

_NOT_INSTALLED: Final = (
    "Run: sudo apt install -y --no-install-recommends python3-picamera2. "
    "The virtual environment must see the system's packages (make run sets it up so)."
)
_BUSY: Final = "Close other programs that use the camera, check its cable, then try again."


def _import_module() -> Any:
    import picamera2  # the only place; not installable off a Raspberry Pi

    return picamera2


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
        import_module: Callable[[], Any] = _import_module,
    ) -> None:
        module = _load(import_module)
        found = _cameras(module)
        if index >= len(found):
            raise CameraUnavailableError(name="pi", reason="no camera is connected", advice=_BUSY)
        self._name = str(found[index].get("Model", "pi"))
        self._lock = threading.Lock()
        self._closed = False
        self._lost = False
        self._camera = _start(module, index, self._name, size_px)
        self._known = frozenset(getattr(self._camera, "camera_controls", {}))
        self._locked: dict[str, object] = {}
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
        self._set(settings)
        self._locked = settings
        while True:  # the first frames after a change were exposed before it
            found = from_metadata(self._metadata(_METADATA_TIMEOUT_S)).asked()
            report = judge(asked, found, unsupported)
            if not report.wrong or time.monotonic() >= until_s:
                return report

    def unlock(self) -> None:
        """Let the camera adjust itself again."""
        self._locked = {}
        self._set({name: value for name, value in AUTOMATIC.items() if name in self._known})

    def still(self, *, timeout_s: float = _STILL_TIMEOUT_S) -> Frame:
        """Return a frame of the sensor's full width, in the shape of the stream's frames.

        So it shows the same part of the table. The stream goes on afterwards.

        Raises:
            CameraLostError: as ``capture``.
        """
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                config = self._camera.create_still_configuration(
                    main={"size": self._still_px(), "format": PIXEL_FORMAT},
                    buffer_count=1,
                    controls=dict(self._locked),
                )
                job = self._camera.switch_mode_and_capture_request(config, wait=False)
                return self._frame_of(self._camera.wait(job, timeout_s))
            except Exception as err:  # libcamera's binding raises its own kinds
                self._drop_job()
                raise CameraLostError(name=self._name) from err

    def close(self) -> None:
        """Release the camera. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            _close_quietly(self._camera)

    def _still_px(self) -> tuple[int, int]:
        """Return the largest size of the stream's shape; even, as the encoders want it."""
        width, height = self._camera.sensor_resolution
        scale = min(width / self._info.width, height / self._info.height)
        return int(self._info.width * scale) & ~1, int(self._info.height * scale) & ~1

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
        return Frame(pixels, _taken_at_s(metadata), self._name)

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

    def _settled(self, until_s: float) -> CameraControls:
        """Wait until exposure and focus stand still, or until it is too late; what they are."""
        self.unlock()
        if "AfMode" in self._known:
            self._set({"AfMode": AF_AUTO, "AfTrigger": AF_START})
        while True:
            metadata = self._metadata(_METADATA_TIMEOUT_S)
            if is_settled(metadata) or time.monotonic() >= until_s:
                return from_metadata(metadata)

    def _set(self, settings: Mapping[str, object]) -> None:
        with self._lock:
            if self._closed:
                raise CameraLostError(name=self._name)
            try:
                self._camera.set_controls(dict(settings))
            except Exception as err:  # libcamera's binding raises its own kinds
                raise CameraLostError(name=self._name) from err

    def _drop_job(self) -> None:
        """Forget a request that never came, so that the next capture does not get it."""
        try:
            self._camera.cancel_all_and_flush()
        except Exception:  # as above; the camera is lost anyway
            log.debug("nothing to cancel", extra={"camera": self._name})


def _load(import_module: Callable[[], Any]) -> Any:
    try:
        return import_module()
    except ImportError as err:
        raise CameraUnavailableError(
            name="pi", reason=_why_not_imported(err), advice=_NOT_INSTALLED
        ) from err
    except ValueError as err:  # "numpy.dtype size changed": apt's simplejpeg against pip's numpy
        raise CameraUnavailableError(
            name="pi",
            reason="picamera2 and numpy do not fit together",
            advice="Delete .venv and run make run again: it takes the versions that fit.",
        ) from err


def _why_not_imported(err: ImportError) -> str:
    missing = err.name or "picamera2"
    if missing == "picamera2":
        return "picamera2 is not installed"
    return f"picamera2 needs the module {missing}"


def _cameras(module: Any) -> list[dict[str, Any]]:
    try:
        return list(module.Picamera2.global_camera_info())
    except Exception as err:  # libcamera's binding raises its own kinds
        raise CameraUnavailableError(name="pi", reason=_short(err), advice=_BUSY) from err


def _start(module: Any, index: int, name: str, size_px: tuple[int, int]) -> Any:
    camera = None
    try:
        camera = module.Picamera2(index)
        camera.configure(
            camera.create_video_configuration(  # a stream: no mode switch between captures
                main={"size": size_px, "format": PIXEL_FORMAT},
                buffer_count=3,
                controls=continuous_focus(getattr(camera, "camera_controls", {})),
            )
        )
        camera.start()
    except Exception as err:  # RuntimeError, IndexError and libcamera's own kinds
        if camera is not None:
            _close_quietly(camera)
        raise CameraUnavailableError(name=name, reason=_short(err), advice=_BUSY) from err
    return camera


def _close_quietly(camera: Any) -> None:
    for step in (camera.stop, camera.close):
        try:
            step()
        except Exception:  # an unplugged camera cannot be stopped
            log.debug("camera did not close cleanly")


def _taken_at_s(metadata: Mapping[str, Any]) -> float:
    """Return the start of the exposure: libcamera's clock is the monotonic one, in nanoseconds."""
    stamp = metadata.get("SensorTimestamp")
    return float(stamp) / 1e9 if stamp else time.monotonic()


def _checked(pixels: Any) -> ImageU8:
    array = np.asarray(pixels)
    if array.ndim != 3 or array.shape[2] < 3 or array.dtype != np.uint8:
        message = f"a frame of shape {array.shape} and type {array.dtype}"
        raise ValueError(message)
    bgr: ImageU8 = np.ascontiguousarray(array[:, :, :3])
    bgr.setflags(write=False)
    return bgr


def _short(err: Exception) -> str:
    return (str(err) or type(err).__name__).strip().splitlines()[0].rstrip(".")[:120]
