"""Selects the camera picture of the demonstration: the mat that the table is waiting for.

During a calibration it is the calibration mat, then the throws in sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.demo.evening import Evening
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import TableUpdate


class Lens:
    """Selects the simulated camera's picture after every update.

    Args:
        evening: the script with the pictures.
        wanted: returns the ids of the mats that the table is waiting for; called at every update.
        wizard: returns the running calibration or None; called before every capture.
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
        """Show the first mat that the table is waiting for, else the empty table. Any thread."""
        self._showing = self._choose(update)

    def before_capture(self) -> str:
        """Return the current picture. Called on the scanner's thread."""
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
            return self._evening.idle  # other dice would contradict the cup
        seats = sorted(view.seats, key=lambda each: each.seat)
        names = tuple(each.name for each in seats)
        return self._evening.picture_for(wanted[0], names=names, number=view.round)
