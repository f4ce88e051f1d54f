"""Shipping: for each good a Trade and a Consume button with their results."""

from __future__ import annotations

import time

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.games.roll.choosing.shipping import BEST, GoodRow, ShipperMark, ShippingChoices
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class ShipButtonView(TextButton):
    """A Trade or Consume button; *index* is its number in the row."""

    index = NumericProperty(0)
    idle = BooleanProperty(False)


class ShipperView(TapArea):
    """A die that can be the shipper."""

    index = NumericProperty(0)
    die = StringProperty("")
    borrowed = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show(self, mark: ShipperMark) -> None:
        """Show a die."""
        self.index, self.die = mark.number, mark.die
        self.borrowed, self.chosen = mark.borrowed, mark.chosen


class GoodRowView(BoxLayout):
    """A good's row: die and world, Trade and Consume, and a choice of shipper if that matters."""

    __events__ = ("on_ship", "on_shipper")

    index = NumericProperty(0)
    die = StringProperty("")
    world = StringProperty("")
    has_choice = BooleanProperty(False)
    by_best = BooleanProperty(True)
    narrow = BooleanProperty(False)

    def show(self, index: int, row: GoodRow) -> None:
        """Show a good."""
        self.index, self.die, self.world = index, row.die, row.world
        self.has_choice = bool(row.shippers)
        self.by_best = not any(mark.chosen for mark in row.shippers)
        buttons = reuse_children(self.ids.buttons, len(row.buttons), self._make_button)
        for number, (view, button) in enumerate(zip(buttons, row.buttons, strict=True)):
            view.index, view.text, view.icon = number, button.text, button.icon
            view.kind, view.idle = "chosen" if button.best else "plain", button.idle
        dice = reuse_children(self.ids.shippers, len(row.shippers), self._make_die)
        for die, mark in zip(dice, row.shippers, strict=True):
            die.show(mark)

    def choose_best(self) -> None:
        """Use the shipper with the best result."""
        self.dispatch("on_shipper", BEST)

    def on_ship(self, button: int) -> None:
        """Event: a button was tapped."""

    def on_shipper(self, shipper: int) -> None:
        """Event: a shipper die was tapped."""

    def _make_button(self) -> ShipButtonView:
        view = ShipButtonView()
        view.bind(on_release=lambda tapped: self.dispatch("on_ship", tapped.index))
        return view

    def _make_die(self) -> ShipperView:
        view = ShipperView()
        view.bind(on_release=lambda tapped: self.dispatch("on_shipper", tapped.index))
        return view


class ShippingPanel(Panel):
    """All goods of a player; closes when nothing is left to ship.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the player's seat.
    """

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        self.number = number
        self._choices = ShippingChoices(presenters.ui, number)
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the goods."""
        model = self._choices.model()
        if model is None:
            self.close()
            return
        seat = self.presenters.ui.seat(self.number)
        self.head(model.title, self.number, seat.colour if seat is not None else "")
        self.ask(tuple((row.die, row.world) for row in model.goods))
        rows = reuse_children(self.ids.goods, len(model.goods), self._make_row)
        for index, (view, row) in enumerate(zip(rows, model.goods, strict=True)):
            view.show(index, row)

    def ship(self, good: int, button: int) -> None:
        """Trade or consume a good, by its number and the number of the button."""
        model = self._choices.model()
        if model is not None and good < len(model.goods):
            command = model.goods[good].buttons[button].command
            self.presenters.tasks.send(self.number, command, time.monotonic())

    def choose(self, good: int, shipper: int) -> None:
        """Choose the shipper of a good."""
        self._choices.choose(good, shipper)
        self.refresh()

    def _make_row(self) -> GoodRowView:
        view = GoodRowView()
        view.bind(on_ship=lambda row, button: self.ship(row.index, button))
        view.bind(on_shipper=lambda row, shipper: self.choose(row.index, shipper))
        return view


load_kv(__file__)
