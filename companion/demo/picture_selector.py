"""Selects the camera picture of the demonstration: the mat that the table is waiting for.

During a calibration it is the calibration mat, then the throws in sequence.
"""

from collections.abc import Callable, Sequence

from companion.demo.script import DemoScript
from companion.games.roll.view.table_view import TableView
from companion.session.calibration_ports import Stage, WizardView
from companion.session.table_port import TableUpdate


class PictureSelector:
    """Selects the simulated camera's picture after every update.

    Args:
        script: the script with the pictures.
        wanted: returns the ids of the mats that the table is waiting for; called at every update.
        wizard: returns the running calibration or None; called before every capture.
    """

    def __init__(
        self,
        script: DemoScript,
        wanted: Callable[[], Sequence[str]],
        wizard: Callable[[], WizardView | None] = lambda: None,
    ) -> None:
        self._script = script
        self._wanted = wanted
        self._wizard = wizard
        self._showing = script.idle

    def take(self, update: TableUpdate) -> None:
        """Show the first mat that the table is waiting for, else the empty table. Any thread."""
        self._showing = self._choose(update)

    def before_capture(self) -> str:
        """Return the current picture. Called on the scanner's thread."""
        wizard = self._wizard()
        if wizard is None:
            return self._showing
        if wizard.stage is Stage.LOOK:
            return self._script.calibration.picture
        throws = self._script.throws
        return throws[min(wizard.throws, len(throws) - 1)].picture

    def _choose(self, update: TableUpdate) -> str:
        view, wanted = update.view, self._wanted()
        if not wanted or not isinstance(view, TableView):
            return self._script.idle
        if view.tracking is not None and not self._script.shows(wanted[0], view):
            return self._script.idle  # other dice would contradict the cup
        seats = sorted(view.seats, key=lambda each: each.seat)
        names = tuple(each.name for each in seats)
        return self._script.picture_for(wanted[0], names=names, number=view.round)
