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
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters

ERASE: Final = "<"


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


class Keypad(GridLayout):
    """Digits and an erasing key; in a row, or as on a telephone."""

    tall = BooleanProperty(False)

    def fill(self, screen: Entering) -> None:
        """Make the keys once."""
        if self.children:
            return
        digits = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
        for label in (*digits, "0", ERASE) if not self.tall else (*digits, ERASE, "0"):
            button = TextButton(icon="erase") if label == ERASE else TextButton(text=label)
            button.label = label
            button.bind(on_release=lambda tapped: tap_key(screen, tapped.label))
            self.add_widget(button)


def tap_key(screen: Entering, label: str) -> None:
    """Type the key's letter or digit, or erase."""
    if label == ERASE:
        screen.erased()
    else:
        screen.typed(label)


def seat_colour(index: int) -> theme.Rgba:
    """Return the colour of a player by place."""
    return theme.seat_colour(COLOURS[index])


load_rules(__file__)
