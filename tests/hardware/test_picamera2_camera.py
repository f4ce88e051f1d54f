"""The Pi's camera against an injected module."""

from __future__ import annotations

from typing import Any

import pytest

from companion.session.errors import CameraLostError
from hardware.camera_controls import CameraControls
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


LAMP = CameraControls(
    exposure_us=20_000, gain=3.0, red_gain=2.1, blue_gain=1.3, focus=4.0
)  # values that a person may find


def test_locked_controls_are_seen_in_the_frames() -> None:
    """The report comes after the first frame that has them, not after the call that asks."""
    camera = _open()
    report = camera.lock(LAMP)
    assert report.is_locked
    assert report.held == LAMP.asked()
    assert camera.measured() == LAMP
    controls = camera._camera.controls
    assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"]) == (False, False, 0)
    camera.close()


def test_a_control_that_does_not_hold_is_named() -> None:
    """A driver that takes a value and does not use it is found out."""
    camera = _open()
    FakePicamera2.stubborn = frozenset({"AnalogueGain"})
    report = camera.lock(LAMP, timeout_s=0.1)
    assert report.wrong == {"gain": 2.0}
    assert not report.is_locked
    camera.close()


def test_a_lens_that_cannot_move_has_no_focus_to_hold() -> None:
    """Older camera modules: named, and never asked for, since libcamera refuses unknown names."""
    module = fresh_module()
    FakePicamera2.lens_moves = False
    camera = Picamera2Camera(import_module=lambda: module)
    report = camera.lock(LAMP)
    assert report.unsupported == ("focus",)
    assert report.held.keys() == LAMP.asked().keys() - {"focus"}
    camera.close()


def test_what_the_automatics_found_is_held() -> None:
    """After they stood still; the exposure becomes one that lamps do not stripe."""
    camera = _open()
    report = camera.lock()
    assert camera._camera.frame > FakePicamera2.SETTLES_AFTER
    assert report.is_locked
    assert report.held["exposure_us"] == 20_000  # found: 16.3 ms
    assert report.held["gain"] == pytest.approx(2.0 * 16_300 / 20_000)
    assert report.held["focus"] == 1.5
    camera.close()


def test_unlocking_lets_everything_adjust_itself() -> None:
    """Exposure, white balance and focus."""
    camera = _open()
    camera.lock(LAMP)
    camera.unlock()
    controls = camera._camera.controls
    assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"]) == (True, True, 2)
    camera.close()


def test_a_still_is_taken_with_the_locked_controls() -> None:
    """A change of mode must not change the light; every buffer goes back."""
    camera = _open()
    camera.lock(LAMP)
    still = camera.still()
    assert still.pixels.shape == (2 * camera.info.height, 2 * camera.info.width, 3)
    (configuration,) = camera._camera.still_configurations
    assert configuration["controls"]["ExposureTime"] == 20_000
    assert configuration["controls"]["LensPosition"] == 4.0
    assert FakeRequest.held == 0
    assert camera.capture().pixels.shape[1] == camera.info.width
    camera.close()


def test_a_camera_that_is_lost_is_not_locked() -> None:
    """Said as every loss is."""
    camera = _open()
    FakePicamera2.dead = True
    for ask in (camera.lock, camera.measured, camera.still):
        with pytest.raises(CameraLostError):
            ask()
    camera.close()
    with pytest.raises(CameraLostError):
        camera.unlock()
