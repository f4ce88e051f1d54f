"""The result of a tally: who won, and every line of the chosen player's score."""

from __future__ import annotations

from math import ceil

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.texts.score_text import ScoreLine, score_lines, verdict
from kivy_ui.panels.code import CodePanel
from kivy_ui.screens.base import keep_children
from kivy_ui.screens.tally_page import TallyPage
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.rules import load_rules

_LETTER_SHARE = 0.55
"""Width of a usual letter as a share of the type's size."""
_BESIDE_DP = theme.grid(16)
"""Mark, points and gaps beside the words."""


class ScoreLineView(BoxLayout):
    """A line of a score."""

    label = StringProperty("")
    points = StringProperty("")
    why = StringProperty("")
    strong = BooleanProperty(False)
    why_lines = NumericProperty(0)

    def on_why(self, *_args: object) -> None:
        """Make room for all of it."""
        self._make_room()

    def on_width(self, *_args: object) -> None:
        """The room for a line changes with the window."""
        self._make_room()

    def _make_room(self) -> None:
        letters_px = len(self.why) * sp(theme.TEXT_SMALL) * _LETTER_SHARE
        room_px = max(1.0, self.width - dp(_BESIDE_DP))
        self.why_lines = ceil(letters_px / room_px)

    def show(self, line: ScoreLine) -> None:
        """Show a line."""
        self.label, self.points, self.why, self.strong = (
            line.label,
            line.points,
            line.why,
            line.strong,
        )
        mark = self.ids.mark
        if line.side is not None:
            mark.show(line.side)
        else:
            mark.kind = mark.cost = ""


class RankRow(TapArea):
    """A player of the result."""

    index = 0
    rank = StringProperty("")
    number = StringProperty("")
    name = StringProperty("")
    points = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    winner = BooleanProperty(False)
    chosen = BooleanProperty(False)


class ResultPage(TallyPage):
    """Ranks at the left, the lines of one player at the right."""

    verdict = StringProperty("")
    complete = BooleanProperty(False)

    def refresh(self) -> None:
        """Show the result; nothing of it while something is missing."""
        presenter, ui = self.presenter, self.presenters.ui
        result = presenter.result()
        self.complete = result is not None
        if result is None:
            self.verdict = ui.translate("Something is still missing.")
            self.ids.ranks.clear_widgets()
            self.ids.lines.clear_widgets()
            return
        self.verdict = verdict(ui, result)
        order = sorted(range(len(result.players)), key=lambda index: result.players[index].rank)
        rows = keep_children(self.ids.ranks, len(order), self._make_row)
        for row, index in zip(rows, order, strict=True):
            points = result.players[index]
            row.index, row.number, row.name = index, str(index + 1), points.name
            row.rank, row.points = f"{points.rank}.", str(points.total)
            row.colour = theme.seat_colour(COLOURS[index])
            row.winner, row.chosen = points.rank == 1, index == presenter.chosen
        lines = score_lines(ui, presenter.player, result.players[presenter.chosen])
        views = keep_children(self.ids.lines, len(lines), ScoreLineView)
        for view, line in zip(views, lines, strict=True):
            view.show(line)

    def show_code(self) -> None:
        """Show the code that BG Stats reads."""
        game = self.presenter.as_game()
        window = self.screen.window  # type: ignore[attr-defined]
        if game is not None:
            window.open_panel(CodePanel(self.presenters, window, game))

    def _make_row(self) -> RankRow:
        row = RankRow()
        row.bind(on_release=self._tapped)
        return row

    def _tapped(self, row: RankRow) -> None:
        self.presenter.choose(row.index)
        self.ids.scroll.scroll_y = 1.0
        self.screen.changed()


load_rules(__file__)
