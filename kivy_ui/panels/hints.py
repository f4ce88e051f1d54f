"""The best options for a player's roll, shown during a long press on the player's name."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.window.presenters import Presenters

_LOOK_AGAIN_S = 0.1


class HintsPanel(Panel):
    """Options with their chance of winning and the reason.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the seat.
    """

    text = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        self.number = number
        super().__init__(presenters, window)
        self.refresh()
        if presenters.hints.busy(number):
            Clock.schedule_interval(self._look_again, _LOOK_AGAIN_S)

    def refresh(self) -> None:
        """Show the options found so far; close if hints are no longer available."""
        hints, card = self.presenters.hints, self.presenters.table.seat(self.number)
        if card is None or not hints.may_ask(self.number):
            self.close()
            return
        title = self.presenters.ui.translate("%(name)s: hints", name=card.name)
        self.head(title, card.seat, card.colour)
        self.text = hints.text(self.number)
        lines = hints.lines(self.number)
        for view, line in zip(self.ids.lines.fill(len(lines), _only_tells), lines, strict=True):
            view.face, view.title, view.note, view.value = (
                line.phase, line.title, line.reason, line.value,
            )  # fmt: skip
            view.stacked = view.strong = True
            view.value_share = 0.2

    def _look_again(self, _dt: float) -> bool:
        busy = self.presenters.hints.busy(self.number)
        if not busy and not self.closed:
            self.refresh()
        return busy and not self.closed


def _only_tells(_view: LineView) -> None:
    """Ignore a tap on a read-only line."""


load_kv(__file__)
