"""Locking a camera's exposure, gain, white balance and focus, and verifying the lock.

With automatic control the same die looks different from frame to frame. The values are read back
after locking: drivers accept values that they never apply.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, Protocol

from companion.session.ports import CameraSource


@dataclass(frozen=True, slots=True)
class CameraControls:
    """Control values to lock; None leaves a control automatic.

    Attributes:
        exposure_us: exposure time in microseconds.
        gain: of the sensor; on USB cameras in device-specific steps.
        red_gain, blue_gain: white balance of a Pi camera (``ColourGains``).
        white_balance_k: white balance of a USB camera, a colour temperature in kelvin.
        focus: of a Pi camera in dioptres (1 / metres); of a USB camera in device-specific steps.
    """

    exposure_us: float | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    white_balance_k: float | None = None
    focus: float | None = None

    def asked(self) -> dict[str, float]:
        """Return the values to lock, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class LockReport:
    """Result of locking; every requested value is in exactly one of the three.

    Attributes:
        held: name -> the measured value of locked controls.
        wrong: name -> the measured value of controls that differ; None where it is not reported.
        unsupported: names of controls that this camera lacks.
    """

    held: Mapping[str, float]
    wrong: Mapping[str, float | None]
    unsupported: tuple[str, ...]

    @property
    def is_locked(self) -> bool:
        """Whether all requested values are locked."""
        return not self.wrong and not self.unsupported


class LockableCamera(CameraSource, Protocol):
    """A camera whose exposure, gain, white balance and focus can be locked."""

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return the control values of the newest frame, as far as the camera reports them.

        Raises:
            CameraLostError: the camera is disconnected.
        """
        ...

    def lock(self, controls: CameraControls | None = None, *, timeout_s: float = 4.0) -> LockReport:
        """Lock *controls*, or the values found automatically, until ``unlock``.

        The lock survives a reconnect. Values are verified in frames or read back.

        Raises:
            CameraLostError: the camera is disconnected.
        """
        ...

    def unlock(self) -> None:
        """Return to automatic control."""
        ...


_RELATIVE_TOLERANCE: Final = 0.05
_ABSOLUTE_TOLERANCE: Final[Mapping[str, float]] = {
    "exposure_us": 150.0,  # exposure is quantised to sensor lines
    "gain": 0.1,
    "red_gain": 0.05,
    "blue_gain": 0.05,
    "white_balance_k": 60.0,
    "focus": 0.15,
}
MAINS_HZ: Final = 50


def judge(
    asked: Mapping[str, float], measured: Mapping[str, float], unsupported: tuple[str, ...]
) -> LockReport:
    """Compare *asked* with *measured* values, within the tolerance of a sensor's steps."""
    held: dict[str, float] = {}
    wrong: dict[str, float | None] = {}
    for name, value in asked.items():
        if name in unsupported:
            continue
        found = measured.get(name)
        if found is not None and abs(found - value) <= max(
            _ABSOLUTE_TOLERANCE[name], _RELATIVE_TOLERANCE * abs(value)
        ):
            held[name] = found
        else:
            wrong[name] = found
    return LockReport(held, wrong, tuple(name for name in asked if name in unsupported))


def without_banding(controls: CameraControls, *, mains_hz: int = MAINS_HZ) -> CameraControls:
    """Return *controls* with an exposure that avoids flicker banding from mains-powered lights.

    Such lights flicker at twice the mains frequency, so the exposure becomes a multiple of a half
    period and the gain compensates. Exposures below one half period stay: the light is bright then.
    """
    half_us = 1e6 / (2 * mains_hz)
    if controls.exposure_us is None or controls.exposure_us < half_us:
        return controls
    exposure_us = half_us * round(controls.exposure_us / half_us)
    gain = controls.gain
    if gain is not None:
        gain = max(1.0, gain * controls.exposure_us / exposure_us)
    return replace(controls, exposure_us=exposure_us, gain=gain)
