"""What touches on the pages of a round mean, beside answers to questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.question import Path


@dataclass(frozen=True, slots=True)
class Do:
    """Send commands: one step, one undo."""

    commands: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class InFull:
    """Open a seat's question as a page of its own, at the end of *path*; seat 0 is the table."""

    seat: int
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """Show everything that a player has."""

    seat: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A move of pieces was made on the table, or was not made after all."""

    move: int


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """Show which pieces to move; of this round with *earlier*."""

    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """Go back to the page below."""


@dataclass(frozen=True, slots=True)
class NameOf:
    """Search for a tile: the one on top, a computer player's, or the answer at *path*.

    Attributes:
        path: of a question of the table; None if a seat asks.
    """

    seat: int
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class WhoPlays:
    """Ask who plays a seat from now on, and whether it gets hints."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hints:
    """Show a player's best options; for a roll the faces are asked first."""

    seat: int


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """Ask for the rolled dice of a computer player's cup."""

    seat: int


@dataclass(frozen=True, slots=True)
class AllMoved:
    """All moves were made on the table."""


@dataclass(frozen=True, slots=True)
class Count:
    """Show another counter of all players."""

    what: Any
