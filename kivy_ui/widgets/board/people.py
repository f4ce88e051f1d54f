"""The top of a page: players, navigation buttons and the winner."""

from __future__ import annotations

from dataclasses import replace

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.common.board.pages import Headline, Option, Person, Row
from kivy_ui.widgets import controls, mirrored  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.board import icon_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.board.rows import OptionButton, RowView
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow

_PERSON_DP = theme.grid(9.5)
_PERSON_ICONS_DP = theme.grid(7)
_PERSON_UPRIGHT_DP = theme.grid(12)
_FEW = 2


class PersonView(BoxLayout):
    """A player with a summary of the player's pieces."""

    badge = StringProperty("")
    name = StringProperty("")
    text = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    active = BooleanProperty(False)
    goods = ObjectProperty(())
    marks = ObjectProperty(())

    def show(self, person: Person) -> None:
        """Show a player."""
        self.badge = str(person.seat) if person.seat else "R"
        self.name, self.active, self.marks = person.name, person.active, person.marks
        self.goods, self.text = person.goods, "" if person.goods else person.text
        self.colour = theme.seat_colour(person.colour)


class PeopleStrip(MirroredRow):
    """Players side by side, followed by buttons that lead away from the turn."""

    __events__ = ("on_option", "on_number")

    columns = NumericProperty(1)

    def on_option(self, key: str) -> None:
        """Event: a button was tapped."""

    def on_number(self, key: str, delta: int) -> None:
        """Event: a number was changed."""

    def show(
        self,
        people: tuple[Person, ...],
        beside: tuple[Option, ...],
        columns: int,
        lead: Row | None = None,
    ) -> None:
        """Show players or the page's leading row, and buttons; an empty strip takes no space."""
        self.columns = max(1, columns)
        icons = all(person.goods for person in people)
        upright = 1 < self.width < dp(theme.grid(62)) and columns > 1
        few = len(people) <= _FEW and not upright
        each = _PERSON_ICONS_DP if icons or few else _PERSON_UPRIGHT_DP if upright else _PERSON_DP
        lines = -(-len(people) // self.columns)
        self.height = dp(each * lines + theme.HALF_GAP * max(0, lines - 1))
        if (beside or lead) and not people:
            self.height = dp(theme.TOUCH)
        for view, person in zip(
            reuse_children(self.ids.people, len(people), PersonView), people, strict=True
        ):
            view.show(person)
        buttons = reuse_children(self.ids.beside, len(beside), self._make_button)
        for button, option in zip(buttons, beside, strict=True):
            button.show(replace(option, text=""), dp(theme.TOUCH))
            button.size_hint_y = 1
        leads = () if lead is None else (lead,)
        views = reuse_children(self.ids.lead, len(leads), self._make_lead)
        for view, row in zip(views, leads, strict=True):
            view.show(row, self.width - len(beside) * dp(theme.TOUCH + theme.HALF_GAP))
            self._fit_lead(view, view.height)

    def _make_lead(self) -> RowView:
        view = RowView(pos_hint={"center_y": 0.5}, padding=(0, 0))
        view.bind(on_option=lambda _row, key: self.dispatch("on_option", key))
        view.bind(on_number=lambda _row, key, delta: self.dispatch("on_number", key, delta))
        view.bind(height=self._fit_lead)
        return view

    def _fit_lead(self, _view: object, height: float) -> None:
        """Grow for tabs that need two lines."""
        self.height = max(dp(theme.TOUCH), height)

    def _make_button(self) -> OptionButton:
        button = OptionButton()
        for event in ("on_release", "on_why"):
            button.bind(**{event: lambda pressed: self.dispatch("on_option", pressed.key)})
        return button


class HeadlineView(MirroredRow):
    """The result of the game."""

    shown = BooleanProperty(False)
    won = BooleanProperty(False)
    text = StringProperty("")
    note = StringProperty("")
    winners = ObjectProperty(())
    figure = ObjectProperty(())

    __events__ = ("on_option",)

    def on_option(self, key: str) -> None:
        """Event: a button was tapped."""

    def show(self, headline: Headline | None, beside: tuple[Option, ...], widest: float) -> None:
        """Show the result and the following actions; None takes no space."""
        shown = beside if headline is not None else ()
        buttons = reuse_children(self.ids.beside, len(shown), self._make_button)
        for button, option in zip(buttons, shown, strict=True):
            named = option if widest else replace(option, text="")
            button.show(named, widest or dp(theme.TOUCH))
            button.pos_hint = {"center_y": 0.5}
        self.shown = headline is not None
        said = headline or Headline("", won=False)
        self.text, self.note, self.won = said.text, said.note, said.won
        self.winners, self.figure = said.winners, said.figure

    def _make_button(self) -> OptionButton:
        button = OptionButton()
        for event in ("on_release", "on_why"):
            button.bind(**{event: lambda pressed: self.dispatch("on_option", pressed.key)})
        return button


load_kv(__file__)
