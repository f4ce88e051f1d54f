"""Choosing otherwise than proposed: mark dice and tiles, then tap what they do."""

from __future__ import annotations

import time
from typing import Protocol

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.choosing.chooser import Chooser
from kivy_ui.games.roll.choosing.model import (
    ChoiceCounter,
    ChoiceGroup,
    ChoiceItem,
    ChoiceTarget,
    ChoosingModel,
)
from kivy_ui.games.roll.corrections import Naming, TrackedCorrections
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener, keep_children
from kivy_ui.widgets import controls, dice_row  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.handed import HandRow
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters

_BIG_LETTERS = 24
"""Longer words have no room below a picture."""
_MOST_BIG = 12
_IN_A_ROW = 6
_LEAST_IN_A_ROW = 4
_LETTER_DP = 9.5
"""Usual width of a small bold letter."""


class ThingView(TapArea):
    """A die, a tile or a word that can be marked; a big one has its word below the picture."""

    index = NumericProperty(0)
    text = StringProperty("")
    die = StringProperty("")
    face = StringProperty("")
    sign = StringProperty("")
    chosen = BooleanProperty(False)
    big = BooleanProperty(False)

    def show(self, index: int, item: ChoiceItem, *, chosen: bool) -> None:
        """Show an item."""
        self.index, self.text, self.die, self.chosen = index, item.text, item.die, chosen
        self.sign, self.face = item.sign, item.face


class GroupView(BoxLayout):
    """Things of one kind under a title, in columns of equal width."""

    __events__ = ("on_mark",)

    key = StringProperty("")
    title = StringProperty("")
    columns = NumericProperty(_LEAST_IN_A_ROW)
    _items: tuple[ChoiceItem, ...] = ()
    _tabs = False

    def on_width(self, *_change: object) -> None:
        """Fewer columns where there is less room."""
        self._count_columns()

    @property
    def _big(self) -> bool:
        long = any(len(item.text) > _BIG_LETTERS for item in self._items)
        return len(self._items) <= _MOST_BIG and not self._tabs and not long

    def _count_columns(self) -> None:
        """As many columns as the words leave room for, level where there are several rows."""
        count = len(self._items)
        rows = max(1, -(-count // _IN_A_ROW))
        most = count if self._tabs else max(_LEAST_IN_A_ROW, -(-count // rows))
        columns = min(most, _LEAST_IN_A_ROW) if count > _MOST_BIG else most
        while columns > 1 and not self._has_room(self.width / columns):
            columns -= 1
        self.columns = max(1, columns)

    def _has_room(self, cell_px: float) -> bool:
        """Whether every item fits on two lines, by the usual width of letters."""
        beside_dp = theme.GAP if self._big else theme.TOUCH + theme.ICON_SMALL
        room = (cell_px - dp(theme.HALF_GAP + beside_dp)) / dp(_LETTER_DP)
        return all(
            len(item.text) <= 2 * room and max(map(len, item.text.split())) <= room
            for item in self._items
        )

    def on_mark(self, index: int) -> None:
        """A item was tapped."""

    def show(self, group: ChoiceGroup, marked: tuple[int, ...]) -> None:
        """Show a group."""
        self.key, self.title = group.key, group.title
        self._items, self._tabs = group.items, group.tabs
        self._count_columns()
        views = keep_children(self.ids.things, len(group.items), self._make_item)
        for index, (view, item) in enumerate(zip(views, group.items, strict=True)):
            view.show(index, item, chosen=index in marked)
            view.big = self._big

    def _make_item(self) -> ThingView:
        view = ThingView()
        view.bind(on_release=lambda item: self.dispatch("on_mark", item.index))
        return view


class TargetView(HandRow):
    """Where marked dice go."""

    sign = StringProperty("")
    text = StringProperty("")

    def show(self, target: ChoiceTarget | None) -> None:
        """Show a target, or nothing."""
        self.sign, self.text = (target.sign, target.text) if target is not None else ("", "")
        self.ids.dice.show(target.dice if target is not None else ())


class Choices(Protocol):
    """A presenter of items to mark and of what to do with them."""

    def model(self) -> ChoosingModel | None:
        """Return what is shown; None where there is nothing to choose any more."""
        ...

    def mark(self, key: str, index: int) -> None:
        """Mark a item, or take its mark away."""
        ...

    def command(self, index: int) -> object | None:
        """Return what a button sends."""
        ...


class CounterChoice(HandRow):
    """A number with a stepper."""

    __events__ = ("on_change",)

    label = StringProperty("")
    icon = StringProperty("")

    def on_change(self, counter: ChoiceCounter, delta: int) -> None:
        """The number shall change by *delta*."""

    def show(self, counter: ChoiceCounter) -> None:
        """Show a counter."""
        self._counter = counter
        self.label, self.icon = counter.label, counter.icon
        stepper = self.ids.stepper
        stepper.value = str(counter.value)
        stepper.can_lower = counter.lower is not None
        stepper.can_raise = counter.higher is not None

    def step(self, delta: int) -> None:
        """The stepper was tapped."""
        self.dispatch("on_change", self._counter, delta)


class ChoicesPanel(Panel):
    """Things to mark and what can be done with them; closes when nothing is left to choose.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the player's seat.
        choices: what there is to choose.

    Attributes:
        has_main: whether one button does what the panel is for; otherwise each tap counts at once.
    """

    has_main = BooleanProperty(False)

    def __init__(
        self, presenters: Presenters, window: Opener, number: int, choices: Choices
    ) -> None:
        self.number = number
        self._choices = choices
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices."""
        model = self._choices.model()
        if model is None:
            self.close()
            return
        seat = self.presenters.ui.seat(self.number)
        self.head(model.title, self.number, seat.colour if seat is not None else "")
        self.ask(tuple((group.key, len(group.items)) for group in model.groups))
        groups = keep_children(self.ids.groups, len(model.groups), self._make_group)
        for view, group, marked in zip(groups, model.groups, model.marked, strict=True):
            view.show(group, marked)
        steppers = keep_children(self.ids.counters, len(model.counters), self._make_counter)
        for stepper, counter in zip(steppers, model.counters, strict=True):
            stepper.show(counter)
        self.ids.target.show(model.target)
        self.has_main = any(action.primary for action in model.actions)
        shown = () if model.counters else model.actions
        places = (
            (self.ids.foot, self.ids.actions)
            if self.has_main
            else (self.ids.actions, self.ids.foot)
        )
        keep_children(places[1], 0, self._make_action)
        buttons = keep_children(places[0], len(shown), self._make_action)
        for index, (button, action) in enumerate(zip(buttons, shown, strict=True)):
            button.text, button.index = action.text, index
            button.icon = "" if action.primary else action.icon
            button.kind = "primary" if action.primary else "plain"
            button.disabled = action.command is None

    def enter(self) -> None:
        """Do the first item that can be done."""
        self.do(0)

    def step(self, counter: ChoiceCounter, delta: int) -> None:
        """A stepper was tapped."""
        index = counter.lower if delta < 0 else counter.higher
        if index is not None:
            self.do(index)

    def do(self, index: int) -> None:
        """A button was tapped."""
        command = self._choices.command(index)
        if isinstance(command, Naming):
            self.window.ask_tile(self.number, command)
        elif command is not None:
            self.presenters.tasks.send(self.number, command, time.monotonic())

    def _mark(self, key: str, index: int) -> None:
        self._choices.mark(key, index)
        self.refresh()

    def _make_group(self) -> GroupView:
        view = GroupView()
        view.bind(on_mark=lambda group, index: self._mark(group.key, index))
        return view

    def _make_counter(self) -> CounterChoice:
        view = CounterChoice()
        view.bind(on_change=lambda _view, counter, delta: self.step(counter, delta))
        return view

    def _make_action(self) -> ChoiceButton:
        button = ChoiceButton()
        button.bind(on_release=lambda tapped: self.do(tapped.index))
        return button


class ChoosingPanel(ChoicesPanel):
    """What one player may choose now instead of the proposal."""

    def __init__(self, presenters: Presenters, window: Opener, number: int) -> None:
        super().__init__(presenters, window, number, Chooser(presenters.ui, number))


class TrackedCorrectionsPanel(ChoicesPanel):
    """Correcting what a player has."""

    def __init__(self, presenters: Presenters, window: Opener, number: int) -> None:
        super().__init__(presenters, window, number, TrackedCorrections(presenters.ui, number))


class ChoiceButton(TextButton):
    """A button of the panel; *index* is the number of its action."""

    index = NumericProperty(0)


load_rules(__file__)
