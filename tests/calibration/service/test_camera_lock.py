"""The camera is held as the profile in use has it, and let go in other light."""

from collections.abc import Mapping

import pytest

from calibration.core.errors import CANNOT_HOLD, NOT_HELD
from calibration.service.camera_lock import CameraLock
from companion.session.calibration_ports import Signal
from companion.session.ports import CameraInfo, Frame
from hardware.cameras.controls import CameraControls
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Lens, Rig
from tests.rows import is_of
from tests.some import there


class Plain:
    """A camera without controls."""

    info = CameraInfo("test", "a plain camera", 640, 480)

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        raise AssertionError(timeout_s)

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        raise AssertionError(timeout_s)

    def close(self) -> None:
        """Nothing to release."""


@pytest.fixture
def wanted() -> dict[str, float]:
    """What the profile in use has."""
    return {}


def opened(wanted: Mapping[str, float], lens: Lens) -> CameraLock:
    camera_lock = CameraLock(lambda: wanted)
    camera_lock.locked(lambda: lens)()
    return camera_lock


def test_the_profile_in_use_is_held_from_the_first_picture(wanted: dict[str, float]) -> None:
    """Names that no camera knows are left out; another profile holds something else or nothing."""
    wanted.update(gain=2.0, nonsense=1.0)
    lens = Lens()
    camera_lock = opened(wanted, lens)
    camera_lock.apply()
    assert lens.held == CameraControls(gain=2.0)
    wanted.clear()
    camera_lock.apply()
    assert lens.held == CameraControls(gain=2.0), "until it is told of another profile"
    camera_lock.renew()
    camera_lock.apply()
    assert lens.held is None


def test_what_the_settings_hold_is_left_alone(wanted: dict[str, float]) -> None:
    """A profile that holds nothing does not set free what it has not locked."""
    lens = Lens()
    lens.held = CameraControls(focus=3.0)
    camera_lock = opened(wanted, lens)
    camera_lock.apply()
    assert lens.held == CameraControls(focus=3.0)


def test_in_other_light_the_camera_is_let_go_until_a_profile_fits(
    wanted: dict[str, float],
) -> None:
    """Asked again and again it is let go once, and held again with the next profile."""
    wanted.update(gain=2.0)
    lens = Lens()
    camera_lock = opened(wanted, lens)
    camera_lock.apply()
    for _ in range(2):
        camera_lock.unlock()
        camera_lock.apply()
        assert lens.held is None
    camera_lock.renew()
    camera_lock.apply()
    assert lens.held == CameraControls(gain=2.0)


def test_a_lock_that_does_not_hold_is_said(wanted: dict[str, float]) -> None:
    """As is a camera that has nothing to hold, and none at all."""
    lens = Lens()
    camera_lock = opened(wanted, lens)
    assert camera_lock.lock_now() == ({"exposure_us": 20_000.0, "gain": 2.0}, None)
    lens.keeps = False
    held, fault = camera_lock.lock_now()
    assert held == {}
    assert is_of(fault, NOT_HELD)
    camera_lock.locked(Plain)()
    assert is_of(camera_lock.lock_now()[1], CANNOT_HOLD)
    assert is_of(CameraLock(dict).lock_now()[1], CANNOT_HOLD)


def test_the_wizard_shows_whether_the_camera_holds(rig: Rig) -> None:
    """Yellow where it does not; the wizard goes on, and cancel leaves the camera as it was."""
    rig.lens.keeps = False
    rig.service.begin()
    rig.see(good_picture())
    lock = next(step for step in there(rig.service.wizard()).steps if step.key == "lock")
    assert lock.signal is Signal.YELLOW
    assert is_of(lock.advice, NOT_HELD)
    rig.service.cancel()
    rig.see(good_picture())
    assert rig.lens.held is None
