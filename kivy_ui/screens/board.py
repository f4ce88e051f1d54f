"""The screen of the other games: people, facts, rows of choices."""

from __future__ import annotations

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.presenters.pages import Option, Page, Person, Row
from kivy_ui.screens.base import TableScreen, keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.rules import load_rules
from kivy_ui.widgets.text import Text

_PERSON_DP = 60
_NARROW_DP = 760
_LETTER_SHARE = 0.58
"""Width of an average letter as a share of its size: buttons are as wide as their words."""


class PersonView(BoxLayout):
    """A player with what lies in front of him."""

    badge = StringProperty("")
    name = StringProperty("")
    text = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    active = BooleanProperty(False)

    def show(self, person: Person) -> None:
        """Show a person."""
        self.badge = str(person.seat) if person.seat else "R"
        self.name, self.text, self.active = person.name, person.text, person.active
        self.colour = theme.seat_colour(person.colour)


class FactView(Text):
    """A sentence that the companion worked out; as many lines as it needs."""

    lines = NumericProperty(1)

    def on_width(self, *_args: object) -> None:
        """Count the lines anew."""
        self.on_text()

    def on_text(self, *_args: object) -> None:
        """Reserve the lines that the sentence takes."""
        letters = max(1.0, self.width / (sp(theme.TEXT_SMALL) * _LETTER_SHARE))
        self.lines = max(1, -int(-len(self.text) // letters))


class OptionButton(TextButton):
    """A choice of a row."""

    key = StringProperty("")

    def show(self, option: Option, widest: float) -> None:
        """Show a choice."""
        self.key, self.text = option.key, option.text
        self.icon = option.icon or ("check" if option.chosen else "")
        self.kind = "chosen" if option.chosen else "plain"
        self.disabled = not option.enabled
        letters = len(option.text) * sp(theme.TEXT_BODY) * _LETTER_SHARE
        wanted = letters + dp(2 * theme.GAP + 8) + (dp(30) if self.icon else 0)
        self.size_hint = (None, None)
        self.size = (min(max(wanted, dp(72)), widest), dp(theme.TOUCH + 4))


class RowView(BoxLayout):
    """A label with buttons or a number."""

    __events__ = ("on_number", "on_option")

    label = StringProperty("")
    value = StringProperty("")
    has_number = BooleanProperty(False)
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    number_key = StringProperty("")

    def on_number(self, delta: int) -> None:
        """The number was changed by one step."""

    def on_option(self, key: str) -> None:
        """A button was tapped."""

    def show(self, row: Row, widest: float) -> None:
        """Show a row."""
        self.label = row.label
        number = row.number
        self.has_number = number is not None
        if number is not None:
            self.number_key, self.value = number.key, str(number.value)
            self.can_lower, self.can_raise = number.value > number.low, number.value < number.high
        buttons = keep_children(self.ids.options, len(row.options), self._make_option)
        for button, option in zip(buttons, row.options, strict=True):
            button.show(option, widest)

    def _make_option(self) -> OptionButton:
        button = OptionButton()
        button.bind(on_press=self._press)
        button.bind(on_release=self._release)
        return button

    def _press(self, button: OptionButton) -> None:
        self._pressed = button.key

    def _release(self, button: OptionButton) -> None:
        if button.key == self._pressed:  # the row may have changed under the finger
            self.dispatch("on_option", button.key)


class Board(TableScreen):
    """The page of a game that is not Roll for the Galaxy."""

    columns = NumericProperty(1)
    people_height = NumericProperty(0)

    def refresh(self) -> None:
        """Show the page."""
        page: Page = self.house.side.board.page()
        count = len(page.people)
        narrow = self.width < dp(_NARROW_DP)
        self.columns = max(1, min(count, 2 if narrow else 3 if count > 4 else 4))
        self.people_height = -(-count // self.columns) * dp(_PERSON_DP + theme.HALF_GAP)
        people = keep_children(self.ids.people, count, PersonView)
        for view, person in zip(people, page.people, strict=True):
            view.show(person)
        facts = keep_children(self.ids.facts, len(page.facts), FactView)
        for fact, text in zip(facts, page.facts, strict=True):
            fact.text = text
        rows = keep_children(self.ids.rows, len(page.rows), self._make_row)
        widest = max(dp(160), self.width - dp(4 * theme.GAP))
        for row_view, row in zip(rows, page.rows, strict=True):
            row_view.show(row, widest)

    def on_width(self, *_args: object) -> None:
        """Lay the page out anew."""
        self.refresh()

    def _make_row(self) -> RowView:
        view = RowView()
        view.bind(on_number=lambda row, delta: self._change(row.number_key, delta))
        view.bind(on_option=lambda _row, key: self._tap(key))
        return view

    def _tap(self, key: str) -> None:
        self.house.side.board.tap(key)
        self.window.refresh()

    def _change(self, key: str, delta: int) -> None:
        self.house.side.board.change(key, delta)
        self.window.refresh()


load_rules(__file__)
