"""Port of the tile reader: its inputs and outputs; the fields are those of ``tiles/1``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CompanionError
from companion.session.ports import DieReading, DieStatus, Frame, Problem
from companion.session.table_port import Picture


class NoTileCameraError(CompanionError, RuntimeError):
    """There is no camera, or it delivered no frame in time."""

    code = "tile_camera_missing"
    template = "The camera delivers no image of the tiles."
    hint = "Check the camera under Devices, or name the tiles on the screen."


@dataclass(frozen=True, slots=True)
class TileAlternative:
    """An alternative hypothesis."""

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

    corners_px: tuple[tuple[float, float], ...]
    size_px: float
    tile: str | None
    confidence: float
    status: DieStatus
    text: str
    alternatives: tuple[TileAlternative, ...] = ()

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


@dataclass(frozen=True, slots=True, eq=False)
class TileScan:
    """One captured and read frame of the table.

    Attributes:
        picture: the frame for display; the reading's pixel coordinates are those of the frame.
        reading: the recognised tiles.
    """

    frame: Frame
    picture: Picture
    reading: TilesReading


@dataclass(frozen=True, slots=True)
class BoxProgress:
    """The box in use: how many of its tiles were labelled by a person, and which are unknown."""

    name: str
    known: int
    unknown: tuple[str, ...]


class TileScans(Protocol):
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

    def remember(
        self, scan: TileScan, named: Sequence[tuple[TileReading, str]]
    ) -> BoxProgress:  # fmt: skip
        """Store reference data of tiles labelled by a person: (reading, tile key) of each.

        Raises:
            CompanionError: writing fails.
        """
        return BoxProgress("", 0, ())

    def progress(self) -> BoxProgress:
        """Return the labelling progress of the box."""
        return BoxProgress("", 0, ())


class NoTileScans(TileScans):
    """A table without a camera."""
