"""What to move on the table, as rows of pictures: the pieces, from where, to where, why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

from companion.games.instructions import Instruction, PieceKind, Place

MOST_PIECES: Final = 3
"""Pictures of pieces in one row; more of them make another row."""


@dataclass(frozen=True, slots=True)
class PieceMark:
    """Pieces that are alike.

    Attributes:
        kind: what sort of thing.
        key: which one, such as the kind of a die; empty where there is only one.
        text: beside the picture: how many, or a name.
    """

    kind: PieceKind
    key: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """A place as a sign and a word; *icon* is an icon's name or a phase's."""

    icon: str
    text: str


NOWHERE: Final = PlaceMark("", "")


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One thing to do with the hands.

    Attributes:
        seat, name, colour: who does it; 0 and empty where everybody may.
        what: what is moved, where it has a name of its own.
        note: why; all of it in words where there are no pictures.
        done: whether it was to be moved before the newest step.
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
    """What to move, and what it follows from in words."""

    said: tuple[str, ...] = ()
    rows: tuple[MoveRow, ...] = ()


class MoveWords(Protocol):
    """What a game says of its pieces and places."""

    def piece(self, move: Instruction) -> PieceMark:
        """Return the picture of what is moved."""
        ...

    def place(self, place: Place, move: Instruction) -> PlaceMark:
        """Return the sign and the word of where it comes from or goes to."""
        ...

    def what(self, move: Instruction) -> str:
        """Return the name of what is moved; empty where it has none."""
        ...

    def why(self, move: Instruction) -> str:
        """Return in words why it is moved."""
        ...


def move_rows(
    words: MoveWords, people: dict[int, tuple[str, str]], moves: Iterable[Instruction]
) -> tuple[MoveRow, ...]:
    """Return a row for each thing to do; what goes the same way for the same reason is one.

    Args:
        words: the game's.
        people: seat -> name and key of the colour.
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
    """Whether both differ only in what is moved; pieces with names of their own stay apart."""
    return replace(row, pieces=()) == replace(other, pieces=()) and all(
        each.kind in (PieceKind.DIE, PieceKind.MARKER) for each in (*row.pieces, *other.pieces)
    )


def _by_people(rows: list[MoveRow]) -> Iterator[MoveRow]:
    """The rows of one player together, in their order; first who comes first."""
    for seat in dict.fromkeys(row.seat for row in rows):
        yield from (row for row in rows if row.seat == seat)


def _split(row: MoveRow) -> Iterator[MoveRow]:
    pieces = row.pieces
    for first in range(0, max(1, len(pieces)), MOST_PIECES):
        yield replace(row, pieces=pieces[first : first + MOST_PIECES])
