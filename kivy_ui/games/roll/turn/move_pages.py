"""Which pieces to move on the table, as values of pages."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.instructions import PieceKind
from companion.games.roll.model.dice import FACES, DieType, Face, Phase
from companion.games.roll.phases.round import RoundStarted
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.move_rows import MoveRow, PieceMark, PlaceMark
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.keys import Tick
from kivy_ui.pages.page import Move, Picture, Seat

_IDLE_DICE: Final = "R-4.3"
"""Reason of dice that return to the cup at Reveal: its own page has shown them."""

_PLACES: Final = MappingProxyType(
    {
        "cup": "cup",
        "people": "citizenry",
        "mat": "symbol/mat",
        "develop": "development",
        "settle": "world/novelty",
        "box": "symbol/box",
        "bag": "bag",
        "tile": "tile",
        "hand": "symbol/hand",
        "chip": "chip",
        "credits": "coin",
        "redo": "symbol/redo",
    }
)
_KINDS: Final = MappingProxyType(
    {PieceKind.TILE: "tile", PieceKind.CHIP: "chip", PieceKind.CREDIT: "coin"}
)


def newest(ui: RollContext) -> tuple[MoveRow, ...]:
    """Return the moves of the newest step; an undo has told its own on another page."""
    step = ui.update.step
    if step is None or ui.update.restored or not ui.counts_everything:
        return ()
    if step.kind is not StepKind.DONE:
        return ()
    return _rows(ui, step)


def says_at_once(ui: RollContext) -> bool:
    """Return whether the newest moves are shown before anything else: a round begins with them."""
    step = ui.update.step
    begins = step is not None and any(isinstance(event, RoundStarted) for event in step.events)
    return begins and bool(newest(ui))


def of_the_round(ui: RollContext) -> tuple[MoveRow, ...]:
    """Return the moves of every step of this round, the newest first."""
    rows: list[MoveRow] = []
    for step in reversed(ui.steps):
        rows += _rows(ui, step)
        if step.kind is StepKind.DONE and any(isinstance(e, RoundStarted) for e in step.events):
            break
    return tuple(rows)


def _rows(ui: RollContext, step: PlayedStep) -> tuple[MoveRow, ...]:
    told = tuple(move for move in step.instructions if move.reason != _IDLE_DICE)
    rows = ui.moves(replace(step, instructions=told)).rows
    return tuple(row for row in rows if not row.heading)


def move(row: MoveRow, index: int | None, *, done: bool = False) -> Move:
    """Return a move as a page shows it; without an index it cannot be ticked."""
    pieces = tuple(_piece(each, row.source) for each in row.pieces)
    seat = Seat(row.seat, row.name, row.colour) if row.seat else None
    return Move(
        pieces or (_place(row.source) if row.source.icon else Picture("symbol/info"),),
        Picture("symbol/hand") if not row.target.icon else _place(row.target),
        tuple(_label(row)),
        seat,
        None if index is None else Tick(index),
        None if seat else Picture("symbol/people"),
        done,
    )


def brief(shown: Move) -> Move:
    """Return a move as it stands in the foot, which has room for few pieces and no words."""
    first, *others = shown.pictures
    if others:
        count = sum(each.count for each in shown.pictures)
        first = replace(first, count=count, text="")
    return replace(shown, pictures=(first,), label=())


def _label(row: MoveRow) -> tuple[str, ...]:
    if not row.pieces and not row.target.text:
        return (row.note,)
    said = row.what or row.target.text
    phases = {phase.value for phase in Phase}
    if row.source.text and row.source.icon not in phases:
        return (f"{row.source.text} \u00bb {said}",) if said else (row.source.text,)
    return (said or row.note,)


def _piece(mark: PieceMark, source: PlaceMark) -> Picture:
    """Return the picture of a piece; a die that lies under a phase shows its face."""
    count = int(mark.text[1:]) if mark.text[1:].isdigit() and mark.text[0] == "\u00d7" else 1
    text = "" if count > 1 else mark.text
    match mark.kind:
        case PieceKind.DIE:
            kind = DieType(mark.key)
            phases = {phase.value for phase in Phase}
            face = Face(source.icon) if source.icon in phases else None
            shown = "" if face is None else f"/{(face if face in FACES[kind] else Face.WILD).value}"
            return Picture(f"die/{mark.key}{shown}", count=count)
        case PieceKind.MARKER:
            return Picture(f"phase/{mark.key}/active")
        case _:
            return Picture(_KINDS[mark.kind], count=count, text=text)


def _place(place: PlaceMark) -> Picture:
    if place.icon in {phase.value for phase in Phase} - {"develop", "settle"}:
        return Picture(f"phase/{place.icon}/active")
    return Picture(_PLACES.get(place.icon, "tile"))
