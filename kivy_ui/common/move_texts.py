"""Required moves on the table: pieces, where from, where to; as pictures and as a line of text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from types import MappingProxyType
from typing import Any, Final

from companion.games.instructions import Instruction, Instructions, Place, combined
from companion.i18n import Translator
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.common.event_text import EventContext, EventSentence
from kivy_ui.pages.page import Picture, Seat

_TINTED: Final = ("ship/", "token/")
"""Pieces that have the colour of their owner."""


@dataclass(frozen=True, slots=True)
class BoardMove:
    """Pieces that go the same way, or an action without single pieces.

    Attributes:
        pictures: of the pieces; empty if none has a picture.
        what: the pieces in words.
        source, target: names of source and target.
        spot: picture of the target; None for text only.
        seat: who moves them; None if anybody may.
        note: text of an action without single pieces.
    """

    pictures: tuple[Picture, ...] = ()
    what: str = ""
    source: str = ""
    target: str = ""
    spot: Picture | None = None
    seat: Seat | None = None
    note: str = ""

    @property
    def said(self) -> str:
        """The whole move as a line of text."""
        return self.note or f"{self.what}: {self.way}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is moved and which way; only what it becomes if a picture says the change."""
        if self.note or any(each.text for each in self.pictures):
            return (self.note or self.target,)
        return self.what, self.way

    @property
    def way(self) -> str:
        return " » ".join(filter(None, (self.source, self.target)))


@dataclass(frozen=True, slots=True)
class Moves:
    """Required moves, and descriptions of the events that cause them."""

    said: tuple[str, ...] = ()
    rows: tuple[BoardMove, ...] = ()


def _as_they_are(moves: Instructions) -> Instructions:
    return moves


DrawnNotes = Callable[[EventContext, Any], tuple[BoardMove, ...]]
"""(context, event) -> moves with pictures."""


@dataclass(frozen=True, slots=True)
class MoveTexts:
    """A game's texts for its pieces and places.

    Attributes:
        piece: name of the moved piece.
        place: name of source or target; depends on the piece, as cards and chips have different
            supplies. A move with the same name for both is not told.
        quiet: whether a move needs no text: players have just made it, or a note describes it.
        notes: kind of event -> sentences for actions without single moves, one per line.
        picture: of the piece; None for none.
        spot: picture of the target; without one, the player's badge is shown.
        drawn: kind of event -> the content of notes, with pictures.
        ordered: puts moves into the order in which they are told.
        shared: tells once, of nobody, what all players move alike.
    """

    piece: Callable[[Translator, Instruction], str]
    place: Callable[[EventContext, Place, Instruction], str]
    quiet: Callable[[Instruction], bool] = lambda _move: False
    notes: Mapping[type, EventSentence] = field(default_factory=lambda: MappingProxyType({}))
    picture: Callable[[Instruction], Picture | None] = lambda _move: None
    spot: Callable[[Instruction], Picture | None] = lambda _move: None
    drawn: Mapping[type, DrawnNotes] = field(default_factory=lambda: MappingProxyType({}))
    ordered: Callable[[Instructions], Instructions] = _as_they_are
    shared: Callable[[Instructions], Instructions] = _as_they_are

    @property
    def of_one(self) -> "MoveTexts":
        """The same for the screen of one player, whose moves are all told."""
        return replace(self, shared=_as_they_are)


def board_moves(texts: MoveTexts, context: EventContext, step: PlayedStep) -> tuple[BoardMove, ...]:
    """Return the moves for a step; none after an undo, which has its own page."""
    if step.kind is StepKind.UNDONE:
        return ()
    moves = combined(move for move in step.instructions if not texts.quiet(move))
    return (*_told(texts, context, step), *_ways(texts, context, moves))


def turned_moves(
    texts: MoveTexts, context: EventContext, step: PlayedStep
) -> tuple[BoardMove, ...]:
    """Return all moves of an undone or redone step, by player, those of the table last."""
    moves = _ways(texts, context, combined(step.instructions))
    return tuple(sorted(moves, key=lambda move: move.seat.number if move.seat else inf))


def _told(texts: MoveTexts, context: EventContext, step: PlayedStep) -> Iterator[BoardMove]:
    """Yield the notes of the step's events."""
    for event in step.events:
        if (drawn := texts.drawn.get(type(event))) is not None:
            yield from drawn(context, event)
        elif (note := texts.notes.get(type(event))) is not None:
            yield from (BoardMove(note=line) for line in note(context, event).split("\n") if line)


def _ways(
    texts: MoveTexts, context: EventContext, moves: Iterable[Instruction]
) -> Iterator[BoardMove]:
    """Yield a move for each player, source and target; none if both have the same text."""
    ways: dict[tuple[int | None, str, str], list[Instruction]] = {}
    for move in texts.ordered(texts.shared(tuple(moves))):
        source, target = (texts.place(context, place, move) for place in (move.source, move.target))
        if source != target:
            ways.setdefault((move.seat, source, target), []).append(move)
    for (seat, source, target), alike in ways.items():
        words = (f"{each.count} × {texts.piece(context.translate, each)}" for each in alike)
        yield BoardMove(
            tuple(_pictures(texts, context, alike)),
            ", ".join(dict.fromkeys(words)),
            source,
            target,
            texts.spot(alike[0]) or context.badge(alike[0].target.seat),
            context.seat(seat) if seat else None,
        )


def _pictures(
    texts: MoveTexts, context: EventContext, moves: Iterable[Instruction]
) -> Iterator[Picture]:
    for move in moves:
        picture = texts.picture(move)
        if picture is not None:
            owner = move.source.seat or move.target.seat
            tinted = owner and picture.piece.startswith(_TINTED)
            colour = context.colour(owner) if owner and tinted else ""
            yield replace(picture, count=move.count, colour=colour)
