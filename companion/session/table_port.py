"""What a screen may do with the running evening and what it gets back.

The one thread that owns the state answers every message with a new ``TableUpdate``. Updates are
immutable; a callback runs on the owner's thread and must only hand them on (in Kivy through
``Clock.schedule_once``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games.definition import RecordedDice
from companion.session.ports import Reading
from companion.session.steps import PlayedStep


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture for the screen: ``rgb`` holds ``width * height * 3`` bytes, rows from the top."""

    rgb: bytes
    width: int
    height: int


class DeviceState(Enum):
    """How a device is doing, for the status line of every screen that uses it."""

    ABSENT = "absent"
    READY = "ready"
    LOST = "lost"


class ScanStage(Enum):
    """What the camera is doing for the table right now."""

    OFF = "off"
    LOOKING = "looking"
    MOVING = "moving"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ScanUpdate:
    """The live state of scanning.

    Attributes:
        wanted_seats: seats whose mats are still to be read in this reveal.
        picture: small preview of the newest frame; None without a camera.
        reading: the newest reading, coordinates in pixels of the full frame
            (``reading.width`` x ``reading.height``), not of the preview.
        wanted_mats: ids of all mats still to be read, the tray of the spare die included.
        notes: what a person should correct on the mats or know of the camera, newest reading.
    """

    stage: ScanStage = ScanStage.OFF
    camera: DeviceState = DeviceState.ABSENT
    camera_name: str = ""
    wanted_seats: tuple[int, ...] = ()
    picture: Picture | None = None
    reading: Reading | None = None
    wanted_mats: tuple[str, ...] = ()
    notes: tuple[CompanionError, ...] = ()


@dataclass(frozen=True, slots=True)
class MatPicture:
    """The picture from which a seat's mat was recorded, to outline and correct its dice.

    ``outlines`` has, for every recorded die in the order of its correction index, the four corners
    of its top face as fractions of the picture's width and height; None for a die added by hand.
    ``unread`` are the outlines of things on the mat that were not recognised.
    """

    seat: int
    picture: Picture
    outlines: tuple[tuple[tuple[float, float], ...] | None, ...]
    unread: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """Everything that a screen needs to draw the table.

    Attributes:
        version: number of the last stored event; grows with every change.
        view: the game's view for the shared table (``roll``: ``TableView``).
        error: why the last message was refused; None when it was taken.
        restored: a game that goes on after a restart; not one that is over and only shown again.
        recorded: what has become of the dice that were read; None where nobody can correct them.
        step: the newest step and what to move for it; its ``version`` tells whether it is new.
            None before the first.
    """

    version: int
    game_id: str | None
    game: str | None
    view: Any
    can_undo: bool
    can_redo: bool
    error: CompanionError | None = None
    restored: bool = False
    recorded: RecordedDice | None = None
    step: PlayedStep | None = None


class TablePort(Protocol):
    """The messages that a screen, a button or the camera may post. All return at once."""

    def post(self, command: object) -> None:
        """Ask the game for *command*; the answer is the next update."""
        ...

    def new_game(self, game: str) -> None:
        """Close the running game, if any, and open an empty one of the kind *game*."""
        ...

    def undo(self) -> None:
        """Take the last step back."""
        ...

    def redo(self) -> None:
        """Do the last undone step again."""
        ...

    def rescan(self, seat: int | None = None) -> None:
        """Read the mat of *seat* (or of everybody) again."""
        ...

    def latest(self) -> TableUpdate:
        """Return the newest update."""
        ...

    def latest_scan(self) -> ScanUpdate:
        """Return the newest state of scanning; cheap enough to ask for every frame."""
        ...

    def view_for(self, seat: int) -> Any:
        """Return the game's view as *seat* may see it, for a player who looks alone.

        None where no game is open. Unlike ``latest().view`` it may hold what is hidden from others.
        """
        ...

    def mat_picture(self, seat: int) -> MatPicture | None:
        """Return the picture that the seat's recorded mat was read from in this reveal."""
        ...

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        """Call *on_update* for each update, on the owner's thread; returns the unsubscribing."""
        ...
