"""Choosing otherwise than proposed: mark dice and tiles, then tap what they do."""

from __future__ import annotations

import time
from typing import Protocol

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.games.roll.choosing.chooser import Chooser
from kivy_ui.games.roll.choosing.model import ChoiceGroup, ChoiceItem, ChoosingModel
from kivy_ui.games.roll.corrections import Naming, TrackedCorrections
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener, keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters

_LONG = 14


class ThingView(TapArea):
    """A die, a tile or a word that can be marked; long words have a wider box."""

    index = NumericProperty(0)
    text = StringProperty("")
    die = StringProperty("")
    sign = StringProperty("")
    chosen = BooleanProperty(False)
    long = BooleanProperty(False)

    def show(self, index: int, item: ChoiceItem, *, chosen: bool) -> None:
        """Show a item."""
        self.index, self.text, self.die, self.chosen = index, item.text, item.die, chosen
        self.sign = item.sign
        self.long = len(item.text) > _LONG


class GroupView(BoxLayout):
    """Things of one kind under a title."""

    __events__ = ("on_mark",)

    key = StringProperty("")
    title = StringProperty("")

    def on_mark(self, index: int) -> None:
        """A item was tapped."""

    def show(self, group: ChoiceGroup, marked: tuple[int, ...]) -> None:
        """Show a group."""
        self.key, self.title = group.key, group.title
        views = keep_children(self.ids.things, len(group.items), self._make_item)
        for index, (view, item) in enumerate(zip(views, group.items, strict=True)):
            view.show(index, item, chosen=index in marked)

    def _make_item(self) -> ThingView:
        view = ThingView()
        view.bind(on_release=lambda item: self.dispatch("on_mark", item.index))
        return view


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


class ChoicesPanel(Panel):
    """Things to mark and what can be done with them; closes when nothing is left to choose.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the player's seat.
        choices: what there is to choose.
    """

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
        actions = keep_children(self.ids.actions, len(model.actions), self._make_action)
        for index, (button, action) in enumerate(zip(actions, model.actions, strict=True)):
            button.text, button.icon, button.index = action.text, action.icon, index
            button.disabled = action.command is None

    def enter(self) -> None:
        """Do the first item that can be done."""
        self.do(0)

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
