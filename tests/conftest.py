"""What every test runs under: an off-screen window, mock pins, one thread, fixed chance."""

import ctypes
import os
from collections.abc import Iterator

# Before the first import of Kivy: it reads these once. `offscreen` draws for real without a screen;
# a developer who wants to watch sets SDL_VIDEODRIVER=x11.
_ENVIRONMENT = {
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_WINDOW": "sdl2",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "GPIOZERO_PIN_FACTORY": "mock",
    "OMP_NUM_THREADS": "1",
}
for _name, _value in _ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)

import cv2  # noqa: E402 - after the environment
import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

from companion.session import clock  # noqa: E402

cv2.setNumThreads(1)

# The same examples on every run and machine, none of them timed: a slow board is no failure.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The date of the machine counts as known, whether or not something synchronises it."""
    monkeypatch.setattr(clock, "is_set", lambda _now: True)


@pytest.fixture
def plain_user() -> Iterator[None]:
    """Root obeys the permissions of files here, like every other user."""
    libc = ctypes.CDLL(None)
    version = (ctypes.c_uint32 * 2)(0x20080522, 0)  # 64 capabilities, this thread
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, 32 each; then the rest
    assert libc.capget(version, sets) == 0
    before = sets[0]
    sets[0] &= ~(1 << 1 | 1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    assert libc.capset(version, sets) == 0
    yield
    sets[0] = before
    assert libc.capset(version, sets) == 0
