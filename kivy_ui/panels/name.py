"""Typing a name on the screen, or on a real keyboard."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.name_entry import NameTyping
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.children import keep_children
from kivy_ui.widgets.controls import Key, TextButton
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class TypingRow(BoxLayout):
    """A row of keys."""


class Typing(Panel):
    """What a panel with keys for a name does; its layout has ``key_rows`` and shows ``line``.

    Attributes:
        line: what is typed.
        other_letters: how the row begins that the key for other letters turns to.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        name: what is there at first.
    """

    line = StringProperty("")
    other_letters = StringProperty("")

    def __init__(self, presenters: Presenters, window: Opener, name: str) -> None:
        self._typing = NameTyping(name, presenters.ui.language)
        super().__init__(presenters, window)

    def heading(self) -> str:
        """What is typed."""
        raise NotImplementedError

    def keep(self, name: str) -> None:
        """Take the name."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show the name and the keys, the letters of the language that is chosen now among them."""
        self._typing.language = self.presenters.ui.language
        self.title = self.heading()
        self.line, self.other_letters = self._typing.name, self._typing.next_row
        rows = self._typing.rows
        for row, keys in zip(
            keep_children(self.ids.key_rows, len(rows), TypingRow), rows, strict=True
        ):
            for button, key in zip(keep_children(row, len(keys), self._key), keys, strict=True):
                button.text = key

    def typed(self, text: str) -> bool:
        """Take letters."""
        self._typing.type(text)
        self.refresh()
        return True

    def erased(self) -> None:
        """Take a backspace."""
        self._typing.erase()
        self.refresh()

    def shift(self) -> None:
        """Small or capital letters."""
        self._typing.shift()
        self.refresh()

    def turn(self) -> None:
        """Other letters in the uppermost row."""
        self._typing.turn()
        self.refresh()

    def enter(self) -> None:
        """Keep the name."""
        self.keep(self._typing.name)
        self.close()
        self.window.refresh()

    def _key(self) -> TextButton:
        button = Key(base_size=theme.TEXT_LARGE)
        button.bind(on_release=partial(self._tapped))
        return button

    def _tapped(self, button: TextButton) -> None:
        self.typed(button.text)


class TypingPanel(Typing):
    """The keyboard for a name and nothing else."""


class NamePanel(TypingPanel):
    """The keyboard for a seat's name."""

    def __init__(self, presenters: Presenters, window: Opener, seat: int) -> None:
        self.seat = seat
        row = next(row for row in presenters.start.rows() if row.seat == seat)
        super().__init__(presenters, window, row.shown_name)
        self.badge, self.badge_colour = str(seat), theme.seat_colour(row.colour)
        self.refresh()

    def heading(self) -> str:
        """Whose name it is."""
        return self.presenters.ui.translate("Name of the player")

    def keep(self, name: str) -> None:
        """Call the player so."""
        self.presenters.start.rename(self.seat, name)


load_rules(__file__)
