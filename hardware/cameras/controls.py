"""Holding a camera's picture still: exposure, gain, white balance and focus, and whether they hold.

A camera that adjusts itself makes the same die look different from one frame to the next. Whoever
locks it says what shall hold and is told what did: drivers accept values that they never apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final, Protocol

from companion.session.ports import CameraSource


@dataclass(frozen=True, slots=True)
class CameraControls:
    """What a camera can be told to hold; None leaves a value to the camera.

    Attributes:
        exposure_us: exposure time in microseconds.
        gain: of the sensor; on USB cameras in steps of their own.
        red_gain, blue_gain: white balance of a Pi camera (``ColourGains``).
        white_balance_k: white balance of a USB camera, a colour temperature in kelvin.
        focus: of a Pi camera in dioptres (1 / metres); of a USB camera in steps of its own.
    """

    exposure_us: float | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    white_balance_k: float | None = None
    focus: float | None = None

    def asked(self) -> dict[str, float]:
        """Return the values that are to hold, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class LockReport:
    """What became of a wish to lock; every value asked for is in exactly one of the three.

    Attributes:
        held: name -> the value that the camera's frames now have.
        wrong: name -> the value that they have instead; None where they do not tell.
        unsupported: what this camera has no control for.
    """

    held: Mapping[str, float]
    wrong: Mapping[str, float | None]
    unsupported: tuple[str, ...]

    @property
    def is_locked(self) -> bool:
        """Whether everything that was asked for holds."""
        return not self.wrong and not self.unsupported


class LockableCamera(CameraSource, Protocol):
    """A camera whose picture can be held still."""

    def measured(self, *, timeout_s: float = 2.0) -> CameraControls:
        """Return what the newest frame was taken with, as far as the camera tells.

        Raises:
            CameraLostError: the camera is gone.
        """
        ...

    def lock(self, controls: CameraControls | None = None, *, timeout_s: float = 4.0) -> LockReport:
        """Hold *controls*, or what the camera has found by itself, until ``unlock``.

        Also after the camera was lost and is back. Nothing is believed before a frame has it.

        Raises:
            CameraLostError: the camera is gone.
        """
        ...

    def unlock(self) -> None:
        """Let the camera adjust itself again."""
        ...


_RELATIVE: Final = 0.05
_LEAST_OFF: Final[Mapping[str, float]] = {
    "exposure_us": 150.0,  # a sensor exposes whole lines
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
    """Return which of the *asked* values the *measured* ones have, within a sensor's steps."""
    held: dict[str, float] = {}
    wrong: dict[str, float | None] = {}
    for name, value in asked.items():
        if name in unsupported:
            continue
        found = measured.get(name)
        if found is not None and abs(found - value) <= max(
            _LEAST_OFF[name], _RELATIVE * abs(value)
        ):
            held[name] = found
        else:
            wrong[name] = found
    return LockReport(held, wrong, tuple(name for name in asked if name in unsupported))


def without_banding(controls: CameraControls, *, mains_hz: int = MAINS_HZ) -> CameraControls:
    """Return *controls* with an exposure that lamps on the mains do not stripe.

    A lamp shines twice in each period, so the exposure becomes a whole number of half periods and
    the gain makes up for it. Exposures below one half period stay: the light is strong then.
    """
    half_us = 1e6 / (2 * mains_hz)
    if controls.exposure_us is None or controls.exposure_us < half_us:
        return controls
    exposure_us = half_us * round(controls.exposure_us / half_us)
    gain = controls.gain
    if gain is not None:
        gain = max(1.0, gain * controls.exposure_us / exposure_us)
    return replace(controls, exposure_us=exposure_us, gain=gain)
