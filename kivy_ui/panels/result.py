"""The result of a past game, over the history."""

from __future__ import annotations

from companion.history.records import PastGame
from kivy_ui.games.roll.result import ResultPresenter, past_result
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener
from kivy_ui.screens.result import ResultView
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class ResultPanel(Panel):
    """The pages of a game that was played.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        game: the game.
    """

    def __init__(self, presenters: Presenters, window: Opener, game: PastGame) -> None:
        super().__init__(presenters, window)
        ui = presenters.ui
        presenter = ResultPresenter(ui, lambda: past_result(ui, game))
        self._result = ResultView(presenters, window, presenter, lives=False)
        self.add_widget(self._result)
        self.refresh()

    def refresh(self) -> None:
        """Show the chosen page."""
        self.title = self.presenters.ui.translate("Result")
        self._result.refresh()


load_rules(__file__)
