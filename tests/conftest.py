"""What every test runs under: an off-screen window, mock pins, one thread, fixed chance."""

from __future__ import annotations

import os

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
from hypothesis import HealthCheck, settings  # noqa: E402

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
