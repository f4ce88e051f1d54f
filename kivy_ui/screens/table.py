"""The table: every seat with its ready light and counters, the five phases below."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from kivy_ui import theme
from kivy_ui.games.roll.rolling import computer_roll
from kivy_ui.games.roll.turn.table import SeatCard
from kivy_ui.panels.empire import EmpirePanel
from kivy_ui.panels.roll import RollPanel
from kivy_ui.panels.seat import SeatPanel
from kivy_ui.screens.base import TableScreen, keep_children
from kivy_ui.screens.parts import CounterRow
from kivy_ui.widgets import dice_row, holding  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.rules import load_rules

_ROOM_FOR_LABELS_DP = theme.grid(25)


class SeatCardView(TapArea):
    """A seat; a tap opens its panel, a tap on the light toggles it."""

    __events__ = ("on_toggle",)

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    note = StringProperty("")
    roomy = BooleanProperty(False)
    flat = BooleanProperty(False)
    low = BooleanProperty(False)
    note_fits = BooleanProperty(True)

    def on_toggle(self) -> None:
        """The ready light was tapped."""

    def show(self, card: SeatCard) -> None:
        """Show a seat."""
        self.number, self.name, self.note = card.seat, card.name, card.note
        self.colour = theme.seat_colour(card.colour)
        self.ids.light.show(card.light)
        rows = keep_children(self.ids.counters, len(card.counters), CounterRow)
        for row, counter in zip(rows, card.counters, strict=True):
            row.icon, row.label, row.value = counter.icon, counter.label, str(counter.value)
        self.ids.dice.show(card.dice)
        self._give_room()

    def on_size(self, *_args: object) -> None:
        """Words beside the symbols only where there is room; one row in a flat card."""
        self._give_room()

    def on_low(self, *_args: object) -> None:
        """Dice lie beside the counters then."""
        self._give_room()

    def _give_room(self) -> None:
        self.roomy = wide = self.width > dp(_ROOM_FOR_LABELS_DP)
        narrow_with_dice = self.ids.dice.natural_px > 0 and not wide
        self.flat = self.low or self.width > 2 * self.height or narrow_with_dice
        for row in self.ids.counters.children:
            row.small = self.flat and not wide
            row.label_width = self.width - dp(theme.grid(15)) if wide and not self.flat else 0


class TableTop(TableScreen):
    """The screen while everybody assigns."""

    def refresh(self) -> None:
        """Show seats and phases."""
        cards = self.presenters.table.seats()
        views = keep_children(self.ids.seats, len(cards), self._make_card)
        for view, card in zip(views, cards, strict=True):
            view.show(card)
        colours = {card.seat: card.colour for card in cards}
        self.ids.phases.show(self.presenters.table.phases(), colours)

    def _make_card(self) -> SeatCardView:
        view = SeatCardView()
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


load_rules(__file__)
