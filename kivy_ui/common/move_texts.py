"""What people have to move on the table, in words: a line for each way that pieces go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.games.instructions import Instruction, Piece, Place, combined
from companion.i18n import Translator
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.board.moves import BoardMove, MovedPieces
from kivy_ui.common.board.signs import Sign, seat_sign
from kivy_ui.common.event_text import EventContext, EventSentence
from kivy_ui.common.move_rows import MoveRow


def _nothing_is_quiet(_move: Instruction) -> bool:
    return False


def _no_picture(_piece: Piece) -> str:
    return ""


def _no_spot(_place: Place, _piece: Piece) -> str:
    return ""


DrawnNotes = Callable[[EventContext, Any, Callable[[int], str]], tuple[BoardMove, ...]]
"""From an event and the colours of seats."""


@dataclass(frozen=True, slots=True)
class MoveTexts:
    """A game's words for its pieces and places.

    Attributes:
        place: of a piece: the supply of cards is another one than that of chips.
        quiet: moves that need no words: people have just made them, or a note tells them.
        notes: kind of event -> sentences for what goes without single moves, a line each.
        picture: of a piece, by its name; empty for none.
        spot: picture of the place where a piece goes; where there is none a player's badge stands.
        drawn: kind of event -> what notes tell, with pictures.
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
    """Return what to move for a step; after an undo its own panel tells it."""
    if step.kind is StepKind.UNDONE:
        return ()
    moves = (move for move in combined(step.instructions) if not texts.quiet(move))
    return (*_told(texts, context, colour, step), *_ways(texts, context, colour, moves))


def _told(
    texts: MoveTexts, context: EventContext, colour: Callable[[int], str], step: PlayedStep
) -> Iterator[BoardMove]:
    """What goes without single moves."""
    for event in step.events:
        if (drawn := texts.drawn.get(type(event))) is not None:
            yield from drawn(context, event, colour)
        elif (note := texts.notes.get(type(event))) is not None:
            yield from (BoardMove(note=line) for line in note(context, event).split("\n") if line)


def turned_rows(
    texts: MoveTexts, context: EventContext, colour: Callable[[int], str], step: PlayedStep
) -> tuple[MoveRow, ...]:
    """Return what to move for an undo or a redo: everything, by player, the table last.

    Args:
        texts: the game's words.
        context: whose pieces they are.
        colour: seat -> key of its colour.
        step: what was taken back or done again.
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
    """A move for each way that pieces go; what stays where it is in words needs none."""
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


def _spot(texts: MoveTexts, colour: Callable[[int], str], move: Instruction) -> Sign | None:
    """Where to, drawn: the place, else the badge of the player whose it is."""
    if picture := texts.spot(move.target, move.piece):
        return Sign(picture)
    seat = move.target.seat
    return seat_sign(seat, colour(seat)) if seat else None
