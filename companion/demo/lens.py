"""The hands that lay mats before the camera: always the one that the table waits for.

While somebody calibrates they lay the calibration mat there, then one throw after the other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.demo.evening import Evening
from companion.errors import CompanionError
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import TableUpdate

log = logging.getLogger(__name__)


class Shelf(Protocol):
    """A camera whose picture can be chosen; `hardware.cameras.folder_camera` is one."""

    def show(self, name: str) -> None:
        """Put the picture *name* before the lens."""
        ...


class Lens:
    """Chooses the picture before the camera after every update.

    Args:
        evening: knows the pictures.
        wanted: the ids of the mats that the table waits for, asked for at every update.

    Attributes:
        wizard: the calibration that runs; None while none does. Asked before every capture.
    """

    def __init__(self, evening: Evening, wanted: Callable[[], Sequence[str]]) -> None:
        self._evening = evening
        self._wanted = wanted
        self._shelf: Shelf | None = None
        self._showing = evening.idle
        self.wizard: Callable[[], WizardView | None] = _no_wizard

    @property
    def showing(self) -> str:
        """The picture that lies before the camera."""
        return self._showing

    def attach(self, shelf: Shelf) -> None:
        """Use this camera from now on; called again when it was opened again."""
        self._shelf = shelf
        self._lay(self._showing)

    def take(self, update: TableUpdate) -> None:
        """Lay the first mat that is wanted now; the bare table where none is. Any thread."""
        name = self._choose(update)
        if name != self._showing:
            self._lay(name)

    def before_capture(self) -> str:
        """Return the picture that lies before the camera now. The scanner's thread."""
        wizard = self.wizard()
        if wizard is None:
            return self._showing
        if wizard.stage is Stage.LOOK:
            return self._evening.calibration.picture
        throws = self._evening.throws
        return throws[min(wizard.throws, len(throws) - 1)].picture

    def _choose(self, update: TableUpdate) -> str:
        view, wanted = update.view, self._wanted()
        if not wanted or not isinstance(view, TableView):
            return self._evening.idle
        seats = sorted(view.seats, key=lambda each: each.seat)
        names = tuple(each.name for each in seats)
        return self._evening.picture_for(wanted[0], names=names, number=view.round)

    def _lay(self, name: str) -> None:
        self._showing = name
        if self._shelf is None:
            return
        try:
            self._shelf.show(name)
        except CompanionError as err:
            log.warning("no picture", extra={"picture": name, "reason": err.message})


def _no_wizard() -> None:
    """Nobody calibrates."""
