"""Setting the table's counters to what lies on the table."""

from __future__ import annotations

from kivy_ui.panels.base import Panel
from kivy_ui.panels.seat import CounterStepper
from kivy_ui.screens.base import Opener, keep_children
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class CorrectionsPanel(Panel):
    """The VP pool and the round; the seats' counters are in their own panels."""

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters."""
        ui = self.presenters.ui
        self.title = ui.translate("Correct pool and round")
        if ui.view is None:
            self.close()
            return
        counters = self.presenters.table.counters.of_table(ui.view)
        rows = keep_children(self.ids.counters, len(counters), self._make_row)
        for row, counter in zip(rows, counters, strict=True):
            row.show(counter)

    def _make_row(self) -> CounterStepper:
        row = CounterStepper()
        row.bind(on_change=lambda _row, *change: self.presenters.table.counters.change(*change))
        return row


load_rules(__file__)
