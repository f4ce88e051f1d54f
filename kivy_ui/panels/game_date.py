"""The date of a game that was played while the clock was not set."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from kivy_ui.common.date_entry import DateEntry
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Stepper
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class DateStepper(Stepper):
    """The stepper of day, month or year."""

    part = ""


class GameDatePanel(Panel):
    """Asks for the date of a game.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        keep: called with the date, ISO 8601; empty if the players do not know it.
    """

    def __init__(
        self, presenters: Presenters, window: Navigator, keep: Callable[[str], None]
    ) -> None:
        self._keep = keep
        self._entry = DateEntry(date.today())  # noqa: DTZ011 - the date where the table stands
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the date."""
        translate = self.presenters.ui.translate
        self.title = translate("Date of this game?")
        parts = self._entry.parts(translate)
        steppers = reuse_children(self.ids.parts, len(parts), self._make_stepper)
        for stepper, (part, text) in zip(steppers, parts, strict=True):
            stepper.part, stepper.value = part, text

    def enter(self) -> None:
        """Store the date and close."""
        self.answer(self._entry.day.isoformat())

    def answer(self, day: str) -> None:
        """Store *day* and close."""
        self.close()
        self._keep(day)
        self.window.refresh()

    def _make_stepper(self) -> DateStepper:
        stepper = DateStepper()
        stepper.bind(on_change=self._step)
        return stepper

    def _step(self, stepper: DateStepper, delta: int) -> None:
        self._entry.step(stepper.part, delta)
        self.refresh()


load_kv(__file__)
