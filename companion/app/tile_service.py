"""Reads tiles with the table's camera (`TileScans`)."""

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.thread_priority import lower_thread_priority
from companion.app.tile_boxes import TileBoxMissingError, read_box, write_box
from companion.errors import CompanionError
from companion.session.frame_tap import FrameTap
from companion.session.ports import Frame
from companion.session.service_ports import (
    BoxProgress,
    NoTileCameraError,
    TileReading,
    TileScan,
    TileScans,
    TilesReading,
)

if TYPE_CHECKING:
    from vision.tiles.appearance import TileBox
    from vision.tiles.reader import TilesFromStills

log = logging.getLogger(__name__)

BOX_NAME: Final = "table"
"""Name of the table's own file of enrolled tiles."""

_PICTURE_PX: Final = 800
_WAIT_S: Final = 8.0


class TileService(TileScans):
    """Takes frames from the scanner's camera and reads them on a separate thread.

    Args:
        frame_tap: source of camera frames.
        open_reader: opens the reader with a box; called at the first use.
        box_file: file of the table's box.
    """

    def __init__(
        self,
        frame_tap: FrameTap,
        *,
        open_reader: "Callable[[TileBox], TilesFromStills]",
        box_file: Path,
    ) -> None:
        self._frame_tap = frame_tap
        self._open_reader = open_reader
        self._box_file = box_file
        self._busy = threading.Lock()
        self._reader: TilesFromStills | None = None
        self._last: Frame | None = None

    def scan(
        self,
        on_done: Callable[[TileScan | CompanionError], None],
        *,
        possible: Collection[str] | None = None,
        again: bool = False,
    ) -> None:
        arguments = on_done, possible, again
        threading.Thread(target=self._scan, args=arguments, name="tiles", daemon=True).start()

    def read(self, frame: Frame) -> TilesReading:
        """Read a picture that another camera has taken.

        Raises:
            CompanionError: the models cannot be used.
        """
        with self._busy:
            return self._opened().read([frame])

    def remember(self, scan: TileScan, named: Sequence[tuple[TileReading, str]]) -> BoxProgress:
        """Enrol tiles that the user has identified and write the box."""
        with self._busy:
            reader = self._opened()
            labels = [(reading.centre_px, tile) for reading, tile in named]
            box, _ = reader.enrolled(scan.frame, labels)
            write_box(self._box_file, box)
            return _progress(reader)

    def progress(self) -> BoxProgress:
        with self._busy:
            return _progress(self._opened())

    def _scan(
        self,
        on_done: Callable[[TileScan | CompanionError], None],
        possible: Collection[str] | None,
        again: bool,  # noqa: FBT001 - the thread passes it as a positional argument
    ) -> None:
        lower_thread_priority()
        with self._busy:
            try:
                result: TileScan | CompanionError = self._one(possible, again=again)
            except CompanionError as err:
                result = err
            except Exception as err:  # outermost function of a thread
                log.exception("tiles could not be read")
                result = NoTileCameraError(what=type(err).__name__)
        on_done(result)

    def _one(self, possible: Collection[str] | None, *, again: bool) -> TileScan:
        reader = self._opened()
        frame = self._frame_tap.next_frame(_WAIT_S)
        if frame is None:
            raise NoTileCameraError
        before = [self._last] if again and self._last is not None else []
        self._last = frame
        reading = reader.read([frame, *before], possible)
        picture = self._frame_tap.picture(frame, _PICTURE_PX)
        return TileScan(frame, picture, reading)

    def _opened(self) -> "TilesFromStills":
        if self._reader is None:
            self._reader = self._open_reader(self._known_box())
        return self._reader

    def _known_box(self) -> "TileBox":
        from vision.tiles.appearance import TileBox

        try:
            return read_box(self._box_file)
        except TileBoxMissingError:
            return TileBox(BOX_NAME)


def _progress(reader: "TilesFromStills") -> BoxProgress:
    known = reader.known
    return BoxProgress(reader.box.name, len(known), tuple(sorted(reader.tiles - known)))
