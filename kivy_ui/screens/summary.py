"""The summary of the reveal: selected and active phases, workers, dice that return to the cup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.games.roll.mats.summary import PhaseColumn, SummaryCell, SummaryLine
from kivy_ui.screens import parts
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import dice_row  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.animations import glow, rest
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv


class SummaryPhase(BoxLayout):
    """A column heading: a phase's icon and name, and whether it is active."""

    face = StringProperty("")
    name = StringProperty("")
    word = StringProperty("")
    active = BooleanProperty(False)
    by_spare_die = BooleanProperty(False)
    glow = NumericProperty(0)
    cells: tuple[SummaryCellView, ...] = ()
    """The cells of the column, which glow with the heading."""

    def on_glow(self, *_change: object) -> None:
        """Make the whole column glow."""
        for cell in self.cells:
            cell.glow = self.glow

    def show(self, column: PhaseColumn, colours: dict[int, theme.Rgba]) -> None:
        """Show a phase with the seat numbers of the players who selected it, in their *colours*."""
        parts.show_badges(
            self.ids.badges,
            [(str(seat), colours[seat]) for seat in column.selected_by],
            parts.MOST_BADGES,
            tight=True,
        )
        self.face, self.name = column.phase.value, column.name
        self.word, self.active = column.word if column.active else "", column.active
        self.by_spare_die = column.by_spare_die


class SummaryCellView(BoxLayout):
    """A player's workers in a phase: their number and dice, or that they return to the cup."""

    selects = BooleanProperty(False)
    active = BooleanProperty(False)
    returns = BooleanProperty(False)
    shown = BooleanProperty(False)
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    text = StringProperty("")
    glow = NumericProperty(0)

    def show(self, cell: SummaryCell, colour: theme.Rgba) -> None:
        """Show the workers."""
        self.selects, self.active, self.colour = cell.selects, cell.active, colour
        self.returns = cell.returns
        count = sum(number for _, number in cell.dice)
        self.text = str(count) if count else "\N{EN DASH}"
        dice = [die for die, number in cell.dice for _ in range(number)]
        self.ids.dice.show(dice if cell.active else ())
        self.shown = bool(dice) and cell.active


class SummaryRow(TapArea):
    """A player's row: workers in each phase, dice that return to the cup; a tap shows the mat."""

    number = StringProperty("")
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    narrow = BooleanProperty(False)
    dictates = BooleanProperty(False)
    _back: Sequence[str] = ()

    def show(self, line: SummaryLine) -> None:
        """Show a player."""
        self.number, self.name = str(line.seat), line.name
        self.colour = theme.seat_colour(line.colour)
        cells = reuse_children(self.ids.cells, len(line.cells), SummaryCellView)
        for view, cell in zip(cells, line.cells, strict=True):
            view.show(cell, self.colour)
        self.ids.dictated.show(line.dictated, self.colour)
        self._back = [die for die, count in line.back for _ in range(count)]
        self._show_back()

    def cell(self, place: int) -> SummaryCellView:
        """Return the cell of the phase at index *place*, from 0."""
        return cast("SummaryCellView", self.ids.cells.children[-1 - place])

    def on_narrow(self, *_change: object) -> None:
        """Move the returning dice beside the name if there is no column for them."""
        self._show_back()

    def _show_back(self) -> None:
        self.ids.beside.show(self._back if self.narrow else ())
        self.ids.back.show(() if self.narrow else self._back)


class Summary(TableScreen):
    """The screen between the last mat and the first phase; it stays until the players continue.

    When it appears, the active phases glow in order, once per round.
    """

    _lit: tuple[str | None, int] = (None, 0)
    _glowing: tuple[SummaryPhase, ...] = ()

    narrow = BooleanProperty(False)
    dictates = BooleanProperty(False)

    def refresh(self) -> None:
        """Show phases and players."""
        model = self.presenters.summary.model()
        if model is None:
            return
        colours = {line.seat: theme.seat_colour(line.colour) for line in model.lines}
        heads = reuse_children(self.ids.phases, len(model.columns), SummaryPhase)
        for head, column in zip(heads, model.columns, strict=True):
            head.show(column, colours)
        rows = reuse_children(self.ids.rows, len(model.lines), self._make_row)
        self.dictates = any(line.dictated.dice for line in model.lines)
        for row, line in zip(rows, model.lines, strict=True):
            row.dictates = self.dictates
            row.show(line)
        for place, head in enumerate(heads):
            head.cells = tuple(row.cell(place) for row in rows)
        self._light_up(heads)

    def on_touch_down(self, touch: object) -> bool:
        """End the animation on any touch, then handle the touch as usual."""
        rest(self._glowing)
        self._glowing = ()
        return bool(super().on_touch_down(touch))

    def _light_up(self, heads: list[SummaryPhase]) -> None:
        ui = self.presenters.ui
        now = (ui.update.game_id, ui.view.round if ui.view is not None else 0)
        if now == self._lit:
            return
        self._lit = now
        if ui.preferences.motion:
            self._glowing = tuple(head for head in heads if head.active)
            glow(self._glowing)

    def _make_row(self) -> SummaryRow:
        row = SummaryRow()
        row.bind(on_release=lambda tapped: self._open(int(tapped.number)))
        return row

    def _open(self, number: int) -> None:
        self.presenters.reveal.choose(number)
        self.window.visit("reveal")


load_kv(__file__)
