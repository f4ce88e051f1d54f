"""The screen at the end of the game."""

from __future__ import annotations

from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.screens.result import ResultView, Story
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class End(TableScreen):
    """The screen after the last round."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self._result = ResultView(
            presenters, window, presenters.ending.result, lives=True, story=self._story
        )
        self.add_widget(self._result)

    def _story(self) -> Story | None:
        ui = self.presenters.ui
        if ui.view is None or not ui.counts_everything or ui.update.game_id is None:
            return None
        seats = sorted(ui.view.seats, key=lambda seat: seat.seat)
        return ui.update.game_id, [(seat.name, seat.colour) for seat in seats]

    def refresh(self) -> None:
        """Show the ranking, and the game's record once it is loaded."""
        self.presenters.ending.follow()
        self._result.refresh()

    def tick(self) -> None:
        """Show the game's record and the camera picture once they are available."""
        if self.presenters.ending.follow():
            self._result.refresh()


load_kv(__file__)
