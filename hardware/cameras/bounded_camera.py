"""A camera whose calls return in time, even if its driver is stuck."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from hardware.driver import Driver

if TYPE_CHECKING:
    from companion.session.ports import CameraInfo, Frame
    from hardware.cameras.controls import CameraControls, LockableCamera, LockReport

_DRIVER: Final = Driver()
"""For all cameras: a stuck one is still in use, so opening it again would fail with "busy"."""

_OPEN_LIMIT_S: Final = 20.0
_CLOSE_LIMIT_S: Final = 3.0
_SPARE_S: Final = 6.0
"""In addition to the timeout of a call, which covers only the frame that it waits for."""

Result = TypeVar("Result")


class BoundedCamera:
    """Wraps a camera of any kind; every call has a time limit.

    All methods raise ``DriverStuckError`` in addition to the errors of the camera.
    """

    def __init__(self, camera: "LockableCamera") -> None:
        self._camera = camera

    @property
    def info(self) -> "CameraInfo":
        return self._camera.info

    def capture(self, *, timeout_s: float = 2.0) -> "Frame":
        """Return a frame taken after the call began."""
        return self._call(partial(self._camera.capture, timeout_s=timeout_s), timeout_s)

    def still(self, *, timeout_s: float = 10.0) -> "Frame":
        """Return a full-resolution frame."""
        return self._call(partial(self._camera.still, timeout_s=timeout_s), timeout_s)

    def measured(self, *, timeout_s: float = 2.0) -> "CameraControls":
        """Return the control values of the newest frame."""
        return self._call(partial(self._camera.measured, timeout_s=timeout_s), timeout_s)

    def lock(
        self, controls: "CameraControls | None" = None, *, timeout_s: float = 4.0
    ) -> "LockReport":
        """Lock *controls*, or the values found automatically."""
        return self._call(partial(self._camera.lock, controls, timeout_s=timeout_s), timeout_s)

    def unlock(self) -> None:
        self._call(self._camera.unlock, 0.0)

    def close(self) -> None:
        """Release the device, or give up after a few seconds. Safe to call twice."""
        _DRIVER.release(self._camera.close, name=self.info.name, limit_s=_CLOSE_LIMIT_S)

    def _call(self, action: Callable[[], Result], timeout_s: float) -> Result:
        return _DRIVER.call(action, name=self.info.name, limit_s=timeout_s + _SPARE_S)


def open_bounded(open_it: "Callable[[], LockableCamera | None]", name: str) -> BoundedCamera | None:
    """Return the camera that *open_it* opens; None if there is none.

    Raises:
        DriverStuckError: it is not open in time, or the driver is stuck with an earlier camera.
        CameraUnavailableError: as *open_it*.
    """

    def close(camera: "LockableCamera | None") -> None:
        if camera is not None:
            camera.close()

    camera = _DRIVER.call(open_it, name=name, limit_s=_OPEN_LIMIT_S, late=close)
    return None if camera is None else BoundedCamera(camera)
