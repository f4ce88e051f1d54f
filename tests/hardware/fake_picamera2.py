"""The part of picamera2's interface that the companion uses, with a queue of stale frames.

Pixel formats follow libcamera: "RGB888" lies in memory as B, G, R and "BGR888" as R, G, B.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np


class FakeRequest:
    """One completed frame; must be released."""

    held = 0

    def __init__(
        self, bgr: Any, pixel_format: str, stamp_ns: int, tells: dict[str, Any] | None = None
    ) -> None:
        self._bgr, self._format, self._stamp_ns = bgr, pixel_format, stamp_ns
        self._tells = tells or {}
        FakeRequest.held += 1

    def make_array(self, name: str) -> Any:
        """Return a copy in the order of the pixel format."""
        assert name == "main"
        return self._bgr.copy() if self._format == "RGB888" else self._bgr[:, :, ::-1].copy()

    def get_metadata(self) -> dict[str, Any]:
        """Return libcamera's metadata."""
        return {"SensorTimestamp": self._stamp_ns, **self._tells}

    def release(self) -> None:
        """Give the buffer back."""
        FakeRequest.held -= 1


class FakePicamera2:
    """One camera; ``scene`` is what it looks at.

    Controls reach the frames some frames after they were set, as a sensor's do; ``stubborn`` ones
    are accepted and never applied. Automatics settle after some frames.
    """

    scene: Any = np.zeros((864, 1536, 3), np.uint8)
    cameras: tuple[str, ...] = ("imx708",)
    dead = False
    start_error: Exception | None = None
    open_cameras = 0
    stubborn: frozenset[str] = frozenset()
    lens_moves = True
    DELAY_FRAMES = 3
    SETTLES_AFTER = 4

    def __init__(self, index: int) -> None:
        self.index = index
        names = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"]
        names += ["FrameDurationLimits"]
        names += ["AfMode", "AfTrigger", "LensPosition"] if FakePicamera2.lens_moves else []
        self.camera_controls = dict.fromkeys(names, (0, 1, None))
        self.controls: dict[str, Any] = {}
        self.frame = 0
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self._now: dict[str, Any] = {
            "ExposureTime": 16_300,
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.4),
        }
        if FakePicamera2.lens_moves:
            self._now["LensPosition"] = 1.5
        self.still_configurations: list[dict[str, Any]] = []
        self.cancelled = 0
        self.started = False
        FakePicamera2.open_cameras += 1

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """Return what is connected."""
        return [{"Model": model, "Num": i} for i, model in enumerate(FakePicamera2.cameras)]

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        """Return a configuration."""
        return dict(options)

    def configure(self, configuration: dict[str, Any]) -> None:
        """Take the configuration."""
        self.configuration = configuration

    def camera_configuration(self) -> dict[str, Any]:
        """Return the configuration in use."""
        height, width = FakePicamera2.scene.shape[:2]
        return {"main": {**self.configuration["main"], "size": (width, height)}}

    def start(self) -> None:
        """Start the stream."""
        if FakePicamera2.start_error is not None:
            raise FakePicamera2.start_error
        self.started = True

    def capture_request(self, *, wait: bool, flush: bool) -> Callable[[], FakeRequest]:
        """Return a job; without *flush* it would give a frame from before the call."""
        assert not wait
        stamp_ns = time.monotonic_ns() if flush else time.monotonic_ns() - 10**9
        picture = FakePicamera2.scene if flush else np.zeros_like(FakePicamera2.scene)
        pixel_format = self.configuration["main"]["format"]
        return lambda: FakeRequest(picture, pixel_format, stamp_ns, self._next_frame())

    @property
    def sensor_resolution(self) -> tuple[int, int]:
        """Return width and height of a sensor of 4 to 3, twice as wide as the stream."""
        width = 2 * FakePicamera2.scene.shape[1]
        return width, width * 3 // 4

    def create_still_configuration(self, **options: Any) -> dict[str, Any]:
        """Return a configuration."""
        return dict(options)

    def switch_mode_and_capture_request(
        self, configuration: dict[str, Any], *, wait: bool
    ) -> Callable[[], FakeRequest]:
        """Return a job for a frame of the size asked for; the mode is the old one after it."""
        assert not wait
        self.still_configurations.append(configuration)
        size_px = configuration["main"]["size"]
        picture = cv2.resize(FakePicamera2.scene, size_px, interpolation=cv2.INTER_NEAREST)
        stamp_ns = time.monotonic_ns()
        pixel_format = configuration["main"]["format"]
        return lambda: FakeRequest(picture, pixel_format, stamp_ns, self._next_frame())

    def _next_frame(self) -> dict[str, Any]:
        """Return what a frame's metadata says, controls that have arrived by now included."""
        self.frame += 1
        while self._coming and self._coming[0][0] <= self.frame:
            arrived = self._coming.pop(0)[1]
            self._now |= {
                name: value
                for name, value in arrived.items()
                if name in self._now and name not in FakePicamera2.stubborn
            }
        settled = self.frame > FakePicamera2.SETTLES_AFTER
        focus = {"AfState": 2 if settled else 1} if FakePicamera2.lens_moves else {}
        return {**self._now, "AeState": 2 if settled else 1, **focus}

    def wait(self, job: Callable[[], FakeRequest], timeout: float) -> FakeRequest:
        """Return the job's result."""
        if FakePicamera2.dead or not self.started:
            raise TimeoutError
        return job()

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Take the controls; a name that the camera does not have is an error."""
        unknown = controls.keys() - self.camera_controls.keys()
        if unknown:
            raise RuntimeError(f"Control {sorted(unknown)} is not advertised by libcamera")
        self.controls = {**self.controls, **controls}
        self._coming.append((self.frame + FakePicamera2.DELAY_FRAMES, dict(controls)))

    def cancel_all_and_flush(self) -> None:
        """Forget all jobs."""
        self.cancelled += 1

    def stop(self) -> None:
        """Stop the stream."""
        self.started = False

    def close(self) -> None:
        """Release the camera."""
        FakePicamera2.open_cameras -= 1


def fresh_module() -> Any:
    """Return a module with the class in its first state."""
    FakePicamera2.scene = np.zeros((864, 1536, 3), np.uint8)
    FakePicamera2.cameras = ("imx708",)
    FakePicamera2.dead = False
    FakePicamera2.start_error = None
    FakePicamera2.open_cameras = 0
    FakePicamera2.stubborn = frozenset()
    FakePicamera2.lens_moves = True
    FakeRequest.held = 0
    return SimpleNamespace(Picamera2=FakePicamera2)
