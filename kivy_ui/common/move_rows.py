"""Required moves on the table as rows of pictures: pieces, source, target, reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

from companion.games.instructions import Instruction, PieceKind, Place

MOST_PIECES: Final = 3
"""Maximum number of piece pictures in a row; further pieces make another row."""


@dataclass(frozen=True, slots=True)
class PieceMark:
    """Identical pieces.

    Attributes:
        kind: kind of piece.
        key: variant, such as the die type; empty if there is only one.
        text: text beside the picture: the number, or a name.
    """

    kind: PieceKind
    key: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """A place as icon and text; *icon* is the name of an icon or a phase."""

    icon: str
    text: str


NOWHERE: Final = PlaceMark("", "")


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of pieces on the table.

    Attributes:
        seat, name, colour: the player who moves; 0 and empty if anybody may.
        what: name of the moved piece, if it has one.
        note: the reason; the whole instruction if there are no pictures.
        done: whether it belongs to a step before the newest one.
        heading: whether the note is a heading of the rows that follow.
    """

    seat: int
    name: str
    colour: str
    pieces: tuple[PieceMark, ...] = ()
    source: PlaceMark = NOWHERE
    target: PlaceMark = NOWHERE
    what: str = ""
    note: str = ""
    done: bool = False
    heading: bool = False


def heading(text: str, *, done: bool = False) -> MoveRow:
    """Return a heading of the rows that follow."""
    return MoveRow(0, "", "", note=text, done=done, heading=True)


@dataclass(frozen=True, slots=True)
class Moves:
    """Required moves, and descriptions of the events that cause them."""

    said: tuple[str, ...] = ()
    rows: tuple[MoveRow, ...] = ()


class MoveWords(Protocol):
    """A game's texts for its pieces and places."""

    def piece(self, move: Instruction) -> PieceMark:
        """Return the picture of the moved piece."""
        ...

    def place(self, place: Place, move: Instruction) -> PlaceMark:
        """Return icon and text of the source or the target."""
        ...

    def what(self, move: Instruction) -> str:
        """Return the name of the moved piece; empty if it has none."""
        ...

    def why(self, move: Instruction) -> str:
        """Return the reason of the move as text."""
        ...


def move_rows(
    words: MoveWords, people: dict[int, tuple[str, str]], moves: Iterable[Instruction]
) -> tuple[MoveRow, ...]:
    """Return a row for each move; moves with the same player, path and reason are merged.

    Args:
        words: the game's texts.
        people: seat -> player's name and colour key.
        moves: in their order.
    """
    found: list[MoveRow] = []
    for move in moves:
        row = _row(words, people, move)
        at = next((i for i, each in enumerate(found) if _joins(each, row)), None)
        if at is None:
            found.append(row)
        else:
            found[at] = replace(found[at], pieces=(*found[at].pieces, *row.pieces))
    return tuple(part for row in _by_people(found) for part in _split(row))


def _row(words: MoveWords, people: dict[int, tuple[str, str]], move: Instruction) -> MoveRow:
    seat = move.seat or 0
    name, colour = people.get(seat, ("", ""))
    source, target = words.place(move.source, move), words.place(move.target, move)
    pieces, what, why = (words.piece(move),), words.what(move), words.why(move)
    return MoveRow(seat, name, colour, pieces, source, target, what, why)


def _joins(row: MoveRow, other: MoveRow) -> bool:
    """Return whether rows differ only in the pieces; named pieces are never merged."""
    return replace(row, pieces=()) == replace(other, pieces=()) and all(
        each.kind in (PieceKind.DIE, PieceKind.MARKER) for each in (*row.pieces, *other.pieces)
    )


def _by_people(rows: list[MoveRow]) -> Iterator[MoveRow]:
    """Yield the rows grouped by player in the order of first appearance, each group in order."""
    for seat in dict.fromkeys(row.seat for row in rows):
        yield from (row for row in rows if row.seat == seat)


def _split(row: MoveRow) -> Iterator[MoveRow]:
    pieces = row.pieces
    for first in range(0, max(1, len(pieces)), MOST_PIECES):
        yield replace(row, pieces=pieces[first : first + MOST_PIECES])
