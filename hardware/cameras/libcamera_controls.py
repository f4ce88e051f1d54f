"""Camera controls in libcamera's words, and back from a frame's metadata.

Names and numbers of https://libcamera.org/api-html/namespacelibcamera_1_1controls.html: plain
numbers instead of its enumerations, so that nothing here needs the module.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import Any, Final

from hardware.cameras.controls import CameraControls

AF_MANUAL, AF_AUTO, AF_CONTINUOUS = 0, 1, 2
AF_START: Final = 0
_AF_SCANNING, _AF_FOCUSED, _AF_FAILED = 1, 2, 3
_AE_CONVERGED: Final = 2

_QUIET_FRAMES: Final = 8
_QUIET_SHARE: Final = 0.01
_BEGINS_WITHIN_FRAMES: Final = 12
"""Frames within which a lens begins to search: those under way, and one that changes its mode."""

_FRAME_US: Final = 33_333

AUTOMATIC: Final[Mapping[str, object]] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_CONTINUOUS,
    "FrameDurationLimits": (_FRAME_US, _FRAME_US),
}
"""Everything adjusts itself, at thirty frames a second."""


def only_known(controls: Mapping[str, object], known: Collection[str]) -> dict[str, object]:
    """Return those of the controls that this camera has: libcamera refuses a set with others."""
    return {name: value for name, value in controls.items() if name in known}


def to_libcamera(
    controls: CameraControls, known: Collection[str]
) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return libcamera's controls for *controls*, and the names that this camera has none for."""
    settings: dict[str, object] = {}
    unsupported = ["white_balance_k"] if controls.white_balance_k is not None else []
    if controls.exposure_us is not None or controls.gain is not None:
        settings["AeEnable"] = False
    if controls.exposure_us is not None:
        settings["ExposureTime"] = round(controls.exposure_us)
        # A frame must last as long as its exposure; the shortest and longest frame in microseconds.
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
    else:  # one alone cannot be held
        unsupported += [n for n in ("red_gain", "blue_gain") if getattr(controls, n) is not None]
    if controls.focus is not None:
        settings |= {"AfMode": AF_MANUAL, "LensPosition": float(controls.focus)}
    for name, needed in _NEEDS.items():
        if getattr(controls, name) is not None and needed not in known:
            unsupported.append(name)
    return only_known(settings, known), tuple(unsupported)


_NEEDS: Final = {
    "exposure_us": "ExposureTime",
    "gain": "AnalogueGain",
    "red_gain": "ColourGains",
    "blue_gain": "ColourGains",
    "focus": "LensPosition",
}


def from_metadata(metadata: Mapping[str, Any]) -> CameraControls:
    """Return what a frame was taken with."""
    red, blue = metadata.get("ColourGains") or (None, None)
    return CameraControls(
        exposure_us=metadata.get("ExposureTime"),
        gain=metadata.get("AnalogueGain"),
        red_gain=red,
        blue_gain=blue,
        focus=metadata.get("LensPosition"),
    )


class Settling:
    """Whether the automatics stand still, told frame by frame after they were restarted.

    Frames that were under way carry the states of before: a lens is believed to have found its
    place once it was seen to search, or where it does not begin to. White balance has no state;
    its gains stand still when they are the same over several frames.
    """

    def __init__(self) -> None:
        self._frames = 0
        self._searched = False
        self._gains: deque[tuple[float, ...]] = deque(maxlen=_QUIET_FRAMES)

    def take(self, metadata: Mapping[str, Any]) -> bool:
        """Take the next frame's metadata; whether all stands still now."""
        self._frames += 1
        focus = metadata.get("AfState")
        self._searched |= focus == _AF_SCANNING
        self._gains.append(tuple(metadata.get("ColourGains") or (0.0, 0.0)))  # none: a grey sensor
        return self._is_white() and self._is_focused(focus) and _is_exposed(metadata)

    def _is_focused(self, state: int | None) -> bool:
        if state is None:
            return True
        begun = self._searched or self._frames >= _BEGINS_WITHIN_FRAMES
        return begun and state in (_AF_FOCUSED, _AF_FAILED)

    def _is_white(self) -> bool:
        if len(self._gains) < _QUIET_FRAMES:
            return False
        return all(
            max(values) - min(values) <= _QUIET_SHARE * max(values)
            for values in zip(*self._gains, strict=True)
        )


def _is_exposed(metadata: Mapping[str, Any]) -> bool:
    """Older libcamera says ``AeLocked``, newer ``AeState``; without either it is believed."""
    if "AeLocked" in metadata:
        return bool(metadata["AeLocked"])
    return bool(metadata.get("AeState", _AE_CONVERGED) == _AE_CONVERGED)
