"""The player of a seat: a person, with or without hints, or a computer player of some level."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.hints import HINTS_GROUP
from kivy_ui.games.roll.seating import SeatOptions
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class OptionRow(BoxLayout):
    """A labelled row of option buttons, of which one is chosen."""

    __events__ = ("on_choose",)

    label = StringProperty("")

    def on_choose(self, group: str, key: str) -> None:
        """Event: a button was tapped."""

    def show(self, group: SeatOptions) -> None:
        """Show a group."""
        self._group, self.label = group.key, group.label
        buttons = reuse_children(self.ids.options, len(group.options), self._make)
        for button, option in zip(buttons, group.options, strict=True):
            button.text, button.key = option.text, option.key
            button.kind = "chosen" if option.chosen else "plain"

    def _make(self) -> TextButton:
        button = TextButton(base_size=theme.TEXT_SMALL)
        button.bind(on_release=lambda tapped: self.dispatch("on_choose", self._group, tapped.key))
        return button


class WhoPlaysPanel(Panel):
    """Asks who plays a seat; every tap takes effect at once.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        seat: the seat.
    """

    def __init__(self, presenters: Presenters, window: Navigator, seat: int) -> None:
        self.seat = seat
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices."""
        people = {each.seat: each for each in self.presenters.start.known_players()}
        player = self.presenters.ui.seat(self.seat) or people[self.seat]
        self.title, self.badge = player.name, str(self.seat)
        self.badge_colour = theme.seat_colour(player.colour)
        groups = self.presenters.seating.groups(self.seat)
        if self.presenters.seating.at(self.seat) is None:
            groups = (*groups, self.presenters.hints.options(self.seat))
        rows = reuse_children(self.ids.groups, len(groups), self._make)
        for row, group in zip(rows, groups, strict=True):
            row.show(group)

    def enter(self) -> None:
        """Close the panel."""
        self.close()

    def _make(self) -> OptionRow:
        row = OptionRow()
        row.bind(on_choose=lambda _row, group, key: self._choose(group, key))
        return row

    def _choose(self, group: str, key: str) -> None:
        if group == HINTS_GROUP:
            self.presenters.hints.choose(self.seat, key)
        else:
            self.presenters.seating.choose(self.seat, group, key)
        self.refresh()
        self.window.refresh()


load_kv(__file__)
