"""Camera controls in libcamera's words, and back from a frame's metadata.

Names and numbers of https://libcamera.org/api-html/namespacelibcamera_1_1controls.html: plain
numbers instead of its enumerations, so that nothing here needs the module.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from hardware.camera_controls import CameraControls

AF_MANUAL, AF_AUTO, AF_CONTINUOUS = 0, 1, 2
AF_START: Final = 0
_AF_FOCUSED, _AF_FAILED = 2, 3
_AE_CONVERGED: Final = 2

AUTOMATIC: Final[Mapping[str, object]] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_CONTINUOUS,
}
"""Everything adjusts itself."""


def continuous_focus(known: Collection[str]) -> dict[str, object]:
    """Return continuous autofocus where the lens can move."""
    return {"AfMode": AF_CONTINUOUS} if "AfMode" in known else {}


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
        settings["FrameDurationLimits"] = (33_333, max(66_666, round(controls.exposure_us) + 1_000))
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
    return {name: value for name, value in settings.items() if name in known}, tuple(unsupported)


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


def is_settled(metadata: Mapping[str, Any]) -> bool:
    """Whether exposure stands still and the lens has found its place, or given up.

    Older libcamera says ``AeLocked``, newer ``AeState``; without either the exposure is believed.
    """
    if "AeLocked" in metadata:
        exposed = bool(metadata["AeLocked"])
    else:
        exposed = metadata.get("AeState", _AE_CONVERGED) == _AE_CONVERGED
    return exposed and metadata.get("AfState", _AF_FOCUSED) in (_AF_FOCUSED, _AF_FAILED)
