"""Typing a name on the on-screen keyboard or a hardware keyboard."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.name_entry import NameTyping
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Key, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class TypingRow(BoxLayout):
    """A row of keys of the on-screen keyboard."""


class Typing(Panel):
    """Base class of panels for typing a name; the layout has ``key_rows`` and shows ``line``.

    Attributes:
        line: the typed text.
        other_letters: first letters of the next row, the label of the key that switches to it.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        name: the initial text.
    """

    line = StringProperty("")
    other_letters = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, name: str) -> None:
        self._typing = NameTyping(name, presenters.ui.language)
        super().__init__(presenters, window)

    def heading(self) -> str:
        """Return the title of the panel."""
        raise NotImplementedError

    def keep(self, name: str) -> None:
        """Save the name."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show the name and the keys, with the letters of the current language."""
        self._typing.language = self.presenters.ui.language
        self.title = self.heading()
        self.line, self.other_letters = self._typing.name, self._typing.next_row
        rows = self._typing.rows
        for row, keys in zip(
            reuse_children(self.ids.key_rows, len(rows), TypingRow), rows, strict=True
        ):
            for button, key in zip(reuse_children(row, len(keys), self._key), keys, strict=True):
                button.text = key

    def typed(self, text: str) -> bool:
        """Add typed letters."""
        self._typing.type(text)
        self.refresh()
        return True

    def erased(self) -> None:
        """Delete the last letter."""
        self._typing.erase()
        self.refresh()

    def shift(self) -> None:
        """Switch between lower and upper case."""
        self._typing.shift()
        self.refresh()

    def turn(self) -> None:
        """Switch the top row to other letters."""
        self._typing.turn()
        self.refresh()

    def enter(self) -> None:
        """Save the name and close."""
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
    """A panel with only a keyboard for a name."""


load_kv(__file__)
