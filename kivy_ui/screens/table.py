"""The table screen: a card per seat with ready light and counters, the five phases below."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.games.roll.rolling import computer_roll
from kivy_ui.games.roll.turn.table import SeatCard
from kivy_ui.panels.dice.roll import RollPanel
from kivy_ui.panels.empire import EmpirePanel
from kivy_ui.panels.seat import SeatPanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.screens.parts import CounterRow, NoteLine
from kivy_ui.widgets import dice_row, long_press  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv

_ROOM_FOR_LABELS_DP = theme.grid(30)


class ChanceBar(BoxLayout):
    """A player's chance of winning as text and, if there is room, as a bar."""

    low = BooleanProperty(False)
    text = StringProperty("")
    share = NumericProperty(0)
    colour = ColorProperty(theme.SEAT_UNKNOWN)


class SeatCardView(TapArea):
    """A seat's card; a tap opens the seat's panel, a tap on the ready light toggles it.

    Attributes:
        note_px: height of the notes; equal on all cards, so that their rows are aligned.
        dice_lines: rows of dice; equal on all cards.
        roomy: whether there is room for labels beside the counters.
        beside: whether the ready light is beside the name.
        low: whether the dice are beside the counters, too.
        flat: whether the counters are side by side, without labels.
        wide: whether the counters are side by side, with their labels below.
    """

    __events__ = ("on_toggle",)

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    chance = NumericProperty(0)
    chance_text = StringProperty("")
    roomy = BooleanProperty(False)
    flat = BooleanProperty(False)
    low = BooleanProperty(False)
    beside = BooleanProperty(False)
    wide = BooleanProperty(False)
    note_fits = BooleanProperty(True)
    note_px = NumericProperty(0)
    dice_lines = NumericProperty(1)

    def on_toggle(self) -> None:
        """Event: the ready light was tapped."""

    def show(self, card: SeatCard) -> None:
        """Show a seat."""
        self.number, self.name = card.seat, card.name
        notes = reuse_children(self.ids.notes, len(card.notes), NoteLine)
        for line, note in zip(notes, card.notes, strict=True):
            line.icon, line.text = note.icon, note.text
        self.chance, self.chance_text = (card.chance or 0) / 100, card.chance_text
        self.colour = theme.seat_colour(card.colour)
        self.ids.light.show(card.light)
        rows = reuse_children(self.ids.counters, len(card.counters), CounterRow)
        for row, counter in zip(rows, card.counters, strict=True):
            row.icon, row.label, row.value = counter.icon, counter.label, str(counter.value)
        self.ids.dice.show(card.dice)
        self._give_room()

    def on_size(self, *_args: object) -> None:
        """Adapt the layout to the card's size."""
        self._give_room()

    def on_low(self, *_args: object) -> None:
        """Adapt the counters: a low card has its dice beside them."""
        self._give_room()

    def on_wide(self, *_args: object) -> None:
        """Adapt the counters: a wide card has them side by side."""
        self._give_room()

    def _give_room(self) -> None:
        self.roomy = self.width > dp(_ROOM_FOR_LABELS_DP)
        self.flat = self.low or self.width > 2 * self.height
        for row in self.ids.counters.children:
            row.flat, row.below = self.flat, self.wide
            row.labelled = self.roomy and not self.flat and not self.wide


class TableTop(TableScreen):
    """The screen during Roll and Assign; shows the phases once they are known."""

    def on_kv_post(self, base_widget: Widget) -> None:
        """Create the trigger that aligns the rows of all cards."""
        super().on_kv_post(base_widget)
        self._level = Clock.create_trigger(self._level_cards, -1)

    def _level_cards(self, *_change: object) -> None:
        cards = self.ids.seats.children
        for card in cards:
            card.note_px = max(each.ids.notes.minimum_height for each in cards)
            card.dice_lines = max(each.ids.dice.lines for each in cards)

    def refresh(self) -> None:
        """Show seats and phases."""
        cards = self.presenters.table.seats()
        views = reuse_children(self.ids.seats, len(cards), self._make_card)
        for view, card in zip(views, cards, strict=True):
            view.show(card)
        colours = {card.seat: card.colour for card in cards}
        tiles = self.presenters.table.phases()
        self.ids.phases.show(tiles if any(tile.word for tile in tiles) else (), colours)
        self._level()

    def _make_card(self) -> SeatCardView:
        view = SeatCardView()
        view.ids.notes.bind(minimum_height=self._level)
        view.ids.dice.bind(lines=self._level)
        view.bind(on_release=lambda card: self._open(card.number))
        view.bind(on_toggle=lambda card: self._toggle(card.number))
        return view

    def _toggle(self, number: int) -> None:
        if self.presenters.table.must_roll(number):
            entry = computer_roll(self.presenters.ui, number)
            self.window.open_panel(RollPanel(self.presenters, self.window, entry))
        else:
            self.presenters.table.toggle_ready(number)

    def _open(self, number: int) -> None:
        panel = EmpirePanel if self.presenters.ui.counts_everything else SeatPanel
        self.window.open_panel(panel(self.presenters, self.window, number))


load_kv(__file__)
