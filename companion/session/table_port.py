"""UI port of the session: messages to post and updates to receive.

The thread that owns the state answers every message with a new ``TableUpdate``. Updates are
immutable; callbacks run on the owner's thread and must only forward them (in Kivy through
``Clock.schedule_once``).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition, RecordedDice
from companion.games.question import Question
from companion.session.errors import NO_GAME
from companion.session.ports import Corners, Reading
from companion.session.steps import PlayedStep

STRIP: Final = "strip-"
"""Prefix of players' mat ids, followed by the seat."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image for display: ``rgb`` holds ``width * height * 3`` bytes, rows from the top."""

    rgb: bytes
    width: int
    height: int


class Turn(Enum):
    """A step back or forth, where a question offers it as its command."""

    UNDO = "undo"
    REDO = "redo"


class DeviceState(Enum):
    """State of a device, for the status line of every screen that uses it."""

    ABSENT = "absent"
    READY = "ready"
    LOST = "lost"


class ScanStage(Enum):
    """Current stage of scanning."""

    OFF = "off"
    LOOKING = "looking"
    MOVING = "moving"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ScanUpdate:
    """The live scan state.

    Attributes:
        picture: downscaled preview of the newest frame; None without a camera.
        reading: the newest reading, coordinates in pixels of the full frame
            (``reading.width`` x ``reading.height``), not of the preview.
        wanted_mats: ids of all mats still to be read, including the tray of the spare die.
        notes: problems of the mats or the camera for a person to fix, from the newest reading.
    """

    stage: ScanStage = ScanStage.OFF
    camera: DeviceState = DeviceState.ABSENT
    camera_name: str = ""
    picture: Picture | None = None
    reading: Reading | None = None
    wanted_mats: tuple[str, ...] = ()
    notes: tuple[CompanionError, ...] = ()

    @property
    def camera_ready(self) -> bool:
        """Whether there is a camera that takes pictures."""
        return self.camera is DeviceState.READY

    @property
    def wanted_seats(self) -> tuple[int, ...]:
        """Seats whose mats are still to be read."""
        numbers = (mat.removeprefix(STRIP) for mat in self.wanted_mats if mat.startswith(STRIP))
        return tuple(int(number) for number in numbers if number.isdigit())

    @property
    def reading_error(self) -> CompanionError | None:
        """Why there is no reading of the newest frame; None if there is one, or nothing failed."""
        return self.notes[0] if self.notes and self.reading is None else None


@dataclass(frozen=True, slots=True)
class MatPicture:
    """The image from which a seat's mat was recorded, to outline and correct its dice.

    ``outlines`` has, for every recorded die in the order of its correction index, the four corners
    of its top face as fractions of the image's width and height; None for a die added manually.
    ``unread`` are the outlines of unrecognised objects on the mat, ``others`` the kinds and faces
    that each die in the order of ``outlines`` can be instead, most likely first.
    """

    seat: int
    picture: Picture
    outlines: tuple[Corners | None, ...]
    unread: tuple[Corners, ...] = ()
    others: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """Everything that a screen needs to draw the table.

    Attributes:
        version: number of the last stored event; grows with every change.
        view: the game's view for the shared screen (``roll``: ``TableView``).
        error: why the last message was rejected; None when it was accepted.
        is_over: whether only corrections and undo are possible.
        restored: an unfinished game resumed after a restart; False for a finished one.
        recorded: outcome of the recorded dice; None where they cannot be corrected.
        asks_date: the game is over, and its date unknown because the clock was never set.
        step: the last step with its physical moves; its ``version`` shows whether it is new.
            None before the first.
    """

    version: int = 0
    game_id: str | None = None
    game: str | None = None
    view: Any = None
    can_undo: bool = False
    can_redo: bool = False
    error: CompanionError | None = None
    is_over: bool = False
    restored: bool = False
    recorded: RecordedDice | None = None
    asks_date: bool = False
    step: PlayedStep | None = None


@dataclass(frozen=True)
class PrivateView:
    """What the private screen of a seat shows: one state with its question.

    Attributes:
        update: the newest update, with the game's view as the seat may see it; unlike that of
            ``TablePort.latest`` it may contain hidden information.
        seat: None for a spectator, who sees what the shared screen shows and answers nothing.
    """

    update: TableUpdate = TableUpdate()
    seat: int | None = None
    game: GameDefinition | None = None
    state: Any = None

    @cached_property
    def question(self) -> Question | None:
        """What the seat may do now; None if it has nothing to do."""
        if self.game is None or self.seat is None:
            return None
        return self.game.question(self.state, self.seat)

    def of(self, seat: int | None) -> "PrivateView":
        """Return what a seat sees of the same state."""
        view = None if self.game is None else self.game.view(self.state, seat)
        return replace(self, seat=seat, update=replace(self.update, view=view))


class TablePort:
    """Messages that a screen, a button or the camera may post, here without a table.

    Calls do not block.
    """

    def post(self, command: object) -> None:
        """Post *command* to the game; the next update has the result."""

    def new_game(self, game: str) -> None:
        """Close the running game, if any, and open an empty one of the kind *game*."""

    def undo(self) -> None:
        """Undo the last step."""

    def redo(self) -> None:
        """Redo the last undone step."""

    def set_date(self, day: str) -> None:
        """Store the date of the game, ISO 8601; empty if nobody knows it."""

    def rescan(self, seat: int | None = None) -> None:
        """Read the mat of *seat* (or of all seats) again."""

    def latest(self) -> TableUpdate:
        return TableUpdate()

    def latest_scan(self) -> ScanUpdate:
        """Return the newest scan state; cheap enough to poll every frame."""
        return ScanUpdate()

    def private_view(self, seat: int | None) -> "PrivateView":
        return PrivateView(seat=seat)

    def answer(self, asked: TableUpdate, command: object) -> Future[int]:
        """Execute a command, or a `Turn`, that answers a question about the state of *asked*.

        The future has the version afterwards, or the ``CompanionError`` why nothing was done, such
        as that the table has moved on meanwhile; the shared screen does not show it.
        """
        del asked, command
        refused = Future[int]()
        refused.set_exception(NO_GAME())
        return refused

    def mat_picture(self, seat: int) -> MatPicture | None:
        """Return the image that the seat's recorded mat was read from in this reveal."""
        return None

    def picture_of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        return None

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        """Call *on_update* for each update, on the owner's thread; returns the unsubscriber."""
        return lambda: None
