"""Renaming a player of the score entry (by a known name or the keyboard), or removing one."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.panels.name import Typing
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_MOST_NAMES = 6


class ScoreEntryPlayerPanel(Typing):
    """Renames or removes a player.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        index: the player's index.
    """

    can_remove = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator, index: int) -> None:
        self._index = index
        super().__init__(presenters, window, presenters.side.score_entry.players[index].name)
        self.badge, self.badge_colour = str(index + 1), theme.seat_colour(COLOURS[index])
        self.refresh()

    def heading(self) -> str:
        """Return the title of the panel."""
        return self.presenters.ui.translate("Name of the player")

    def keep(self, name: str) -> None:
        """Rename the player."""
        self.presenters.side.score_entry.rename(self._index, name)

    def refresh(self) -> None:
        """Show the name, the keys and the known names."""
        super().refresh()
        score_entry = self.presenters.side.score_entry
        self.can_remove = len(score_entry.players) > 1
        known = score_entry.known_names()[:_MOST_NAMES]
        for button, name in zip(
            reuse_children(self.ids.names, len(known), self._make_name), known, strict=True
        ):
            button.text = name

    def remove(self) -> None:
        """Remove the player from the score entry."""
        self.presenters.side.score_entry.remove_player(self._index)
        self.close()
        self.window.refresh()

    def _take(self, name: str) -> None:
        self.keep(name)
        self.close()
        self.window.refresh()

    def _make_name(self) -> TextButton:
        button = TextButton(kind="plain")
        button.bind(on_release=lambda tapped: self._take(tapped.text))
        return button


load_kv(__file__)
