"""Hardware acceptance test of a camera on a new board: what the table uses it for."""

import time
from dataclasses import dataclass

from companion.session.errors import CameraLostError
from companion.session.ports import Frame
from hardware.cameras.controls import LockableCamera, LockReport, judge


@dataclass(frozen=True, slots=True)
class LockTrial:
    """Lock results before and after a still was taken."""

    before: LockReport
    after: LockReport


@dataclass(frozen=True, slots=True)
class StillsTrial:
    """Number of successful and failed stills in a row, and the slowest one in seconds."""

    taken: int
    failed: int
    slowest_s: float


def try_view(camera: LockableCamera) -> tuple[Frame, Frame]:
    """Return a stream frame and a still, which must have the same field of view.

    Raises:
        CameraLostError: one of them cannot be captured.
    """
    return camera.capture(), camera.still()


def try_lock(camera: LockableCamera) -> LockTrial:
    """Lock the automatic values, take a still, and verify the lock in the stream again.

    Raises:
        CameraLostError: the camera is disconnected.
    """
    before = camera.lock()
    camera.still()
    after = judge(before.held, camera.measured().asked(), ())
    camera.unlock()
    return LockTrial(before, after)


def try_stills(camera: LockableCamera, count: int) -> StillsTrial:
    """Take *count* stills, each followed by a stream frame; failures are counted."""
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
