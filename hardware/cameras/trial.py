"""A camera put through what the table does to it, for the first time on a new board."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.session.errors import CameraLostError
from companion.session.ports import Frame
from hardware.cameras.controls import LockableCamera, LockReport, judge


@dataclass(frozen=True, slots=True)
class LockTrial:
    """What was locked, and what of it the stream's frames had after a still."""

    before: LockReport
    after: LockReport


@dataclass(frozen=True, slots=True)
class StillsTrial:
    """How many stills in a row came, and the longest time that one took in seconds."""

    taken: int
    failed: int
    slowest_s: float


def try_view(camera: LockableCamera) -> tuple[Frame, Frame]:
    """Return a frame of the stream and a still, which are to show the same part of the table.

    Raises:
        CameraLostError: one of them does not come.
    """
    return camera.capture(), camera.still()


def try_lock(camera: LockableCamera) -> LockTrial:
    """Lock what the camera finds, take a still, and look whether the stream still has it.

    Raises:
        CameraLostError: the camera is gone.
    """
    before = camera.lock()
    camera.still()
    after = judge(before.held, camera.measured().asked(), ())
    camera.unlock()
    return LockTrial(before, after)


def try_stills(camera: LockableCamera, count: int) -> StillsTrial:
    """Take *count* stills, a frame of the stream after each; failures are counted."""
    failed, slowest_s = 0, 0.0
    for _ in range(count):
        begun_s = time.monotonic()
        try:
            camera.still()
            camera.capture()
        except CameraLostError:
            failed += 1
        slowest_s = max(slowest_s, time.monotonic() - begun_s)
    return StillsTrial(count - failed, failed, slowest_s)
