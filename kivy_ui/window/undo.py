"""Undo: which pieces move back, and the list of steps from which one is chosen to go back to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.games.instructions import PieceKind
from companion.session.steps import StepKind
from kivy_ui.common.move_rows import MoveRow, PieceMark
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.common.undo_changes import UndoChanges
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Main, Page, Picture, Side

_LONGEST: Final = 60
"""Letters of a sentence that fit into the question in every window."""
_PIECES: Final = MappingProxyType(
    {PieceKind.TILE: "tile", PieceKind.CHIP: "chip", PieceKind.CREDIT: "coin"}
)


@dataclass(frozen=True, slots=True)
class Further:
    """Key: shows the steps that can be undone."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Key: undoes the newest steps."""

    count: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Key: redoes the undone step."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Key: everything was moved; *back*: by the button at the upper left."""

    back: bool = False


class UndoPages:
    """What moves on the table; from here one goes further back, or forth."""

    live = False

    def __init__(self, ui: UiContext, changes: UndoChanges) -> None:
        self._ui = ui
        self._changes = changes
        self._lists = False

    def enter(self) -> None:
        """Show what moves back, else the steps that can be undone."""
        shown = self._changes.shown
        self._lists = shown is None or shown.kind is StepKind.DONE

    def page(self) -> Page:
        """Return the list of moves or of steps."""
        return self._steps() if self._lists else self._moves()

    def _steps(self) -> Page:
        translate = self._ui.translate
        rows = tuple(
            Row(Undo(number), said[0] if said else translate("A step without a name"),
                (Picture("symbol/undo"),), " ".join(said[1:2]))
            for number, said in enumerate(self._changes.steps(), 1)
        )  # fmt: skip
        nothing = (Row(None, translate("There is nothing to undo."), (Picture("symbol/undo"),)),)
        return Page(
            translate("The newest step first"),
            translate("Undo up to which step?"),
            List(rows or nothing),
            back=Moved(back=True),
            can_undo=self._ui.update.can_undo,
        )

    def _moves(self) -> Page:
        translate, update, moves = self._ui.translate, self._ui.update, self._changes.moves()
        above, asked = self._said(moves.said)
        rows = tuple(_rows(moves.rows))
        nothing = (Row(None, translate("Nothing moves on the table."), (Picture("symbol/check"),)),)
        turned = self._changes.count > 0
        further = Side(Further(), translate("Further back"), "undo")
        again = Side(Redo(), translate("Redo"), "redo")
        side = [further] * (turned and update.can_undo) + [again] * (turned and update.can_redo)
        return Page(
            above,
            asked,
            List(rows or nothing),
            side=tuple(side),
            main=Main(translate("Done"), Moved(), "tick"),
            back=Moved(back=True),
            can_undo=update.can_undo,
        )

    def _said(self, said: tuple[str, ...]) -> tuple[str, str]:
        """Return how much was undone, and what: a long sentence is said by its moves alone."""
        translate, changes = self._ui.translate, self._changes
        if changes.count < 1:
            return translate("Redone"), translate("Move this on the table")
        above = translate.plural("%(count)s step undone", "%(count)s steps undone", changes.count)
        text = " ".join(said)
        short = changes.count == 1 and 0 < len(text) <= _LONGEST
        return above, text if short else translate("Move this back")

    def touch(self, key: Any) -> Said:
        """Go back or forth; the page then shows what moves."""
        match key:
            case Further():
                self._lists = True
            case Undo(count):
                self._lists = False
                self._changes.undo(count)
            case Redo():
                self._changes.redo()
            case Moved():
                self._changes.close()
                self._ui.leave()
            case _:
                pass
        return None

    def follow(self) -> None:
        """Leave once the game goes on, whose moves are then others."""
        if self._ui.visiting == "undo" and not self._lists and self._changes.shown is None:
            self._ui.leave()

    def undo(self) -> None:
        """Undo one more step."""
        self._lists = False
        self._changes.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._changes.redo()


def _rows(moves: tuple[MoveRow, ...]) -> Iterator[Row]:
    """Yield a row for each move: who, which pieces, from where to where, and why."""
    for move in moves:
        badge = Picture("seat", number=str(move.seat), colour=move.colour)
        pictures = ((badge,) if move.seat else ()) + tuple(map(_picture, move.pieces))
        if not move.pieces:
            yield Row(None, move.note, pictures)
            continue
        way = " » ".join(filter(None, (move.source.text, move.target.text)))
        yield Row(None, way, pictures, " · ".join(filter(None, (move.what, move.note))))


def _picture(piece: PieceMark) -> Picture:
    if piece.kind is PieceKind.DIE:
        return Picture(f"die/{piece.key}", text=piece.text)
    return Picture(_PIECES.get(piece.kind, "symbol/hand"), text=piece.text)
