"""Base class of the score entry's pages, and the keypad that two of them use."""

from __future__ import annotations

from typing import Final, Protocol

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.controls import Key
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

ERASE: Final = "<"
MORE: Final = "+"
_ICONS: Final = {ERASE: "erase"}
_WORDS: Final = {MORE: "+1"}


class Entering(Protocol):
    """Interface of the screen that contains a page."""

    def changed(self) -> None:
        """Update the screen after an input."""
        ...

    def erased(self) -> bool:
        """Handle the erase key."""
        ...

    def typed(self, text: str) -> bool:
        """Handle a key; return whether it was handled."""
        ...

    def one_more(self) -> None:
        """Increase the number by one."""
        ...


class ScoreEntryPage(BoxLayout):
    """Base class of the score entry's pages.

    Args:
        presenters: the presenters.
        screen: the score entry's screen.
    """

    def __init__(self, presenters: Presenters, screen: Entering) -> None:
        self.presenters = presenters
        self.screen = screen
        super().__init__()

    @property
    def presenter(self) -> ScoreEntryPresenter:
        """The presenter of the score entry."""
        return self.presenters.side.score_entry

    def refresh(self) -> None:
        """Show the entered values."""

    def begins(self) -> None:
        """Called before a digit is entered, on the screen or on a hardware keyboard."""


class Keypad(GridLayout):
    """A numeric keypad with an erase key: one row, or a telephone layout with a +1 key."""

    tall = BooleanProperty(False)

    def fill(self, screen: Entering) -> None:
        """Create the keys, on the first call only."""
        if self.children:
            return
        digits = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
        last = (ERASE, "0", MORE) if self.tall else ("0", ERASE)
        for label in (*digits, *last):
            icon = _ICONS.get(label, "")
            word = "" if icon else _WORDS.get(label, label)
            button = Key(icon=icon, text=word, base_size=theme.TEXT_LARGE)
            button.label = label
            button.bind(on_release=lambda tapped: tap_key(screen, tapped.label))
            self.add_widget(button)


def tap_key(screen: Entering, label: str) -> None:
    """Perform a key's action: type its character, erase, or add one."""
    if label == ERASE:
        screen.erased()
    elif label == MORE:
        screen.one_more()
    else:
        screen.typed(label)


def seat_colour(index: int) -> theme.Rgba:
    """Return the colour of the player at *index*."""
    return theme.seat_colour(COLOURS[index])


load_kv(__file__)
