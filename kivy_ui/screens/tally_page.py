"""What every page of the tally is, and the keypad that two of them share."""

from __future__ import annotations

from typing import Final, Protocol

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.tally.presenter import TallyPresenter
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import Key
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters

ERASE: Final = "<"
MORE: Final = "+"
_ICONS: Final = {ERASE: "erase"}
_WORDS: Final = {MORE: "+1"}


class Entering(Protocol):
    """The screen around a page."""

    def changed(self) -> None:
        """Something was entered."""
        ...

    def erased(self) -> bool:
        """The erasing key was tapped."""
        ...

    def typed(self, text: str) -> bool:
        """A key was tapped."""
        ...

    def one_more(self) -> None:
        """The number is one too small."""
        ...


class TallyPage(BoxLayout):
    """Base of the pages.

    Args:
        presenters: the presenters.
        screen: the tally's screen.
    """

    def __init__(self, presenters: Presenters, screen: Entering) -> None:
        self.presenters = presenters
        self.screen = screen
        super().__init__()

    @property
    def presenter(self) -> TallyPresenter:
        """The behaviour behind the pages."""
        return self.presenters.side.tally

    def refresh(self) -> None:
        """Show what is entered."""

    def begins(self) -> None:
        """A digit is typed, on the screen or on a real keyboard."""


class Keypad(GridLayout):
    """Digits and an erasing key; in a row, or as on a telephone."""

    tall = BooleanProperty(False)

    def fill(self, screen: Entering) -> None:
        """Make the keys once."""
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
    """Type the key's letter or digit, erase, or count one more."""
    if label == ERASE:
        screen.erased()
    elif label == MORE:
        screen.one_more()
    else:
        screen.typed(label)


def seat_colour(index: int) -> theme.Rgba:
    """Return the colour of a player by place."""
    return theme.seat_colour(COLOURS[index])


load_rules(__file__)
