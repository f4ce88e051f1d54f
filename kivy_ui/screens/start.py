"""The start screen of a new game: number of players, and a row for each seat."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.start import MAX_PLAYERS, MIN_PLAYERS, SeatRow, StartTile
from kivy_ui.panels.games import GamesPanel
from kivy_ui.panels.name import NamePanel
from kivy_ui.panels.tiles.finder import StartTilePanel
from kivy_ui.panels.who_plays import WhoPlaysPanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv

_TALL_DP = 2 * theme.TOUCH + theme.HAIR


class StartCell(TapArea):
    """The faction or home world of a seat: its name, or that it has not been chosen yet."""

    text = StringProperty("")
    icon = StringProperty("")
    label = StringProperty("")


class SeatRowView(BoxLayout):
    """A seat of the new game."""

    __events__ = (
        "on_pick_colour",
        "on_pick_name",
        "on_pick_player",
        "on_pick_faction",
        "on_pick_home",
    )

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    faction = StringProperty("")
    home = StringProperty("")
    tall = BooleanProperty(False)
    computer = BooleanProperty(False)
    can_be_computer = BooleanProperty(True)

    def on_pick_player(self) -> None:
        """Event: the button for person or computer player was tapped."""

    def on_pick_colour(self) -> None:
        """Event: the colour was tapped."""

    def on_pick_name(self) -> None:
        """Event: the name was tapped."""

    def on_pick_faction(self) -> None:
        """Event: the faction was tapped."""

    def on_pick_home(self) -> None:
        """Event: the home world was tapped."""

    def on_height(self, *_args: object) -> None:
        """Use two rows if there is room."""
        self.tall = self.height >= dp(_TALL_DP)

    def show(self, row: SeatRow) -> None:
        """Show a seat."""
        self.number, self.name = row.seat, row.shown_name
        self.faction, self.home = row.faction_text, row.home_text
        self.colour = theme.seat_colour(row.colour)
        self.computer = row.computer


class Start(TableScreen):
    """The screen on which a new game is set up."""

    all_rules = BooleanProperty(True)
    narrow = BooleanProperty(False)

    def refresh(self) -> None:
        """Show the choices so far."""
        presenter = self.presenters.start
        counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
        for button, count in zip(
            reuse_children(self.ids.counts, len(counts), self._make_count), counts, strict=True
        ):
            button.text = str(count)
            button.kind = "chosen" if count == presenter.players else "plain"
        self.all_rules = presenter.all_rules
        rows = presenter.rows()
        for view, row in zip(
            reuse_children(self.ids.rows, len(rows), self._make_row), rows, strict=True
        ):
            view.show(row)
            view.can_be_computer = presenter.all_rules

    def choose_rules(self, all_rules: bool) -> None:  # noqa: FBT001 - the layout calls it
        """Choose full tracking (all rules) or the quick count."""
        self.presenters.start.choose_rules(all_rules=all_rules)
        self.window.refresh()

    def games(self) -> None:
        """Choose another game."""
        self.window.open_panel(GamesPanel(self.presenters, self.window))

    def _make_count(self) -> TextButton:
        choose = self.presenters.start.choose_players
        button = TextButton()
        button.bind(on_release=lambda tapped: self._then(choose, int(tapped.text)))
        return button

    def _make_row(self) -> SeatRowView:
        view = SeatRowView()
        presenter = self.presenters.start
        view.bind(on_pick_colour=lambda row: self._then(presenter.next_colour, row.number))
        view.bind(on_pick_faction=lambda row: self._pick(row.number, StartTile.FACTION))
        view.bind(on_pick_home=lambda row: self._pick(row.number, StartTile.HOME_WORLD))
        view.bind(on_pick_name=lambda row: self._name(row.number))
        view.bind(on_pick_player=lambda row: self._who_plays(row.number))
        return view

    def _then(self, action: object, value: int) -> None:
        action(value)  # type: ignore[operator]
        self.refresh()

    def _pick(self, seat: int, what: StartTile) -> None:
        self.window.open_panel(StartTilePanel(self.presenters, self.window, seat, what))

    def _who_plays(self, seat: int) -> None:
        self.window.open_panel(WhoPlaysPanel(self.presenters, self.window, seat))

    def _name(self, seat: int) -> None:
        self.window.open_panel(NamePanel(self.presenters, self.window, seat))


load_kv(__file__)
