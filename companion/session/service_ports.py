"""UI ports of the services beside the game: devices, tiles, practice, files, power, backups.

What the classes themselves do is what a window without a table does: nothing, or in memory.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.session.ports import Corners, DieReading, DieStatus, Frame, Problem, Reading
from companion.session.table_port import Picture

# --- devices -------------------------------------------------------------------------------------


class Condition(Enum):
    """Health of a component."""

    OK = "ok"
    ABSENT = "absent"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One component: the key of its check, its condition, and the error if any."""

    name: str
    condition: Condition
    error: CompanionError | None = None


class TouchPhase(Enum):
    """What a finger on a touch panel does."""

    BEGIN = "begin"
    UPDATE = "update"
    END = "end"


@dataclass(frozen=True, slots=True)
class Touch:
    """One finger on a touch panel.

    Attributes:
        finger: number, unique on all panels until the finger is lifted.
        x, y: from the panel's left and top edge, 0..1.
    """

    finger: int
    phase: TouchPhase
    x: float
    y: float


class TouchSource(Protocol):
    """The touch panels of a window that nothing else reports touches to. Thread-safe."""

    def listen(self, arrived: Callable[[], None]) -> None:
        """Call *arrived*, on any thread, whenever touches have arrived."""

    def drain(self) -> Iterable[Touch]:
        """Return the touches since the last call."""


class DeviceService:
    """Device health checks, and a button test that bypasses the game. Calls do not block."""

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return the last results; empty until the first check has finished."""
        return ()

    def check_again(self) -> None:
        """Run all checks again, in the background."""

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        """Route presses to *on_press* (any thread) instead of the game; all lights go out."""

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light during the test."""

    def end_test(self) -> None:
        """Route presses and lights to the game again. Safe to call twice."""


# --- reading tiles -------------------------------------------------------------------------------


class NoTileCameraError(CompanionError, RuntimeError):
    """There is no camera, or it delivered no frame in time."""

    code = "tile_camera_missing"
    template = "The camera delivers no image of the tiles."
    hint = "Check the camera under Devices, or name the tiles on the screen."


@dataclass(frozen=True, slots=True)
class TileAlternative:
    tile: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TileReading:
    """One recognised tile.

    Attributes:
        corners_px: clockwise from the top left corner in the tile's upright orientation; of a
            faction tile those of both halves together.
        size_px: side of the tile in pixels of the frame; of a faction tile its height.
        tile: key of the visible side, ``faction_<number>``, or None if it was not recognised.
        confidence: of ``tile``, 0..1; 0 where there is none.
        status: ``OK`` needs no confirmation.
        text: recognised text (OCR) of the banner; of a faction tile both names joined by " / ".
        alternatives: at most three, most likely first.
    """

    corners_px: Corners
    size_px: float
    tile: str | None
    confidence: float
    status: DieStatus
    text: str
    alternatives: tuple[TileAlternative, ...] = ()

    @property
    def likely(self) -> tuple[str, ...]:
        """What the tile may be, the most likely first."""
        keys = (self.tile, *(each.tile for each in self.alternatives))
        return tuple(filter(None, dict.fromkeys(keys)))

    @property
    def centre_px(self) -> tuple[float, float]:
        """Mean of the corners."""
        xs, ys = zip(*self.corners_px, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)


@dataclass(frozen=True, slots=True)
class TileTimings:
    """Milliseconds; ``total`` excludes decoding."""

    decode: float = 0.0
    find: float = 0.0
    read: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class TilesReading:
    """Everything that was read from one image, or from several of the same table."""

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    problems: tuple[Problem, ...] = ()
    dice: tuple[DieReading, ...] = ()
    timings_ms: TileTimings = field(default_factory=TileTimings)

    def decoded_in(self, decode_ms: float) -> "TilesReading":
        """Return the reading of an image whose decoding took so long."""
        return replace(self, timings_ms=replace(self.timings_ms, decode=decode_ms))


@dataclass(frozen=True, slots=True, eq=False)
class TileScan:
    """One captured and read frame of the table.

    Attributes:
        picture: the frame for display; the reading's pixel coordinates are those of the frame.
        reading: the recognised tiles.
    """

    frame: Frame
    picture: Picture
    reading: "TilesReading"


@dataclass(frozen=True, slots=True)
class BoxProgress:
    """The box in use: how many of its tiles were labelled by a person, and which are unknown."""

    name: str
    known: int
    unknown: tuple[str, ...]


class TileScans:
    """Reads tiles with the table's camera, on a dedicated thread."""

    def scan(
        self,
        on_done: Callable[[TileScan | CompanionError], None],
        *,
        possible: Collection[str] | None = None,
        again: bool = False,
    ) -> None:
        """Capture and read a frame; *on_done* is called on the reader's thread.

        It gets an error if the camera delivers no frame, or if the text recogniser is missing
        (code ``tile_text_reader_missing``).

        Args:
            possible: keys of the tiles that may be present.
            again: combine with the last frame: a name hidden by a specular reflection in one may be
                readable in the other.
        """
        on_done(NoTileCameraError())

    def remember(self, scan: TileScan, named: Sequence[tuple[TileReading, str]]) -> BoxProgress:
        """Store reference data of tiles labelled by a person: (reading, tile key) of each.

        Raises:
            CompanionError: the models cannot be used, or writing fails.
        """
        return BoxProgress("", 0, ())

    def progress(self) -> BoxProgress:
        """Return the labelling progress of the box.

        Raises:
            CompanionError: the models or the box cannot be used.
        """
        return BoxProgress("", 0, ())


# --- reading dice outside a game -----------------------------------------------------------------


class NoDiceCameraError(CompanionError, RuntimeError):
    """Neither a camera nor an example image is available."""

    code = "dice_camera_missing"
    template = "No image of dice could be captured."
    hint = "Check the camera under Devices, then try again."


@dataclass(frozen=True, slots=True, eq=False)
class DiceScan:
    """One captured and read image.

    Attributes:
        picture: the crop of the frame with the dice; ``width``, ``height`` and all coordinates of
            the reading refer to this crop. It has no mats.
    """

    picture: Picture
    reading: Reading


class DiceScans:
    """Reads dice that belong to no game."""

    def scan(self) -> DiceScan:
        """Capture and read an image; blocks for seconds, so call it on a worker thread.

        Raises:
            CompanionError: there is no image, or the models cannot be used.
        """
        raise NoDiceCameraError


# --- the machine ---------------------------------------------------------------------------------


class PowerError(CompanionError, OSError):
    """The machine refused to shut down."""

    code = "power"
    template = "The machine cannot be switched off from here: %(reason)s."
    hint = "Close the program, then shut down from the operating system; nothing is lost."


class ExchangeError(CompanionError, OSError):
    """A file could not be written or read."""

    code = "exchange"
    template = "The file %(file)s could not be written or read: %(reason)s."
    hint = "Check the USB drive or the free space, then try again."


class BoxNotKeptError(CompanionError, OSError):
    """The owner's facts about a box could not be stored; they still apply to this game."""

    code = "box_not_kept"
    template = "What you entered about the box could not be saved: %(reason)s."
    hint = "It is used in this game. Free some space or check the SD card, then enter it again."


class PowerControl:
    """Clean shutdown of the machine; here of one that must not be shut down.

    ``asked`` counts the attempts.
    """

    def __init__(self, *, available: bool = False) -> None:
        self._available = available
        self.asked = 0

    @property
    def available(self) -> bool:
        """Whether the program may shut this machine down."""
        return self._available

    def power_off(self) -> None:
        """Start the shutdown; returns immediately, the process is terminated shortly after.

        Raises:
            PowerError: the machine refuses.
        """
        self.asked += 1
        if not self.available:
            raise PowerError(reason="it is not the default log")


class Brightness:
    """Brightness of the display; here of one without control."""

    percent: int | None = None

    def set_percent(self, percent: int) -> bool:
        """Set it; returns whether a display accepted it. 0 is the minimum brightness."""
        self.percent = percent
        return False


class Exchange:
    """Import and export of files: on a USB stick, else in a folder; here in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def write(self, name: str, content: bytes) -> str:
        """Write *content* as *name* and return its location for display.

        Raises:
            ExchangeError: it could not be written.
        """
        self.files[name] = content
        return name

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the names of the files with that suffix, newest first."""
        return tuple(name for name in reversed(self.files) if name.endswith(suffix))

    def read(self, name: str) -> bytes:
        """Return a file's content.

        Raises:
            ExchangeError: it cannot be read, or is far too large.
        """
        if name not in self.files:
            raise ExchangeError(file=name, reason="there is no such file")
        return self.files[name]


@dataclass(frozen=True, slots=True)
class BackupLine:
    """A backup in a list.

    Attributes:
        name: identifies it.
        made_at: UTC, ISO 8601.
    """

    name: str
    made_at: str
    on_stick: bool


class Backups:
    """Backups of games, settings and profiles."""

    def listed(self) -> tuple[BackupLine, ...]:
        """Return the backups, the newest first."""
        return ()

    def make(self) -> tuple[str, ...]:
        """Write a backup and return where; takes seconds.

        Raises:
            CompanionError: writing failed.
        """
        return ()

    def restore(self, name: str) -> None:
        """Restart with the content of a listed backup; what it replaces is kept."""


class Reporter:
    """Creates diagnostic reports; here in memory."""

    def __init__(self) -> None:
        self.written: list[dict[str, bytes]] = []

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        """Write a report and return its location; nothing is sent over the network.

        Args:
            pictures: name -> PNG of images that the players agreed to include.

        Raises:
            ExchangeError: it could not be written.
        """
        self.written.append(dict(pictures))
        return f"report-{len(self.written)}.zip"


class Boxes:
    """Facts about owners' copies (boxes) of games, entered once; here until the window closes."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def of(self, game: str) -> Any:
        """Return the facts of a game (``GameDefinition.box``); None where none were entered."""
        return self.kept.get(game)

    def keep(self, game: str, facts: Any) -> None:
        """Store the facts durably, replacing earlier ones.

        Raises:
            BoxNotKeptError: writing failed, or the facts are invalid.
        """
        self.kept[game] = facts


# --- phones --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhoneLink:
    """The link that a phone opens: of a seat, or of spectators for None.

    *connected*: whether a phone has it open now.
    """

    seat: int | None
    url: str
    connected: bool


class SharedTally:
    """The final score that the touchscreen and the phones enter together. Thread-safe.

    Attributes:
        players: what is entered, in order; none while no final score is open.
        game_id: the game on the table that is scored; empty for one that was played without it.
        number: grows with every change.
        on_change: called after each change, on the thread that made it.
    """

    def __init__(self) -> None:
        self.players: tuple[Any, ...] = ()
        self.game_id = ""
        self.number = 0
        self.on_change: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    def begin(self, players: tuple[Any, ...], game_id: str = "") -> None:
        """Open a final score."""
        self.game_id = game_id
        self.merge((), players)

    def merge(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
        """Take changes of single players, or other players; return what is entered now.

        A player whom somebody else has changed since *before* stays as he or she is.
        """
        with self._lock:
            now = self.players
            if len(now) == len(before) == len(after):
                each = zip(now, before, after, strict=True)
                after = tuple(new if kept == old else kept for kept, old, new in each)
            changed, self.players = after != now, after
            self.number += changed
        if changed:
            self.on_change()
        return after

    def touch(self) -> None:
        """Say that something beside the players has changed."""
        with self._lock:
            self.number += 1
        self.on_change()


class Phones:
    """The server of the players' phones; here a table that has none."""

    available = False
    """Whether phones can be served at all."""

    @cached_property
    def tally(self) -> SharedTally:
        """The final score that is entered on phones, too."""
        return SharedTally()

    def turn_on(self) -> None:
        """Open the port and serve phones.

        Raises:
            CompanionError: that is not possible.
        """

    def turn_off(self) -> None:
        """End all connections and close the port."""

    def links(self) -> tuple[PhoneLink, ...]:
        """Return all links, the spectators' last; none while it is off."""
        return ()

    def renew(self, seat: int) -> None:
        """Give a seat a new link; phones with the old one are disconnected."""
