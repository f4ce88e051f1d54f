"""The analysis of a game: curves of the chances of winning, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.properties import StringProperty

from kivy_ui import theme
from kivy_ui.games.roll.game_analysis import GameAnalysisPresenter
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.charts.plot import Curve
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.window.presenters import Presenters

Player = tuple[str, str]
"""Player name and colour key."""

_LOOK_AGAIN_S = 0.2


class GameAnalysisPanel(Panel):
    """All players' chances of winning by round.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        game_id: id of the game in the event log.
        players: in seat order.
    """

    text = StringProperty("")

    def __init__(
        self, presenters: Presenters, window: Navigator, game_id: str, players: Sequence[Player]
    ) -> None:
        self._players = tuple(players)
        names = [name for name, _ in players]
        self.presenter = GameAnalysisPresenter(presenters.ui, game_id, names)
        super().__init__(presenters, window)
        self.refresh()
        if self.presenter.busy:
            Clock.schedule_interval(self._look_again, _LOOK_AGAIN_S)

    def refresh(self) -> None:
        """Show the results computed so far."""
        translate = self.presenters.ui.translate
        self.title = translate("Game analysis")
        model = self.presenter.model()
        self.text = model.text or translate(
            "Win chances, in percent, at the beginning of each round"
        )
        self.ids.plot.show(
            [
                Curve(str(index + 1), name, theme.seat_colour(colour), values)
                for (index, values), (name, colour) in zip(
                    model.curves, self._players, strict=False
                )
            ],
            start=None,
            top=100.0,
            marks=model.marks,
        )
        for view, line in zip(
            self.ids.lines.fill(len(model.lines), _only_tells), model.lines, strict=True
        ):
            view.title, view.note, view.value = line.title, line.note, line.value
            view.small = view.stacked = True

    def _look_again(self, _dt: float) -> bool:
        if not self.presenter.busy:
            self.refresh()
        return self.presenter.busy


def _only_tells(_view: LineView) -> None:
    """Ignore a tap on a read-only line."""


load_kv(__file__)
