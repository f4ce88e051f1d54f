"""The result of a past game, opened from the history."""

from __future__ import annotations

from companion.history.records import ROLL, PastGame, Source
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.result import ResultPresenter, past_result
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.screens.result import ResultView, Story
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class ResultPanel(Panel):
    """The result pages of a past game.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        game: the game.
    """

    def __init__(self, presenters: Presenters, window: Navigator, game: PastGame) -> None:
        self._game = game
        super().__init__(presenters, window)
        ui = presenters.ui
        presenter = ResultPresenter(ui, lambda: past_result(ui, game))
        self._result = ResultView(presenters, window, presenter, lives=False, story=self._story)
        self.add_widget(self._result)
        self.refresh()

    def _story(self) -> Story | None:
        game = self._game
        if game.kind != ROLL or game.source is Source.ENTERED or not game.rounds:
            return None
        names = [player.name for player in game.players]
        return game.game_id, list(zip(names, COLOURS, strict=False))

    def refresh(self) -> None:
        """Show the chosen page."""
        self.title = self.presenters.ui.translate("Result")
        self._result.refresh()


load_kv(__file__)
