"""Maps camera controls to libcamera's, and a frame's metadata back to camera controls.

Names and values from https://libcamera.org/api-html/namespacelibcamera_1_1controls.html: plain
integers instead of its enumerations, so that nothing here imports the module.
"""

from collections import deque
from collections.abc import Collection, Mapping
from typing import Any, Final

from hardware.cameras.controls import CameraControls

AF_MANUAL, AF_AUTO, AF_CONTINUOUS = 0, 1, 2
AF_START: Final = 0
_AF_SCANNING, _AF_FOCUSED, _AF_FAILED = 1, 2, 3
_AE_CONVERGED: Final = 2

_STABLE_FRAMES: Final = 8
_STABLE_TOLERANCE: Final = 0.01
_AF_START_FRAMES: Final = 12
"""Frames within which an autofocus scan starts: those in flight, and one for the mode change."""

_FRAME_US: Final = 33_333

AUTOMATIC: Final[Mapping[str, object]] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_CONTINUOUS,
    "FrameDurationLimits": (_FRAME_US, _FRAME_US),
}
"""Auto exposure, AWB and continuous autofocus, at 30 frames per second."""


def only_known(controls: Mapping[str, object], known: Collection[str]) -> dict[str, object]:
    """Return the controls that this camera supports: libcamera rejects a set with unknown ones."""
    return {name: value for name, value in controls.items() if name in known}


def to_libcamera(
    controls: CameraControls, known: Collection[str]
) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return libcamera's controls for *controls*, and the names of unsupported ones."""
    settings: dict[str, object] = {}
    unsupported = ["white_balance_k"] if controls.white_balance_k is not None else []
    if controls.exposure_us is not None or controls.gain is not None:
        settings["AeEnable"] = False
    if controls.exposure_us is not None:
        settings["ExposureTime"] = round(controls.exposure_us)
        # The frame duration must cover the exposure; minimum and maximum in microseconds.
        settings["FrameDurationLimits"] = (
            _FRAME_US,
            max(2 * _FRAME_US, round(controls.exposure_us) + 1_000),
        )
    if controls.gain is not None:
        settings["AnalogueGain"] = float(controls.gain)
    if controls.red_gain is not None and controls.blue_gain is not None:
        settings |= {
            "AwbEnable": False,
            "ColourGains": (float(controls.red_gain), float(controls.blue_gain)),
        }
    else:  # one gain alone cannot be locked
        unsupported += [n for n in ("red_gain", "blue_gain") if getattr(controls, n) is not None]
    if controls.focus is not None:
        settings |= {"AfMode": AF_MANUAL, "LensPosition": float(controls.focus)}
    for name, needed in _REQUIRED_CONTROL.items():
        if getattr(controls, name) is not None and needed not in known:
            unsupported.append(name)
    return only_known(settings, known), tuple(unsupported)


_REQUIRED_CONTROL: Final = {
    "exposure_us": "ExposureTime",
    "gain": "AnalogueGain",
    "red_gain": "ColourGains",
    "blue_gain": "ColourGains",
    "focus": "LensPosition",
}


def from_metadata(metadata: Mapping[str, Any]) -> CameraControls:
    """Return the control values that a frame was taken with."""
    red, blue = metadata.get("ColourGains") or (None, None)
    return CameraControls(
        exposure_us=metadata.get("ExposureTime"),
        gain=metadata.get("AnalogueGain"),
        red_gain=red,
        blue_gain=blue,
        focus=metadata.get("LensPosition"),
    )


class ConvergenceDetector:
    """Detects convergence of auto exposure, AWB and autofocus from frame metadata after a restart.

    Frames in flight still carry the old states: autofocus counts as finished only after a scan was
    observed, or when none has started in time. AWB has no state: it has converged when its gains
    are stable over several frames.
    """

    def __init__(self) -> None:
        self._frames = 0
        self._scan_seen = False
        self._gains: deque[tuple[float, ...]] = deque(maxlen=_STABLE_FRAMES)

    def take(self, metadata: Mapping[str, Any]) -> bool:
        """Process the next frame's metadata; returns whether everything has converged."""
        self._frames += 1
        focus = metadata.get("AfState")
        self._scan_seen |= focus == _AF_SCANNING
        self._gains.append(tuple(metadata.get("ColourGains") or (0.0, 0.0)))  # none: monochrome
        return self._awb_converged() and self._af_finished(focus) and _ae_converged(metadata)

    def _af_finished(self, state: int | None) -> bool:
        if state is None:
            return True
        started = self._scan_seen or self._frames >= _AF_START_FRAMES
        return started and state in (_AF_FOCUSED, _AF_FAILED)

    def _awb_converged(self) -> bool:
        if len(self._gains) < _STABLE_FRAMES:
            return False
        return all(
            max(values) - min(values) <= _STABLE_TOLERANCE * max(values)
            for values in zip(*self._gains, strict=True)
        )


def _ae_converged(metadata: Mapping[str, Any]) -> bool:
    """Older libcamera has ``AeLocked``, newer ``AeState``; without either assume convergence."""
    if "AeLocked" in metadata:
        return bool(metadata["AeLocked"])
    return bool(metadata.get("AeState", _AE_CONVERGED) == _AE_CONVERGED)
