"""Chooses the demonstration's picture: always of the mat that the table waits for.

During a calibration it is the calibration mat, then one throw after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.demo.evening import Evening
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import TableUpdate


class Lens:
    """Chooses the picture before the camera after every update.

    Args:
        evening: knows the pictures.
        wanted: the ids of the mats that the table waits for, asked for at every update.
        wizard: the calibration that runs; None while none does. Asked before every capture.
    """

    def __init__(
        self,
        evening: Evening,
        wanted: Callable[[], Sequence[str]],
        wizard: Callable[[], WizardView | None] = lambda: None,
    ) -> None:
        self._evening = evening
        self._wanted = wanted
        self._wizard = wizard
        self._showing = evening.idle

    def take(self, update: TableUpdate) -> None:
        """Lay the first mat that is wanted now; the bare table where none is. Any thread."""
        self._showing = self._choose(update)

    def before_capture(self) -> str:
        """Return the picture that lies before the camera now. The scanner's thread."""
        wizard = self._wizard()
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
        if view.tracking is not None and not self._evening.shows(wanted[0], view):
            return self._evening.idle  # other dice would only contradict the cup
        seats = sorted(view.seats, key=lambda each: each.seat)
        names = tuple(each.name for each in seats)
        return self._evening.picture_for(wanted[0], names=names, number=view.round)
