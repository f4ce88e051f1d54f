"""What a reader of the game's tiles takes and gives; the fields are those of ``tiles/1``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CompanionError
from companion.session.ports import DieReading, DieStatus, Frame, Problem
from companion.session.table_port import Picture


class NoTileCameraError(CompanionError, RuntimeError):
    """There is no camera to look with, or it gave no picture in time."""

    code = "tile_camera_missing"
    template = "The camera gives no picture of the tiles."
    hint = "Check the camera under Devices, or name the tiles by touch."


@dataclass(frozen=True, slots=True)
class TileAlternative:
    """Another tile that it may be."""

    tile: str
    confidence: float


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile as the camera sees it.

    Attributes:
        corners_px: clockwise from the top left corner as the tile is read; of a faction tile those
            of both halves together.
        size_px: side of the tile in pixels of the frame; of a faction tile its height.
        tile: key of the side that lies up, ``faction_<number>``, or None where it cannot be told.
        confidence: of ``tile``, 0..1; 0 where there is none.
        status: OK is safe to use without asking.
        text: what was read on the banner; of a faction tile both names with " / " between them.
        alternatives: at most three, most likely first.
    """

    corners_px: tuple[tuple[float, float], ...]
    size_px: float
    tile: str | None
    confidence: float
    status: DieStatus
    text: str
    alternatives: tuple[TileAlternative, ...] = ()

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the corners."""
        xs, ys = zip(*self.corners_px, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)


@dataclass(frozen=True, slots=True)
class TileTimings:
    """Milliseconds; ``total`` leaves out decoding."""

    decode: float = 0.0
    find: float = 0.0
    read: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class TilesReading:
    """Everything that was read from one picture, or from several of one table."""

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    problems: tuple[Problem, ...] = ()
    dice: tuple[DieReading, ...] = ()
    timings_ms: TileTimings = field(default_factory=TileTimings)


@dataclass(frozen=True, slots=True, eq=False)
class TileLook:
    """One look at the table.

    Attributes:
        picture: the frame for the screen; the reading's pixels are those of the frame.
        reading: what was read in it.
    """

    frame: Frame
    picture: Picture
    reading: TilesReading


@dataclass(frozen=True, slots=True)
class BoxProgress:
    """The box in use: how many of its tiles a person has named, and which are still unknown."""

    name: str
    known: int
    unknown: tuple[str, ...]


class TileScans(Protocol):
    """Reads tiles with the table's camera, on a thread of its own."""

    def look(
        self,
        on_done: Callable[[TileLook | CompanionError], None],
        *,
        possible: Collection[str] | None = None,
        again: bool = False,
    ) -> None:
        """Take a picture and read it; *on_done* is called on the reader's thread.

        It gets an error where the camera gives no picture, or where the text recogniser is missing
        (code ``tile_text_reader_missing``).

        Args:
            possible: keys of the tiles that may lie there.
            again: the last picture helps, too: a name that a lamp's reflection hid in one of them
                is read in the other.
        """
        ...

    def remember(
        self, look: TileLook, named: Sequence[tuple[TileReading, str]]
    ) -> BoxProgress:  # fmt: skip
        """Keep how tiles look that a person has named: the reading and the tile's key, of each.

        Raises:
            CompanionError: the disk does not take it.
        """
        ...

    def progress(self) -> BoxProgress:
        """Return what the box knows."""
        ...


class NoTileScans:
    """Stands where there is no camera."""

    def look(
        self,
        on_done: Callable[[TileLook | CompanionError], None],
        *,
        possible: Collection[str] | None = None,  # noqa: ARG002 - as the protocol has it
        again: bool = False,  # noqa: ARG002
    ) -> None:
        """Say so."""
        on_done(NoTileCameraError())

    def remember(
        self,
        look: TileLook,  # noqa: ARG002
        named: Sequence[tuple[TileReading, str]],  # noqa: ARG002
    ) -> BoxProgress:
        """Keep nothing."""
        return BoxProgress("", 0, ())

    def progress(self) -> BoxProgress:
        """Return an empty box."""
        return BoxProgress("", 0, ())
