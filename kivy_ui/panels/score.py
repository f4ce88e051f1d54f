"""A player's score, line by line."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.games.roll.ending import EndScoreLine
from kivy_ui.panels.base import Panel
from kivy_ui.panels.empire import EmpirePanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import controls, mirrored, tile_marks  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class PointsLineView(BoxLayout):
    """A line of the score."""

    text = StringProperty("")
    why = StringProperty("")
    points = StringProperty("")
    icon = StringProperty("")
    total = BooleanProperty(False)
    aside = BooleanProperty(False)
    narrow = BooleanProperty(False)

    def show(self, line: EndScoreLine) -> None:
        """Show a line."""
        self.text, self.why, self.points, self.total = line.text, line.why, line.points, line.total
        self.icon, self.aside = line.icon, line.aside
        self.ids.mark.show(line.side)


class ScorePanel(Panel):
    """A player's score by source.

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
        """Show the score; close if it no longer exists."""
        seat = self.presenters.ui.seat(self.number)
        lines = self.presenters.ending.score(self.number)
        if seat is None or not lines:
            self.close()
            return
        self.head(seat.name, self.number, seat.colour)
        views = reuse_children(self.ids.lines, len(lines), PointsLineView)
        for view, line in zip(views, lines, strict=True):
            view.show(line)

    def correct(self) -> None:
        """Open the player's empire panel for corrections."""
        self.window.open_panel(EmpirePanel(self.presenters, self.window, self.number))


load_kv(__file__)
