"""Holds the camera's exposure, gain, white balance and focus as the profile in use has them.

A camera that adjusts itself makes the same die look different from one picture to the next. Where
the light has changed, the locked controls do not suit it any more: the camera is unlocked until a
profile fits again. Everything here runs on the thread that captures, except for ``renew`` and
``unlock``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Protocol, runtime_checkable

from calibration.service.errors import CannotHoldError, NotHeldError
from companion.errors import CompanionError
from companion.session.ports import CameraInfo, CameraSource, Frame
from hardware.cameras.controls import CameraControls, LockReport

log = logging.getLogger(__name__)

_NAMES = frozenset(each.name for each in fields(CameraControls))


@runtime_checkable
class Lockable(Protocol):
    """The part of `hardware.cameras.controls.LockableCamera` that is needed here."""

    def lock(self, controls: CameraControls | None = None) -> LockReport:
        """Hold *controls*, or what the camera has found by itself."""
        ...

    def unlock(self) -> None:
        """Let the camera adjust itself again."""
        ...


class CameraLock:
    """Keeps the open camera as it should be.

    Args:
        wanted: the controls of the profile in use, by name; nothing where it has none.
    """

    def __init__(self, wanted: Callable[[], Mapping[str, float]]) -> None:
        self._wanted = wanted
        self._camera: CameraSource | None = None
        self._stale = False
        self._free = False
        self._holds = False

    def locked(self, open_camera: Callable[[], CameraSource]) -> Callable[[], CameraSource]:
        """Return an opener of cameras that keep the wanted controls."""

        def open_locked() -> CameraSource:
            self._camera = open_camera()
            self._stale, self._holds = True, False
            return _LockedCamera(self._camera, self._keep)

        return open_locked

    def renew(self) -> None:
        """Another profile is active: keep its controls from the next picture on."""
        self._free, self._stale = False, True

    def unlock(self) -> None:
        """Let the camera adjust itself from the next picture on."""
        if not self._free:
            self._free, self._stale = True, True

    def lock_now(self) -> tuple[dict[str, float], CompanionError | None]:
        """Lock the values that the camera has found.

        Returns:
            What holds now, by name, and what is wrong where not all of it does.
        """
        camera = self._camera
        if not isinstance(camera, Lockable):
            return {}, CannotHoldError(name=camera.info.name if camera is not None else "")
        report = camera.lock()
        self._holds = True
        held = {name: float(value) for name, value in report.held.items()}
        if report.wrong:
            return held, NotHeldError(name=camera.info.name)
        return held, None if held else CannotHoldError(name=camera.info.name)

    def _keep(self) -> None:
        """Do what was asked for since the last picture."""
        if not self._stale:
            return
        self._stale = False
        camera = self._camera
        if not isinstance(camera, Lockable):
            return
        wanted = {} if self._free else dict(self._wanted())
        controls = {name: value for name, value in wanted.items() if name in _NAMES}
        if controls:
            report = camera.lock(CameraControls(**controls))
            self._holds = True
            if not report.is_locked:
                log.warning("the camera is not held", extra={"wrong": dict(report.wrong)})
        elif self._holds:  # what the settings hold is left alone
            camera.unlock()
            self._holds = False


class _LockedCamera:
    """A camera whose controls are set before it captures."""

    def __init__(self, camera: CameraSource, keep: Callable[[], None]) -> None:
        self._camera = camera
        self._keep = keep

    @property
    def info(self) -> CameraInfo:
        return self._camera.info

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        self._keep()
        return self._camera.capture(timeout_s=timeout_s)

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        self._keep()
        return self._camera.still(timeout_s=timeout_s)

    def close(self) -> None:
        self._camera.close()
