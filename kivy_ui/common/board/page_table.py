"""A table on a page: a row for each thing, a column for each player or colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kivy_ui.common.board.pages import Number, Option
from kivy_ui.common.board.signs import Sign

ROBOT: Final = -1
"""In the place of a seat: the robot's column."""


@dataclass(frozen=True, slots=True)
class Head:
    """Above a column.

    Attributes:
        seat, colour: whose column it is; 0 for nobody's, ``ROBOT`` for the robot's.
        note: small, below the name.
        signs: below the name: what lies in front of a player.
    """

    text: str
    seat: int = 0
    colour: str = ""
    note: str = ""
    signs: tuple[Sign, ...] = ()

    @property
    def badge(self) -> str:
        """What stands on the badge of the column; empty for none."""
        return "R" if self.seat == ROBOT else str(self.seat) if self.seat else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column: a button, a number, a short word, or nothing.

    Attributes:
        signs: behind the word.
        leads: this column is the first in its row; it has a crown and its colour.
    """

    option: Option | None = None
    number: Number | None = None
    text: str = ""
    signs: tuple[Sign, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table.

    Attributes:
        note: small, below the label: how it stands.
        signs: before the label.
        lit: the winner's.
    """

    label: str
    cells: tuple[Cell, ...]
    note: str = ""
    signs: tuple[Sign, ...] = ()
    lit: bool = False


@dataclass(frozen=True, slots=True)
class PageTable:
    """Rows and columns."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        """All buttons in it."""
        return tuple(c.option for line in self.lines for c in line.cells if c.option is not None)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers in it."""
        return tuple(c.number for line in self.lines for c in line.cells if c.number is not None)
