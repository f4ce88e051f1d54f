"""A new game: number of players, and a line for each seat."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.panels.name import NamePanel
from kivy_ui.presenters.start import MAX_PLAYERS, MIN_PLAYERS, SeatRow
from kivy_ui.screens.base import TableScreen, keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.rules import load_rules


class SeatRowView(BoxLayout):
    """A seat of the new game."""

    __events__ = ("on_pick_colour", "on_pick_name", "on_pick_faction", "on_pick_doomed")

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    faction = StringProperty("")
    doomed = BooleanProperty(False)

    def on_pick_colour(self) -> None:
        """The colour was tapped."""

    def on_pick_name(self) -> None:
        """The name was tapped."""

    def on_pick_faction(self) -> None:
        """The faction was tapped."""

    def on_pick_doomed(self) -> None:
        """The home world was tapped."""

    def show(self, row: SeatRow, faction: str) -> None:
        """Show a seat."""
        self.number, self.name, self.faction = row.seat, row.shown_name, faction
        self.colour = theme.seat_colour(row.colour)
        self.doomed = row.doomed


class Start(TableScreen):
    """The screen before the game."""

    def refresh(self) -> None:
        """Show the choices so far."""
        presenter = self.house.start
        counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
        for button, count in zip(
            keep_children(self.ids.counts, len(counts), self._make_count), counts, strict=True
        ):
            button.text = str(count)
            button.kind = "chosen" if count == presenter.players else "plain"
        rows = presenter.rows()
        translate = self.house.desk.words.translate
        for view, row in zip(
            keep_children(self.ids.rows, len(rows), self._make_row), rows, strict=True
        ):
            number = row.faction if row.faction is not None else "–"
            view.show(row, translate("Faction %(number)s", number=number))

    def _make_count(self) -> TextButton:
        choose = self.house.start.choose_players
        button = TextButton()
        button.bind(on_release=lambda tapped: self._then(choose, int(tapped.text)))
        return button

    def _make_row(self) -> SeatRowView:
        view = SeatRowView()
        presenter = self.house.start
        view.bind(on_pick_colour=lambda row: self._then(presenter.next_colour, row.number))
        view.bind(on_pick_faction=lambda row: self._then(presenter.next_faction, row.number))
        view.bind(on_pick_doomed=lambda row: self._then(presenter.toggle_doomed, row.number))
        view.bind(on_pick_name=lambda row: self._name(row.number))
        return view

    def _then(self, action: object, value: int) -> None:
        action(value)  # type: ignore[operator]
        self.refresh()

    def _name(self, seat: int) -> None:
        self.window.open_panel(NamePanel(self.house, self.window, seat))


load_rules(__file__)
