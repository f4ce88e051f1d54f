"""Choosing the game on the start screen."""

from __future__ import annotations

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class GamesPanel(Panel):
    """The list of supported games."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the games."""
        translate = self.presenters.ui.translate
        self.title = translate("Which game?")
        games = self.presenters.ui.settings.games.choices
        buttons = reuse_children(self.ids.games, len(games), self._make)
        playing = self.presenters.ui.update.game or games[0].key
        for button, game in zip(buttons, games, strict=True):
            button.text = f"{translate(game.name)}  ({game.players})"
            button.key = game.key
            button.kind = "chosen" if game.key == playing else "plain"
            button.icon = "check" if game.key == playing else ""

    def _make(self) -> TextButton:
        button = TextButton()
        button.bind(on_release=lambda tapped: self._choose(tapped.key))
        return button

    def _choose(self, key: str) -> None:
        self.close()
        self.presenters.side.choose_game(key)
        self.window.refresh()


load_kv(__file__)
