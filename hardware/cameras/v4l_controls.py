"""Maps camera controls to Video4Linux controls, through OpenCV's properties.

Raw values: exposure in steps of 100 microseconds, white balance in kelvin, gain and focus in
device-specific steps (https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html).
"""

from dataclasses import dataclass
from typing import Final

import cv2

from hardware.cameras.controls import CameraControls

_EXPOSURE_MANUAL, _EXPOSURE_AUTO = 1, 3  # V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY
_STEP_US: Final = 100.0


@dataclass(frozen=True, slots=True)
class _Property:
    """A control and the automatic mode that must be off for it.

    Attributes:
        unit: one raw step in the unit of `CameraControls`.
        least: the smallest possible value; OpenCV returns -1 for a control that a driver lacks.
        switch: OpenCV property of the automatic mode, its values for off and on; None without one.
    """

    name: str
    number: int
    unit: float = 1.0
    least: float = 0.0
    switch: tuple[int, int, int] | None = None


_EXPOSURE_SWITCH: Final = (cv2.CAP_PROP_AUTO_EXPOSURE, _EXPOSURE_MANUAL, _EXPOSURE_AUTO)
_WHITE_SWITCH: Final = (cv2.CAP_PROP_AUTO_WB, 0, 1)
_PROPERTIES: Final = (
    _Property("exposure_us", cv2.CAP_PROP_EXPOSURE, _STEP_US, _STEP_US, _EXPOSURE_SWITCH),
    _Property("gain", cv2.CAP_PROP_GAIN),
    _Property("white_balance_k", cv2.CAP_PROP_WB_TEMPERATURE, 1.0, 1.0, _WHITE_SWITCH),
    _Property("focus", cv2.CAP_PROP_FOCUS, switch=(cv2.CAP_PROP_AUTOFOCUS, 0, 1)),
)


def apply(capture: cv2.VideoCapture, controls: CameraControls) -> tuple[str, ...]:
    """Set *controls* with the automatic modes off; returns the names of unsupported ones."""
    asked = controls.asked()
    unsupported: list[str] = [name for name in ("red_gain", "blue_gain") if name in asked]
    for prop in _PROPERTIES:
        if prop.name not in asked:
            continue
        if prop.switch is not None:
            number, off, _on = prop.switch
            capture.set(number, off)
        if not capture.set(prop.number, round(asked[prop.name] / prop.unit)):
            unsupported.append(prop.name)
    return tuple(unsupported)


def release(capture: cv2.VideoCapture) -> None:
    """Enable all automatic modes again."""
    for prop in _PROPERTIES:
        if prop.switch is not None:
            number, _off, on = prop.switch
            capture.set(number, on)


def read(capture: cv2.VideoCapture) -> CameraControls:
    """Return the control values that the driver reports; unknown ones are None."""
    values = ((prop, capture.get(prop.number) * prop.unit) for prop in _PROPERTIES)
    return CameraControls(**{prop.name: value for prop, value in values if value >= prop.least})
