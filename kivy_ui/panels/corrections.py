"""Setting the table's counters to what lies on the table; ending the game before its end."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from kivy_ui.panels.base import Panel
from kivy_ui.panels.seat import CounterStepper
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.children import keep_children
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class CorrectionsPanel(Panel):
    """The VP pool, the round, the end; the seats' counters are in their own panels."""

    can_stop = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters."""
        ui = self.presenters.ui
        self.title = ui.translate("Corrections")
        self.can_stop = self.presenters.table.counters.can_stop()
        if ui.view is None:
            self.close()
            return
        counters = self.presenters.table.counters.of_table(ui.view)
        rows = keep_children(self.ids.counters, len(counters), self._make_row)
        for row, counter in zip(rows, counters, strict=True):
            row.show(counter)

    def stop(self) -> None:
        """End the game now; an undo takes it back."""
        self.close()
        self.presenters.table.counters.stop()

    def _make_row(self) -> CounterStepper:
        row = CounterStepper()
        row.bind(on_change=lambda _row, *change: self.presenters.table.counters.change(*change))
        return row


load_rules(__file__)
