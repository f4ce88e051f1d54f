"""Locks the camera's exposure, gain, white balance and focus to the values of the active profile.

Automatic controls change a die's appearance from frame to frame. Where the lighting has changed,
the locked values do not fit any more, so the camera is unlocked until a profile fits again.
Everything here runs on the capture thread, except ``renew`` and ``unlock``.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Protocol, runtime_checkable

from calibration.core.errors import CANNOT_HOLD, NOT_HELD
from companion.errors import CompanionError
from companion.session.ports import CameraSource
from hardware.cameras.controls import CameraControls, LockReport

log = logging.getLogger(__name__)

_NAMES = frozenset(each.name for each in fields(CameraControls))


@runtime_checkable
class Lockable(Protocol):
    """The part of `hardware.cameras.controls.LockableCamera` that is needed here."""

    def lock(self, controls: CameraControls | None = None) -> LockReport:
        """Lock *controls*, or the values that the camera's automatics have found."""
        ...

    def unlock(self) -> None:
        """Return to automatic controls."""
        ...


class CameraLock:
    """Keeps the controls of the open camera locked or automatic, as needed.

    Args:
        wanted: the controls of the active profile, by name; empty where it has none.
    """

    def __init__(self, wanted: Callable[[], Mapping[str, float]]) -> None:
        self._wanted = wanted
        self._camera: CameraSource | None = None
        self._stale = False
        self._automatic = False
        self._is_locked = False

    def locked(self, open_camera: Callable[[], CameraSource]) -> Callable[[], CameraSource]:
        """Return a factory of cameras that ``apply`` keeps at the wanted controls."""

        def open_locked() -> CameraSource:
            self._camera = open_camera()
            self._stale, self._is_locked = True, False
            return self._camera

        return open_locked

    def renew(self) -> None:
        """Lock the controls of the active profile from the next frame on."""
        self._automatic, self._stale = False, True

    def unlock(self) -> None:
        """Return to automatic controls from the next frame on."""
        if not self._automatic:
            self._automatic, self._stale = True, True

    def lock_now(self) -> tuple[dict[str, float], CompanionError | None]:
        """Lock the values that the camera's automatics have found.

        Returns:
            The locked values by name, and an error where not all of them are locked.
        """
        camera = self._camera
        if not isinstance(camera, Lockable):
            return {}, CANNOT_HOLD(name=camera.info.name if camera is not None else "")
        report = camera.lock()
        self._is_locked = True
        held = {name: float(value) for name, value in report.held.items()}
        if report.wrong:
            return held, NOT_HELD(name=camera.info.name)
        return held, None if held else CANNOT_HOLD(name=camera.info.name)

    def apply(self) -> None:
        """Apply what was requested since the last frame; call it before each."""
        if not self._stale:
            return
        self._stale = False
        camera = self._camera
        if not isinstance(camera, Lockable):
            return
        wanted = {} if self._automatic else dict(self._wanted())
        controls = {name: value for name, value in wanted.items() if name in _NAMES}
        if controls:
            report = camera.lock(CameraControls(**controls))
            self._is_locked = True
            if not report.is_locked:
                log.warning("the camera is not held", extra={"wrong": dict(report.wrong)})
        elif self._is_locked:  # a lock made by the settings is left alone
            camera.unlock()
            self._is_locked = False
