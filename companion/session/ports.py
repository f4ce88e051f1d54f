"""Ports (interfaces) of the session: camera, dice reader, buttons, clock and event log.

``hardware``, ``vision`` and ``companion.storage`` implement them without depending on each other.
Values are immutable; arrays inside them are never modified after they are passed on.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    ImageU8 = npt.NDArray[np.uint8]


Corners = tuple[tuple[float, float], ...]
"""Corners of a polygon, (x, y) each, y down: in pixels, or as fractions of an image's size."""

# --- frames and readings -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One image from a camera.

    Attributes:
        pixels: BGR, shape ``(height, width, 3)``, ``uint8``.
        taken_at_s: time of capture in monotonic seconds.
        source: display name of the camera or file.
        crop: the sensor crop of the image (x, y, width, height in sensor pixels); None where the
            camera does not report it.
    """

    pixels: "ImageU8"
    taken_at_s: float
    source: str
    crop: tuple[int, int, int, int] | None = None


class DiceKind(Enum):
    ROLL = "roll"
    D6 = "d6"
    ROBOT = "robot"


class DieStatus(Enum):
    """``OK``: needs no confirmation. ``CHECK``: flagged for confirmation by a person."""

    OK = "ok"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Alternative:
    """An alternative prediction of the reader."""

    type: str
    face: str
    confidence: float


@dataclass(frozen=True, slots=True)
class DieReading:
    """One recognised die; the fields are those of the ``scan/1`` contract.

    Attributes:
        centre_px: centre of the die's TOP face, (x, y) in pixels of the frame.
        size_px: edge length of the top face in pixels.
        angle_deg: angle of an edge against the x axis, 0 <= angle < 90, y down.
        mat: mat id, or None off every mat. ``position_mm`` and ``zone`` go with it.
        position_mm: the die's position in the mat plane (parallax-corrected).
        type: one of the seven die keys, ``d6``, ``robot_a`` or ``robot_b``.
        colour: colour name.
        confidence: calibrated probability that type and face are both right, 0..1.
        odds: log odds of being a die; not part of the ``scan/1`` contract.
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
    odds: float = math.inf


@dataclass(frozen=True, slots=True)
class MatReading:
    """One mat detected in the frame; corners clockwise from the mat's top left, in pixels."""

    mat_id: str
    kind: str
    seat: int | None
    corners_px: Corners
    error_px: float


@dataclass(frozen=True, slots=True)
class Problem:
    """A user-visible problem of an image.

    Attributes:
        template: the English sentence with ``%(names)s`` (the key of its translation).
        outline_px: corners of the object concerned, (x, y) in pixels of the frame; empty where it
            is not a single object.
    """

    code: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    outline_px: Corners = ()

    @property
    def message(self) -> str:
        """The English sentence with its values."""
        return self.template % self.params


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds spent in each stage; ``total`` excludes decoding."""

    decode: float = 0.0
    mats: float = 0.0
    find: float = 0.0
    classify: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from one frame. Poor visibility is a result, not an exception.

    Attributes:
        mats: printed mats in view.
        drawn: mats with zones drawn by people on the image; not part of the ``scan/1`` contract.
        faint: what is rather no die, with negative ``odds``; not part of it either.
    """

    width: int
    height: int
    mats: tuple[MatReading, ...]
    dice: tuple[DieReading, ...]
    problems: tuple[Problem, ...]
    timings_ms: Timings = Timings()
    drawn: tuple[MatReading, ...] = ()
    faint: tuple[DieReading, ...] = ()


Expectation = Mapping[str, Mapping[str, int]]
"""Mat id -> die key -> number of dice known from the game state."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadRequest:
    """Input of a reading.

    Attributes:
        dice: the kind to detect.
        expected: dice known from the game state; None without such knowledge.
        whole_image: include dice off the mats; else only those on mats, if a mat is in view.
    """

    frame: Frame
    dice: DiceKind = DiceKind.ROLL
    expected: Expectation | None = None
    whole_image: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ReadResult:
    """Output of a reading; a reader may add intermediate results."""

    reading: Reading


class DiceReader(Protocol):
    """Reads dice from frames. Not thread-safe: one thread per instance."""

    def read(self, request: ReadRequest) -> ReadResult:
        """Detect and classify the dice in the frame of *request*."""


# --- devices -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """Camera description: backend key, display name, frame size in pixels.

    Attributes:
        is_live: frames come from a sensor, so noise makes each one unique; False for files.
    """

    backend: str
    name: str
    width: int
    height: int
    is_live: bool = False


class CameraSource(Protocol):
    """Source of frames. Opened by its constructor; only one thread captures."""

    @property
    def info(self) -> CameraInfo:
        """Camera description."""

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        """Return a frame taken after the call began.

        Raises:
            CameraLostError: the camera is disconnected or delivers no frame in time (temporary).
        """

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """Return a full-resolution frame, taken after the call began.

        Falls back to a stream frame if there is no larger size. The next ``capture`` waits for the
        stream to resume.

        Raises:
            CameraLostError: the camera is disconnected or delivers no frame in time.
        """

    def close(self) -> None:
        """Release the device. Safe to call twice."""


class ReadyButtons(Protocol):
    """Ready buttons with lights, one for each seat."""

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press, on the device's thread."""

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; seats without a light are ignored."""

    def close(self) -> None:
        """Release the device. Safe to call twice."""


class Clock(Protocol):
    """Time source of session, devices and storage; the rules do not use it."""

    def monotonic_s(self) -> float:
        """Monotonic seconds."""

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601; empty while they are not known to be right."""


# --- the event log -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameHeader:
    """A game in the log; ``finished`` games are not resumed.

    ``started_at`` is empty if the clock was not set.
    """

    game_id: str
    game: str
    started_at: str
    finished: bool


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game as stored in the log.

    Attributes:
        version: sequence number within the game, from 1.
        step: version of the first event of the same append; one undo reverts all of them.
        event: the game's or the session's event.
        recorded_at: UTC, ISO 8601; empty while the clock was not set.
        played_ms: play time: milliseconds since the game began while the companion ran, by a clock
            that nobody sets.
    """

    version: int
    step: int
    event: object
    recorded_at: str
    played_ms: int = 0


class EventLog(Protocol):
    """Append-only event store. Nothing is ever changed or deleted."""

    def begin(self, game_id: str, *, game: str, started_at: str) -> None:
        """Create a new, empty game of the kind *game*.

        Raises:
            LogError: there is a game with that id, or a corrupt log cannot be replaced.
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
        """

    def append(
        self,
        game_id: str,
        events: Sequence[object],
        *,
        after_version: int,
        recorded_at: str,
        played_ms: int = 0,
    ) -> None:
        """Store *events* atomically and durably as versions ``after_version + 1`` and on.

        They are one step. Returns only after they are fsynced.

        Raises:
            LogError: the game does not exist, or another writer appended first (optimistic
                concurrency).
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
            LogDamagedError: the log is corrupt and therefore read-only.
        """

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return all events of a game in order.

        Raises:
            LogError: the game does not exist.
            LogDamagedError: an event is corrupt; carries the good ones before it.
            LogTooNewError: written by a newer version of the companion.
        """

    def games(self) -> tuple[GameHeader, ...]:
        """Return all games, newest first.

        Raises:
            LogDamagedError: the log is corrupt and the list cannot be read.
        """

    def finish(self, game_id: str) -> None:
        """Mark a game as finished, so that start-up does not resume it.

        Raises:
            LogError: the game does not exist, or writing failed.
        """

    def settle(self) -> None:
        """Do deferred work (WAL checkpoint). Called when no message is pending."""

    def close(self) -> None:
        """Release the file. Safe to call twice."""
