"""A player of the tally: a known name by one tap, another one by the keys, or leaving."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui import theme
from kivy_ui.panels.base import Panel
from kivy_ui.panels.name import KeyRow
from kivy_ui.presenters.house import House
from kivy_ui.presenters.start import COLOURS
from kivy_ui.presenters.typing_name import NameTyping
from kivy_ui.screens.base import Opener, keep_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.rules import load_rules

_MOST_NAMES = 6


class TallyPlayerPanel(Panel):
    """Name and removal of a player.

    Args:
        house: the presenters.
        window: the window that shows the panel.
        index: of the player.
    """

    line = StringProperty("")
    can_remove = BooleanProperty(False)

    def __init__(self, house: House, window: Opener, index: int) -> None:
        self._index = index
        self._typing = NameTyping(house.side.tally.players[index].name, house.desk.language)
        super().__init__(house, window)
        self.badge, self.badge_colour = str(index + 1), theme.seat_colour(COLOURS[index])
        self.refresh()

    def refresh(self) -> None:
        """Show name and keys."""
        tally = self.house.side.tally
        self.title = self.house.desk.words.translate("Name of the player")
        self.line = self._typing.name
        self.can_remove = len(tally.players) > 1
        known = tally.known_names()[:_MOST_NAMES]
        for button, name in zip(
            keep_children(self.ids.names, len(known), self._make_name), known, strict=True
        ):
            button.text = name
        rows = self._typing.rows
        for row, keys in zip(
            keep_children(self.ids.key_rows, len(rows), KeyRow), rows, strict=True
        ):
            for key, text in zip(keep_children(row, len(keys), self._make_key), keys, strict=True):
                key.text = text

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

    def enter(self) -> None:
        """Keep the name."""
        self._take(self._typing.name)

    def remove(self) -> None:
        """The player leaves the tally."""
        self.house.side.tally.remove_player(self._index)
        self.close()
        self.window.refresh()

    def _take(self, name: str) -> None:
        self.house.side.tally.rename(self._index, name)
        self.close()
        self.window.refresh()

    def _make_name(self) -> TextButton:
        button = TextButton(kind="plain")
        button.bind(on_release=lambda tapped: self._take(tapped.text))
        return button

    def _make_key(self) -> TextButton:
        button = TextButton()
        button.bind(on_release=lambda tapped: self.typed(tapped.text))
        return button


load_rules(__file__)
