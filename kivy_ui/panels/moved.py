"""What to move on the table after an undo or a redo."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.common.inventory import SeatChanges
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener, keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class MovedLine(BoxLayout):
    """One thing to move; the first of each player has the player's badge."""

    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    text = StringProperty("")


class MovedPanel(Panel):
    """A list of what lies elsewhere now.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        moved: says what changed, by player.
    """

    def __init__(
        self, presenters: Presenters, window: Opener, moved: Callable[[], tuple[SeatChanges, ...]]
    ) -> None:
        self._moved = moved
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the list."""
        self.title = self.presenters.ui.translate("Move this on the table, too")
        moved = self._moved()
        lines = [(each, text, not index) for each in moved for index, text in enumerate(each.lines)]
        views = keep_children(self.ids.lines, len(lines), MovedLine)
        for view, (each, text, first) in zip(views, lines, strict=True):
            view.text = text
            view.badge = str(each.seat) if first and each.seat else ""
            view.colour = theme.seat_colour(each.colour)

    def enter(self) -> None:
        """Close."""
        self.close()


load_rules(__file__)
