"""Correcting the counters of the table; ending the game early."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from kivy_ui.panels.base import Panel
from kivy_ui.panels.seat import CounterStepper
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class CorrectionsPanel(Panel):
    """Corrects VP pool and round, or ends the game; each seat's counters are in its own panel."""

    can_stop = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
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
        rows = reuse_children(self.ids.counters, len(counters), self._make_row)
        for row, counter in zip(rows, counters, strict=True):
            row.show(counter)

    def stop(self) -> None:
        """End the game now; can be undone."""
        self.close()
        self.presenters.table.counters.stop()

    def _make_row(self) -> CounterStepper:
        row = CounterStepper()
        row.bind(on_change=lambda _row, *change: self.presenters.table.counters.change(*change))
        return row


load_kv(__file__)
