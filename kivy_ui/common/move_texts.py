"""What people have to move on the table, in words: a line for each way that pieces go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.instructions import Instruction, Piece, Place, combined
from companion.i18n import Translator
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.event_text import EventContext, EventSentence
from kivy_ui.common.move_rows import MoveRow
from kivy_ui.common.signs import Sign


def _nothing_is_quiet(_move: Instruction) -> bool:
    return False


def _no_picture(_piece: Piece) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class MoveTexts:
    """A game's words for its pieces and places.

    Attributes:
        place: of a piece: the supply of cards is another one than that of chips.
        quiet: moves that need no words: people have just made them, or a note tells them.
        notes: kind of event -> sentences for what goes without single moves, a line each.
        picture: of a piece, by its name; empty for none.
    """

    piece: Callable[[Translator, Piece], str]
    place: Callable[[EventContext, Place, Piece], str]
    quiet: Callable[[Instruction], bool] = _nothing_is_quiet
    notes: Mapping[type, EventSentence] = field(default_factory=lambda: MappingProxyType({}))
    picture: Callable[[Piece], str] = _no_picture


def move_lines(texts: MoveTexts, context: EventContext, step: PlayedStep) -> tuple[str, ...]:
    """Return what to move for a step; after an undo its own panel tells it."""
    if step.kind is StepKind.UNDONE:
        return ()
    notes = (texts.notes.get(type(event)) for event in step.events)
    told = (
        note(context, event)
        for note, event in zip(notes, step.events, strict=True)
        if note is not None
    )
    moves = (move for move in combined(step.instructions) if not texts.quiet(move))
    lines = (line for note in told for line in note.split("\n") if line)
    return (*lines, *_ways(texts, context, moves))


def move_pictures(texts: MoveTexts, step: PlayedStep) -> tuple[Sign, ...]:
    """Return the pieces that are moved for a step, each kind once, with how many."""
    if step.kind is StepKind.UNDONE:
        return ()
    moves = [move for move in combined(step.instructions) if not texts.quiet(move)]
    return tuple(
        Sign(name, f"\N{MULTIPLICATION SIGN}{move.count}" if move.count > 1 else "")
        for move in moves
        if (name := texts.picture(move.piece))
    )


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
        MoveRow(seat, context.name(seat), colour(seat) if seat else "", note=line)
        for seat in sorted(by_seat, key=lambda each: (not each, each))
        for line in _ways(texts, context, by_seat[seat])
    )


def _ways(texts: MoveTexts, context: EventContext, moves: Iterable[Instruction]) -> Iterator[str]:
    """A line for each way that pieces go; what stays where it is in words needs none."""
    ways: dict[tuple[str, str], list[str]] = {}
    for move in moves:
        piece = move.piece
        source, target = (
            texts.place(context, place, piece) for place in (move.source, move.target)
        )
        if source != target:
            name = texts.piece(context.translate, piece)
            ways.setdefault((source, target), []).append(f"{move.count} × {name}")
    for (source, target), what in ways.items():
        yield f"{', '.join(dict.fromkeys(what))}: {source} » {target}"
