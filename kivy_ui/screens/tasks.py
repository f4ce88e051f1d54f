"""The phases of a fully tracked game: a row for each player with the pending tasks."""

from __future__ import annotations

import time

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)

from kivy_ui import theme
from kivy_ui.common.numbers import MINUS
from kivy_ui.games.roll.turn.buttons import ACCEPT, MORE, NAME, TaskButton
from kivy_ui.games.roll.turn.tasks import TaskLine
from kivy_ui.panels.choosing import ChoosingPanel
from kivy_ui.panels.empire import EmpirePanel
from kivy_ui.panels.moved import LookBackPanel
from kivy_ui.screens import parts  # noqa: F401 - the .kv file uses it
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import dice_row, icon_row, move_list  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow
from kivy_ui.widgets.touch_guard import TouchGuard

_TALL_DP = theme.TOUCH + theme.grid(5)
"""Minimum height of a row with its buttons below the name: two text lines and a button."""
_WIDE_DP = theme.grid(80)
"""Minimum width of a row with its counters beside the name."""


class TaskButtonView(TapArea):
    """A button in a player's row.

    Attributes:
        stacked: whether the icon and the gain are above the label.
        worded: whether there is room for the label.
        refused: whether it is not possible now; a tap says why.
    """

    __events__ = ("on_task",)

    text = StringProperty("")
    icon = StringProperty("")
    primary = BooleanProperty(False)
    refused = BooleanProperty(False)
    with_icon = BooleanProperty(False)
    stacked = BooleanProperty(False)
    worded = BooleanProperty(True)
    gain = StringProperty("")
    icon_px = NumericProperty(0.0)
    key = StringProperty("")

    def show(self, button: TaskButton, *, slim: bool) -> None:
        """Show a button; a slim one has a shorter label."""
        short = slim and button.short is not None
        self.text = (button.short or "") if short else button.text
        self.stacked = slim and bool(button.icon) and button.key != ACCEPT
        self.gain = button.gain if self.stacked else ""
        self.icon, self.primary = button.icon, button.primary
        self.ids.dice.show(() if self.stacked else button.dice)
        self.key, self.refused = button.key, button.refused is not None

    def on_press(self) -> None:
        """Remember what was pressed; the row may be updated before the release."""
        self._pressed = self.key

    def on_release(self) -> None:
        """Dispatch the key if it is still the pressed one."""
        if self.key == self._pressed:
            self.dispatch("on_task", self.key)

    def on_task(self, key: str) -> None:
        """Event: the button was tapped."""


class TaskLineView(TouchGuard, MirroredRow):
    """A player's row: counters, workers, pending tasks."""

    __events__ = ("on_open", "on_choose", "on_task")

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    text = StringProperty("")
    news = StringProperty("")
    news_ink = ColorProperty(theme.GOOD)
    credits = StringProperty("")
    chips = StringProperty("")
    tiles = StringProperty("")
    waiting = BooleanProperty(False)
    asking = BooleanProperty(False)
    has_more = BooleanProperty(False)
    more_text = StringProperty("")
    tall = BooleanProperty(False)
    slim = BooleanProperty(False)
    upright = BooleanProperty(False)
    crowded = BooleanProperty(False)
    small_dice = BooleanProperty(False)
    _line: TaskLine | None = None

    def on_open(self) -> None:
        """Event: the name was tapped."""

    def on_choose(self) -> None:
        """Event: the user asks for alternatives to the proposal."""

    def on_task(self, key: str) -> None:
        """Event: a task button was tapped."""

    def on_height(self, *_args: object) -> None:
        """Use two rows if there is room."""
        self._fit()

    def on_width(self, *_args: object) -> None:
        """Show counters only if there is room."""
        self._fit()

    def _fit(self) -> None:
        self.tall = self.height >= dp(_TALL_DP)
        slim, self.slim = self.slim, not self.tall and self.width < dp(_WIDE_DP)
        if slim is not self.slim:
            self._show_fitting()

    def show(self, line: TaskLine) -> None:
        """Show a player."""
        self.ask((line.seat, tuple(button.key for button in line.buttons), line.question))
        self.number, self.name = line.seat, line.name
        self.colour = theme.seat_colour(line.colour)
        self.news, self.waiting, self.has_more = line.news, line.waiting, line.more
        self.news_ink = (
            theme.BAD if MINUS in line.news else theme.MUTED if line.paid else theme.GOOD
        )
        self.more_text = line.more_text
        self.credits, self.chips, self.tiles = line.credits, line.vp, line.tiles
        self.asking = line.asking
        self.ids.icons.icons = line.icons
        self._line = line
        self._show_fitting()

    def _show_fitting(self) -> None:
        """Show dice beside the buttons; in a slim row below the name, if it needs no text there."""
        line = self._line
        if line is None:
            return
        self.text = line.short if self.slim else line.text
        dice = tuple(die for die, _ in line.dice)
        self.small_dice = self.slim and bool(dice) and not line.asks_in_words
        self.ids.dice.show(() if self.slim else dice)
        self.ids.small.show(dice if self.small_dice else ())
        buttons = reuse_children(self.ids.buttons, len(line.buttons), self._make_button)
        for button, shown in zip(buttons, line.buttons, strict=True):
            button.show(shown, slim=self.slim)

    def _make_button(self) -> TaskButtonView:
        view = TaskButtonView()
        view.bind(on_task=lambda _button, key: self.dispatch("on_task", key))
        return view


class Tasks(TableScreen):
    """The screen from the first active phase to the end of the round, with all dice tracked."""

    told = BooleanProperty(True)
    upright = BooleanProperty(False)

    def refresh(self) -> None:
        """Show phases, players, and which pieces to move."""
        model = self.presenters.tasks.model()
        self.told = model.moves is not None
        steps = model.steps
        self.ids.moves.show(model.moves or (), steps.title, steps.icon, steps.steps)
        self.ids.phases.show(model.tiles, {line.seat: line.colour for line in model.lines})
        lines = reuse_children(self.ids.lines, len(model.lines), self._make_line)
        for view, line in zip(lines, model.lines, strict=True):
            view.show(line)
        asking = self.presenters.tasks.new_question()
        if asking is not None:
            self._name_tile(asking)

    def _name_tile(self, number: int) -> None:
        self.window.ask_tile(number, self.presenters.tasks.naming(number))

    def _make_line(self) -> TaskLineView:
        view = TaskLineView(upright=self.upright)
        self.bind(upright=view.setter("upright"))
        view.bind(on_open=lambda line: self.open_empire(line.number))
        view.bind(on_choose=lambda line: self.choose(line.number))
        view.bind(on_task=lambda line, key: self._do(line.number, key))
        return view

    def look_back(self) -> None:
        """Show all moves of this round."""
        self.window.open_panel(LookBackPanel(self.presenters, self.window))

    def open_empire(self, number: int) -> None:
        """Show everything that a player has."""
        self.window.open_panel(EmpirePanel(self.presenters, self.window, number))

    def choose(self, number: int) -> None:
        """Open the panel of a player's alternatives to the proposal."""
        self.window.open_panel(ChoosingPanel(self.presenters, self.window, number))

    def _do(self, number: int, key: str) -> None:
        if key == NAME:
            self._name_tile(number)
            return
        if key == MORE:
            self.choose(number)
            return
        why = self.presenters.tasks.why_not(number, key)
        if why is not None:
            self.window.show_banner(*why, "info")
            return
        self.presenters.tasks.press(number, key, time.monotonic())
        self.refresh()


load_kv(__file__)
