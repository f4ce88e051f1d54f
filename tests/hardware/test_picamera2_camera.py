"""The Pi's camera against an injected module."""

from __future__ import annotations

from typing import Any

import pytest

from companion.session.errors import CameraLostError
from hardware.errors import CameraUnavailableError
from hardware.picamera2_camera import Picamera2Camera
from tests.hardware.fake_picamera2 import FakePicamera2, FakeRequest, fresh_module


def _open(**options: Any) -> Picamera2Camera:
    module = fresh_module()
    return Picamera2Camera(import_module=lambda: module, **options)


def test_without_the_package_the_error_says_which_one_to_install() -> None:
    """Off a Pi the module is missing; the hint is the line to run."""
    with pytest.raises(CameraUnavailableError, match="picamera2 is not installed") as caught:
        Picamera2Camera()
    assert "apt install" in caught.value.hint_text
    assert "python3-picamera2" in caught.value.hint_text


def test_a_missing_part_of_it_is_named() -> None:
    """picamera2 from pip has no libcamera."""

    def fail() -> Any:
        message = "No module named 'libcamera'"
        raise ModuleNotFoundError(message, name="libcamera")

    with pytest.raises(CameraUnavailableError, match="needs the module libcamera"):
        Picamera2Camera(import_module=fail)


def test_numpy_of_another_generation_is_explained() -> None:
    """The trap of Raspberry Pi OS Bookworm."""

    def fail() -> Any:
        message = "numpy.dtype size changed, may indicate binary incompatibility"
        raise ValueError(message)

    with pytest.raises(CameraUnavailableError, match="do not fit together"):
        Picamera2Camera(import_module=fail)


def test_no_camera_connected() -> None:
    """The package is there but no camera."""
    module = fresh_module()
    FakePicamera2.cameras = ()
    with pytest.raises(CameraUnavailableError, match="no camera is connected"):
        Picamera2Camera(import_module=lambda: module)


def test_a_camera_in_use_is_released_again() -> None:
    """Start fails: the reason is shown and nothing stays open."""
    module = fresh_module()
    FakePicamera2.start_error = RuntimeError("Failed to acquire camera: Device or resource busy")
    with pytest.raises(CameraUnavailableError, match="resource busy"):
        Picamera2Camera(import_module=lambda: module)
    assert FakePicamera2.open_cameras == 0


def test_every_buffer_goes_back() -> None:
    """A request that is kept would stop the stream after three frames."""
    camera = _open()
    for _ in range(5):
        camera.capture()
    assert FakeRequest.held == 0
    camera.close()
    assert FakePicamera2.open_cameras == 0


def test_a_camera_that_goes_silent_is_lost_and_comes_back() -> None:
    """The open request is cancelled, so that a later capture does not get its old frame."""
    camera = _open()
    FakePicamera2.dead = True
    with pytest.raises(CameraLostError, match="imx708"):
        camera.capture(timeout_s=0.1)
    assert camera._camera.cancelled == 1
    FakePicamera2.dead = False
    assert camera.capture().source == "imx708"
    camera.close()


def test_controls_are_passed_on_until_closed() -> None:
    """Exposure and gains can be locked later."""
    camera = _open()
    camera.set_controls({"ExposureTime": 10_000})
    assert camera._camera.controls == {"ExposureTime": 10_000}
    assert camera._camera.configuration["controls"] == {"AfMode": 2}
    camera.close()
    camera.set_controls({"ExposureTime": 20_000})
    assert camera._camera.controls == {"ExposureTime": 10_000}
