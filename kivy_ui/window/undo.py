"""Undo: which pieces move back, and the list of steps from which one is chosen to go back to."""

from collections.abc import Iterator
from typing import Final

from kivy_ui.common.move_texts import BoardMove
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges
from kivy_ui.pages.listing import List, Row, remark
from kivy_ui.pages.page import Main, Page, Picture, Side

_LONGEST: Final = 60
"""Letters of a sentence that fit into the question in every window."""


class UndoPages(StackedPages):
    """What moves on the table; from here one goes further back, or forth."""

    def __init__(self, ui: UiContext, changes: UndoChanges) -> None:
        super().__init__(ui, changes)
        self._changes = changes
        self._lists = False
        self.leads_to = do(self._moved, by="arrow")

    def enter(self) -> None:
        """Show what moves back, else the steps that can be undone."""
        self._lists = self._changes.shown is None

    def first(self) -> Page:
        """Return the list of moves or of steps."""
        return self._steps() if self._lists else self._moves()

    def _steps(self) -> Page:
        translate, symbol = self.translate, (Picture("symbol/undo"),)
        unnamed = (translate("A step without a name"),)
        rows = tuple(
            Row(do(self._back_to, number), (said or unnamed)[0], symbol, " ".join(said[1:2]))
            for number, said in enumerate(self._changes.steps(), 1)
        )
        nothing = remark("undo", translate("There is nothing to undo."))
        return Page(
            translate("The newest step first"),
            translate("Undo up to which step?"),
            List(rows or (nothing,)),
        )

    def _moves(self) -> Page:
        translate, update, moves = self.translate, self.ui.update, self._changes.moves()
        rows = tuple(_rows(moves.rows))
        nothing = remark("check", translate("Nothing moves on the table."))
        turned = self._changes.count > 0
        further = Side(do(self._list), translate("Further back"), "undo")
        again = Side(do(self.redo), translate("Redo"), "redo")
        side = [further] * (turned and update.can_undo) + [again] * (turned and update.can_redo)
        main = Main(translate("Done"), do(self._moved), "tick")
        return Page(*self._said(moves.said), List(rows or (nothing,)), side=tuple(side), main=main)

    def _said(self, said: tuple[str, ...]) -> tuple[str, str]:
        """Return how much was undone, and what: a long sentence is said by its moves alone."""
        translate, changes = self.translate, self._changes
        if changes.count < 1:
            return translate("Redone"), translate("Move this on the table")
        above = translate.plural("%(count)s step undone", "%(count)s steps undone", changes.count)
        text = " ".join(said)
        short = changes.count == 1 and 0 < len(text) <= _LONGEST
        return above, text if short else translate("Move this back")

    def _list(self) -> None:
        self._lists = True

    def _back_to(self, count: int) -> None:
        self._lists = False
        self._changes.undo(count)

    def _moved(self) -> None:
        """Leave: everything was moved."""
        self._changes.close()
        self.ui.leave()

    def follow(self) -> None:
        """Leave once the game goes on, whose moves are then others."""
        if self.ui.visiting == "undo" and not self._lists and self._changes.shown is None:
            self.ui.leave()

    def undo(self) -> None:
        self._back_to(1)


def _rows(moves: tuple[BoardMove, ...]) -> Iterator[Row]:
    """Yield a row for each move: who, which pieces, from where to where."""
    for move in moves:
        seat = move.seat
        badge = (Picture("seat", number=str(seat.number), colour=seat.colour),) if seat else ()
        yield Row(None, move.way, (*badge, *move.pictures), move.what)
