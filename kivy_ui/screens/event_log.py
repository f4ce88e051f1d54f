"""The event log of the session in words."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.common.event_text import LogLine
from kivy_ui.panels.why import WhyPanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.window.event_log import EventLogPresenter


class EventLogScreen(TableScreen):
    """The screen that lists the events of one round at a time."""

    heading = StringProperty("")
    empty = BooleanProperty(False)
    has_earlier = BooleanProperty(False)
    has_later = BooleanProperty(False)

    @property
    def presenter(self) -> EventLogPresenter:
        """The presenter of this screen."""
        return self.presenters.side.event_log

    def refresh(self) -> None:
        """Show the events of the chosen round."""
        presenter, translate = self.presenter, self.presenters.ui.translate
        self._lines: tuple[LogLine, ...] = presenter.lines()
        rounds, shown = presenter.rounds(), presenter.shown_round
        number = translate("Round %(number)s", number=shown)
        self.heading = number if shown else translate("Set-up")
        self.has_earlier, self.has_later = shown != rounds[0], shown != rounds[-1]
        self.empty = not self._lines
        views = self.ids.lines.fill(len(self._lines), self._tapped)
        for index, (view, line) in enumerate(zip(views, self._lines, strict=True)):
            view.key, view.title, view.value = str(index), line.text, f"{line.clock}  {line.note}"
            view.small, view.value_share = True, 0.28

    def step(self, delta: int) -> None:
        """Go forward or back by *delta* rounds."""
        self.presenter.step(delta)
        self.ids.lines.scroll_y = 1.0
        self.window.refresh()

    def _tapped(self, view: LineView) -> None:
        line = self._lines[int(view.key)]
        heading, words = self.presenter.why(line)
        self.window.open_panel(WhyPanel(self.presenters, self.window, heading, line.text, words))


load_kv(__file__)
