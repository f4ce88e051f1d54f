"""Requests for tile pictures from the camera; results are processed on the UI thread."""

import queue
import threading
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TypeAlias

from companion.errors import CompanionError
from companion.session.service_ports import BoxProgress, TileReading, TileScan, TileScans

Named: TypeAlias = tuple[TileReading, str]
"""A tile in a picture and the key that a person assigned to it."""


class TileCamera:
    """Requests one picture at a time; results of cancelled requests are discarded.

    Attributes:
        waiting: whether a picture is being taken.
        keeping: whether tiles are being saved.
        error: why the last request failed.
        progress: how many tiles of the box a person has named, if known.
    """

    def __init__(self, scans: TileScans) -> None:
        self._scans = scans
        self._arrived: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._asked = 0
        self._scan: TileScan | None = None
        self.waiting = self.keeping = False
        self.error: CompanionError | None = None
        self.progress: BoxProgress | None = None

    def take_picture(
        self, possible: Collection[str] | None = None, *, again: bool = False
    ) -> None:  # fmt: skip
        """Take a picture and recognise its tiles.

        Args:
            possible: keys of the tiles that may be in the picture.
            again: the tiles are unchanged since the last picture; both are evaluated together.
        """
        self.give_up()
        self.waiting, self.error = True, None
        taken = partial(self._take, self._asked)
        self._scans.scan(
            lambda result: self._arrived.put(partial(taken, result)),
            possible=possible,
            again=again,
        )

    def give_up(self) -> None:
        self._asked += 1
        self.waiting, self._scan = False, None

    def tick(self) -> TileScan | None:
        """Process new results; return a picture that has arrived."""
        while not self._arrived.empty():
            self._arrived.get()()
        scan, self._scan = self._scan, None
        return scan

    def remember(self, scan: TileScan, named: Sequence[Named]) -> None:
        """Save the appearance of tiles that a person has named, on a separate thread."""
        if named:
            self.keeping = True
            self._work(lambda: self._scans.remember(scan, named), kept=True)

    def ask_progress(self) -> None:
        """Request the progress of the box, on a separate thread."""
        self._work(self._scans.progress, kept=False)

    # --- internals ------------------------------------------------------------------

    def _take(self, number: int, result: TileScan | CompanionError) -> None:
        if number != self._asked:
            return
        self.waiting = False
        if isinstance(result, TileScan):
            self._scan = result
        else:
            self.error = result

    def _work(self, ask: Callable[[], BoxProgress], *, kept: bool) -> None:
        def work() -> None:
            try:
                found: BoxProgress | CompanionError = ask()
            except CompanionError as err:
                found = err
            self._arrived.put(partial(self._know, found, kept=kept))

        threading.Thread(target=work, name="tile_box", daemon=True).start()

    def _know(self, found: BoxProgress | CompanionError, *, kept: bool) -> None:
        if kept:
            self.keeping = False
        if isinstance(found, BoxProgress):
            self.progress = found
        else:
            self.error = found
