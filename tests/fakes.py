"""Fakes of the ports of the session."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from companion.session.errors import CameraLostError
from companion.session.ports import (
    CameraInfo,
    Expectation,
    Frame,
    Reading,
    ReadRequest,
    ReadResult,
)


class ManualClock:
    """A manually advanced clock.

    Attributes:
        is_set: whether the date is known.
        jumped_s: by how much the date was changed while the clock ran.
    """

    def __init__(self, now_s: float = 1000.0, *, is_set: bool = True) -> None:
        self.now_s = now_s
        self.is_set = is_set
        self.jumped_s = 0.0

    def advance(self, seconds: float) -> None:
        """Advance the time."""
        self.now_s += seconds

    def monotonic_s(self) -> float:
        """Monotonic seconds."""
        return self.now_s

    def utc_iso(self) -> str:
        """The date and time in UTC; the clock starts at the beginning of 2026."""
        if not self.is_set:
            return ""
        moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.now_s + self.jumped_s)
        return moment.isoformat(timespec="milliseconds")


class ScriptedCamera:
    """A camera that plays a list of frames, then repeats the last one.

    An entry may be None: from there on the camera is lost.

    Attributes:
        still_frame: its full-resolution still; None where it cannot take one.
        stills: number of requested stills.
    """

    def __init__(
        self,
        frames: Iterable[Frame | None],
        *,
        name: str = "scripted",
        still_frame: Frame | None = None,
    ) -> None:
        self._frames = list(frames)
        self.still_frame = still_frame
        self.stills = 0
        self._name = name
        self.captured = 0
        self.closed = False

    @property
    def info(self) -> CameraInfo:
        """Camera description."""
        return CameraInfo("scripted", self._name, 640, 480, is_live=True)

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return the next frame.

        Raises:
            CameraLostError: the script says so.
        """
        frame = self._frames[min(self.captured, len(self._frames) - 1)]
        if frame is None:
            raise CameraLostError(name=self._name)
        self.captured += 1
        return frame

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """Return the still.

        Raises:
            CameraLostError: there is none.
        """
        self.stills += 1
        if self.still_frame is None:
            raise CameraLostError(name=self._name)
        return self.still_frame

    def close(self) -> None:
        """Release the device. Safe to call twice."""
        self.closed = True


class ScriptedReader:
    """A reader that returns a list of readings, then repeats the last one.

    Attributes:
        expected: the ``expected`` argument of each request.
    """

    def __init__(self, readings: Iterable[Reading]) -> None:
        self.readings = list(readings)
        self.asked = 0
        self.expected: list[Expectation | None] = []

    def read(self, request: ReadRequest) -> ReadResult:
        """Return the next reading, independent of the frame."""
        reading = self.readings[min(self.asked, len(self.readings) - 1)]
        self.asked += 1
        self.expected.append(request.expected)
        return ReadResult(reading)
