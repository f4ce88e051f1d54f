"""Looks of the table's camera at tiles: asked for here, taken over on the window's thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TypeAlias

from companion.errors import CompanionError
from companion.session.tile_ports import BoxProgress, TileLook, TileReading, TileScans

Named: TypeAlias = tuple[TileReading, str]
"""A tile in a picture and the key that a person gave it."""


class TileCamera:
    """Asks for one picture at a time; what comes after it was given up is not taken over.

    Attributes:
        waiting: whether a picture is under way.
        keeping: whether tiles are being kept.
        error: why the last one did not come.
        progress: how many tiles of the box a person has named, as far as it is known.

    Args:
        scans: reads the tiles.
    """

    def __init__(self, scans: TileScans) -> None:
        self._scans = scans
        self._arrived: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._asked = 0
        self._look: TileLook | None = None
        self.waiting = self.keeping = False
        self.error: CompanionError | None = None
        self.progress: BoxProgress | None = None

    def take_picture(
        self, possible: Collection[str] | None = None, *, again: bool = False
    ) -> None:  # fmt: skip
        """Take a picture and read it.

        Args:
            possible: keys of the tiles that may lie there.
            again: the table is as it was in the last picture; both are read together.
        """
        self.give_up()
        self.waiting, self.error = True, None
        taken = partial(self._take, self._asked)
        self._scans.look(
            lambda result: self._arrived.put(partial(taken, result)),
            possible=possible,
            again=again,
        )

    def give_up(self) -> None:
        """Wait no longer."""
        self._asked += 1
        self.waiting, self._look = False, None

    def tick(self) -> bool:
        """Take over what has come; whether anything has."""
        changed = False
        while not self._arrived.empty():
            self._arrived.get()()
            changed = True
        return changed

    def new_look(self) -> TileLook | None:
        """Return the picture that has come, once."""
        look, self._look = self._look, None
        return look

    def remember(self, look: TileLook, named: Sequence[Named]) -> None:
        """Keep how tiles look that a person has named, on a thread of its own."""
        if named:
            self.keeping = True
            self._work(lambda: self._scans.remember(look, named), kept=True)

    def ask_progress(self) -> None:
        """Ask for the progress of the box, on a thread of its own."""
        self._work(self._scans.progress, kept=False)

    # --- inside ---------------------------------------------------------------------

    def _take(self, number: int, result: TileLook | CompanionError) -> None:
        if number != self._asked:
            return
        self.waiting = False
        if isinstance(result, TileLook):
            self._look = result
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
