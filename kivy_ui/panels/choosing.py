"""Choosing alternatives to the proposal: mark dice and tiles, then tap an action."""

from __future__ import annotations

import time
from typing import Protocol

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.choosing.chooser import Chooser
from kivy_ui.games.roll.choosing.model import (
    STACK_ICONS,
    ChoiceAction,
    ChoiceCounter,
    ChoiceGroup,
    ChoiceItem,
    ChoiceTarget,
    ChoosingModel,
)
from kivy_ui.games.roll.corrections import Naming, TrackedCorrections
from kivy_ui.games.roll.turn.buttons import NAME
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import controls, dice_row  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow
from kivy_ui.widgets.text import lines_needed
from kivy_ui.window.presenters import Presenters

_BIG_LETTERS = 24
"""Longer labels (in characters) do not fit below a picture; twice as long ones below a few."""
_MOST_BIG = 12
_IN_A_ROW = 6
_LEAST_IN_A_ROW = 4
_LETTER_DP = 9.5
"""Typical width of a small bold character."""
_TOO_MANY = 3
_DONE, _BACK = -1, -2
"""Indices of the buttons that close the panel, and that return to the question before."""
_PAIR = 2
_LISTED = 0.36
"""Width of a second list, relative to the first one."""
_LEAST_BIG_DP = theme.grid(12)
_MOST_EXTRA_DP = theme.grid(13)
"""Maximum extra height of big items."""


class ChoiceItemView(TapArea):
    """An item (die, tile or text) that can be marked; a big one has its label below the picture.

    Attributes:
        corner: icon in the corner of a big item that is not marked.
        extra_px: extra height of a big item if the page has room.
        refused: whether it is not possible now; a tap says why.
    """

    index = NumericProperty(0)
    text = StringProperty("")
    die = StringProperty("")
    face = StringProperty("")
    icon = StringProperty("")
    chosen = BooleanProperty(False)
    big = BooleanProperty(False)
    corner = StringProperty("")
    extra_px = NumericProperty(0)
    refused = BooleanProperty(False)

    def show(self, index: int, item: ChoiceItem, *, chosen: bool) -> None:
        """Show an item."""
        self.index, self.text, self.die, self.chosen = index, item.text, item.die, chosen
        self.icon, self.face = item.icon, item.face
        self.refused = item.why is not None


class GroupView(BoxLayout):
    """A group of items of one kind under a title, in columns of equal width."""

    __events__ = ("on_mark",)

    key = StringProperty("")
    title = StringProperty("")
    columns = NumericProperty(_LEAST_IN_A_ROW)
    _items: tuple[ChoiceItem, ...] = ()
    _tabs = _in_lines = False

    def on_width(self, *_change: object) -> None:
        """Adapt the number of columns to the width."""
        self._count_columns()

    @property
    def big_rows(self) -> int:
        """Number of rows of big items."""
        return -(-len(self._items) // self.columns) if self._big else 0

    @property
    def listed(self) -> bool:
        """Whether the items are too many, or their labels too long, to be shown big."""
        return not self._fits_big

    def list_it(self, *, listed: bool) -> None:
        """Show the items as list lines, or big if they fit."""
        if listed is not self._in_lines:
            self._in_lines = listed
            self._count_columns()
            for view in self.ids.things.children:
                view.big = self._big

    @property
    def _big(self) -> bool:
        return self._fits_big and not self._in_lines

    @property
    def _fits_big(self) -> bool:
        room = _BIG_LETTERS if len(self._items) > _IN_A_ROW else 2 * _BIG_LETTERS
        long = any(len(item.text) > room for item in self._items)
        return len(self._items) <= _MOST_BIG and not self._tabs and not long

    def _count_columns(self) -> None:
        """Set the number of columns that the labels allow, with evenly filled rows."""
        count = len(self._items)
        rows = max(1, -(-count // _IN_A_ROW))
        most = count if self._tabs else max(_LEAST_IN_A_ROW, -(-count // rows))
        columns = min(most, _LEAST_IN_A_ROW) if count > _MOST_BIG else most
        least = dp(_LEAST_BIG_DP) if self._big else 0
        while columns > 1 and (
            self.width / columns < least or not self._has_room(self.width / columns)
        ):
            columns -= 1
        columns = max(1, columns)
        level = self._big and count
        self.columns = -(-count // -(-count // columns)) if level else columns

    def _has_room(self, cell_px: float) -> bool:
        """Return whether each label fits on two lines, by the typical character width."""
        beside_dp = theme.GAP if self._big else theme.TOUCH + theme.ICON_SMALL
        room = (cell_px - dp(theme.HALF_GAP + beside_dp)) / dp(_LETTER_DP)
        return all((lines_needed(item.text, room, len) or _TOO_MANY) <= 2 for item in self._items)

    def on_mark(self, index: int) -> None:
        """Event: an item was tapped."""

    def why(self, index: int) -> tuple[str, str] | None:
        """Return why an item is not possible, with a hint; None if it is."""
        return self._items[index].why

    def show(self, group: ChoiceGroup, marked: tuple[int, ...]) -> None:
        """Show a group."""
        self.key, self.title = group.key, group.title
        self._items, self._tabs = group.items, group.tabs
        self._count_columns()
        views = reuse_children(self.ids.things, len(group.items), self._make_item)
        for index, (view, item) in enumerate(zip(views, group.items, strict=True)):
            view.show(index, item, chosen=index in marked)
            view.big = self._big

    def _make_item(self) -> ChoiceItemView:
        view = ChoiceItemView()
        view.bind(on_release=lambda item: self.dispatch("on_mark", item.index))
        return view


class TargetView(BoxLayout):
    """The destination of the marked dice.

    Attributes:
        count: number of dice there, of how many.
        full: whether no more dice are needed.
        note: the cost.
    """

    icon = StringProperty("")
    text = StringProperty("")
    count = StringProperty("")
    note = StringProperty("")
    full = BooleanProperty(False)
    upright = BooleanProperty(True)
    shown = BooleanProperty(False)

    def show(self, target: ChoiceTarget | None) -> None:
        """Show a target, or nothing."""
        target = target or ChoiceTarget("", "", ())
        self.icon, self.text, self.note = target.icon, target.text, target.note
        self.count, self.full = target.count, target.full
        self.ids.dice.show(target.dice)


class Choices(Protocol):
    """Interface of a presenter of items to mark and of actions on them."""

    def model(self) -> ChoosingModel | None:
        """Return the model to show; None if there is nothing left to choose."""
        ...

    def mark(self, key: str, index: int) -> object | None:
        """Mark an item, or remove its mark; return the command of an item that acts at once."""
        ...

    def command(self, index: int) -> object | None:
        """Return the command of a button."""
        ...

    def back(self) -> None:
        """Return to the question before."""
        ...


class CounterChoice(MirroredRow):
    """A number with a stepper."""

    __events__ = ("on_change",)

    label = StringProperty("")
    icon = StringProperty("")
    big = BooleanProperty(False)
    extra_px = NumericProperty(0)

    def on_change(self, counter: ChoiceCounter, delta: int) -> None:
        """Event: the stepper asks to change the number by *delta*."""

    def show(self, counter: ChoiceCounter) -> None:
        """Show a counter."""
        self._counter = counter
        self.label, self.icon = counter.label, counter.icon
        stepper = self.ids.stepper
        stepper.value = str(counter.value)
        stepper.can_lower = counter.lower is not None
        stepper.can_raise = counter.higher is not None

    def step(self, delta: int) -> None:
        """Handle a tap on the stepper."""
        self.dispatch("on_change", self._counter, delta)


class ChoicesPanel(Panel):
    """Items to mark and actions on them; closes when nothing is left to choose.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        number: the player's seat.
        choices: the presenter of the items and actions.

    Attributes:
        has_main: whether there is a main button; otherwise each tap takes effect at once.
        missing: title of the group that needs marks before the main button is enabled.
        paired: whether two lists are side by side.
    """

    has_main = BooleanProperty(False)
    missing = StringProperty("")
    paired = BooleanProperty(False)
    narrow = BooleanProperty(False)

    def __init__(
        self, presenters: Presenters, window: Navigator, number: int, choices: Choices
    ) -> None:
        self.number = number
        self._choices = choices
        self._extra_px = 0
        super().__init__(presenters, window)
        self._level = Clock.create_trigger(self._lay_out, -1)
        self.ids.scroll.bind(height=self._level)
        self.ids.content.bind(minimum_height=self._level)
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
        tabs = sum(group.tabs for group in model.groups)
        for box, part in ((self.ids.tabs, slice(tabs)), (self.ids.groups, slice(tabs, None))):
            shown = model.groups[part]
            views = reuse_children(box, len(shown), self._make_group)
            for view, group, marked in zip(views, shown, model.marked[part], strict=True):
                view.show(group, marked)
        steppers = reuse_children(self.ids.counters, len(model.counters), self._make_counter)
        for stepper, counter in zip(steppers, model.counters, strict=True):
            stepper.show(counter)
        self.ids.target.show(model.target)
        self._show_actions(model)
        self._lay_out()

    def _show_actions(self, model: ChoosingModel) -> None:
        """Show the actions: in the last row if there is a main button, else as cards."""
        main = next((action for action in model.actions if action.primary), None)
        self.has_main = main is not None
        self.missing = ""
        if main is not None and main.command is None:
            marks = zip(model.groups, model.marked, strict=True)
            unmarked = (group.title for group, marked in marks if len(marked) < group.most)
            self.missing = next(unmarked, "")
        shown = () if model.counters else model.actions
        if not self.has_main:
            cards = reuse_children(self.ids.actions, len(shown), self._make_card)
            for index, (card, action) in enumerate(zip(cards, shown, strict=True)):
                card.index, card.text, card.icon = index, action.text, action.icon
                card.disabled = action.command is None
                card.corner = "plus" if action.icon in STACK_ICONS.values() else ""
            done = self.presenters.ui.translate("Done")
            shown = (ChoiceAction(done, self.close, primary=True),)
        else:
            reuse_children(self.ids.actions, 0, self._make_card)
        numbered = [(index if main else _DONE, action) for index, action in enumerate(shown)]
        if model.back:
            back = ChoiceAction(self.presenters.ui.translate("Back"), self.back, "back")
            numbered.insert(0, (_BACK, back))
        buttons = reuse_children(self.ids.foot, len(numbered), self._make_action)
        for button, (index, action) in zip(buttons, numbered, strict=True):
            button.text, button.index = action.text, index
            button.icon = "" if action.primary else action.icon
            button.kind = "primary" if action.primary else "plain"
            button.disabled = action.command is None

    def _lay_out(self, *_change: object) -> None:
        """Put two lists side by side; distribute the remaining height among big items."""
        groups = list(reversed(self.ids.groups.children))
        lists = len(groups) == _PAIR and groups[0].listed
        self.paired = lists and not self.narrow
        for number, group in enumerate(groups):
            group.list_it(listed=lists)
            group.size_hint_x = (_LISTED if number else 1) if self.paired else 1
        counters = self.ids.counters.children
        for counter in counters:
            counter.big = not self.narrow
        rows = bool(counters) + sum(group.big_rows for group in groups)
        cards = len(self.ids.actions.children)
        rows += -(-cards // self.ids.actions.cols)
        if not rows:
            return
        content, scroll = self.ids.content, self.ids.scroll
        free_px = scroll.height - content.minimum_height + self._extra_px * rows
        self._extra_px = int(min(max(0.0, free_px / rows), dp(_MOST_EXTRA_DP)))
        things = [thing for group in groups for thing in group.ids.things.children]
        for thing in (*things, *counters, *self.ids.actions.children):
            thing.extra_px = self._extra_px

    def enter(self) -> None:
        """Perform the first action."""
        self.do(0)

    def step(self, counter: ChoiceCounter, delta: int) -> None:
        """Handle a tap on a stepper."""
        index = counter.lower if delta < 0 else counter.higher
        if index is not None:
            self.do(index)

    def do(self, index: int) -> None:
        """Perform the action with number *index*."""
        if index in (_DONE, _BACK):
            (self.close if index == _DONE else self.back)()
            return
        self._send(self._choices.command(index))

    def _send(self, command: object | None) -> None:
        if isinstance(command, Naming):
            self.window.ask_tile(self.number, command)
        elif command == NAME:
            self.window.ask_tile(self.number)
        elif command is not None:
            self.presenters.tasks.send(self.number, command, time.monotonic())

    def back(self) -> None:
        """Return to the question before."""
        self._choices.back()
        self.refresh()

    def _tap(self, group: GroupView, index: int) -> None:
        why = group.why(index)
        if why is not None:
            self.window.show_banner(*why, "info")
            return
        self._mark(group.key, index)

    def _mark(self, key: str, index: int) -> None:
        self._send(self._choices.mark(key, index))
        self.refresh()

    def _make_group(self) -> GroupView:
        view = GroupView()
        view.bind(on_mark=self._tap)
        return view

    def _make_counter(self) -> CounterChoice:
        view = CounterChoice()
        view.bind(on_change=lambda _view, counter, delta: self.step(counter, delta))
        return view

    def _make_card(self) -> ChoiceItemView:
        card = ChoiceItemView(big=True)
        card.bind(on_release=lambda tapped: self.do(tapped.index))
        return card

    def _make_action(self) -> ChoiceButton:
        button = ChoiceButton()
        button.bind(on_release=lambda tapped: self.do(tapped.index))
        return button


class ChoosingPanel(ChoicesPanel):
    """The panel of a player's alternatives to the proposal."""

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        super().__init__(presenters, window, number, Chooser(presenters.ui, number))


class TrackedCorrectionsPanel(ChoicesPanel):
    """The panel that corrects a player's dice, tiles and counters in full tracking."""

    def __init__(self, presenters: Presenters, window: Navigator, number: int) -> None:
        super().__init__(presenters, window, number, TrackedCorrections(presenters.ui, number))


class ChoiceButton(TextButton):
    """A button of the panel; *index* is the number of its action."""

    index = NumericProperty(0)


load_kv(__file__)
