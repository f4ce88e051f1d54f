"""The score entry's result page: the winner, and all lines of the chosen player's score."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from companion.games.roll.rules.scoring import PlayerScore
from companion.history.records import ShareKind
from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.texts.score_text import ScoreLine, score_lines, verdict
from kivy_ui.panels.code import CodePanel
from kivy_ui.screens.score_entry.page import ScoreEntryPage
from kivy_ui.widgets.charts.bars import BarPart
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv

_GROUNDS: Final = {
    ShareKind.CHIPS: theme.WAITING,
    ShareKind.TILE: theme.DEVELOPMENT,
    ShareKind.BONUS: theme.SEAT_COLOURS["purple"],
}
"""Colours of the score components, in the bars and beside the lines."""
_ICONS: Final = {ShareKind.CHIPS: "chip", ShareKind.TILE: "tile"}
"""Icons of the lines that do not belong to a single tile."""


class ScoreLineView(TapArea):
    """A line of a score; a tap shows the rule of a bonus."""

    label = StringProperty("")
    points = StringProperty("")
    told = StringProperty("")
    rule = StringProperty("")
    icon = StringProperty("")
    ground = ColorProperty(theme.CLEAR)
    _line: ScoreLine | None = None

    def show(self, line: ScoreLine) -> None:
        """Show a line; a different line starts collapsed."""
        if line == self._line:
            return
        self._line = line
        self.label, self.points, self.rule = line.label, line.points, line.rule
        self.told = line.why
        self.ground = theme.CLEAR if line.share is None else _GROUNDS[line.share]
        self.icon = _ICONS.get(line.share, "") if line.share and line.side is None else ""
        self.ids.mark.show(line.side)

    def on_release(self) -> None:
        """Expand or collapse the rule."""
        if self._line is not None and self.rule:
            whole = f"{self._line.why}: {self.rule}"
            self.told = self._line.why if self.told == whole else whole


class RankRow(TapArea):
    """A player's row in the ranking."""

    index = 0
    rank = StringProperty("")
    number = StringProperty("")
    name = StringProperty("")
    points = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    winner = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show_parts(self, points: PlayerScore, most: int) -> None:
        """Show the points by source as a bar; *most* points fill the width."""
        bonus = sum(each.vp for each in points.bonuses)
        values = (points.vp_chips, points.tiles, bonus)
        parts = zip(values, _GROUNDS.values(), strict=True)
        self.ids.bar.show([BarPart(value, colour) for value, colour in parts if value], most)


class ResultPage(ScoreEntryPage):
    """The ranking at the left, the score lines of one player at the right."""

    verdict = StringProperty("")
    complete = BooleanProperty(False)
    number = StringProperty("")
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    total = StringProperty("")

    def refresh(self) -> None:
        """Show the result, or a message while entries are missing."""
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
        rows = reuse_children(self.ids.ranks, len(order), self._make_row)
        for row, index in zip(rows, order, strict=True):
            points = result.players[index]
            row.index, row.number, row.name = index, str(index + 1), points.name
            row.rank, row.points = f"{points.rank}.", str(points.total)
            row.colour = theme.seat_colour(COLOURS[index])
            row.winner, row.chosen = points.rank == 1, index == presenter.chosen
            row.show_parts(points, max(player.total for player in result.players))
        shown = result.players[presenter.chosen]
        self.number, self.name = str(presenter.chosen + 1), shown.name
        self.colour, self.total = theme.seat_colour(COLOURS[presenter.chosen]), str(shown.total)
        lines = [line for line in score_lines(ui, presenter.player, shown) if not line.strong]
        views = reuse_children(self.ids.lines, len(lines), ScoreLineView)
        for view, line in zip(views, lines, strict=True):
            view.show(line)

    def show_code(self) -> None:
        """Show the QR code for BG Stats."""
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


load_kv(__file__)
