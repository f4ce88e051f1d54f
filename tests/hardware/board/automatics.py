"""What the Raspberry Pi's image processing does to exposure, white balance and focus.

Follows ``ipa_base.cpp`` of libcamera: its state outlives a change of mode, values that were set
reach the frames some frames later, and automatics find their values step by step.
"""

from collections.abc import Collection
from typing import Any

MANUAL, AUTO, CONTINUOUS = 0, 1, 2
IDLE, SCANNING, FOCUSED = 0, 1, 2
SEARCHING, CONVERGED = 1, 2

_SENSOR_DELAY = 3  # frames until the sensor has a new exposure or gain
_SCAN_FRAMES = 6
_AE_STEP = 0.5
_AWB_STEP = 0.25


class Automatics:
    """The state of one camera's algorithms.

    Attributes:
        exposure_us, gain, colour_gains, focus: what the automatics find in this light.
        ignored: names of controls that are taken and never applied.
    """

    def __init__(self, *, lens_moves: bool) -> None:
        self.exposure_us, self.gain = 16_300, 2.0
        self.colour_gains = (1.9, 1.4)
        self.focus = 1.5
        self.ignored: Collection[str] = ()
        self.lens_moves = lens_moves
        self._exposure_auto = self._gain_auto = self._white_auto = True
        self._limits_us = (33_333, 250_000_000)
        self._now = {"ExposureTime": 20_000.0, "AnalogueGain": 1.0}
        self._white = (1.0, 1.0)
        self._lens, self._af_mode, self._af_state = 1.0, MANUAL, IDLE
        self._scan_left = 0
        self._coming: list[tuple[int, str, float]] = []
        self._frame = 0

    def apply(self, controls: dict[str, Any], *, at_once: bool = False) -> None:
        """Take controls of a request, or *at_once* those that a stream is started with."""
        asked = {name: value for name, value in controls.items() if name not in self.ignored}
        delay = 0 if at_once else _SENSOR_DELAY
        if "AeEnable" in asked:  # libcamera makes two modes of it, which count where they are given
            mode = 0 if asked["AeEnable"] else 1
            asked.setdefault("ExposureTimeMode", mode)
            asked.setdefault("AnalogueGainMode", mode)
        if "ExposureTimeMode" in asked:
            self._exposure_auto = asked["ExposureTimeMode"] == 0
        if "AnalogueGainMode" in asked:
            self._gain_auto = asked["AnalogueGainMode"] == 0
        if "FrameDurationLimits" in asked:
            self._limits_us = asked["FrameDurationLimits"]
        for name, auto in (
            ("ExposureTime", self._exposure_auto),
            ("AnalogueGain", self._gain_auto),
        ):
            if name in asked and not auto:
                self._coming.append((self._frame + delay, name, float(asked[name])))
        self._white_auto = asked.get("AwbEnable", self._white_auto)
        if "ColourGains" in asked:
            self._white, self._white_auto = tuple(asked["ColourGains"]), False
        self._apply_focus(asked)

    def _apply_focus(self, asked: dict[str, Any]) -> None:
        mode = asked.get("AfMode", self._af_mode)
        if mode != self._af_mode:
            self._af_mode = mode
            self._scan_left = _SCAN_FRAMES if mode == CONTINUOUS else 0
            self._af_state = IDLE if mode == MANUAL else self._af_state
        if asked.get("AfTrigger") == 0 and mode == AUTO:
            self._scan_left = _SCAN_FRAMES
        if "LensPosition" in asked and mode == MANUAL:
            self._lens = float(asked["LensPosition"])

    def step(self, shortest_frame_us: int) -> dict[str, Any]:
        """Return what the next frame's metadata says."""
        self._frame += 1
        while self._coming and self._coming[0][0] <= self._frame:
            _, name, value = self._coming.pop(0)
            self._now[name] = value
        settled = self._adjust()
        # The frame before says how the lens was: a scan that has just begun is not in it yet.
        focus = {"LensPosition": self._lens, "AfState": self._af_state} if self.lens_moves else {}
        self._scan()
        longest_us = max(self._limits_us[1], shortest_frame_us)
        return {
            "ExposureTime": int(min(self._now["ExposureTime"], longest_us)),
            "AnalogueGain": self._now["AnalogueGain"],
            "ColourGains": self._white,
            "AeState": CONVERGED if settled else SEARCHING,
            "FrameDuration": max(self._limits_us[0], shortest_frame_us),
            **focus,
        }

    def _adjust(self) -> bool:
        settled = True
        wanted = (
            ("ExposureTime", self._exposure_auto, min(self.exposure_us, self._limits_us[1])),
            ("AnalogueGain", self._gain_auto, self.gain),
        )
        for name, auto, target in wanted:
            if auto:
                self._now[name] = _nearer(self._now[name], target, _AE_STEP)
                settled &= self._now[name] == target
        if self._white_auto:
            red, blue = self.colour_gains
            self._white = (
                _nearer(self._white[0], red, _AWB_STEP),
                _nearer(self._white[1], blue, _AWB_STEP),
            )
        return settled

    def _scan(self) -> None:
        if self._af_mode == MANUAL or not self._scan_left:
            return
        self._scan_left -= 1
        self._af_state = SCANNING
        if self._scan_left == 0:
            self._af_state, self._lens = FOCUSED, self.focus


def _nearer(value: float, target: float, step: float) -> float:
    """Return *value* moved towards *target*, which is reached when it is close."""
    moved = value + (target - value) * step
    return target if abs(moved - target) <= 0.01 * abs(target) else moved
