"""A seat's panel: counters with steppers, and the ready light."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.games.roll.phases.counters import Correctable
from kivy_ui.games.roll.turn.counters import CounterModel
from kivy_ui.panels.base import Panel
from kivy_ui.screens import parts  # noqa: F401 - the .kv file uses it
from kivy_ui.screens.base import Navigator
from kivy_ui.screens.parts import NoteLine
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow
from kivy_ui.window.presenters import Presenters


class CounterStepper(MirroredRow):
    """A counter with its name and a stepper."""

    __events__ = ("on_change",)

    label = StringProperty("")
    icon = StringProperty("")

    def on_change(self, what: Correctable, seat: int | None, delta: int) -> None:
        """Event: the stepper asks to change the counter by *delta*."""

    def show(self, counter: CounterModel) -> None:
        """Show a counter."""
        self.counter = counter
        self.label, self.icon = counter.label, counter.icon
        stepper = self.ids.stepper
        stepper.value = str(counter.value)
        stepper.can_lower, stepper.can_raise = counter.can_lower, counter.can_raise

    def step(self, delta: int) -> None:
        """Handle a tap on the stepper."""
        self.dispatch("on_change", self.counter.what, self.counter.seat, delta)


class SeatPanel(Panel):
    """Everything that can be changed for one seat.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the seat.
    """

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        self.number = number
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the seat; close if it is no longer taken."""
        card = self.presenters.table.seat(self.number)
        if card is None:
            self.close()
            return
        self.head(card.name, card.seat, card.colour)
        notes = reuse_children(self.ids.notes, len(card.notes), NoteLine)
        for line, note in zip(notes, card.notes, strict=True):
            line.icon, line.text = note.icon, note.text
        self.ids.light.show(card.light)
        rows = reuse_children(self.ids.counters, len(card.counters), self._make_row)
        for row, counter in zip(rows, card.counters, strict=True):
            row.show(counter)

    def toggle_ready(self) -> None:
        """Toggle the ready light."""
        self.presenters.table.toggle_ready(self.number)

    def _make_row(self) -> CounterStepper:
        row = CounterStepper()
        row.bind(on_change=lambda _row, *change: self.presenters.table.counters.change(*change))
        return row


load_kv(__file__)
