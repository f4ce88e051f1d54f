"""The end of the game."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from kivy_ui import theme
from kivy_ui.games.roll.ending import RankLine
from kivy_ui.panels.score import ScorePanel
from kivy_ui.panels.seat import SeatPanel
from kivy_ui.screens.base import TableScreen, keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.rules import load_rules


class RankView(TapArea):
    """A player at the end; a tap opens the score, or the counters where no more is known."""

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    rank = StringProperty("")
    winner = BooleanProperty(False)
    chips = StringProperty("")
    details = StringProperty("")

    def show(self, line: RankLine) -> None:
        """Show a player."""
        self.number, self.name, self.colour = line.seat, line.name, theme.seat_colour(line.colour)
        self.rank, self.winner = line.rank, line.winner
        self.chips, self.details = line.points, line.details


class End(TableScreen):
    """The screen after the last round."""

    headline = StringProperty("")
    reasons = StringProperty("")

    def refresh(self) -> None:
        """Show the order."""
        model = self.presenters.ending.model()
        self.headline, self.reasons = model.headline, model.reasons
        lines = keep_children(self.ids.lines, len(model.lines), self._make_line)
        for view, line in zip(lines, model.lines, strict=True):
            view.show(line)

    def _make_line(self) -> RankView:
        view = RankView()
        view.bind(on_release=lambda line: self._open(line.number))
        return view

    def _open(self, number: int) -> None:
        panel = ScorePanel if self.presenters.ui.counts_everything else SeatPanel
        self.window.open_panel(panel(self.presenters, self.window, number))


load_rules(__file__)
