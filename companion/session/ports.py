"""The roles at the edge of the session: what a camera, a reader, buttons and a log must do.

``hardware``, ``vision`` and ``companion.storage`` implement them without knowing each other.
Values are immutable; arrays inside them are never written to after they are handed over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    ImageU8 = npt.NDArray[np.uint8]


# --- pictures and what is read from them -------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera.

    Attributes:
        pixels: BGR, shape ``(height, width, 3)``, ``uint8``.
        taken_at_s: monotonic seconds at which the picture was taken.
        source: name for people: a camera's name or a file's.
        crop: the part of the sensor that the picture shows (x, y, width, height in the sensor's
            pixels); None where the camera does not tell.
    """

    pixels: ImageU8
    taken_at_s: float
    source: str
    crop: tuple[int, int, int, int] | None = None


class DiceKind(Enum):
    """Which dice a reading looks for."""

    ROLL = "roll"
    D6 = "d6"
    ROBOT = "robot"


class DieStatus(Enum):
    """``OK``: safe to use without asking. ``CHECK``: a person should look."""

    OK = "ok"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer that the reader thought possible."""

    type: str
    face: str
    confidence: float


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as the camera sees it; the fields are those of the ``scan/1`` contract.

    Attributes:
        centre_px: centre of the die's TOP face, (x, y) in pixels of the frame.
        size_px: edge length of the top face in pixels.
        angle_deg: angle of an edge against the x axis, 0 <= angle < 90, y down.
        mat: mat id, or None off every mat. ``position_mm`` and ``zone`` go with it.
        position_mm: where the die stands on the mat's paper (parallax removed).
        type: one of the seven die keys, ``d6``, ``robot_a`` or ``robot_b``.
        colour: plain word.
        confidence: calibrated probability that type and face are both right, 0..1.
    """

    centre_px: tuple[float, float]
    size_px: float
    angle_deg: float
    mat: str | None
    position_mm: tuple[float, float] | None
    zone: str | None
    type: str
    colour: str
    face: str
    confidence: float
    status: DieStatus
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class MatReading:
    """One mat found in the frame; corners clockwise from the mat's top left, in pixels."""

    mat_id: str
    kind: str
    seat: int | None
    corners_px: tuple[tuple[float, float], ...]
    error_px: float


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about the picture that people should know.

    Attributes:
        template: the English sentence with ``%(names)s`` (the key of its translation).
        outline_px: corners of what is meant, (x, y) in pixels of the frame; empty where it is no
            single thing.
    """

    code: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    outline_px: tuple[tuple[float, float], ...] = ()

    @property
    def message(self) -> str:
        """The English sentence with its values."""
        return self.template % self.params


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds spent in each stage; ``total`` leaves out decoding."""

    decode: float = 0.0
    mats: float = 0.0
    find: float = 0.0
    classify: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from one frame. "Cannot see well" is a result, not an exception.

    Attributes:
        mats: printed ones in view.
        drawn: those whose zones people drew on the picture; no part of the ``scan/1`` contract.
    """

    width: int
    height: int
    mats: tuple[MatReading, ...]
    dice: tuple[DieReading, ...]
    problems: tuple[Problem, ...]
    timings_ms: Timings = Timings()
    drawn: tuple[MatReading, ...] = ()


Expectation = Mapping[str, Mapping[str, int]]
"""Mat id -> die key -> how many dice the rules know to be there."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadRequest:
    """What is to be read.

    Attributes:
        dice: the kind to look for.
        expected: dice that the rules know to be there; None without such knowledge.
        whole_image: list the dice beside the mats, too; else only those on mats, if one is in view.
    """

    frame: Frame
    dice: DiceKind = DiceKind.ROLL
    expected: Expectation | None = None
    whole_image: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ReadResult:
    """What was read; a reader may add what the reading rests on."""

    reading: Reading


class DiceReader(Protocol):
    """Reads dice from frames. One instance belongs to one thread."""

    def read(self, request: ReadRequest) -> ReadResult:
        """Return what the frame of *request* shows."""
        ...


# --- devices -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """What a camera says of itself: backend key, name for people, frame size in pixels.

    Attributes:
        is_live: its pictures come from a sensor, so no two are equal; False for stored ones.
    """

    backend: str
    name: str
    width: int
    height: int
    is_live: bool = False


class CameraSource(Protocol):
    """Gives frames. Opened by its constructor; one thread captures."""

    @property
    def info(self) -> CameraInfo:
        """What this camera is."""
        ...

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame taken after the call began.

        Raises:
            CameraLostError: the camera is gone or gives no picture in time (temporary).
        """
        ...

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """Return a frame of the largest size that the camera has, taken after the call began.

        Where there is none larger than the stream's, one of the stream. The next ``capture`` waits
        for the stream to go on.

        Raises:
            CameraLostError: the camera is gone or gives no picture in time.
        """
        ...

    def close(self) -> None:
        """Release the device. Safe to call twice."""
        ...


class ReadyButtons(Protocol):
    """Ready buttons with lights, one for each seat."""

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press, from the device's own thread."""
        ...

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; seats without a light are ignored."""
        ...

    def close(self) -> None:
        """Release the device. Safe to call twice."""
        ...


class Clock(Protocol):
    """Time for the edges; the rules never see it."""

    def monotonic_s(self) -> float:
        """Seconds that only go forward."""
        ...

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601."""
        ...


# --- the log -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameHeader:
    """A game in the log; ``finished`` games are not resumed."""

    game_id: str
    game: str
    started_at: str
    finished: bool


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game as the log holds it.

    Attributes:
        version: 1 for the first event of a game, then one more for each.
        step: version of the first event that was appended with it: what one undo takes back.
        event: the game's or the session's event.
        recorded_at: UTC, ISO 8601.
    """

    version: int
    step: int
    event: object
    recorded_at: str


class EventLog(Protocol):
    """Append-only memory of what happened. Nothing is ever changed or deleted."""

    def begin(self, game_id: str, *, game: str, started_at: str) -> None:
        """Open a new, empty game of the kind *game*.

        Raises:
            LogConflictError: there is a game with that id.
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
        """
        ...

    def append(
        self, game_id: str, events: Sequence[object], *, after_version: int, recorded_at: str
    ) -> None:
        """Store *events* durably as versions ``after_version + 1`` and on, all or none.

        They are one step. Returns only when the disk has them.

        Raises:
            NoSuchGameError: the game was never begun.
            LogConflictError: another writer was faster.
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
        """
        ...

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return all events of a game in order.

        Raises:
            NoSuchGameError: the game was never begun.
            LogDamagedError: an event cannot be read; carries the good ones before it.
            LogTooNewError: written by a newer version of the companion.
        """
        ...

    def games(self) -> tuple[GameHeader, ...]:
        """Return all games, newest first."""
        ...

    def finish(self, game_id: str) -> None:
        """Mark a game as finished, so that start-up does not resume it."""
        ...

    def settle(self) -> None:
        """Do now what need not be waited for. Called while nobody waits for a step."""
        ...

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        ...
