"""Required moves on the table as text: one line for each pair of source and target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.games.instructions import Instruction, Piece, Place, combined
from companion.i18n import Translator
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.board.icons import Icon, seat_icon
from kivy_ui.common.board.moves import BoardMove, MovedPieces
from kivy_ui.common.event_text import EventContext, EventSentence
from kivy_ui.common.move_rows import MoveRow


def _nothing_is_quiet(_move: Instruction) -> bool:
    return False


def _no_picture(_piece: Piece) -> str:
    return ""


def _no_spot(_place: Place, _piece: Piece) -> str:
    return ""


DrawnNotes = Callable[[EventContext, Any, Callable[[int], str]], tuple[BoardMove, ...]]
"""(context, event, colour of a seat) -> moves with pictures."""


@dataclass(frozen=True, slots=True)
class MoveTexts:
    """A game's texts for its pieces and places.

    Attributes:
        place: name of a place; depends on the piece, as cards and chips have different supplies.
        quiet: whether a move needs no text: players have just made it, or a note describes it.
        notes: kind of event -> sentences for actions without single moves, one per line.
        picture: name of a piece's picture; empty for none.
        spot: picture of the target place; if empty, the player's badge is shown.
        drawn: kind of event -> the content of notes, with pictures.
    """

    piece: Callable[[Translator, Piece], str]
    place: Callable[[EventContext, Place, Piece], str]
    quiet: Callable[[Instruction], bool] = _nothing_is_quiet
    notes: Mapping[type, EventSentence] = field(default_factory=lambda: MappingProxyType({}))
    picture: Callable[[Piece], str] = _no_picture
    spot: Callable[[Place, Piece], str] = _no_spot
    drawn: Mapping[type, DrawnNotes] = field(default_factory=lambda: MappingProxyType({}))


def board_moves(
    texts: MoveTexts, context: EventContext, colour: Callable[[int], str], step: PlayedStep
) -> tuple[BoardMove, ...]:
    """Return the moves for a step; none after an undo, which has its own panel."""
    if step.kind is StepKind.UNDONE:
        return ()
    moves = (move for move in combined(step.instructions) if not texts.quiet(move))
    return (*_told(texts, context, colour, step), *_ways(texts, context, colour, moves))


def _told(
    texts: MoveTexts, context: EventContext, colour: Callable[[int], str], step: PlayedStep
) -> Iterator[BoardMove]:
    """Yield the notes of the step's events."""
    for event in step.events:
        if (drawn := texts.drawn.get(type(event))) is not None:
            yield from drawn(context, event, colour)
        elif (note := texts.notes.get(type(event))) is not None:
            yield from (BoardMove(note=line) for line in note(context, event).split("\n") if line)


def turned_rows(
    texts: MoveTexts, context: EventContext, colour: Callable[[int], str], step: PlayedStep
) -> tuple[MoveRow, ...]:
    """Return all moves for an undo or a redo, by player, those of the table last.

    Args:
        texts: the game's texts.
        context: the players' names.
        colour: seat -> colour key.
        step: the undone or redone step.
    """
    by_seat: dict[int, list[Instruction]] = {}
    for move in combined(step.instructions):
        by_seat.setdefault(move.seat or 0, []).append(move)
    return tuple(
        MoveRow(seat, context.name(seat), colour(seat) if seat else "", note=way.said)
        for seat in sorted(by_seat, key=lambda each: (not each, each))
        for way in _ways(texts, context, colour, by_seat[seat])
    )


def _ways(
    texts: MoveTexts,
    context: EventContext,
    colour: Callable[[int], str],
    moves: Iterable[Instruction],
) -> Iterator[BoardMove]:
    """Yield a move for each pair of source and target; none if both have the same text."""
    ways: dict[tuple[str, str], list[Instruction]] = {}
    for move in moves:
        source, target = (
            texts.place(context, place, move.piece) for place in (move.source, move.target)
        )
        if source != target:
            ways.setdefault((source, target), []).append(move)
    for (source, target), alike in ways.items():
        pieces = tuple(
            MovedPieces(
                each.count,
                texts.piece(context.translate, each.piece),
                texts.picture(each.piece),
                colour(seat) if (seat := each.source.seat or each.target.seat) else "",
            )
            for each in alike
        )
        yield BoardMove(pieces, source, target, _spot(texts, colour, alike[0]))


def _spot(texts: MoveTexts, colour: Callable[[int], str], move: Instruction) -> Icon | None:
    """Return the icon of the target: the place, else the badge of the player who owns it."""
    if picture := texts.spot(move.target, move.piece):
        return Icon(picture)
    seat = move.target.seat
    return seat_icon(seat, colour(seat)) if seat else None
