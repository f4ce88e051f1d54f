"""Model of a table on a page: one row per item, one column per player or colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option

ROBOT: Final = -1
"""Seat value of the robot's column."""


@dataclass(frozen=True, slots=True)
class Head:
    """The header of a column.

    Attributes:
        seat, colour: owner of the column; 0 for nobody, ``ROBOT`` for the robot.
        note: small text below the name.
        icons: icons below the name: the player's pieces.
    """

    text: str
    seat: int = 0
    colour: str = ""
    note: str = ""
    icons: tuple[Icon, ...] = ()

    @property
    def badge(self) -> str:
        """Text on the badge of the column; empty for none."""
        return "R" if self.seat == ROBOT else str(self.seat) if self.seat else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of a cell: a button, a number, a short word, or nothing.

    Attributes:
        icons: icons after the word.
        leads: whether this column leads in its row; it has a crown and its colour.
    """

    option: Option | None = None
    number: Number | None = None
    text: str = ""
    icons: tuple[Icon, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table.

    Attributes:
        note: small text below the label: the state.
        icons: icons before the label.
        lit: whether the row is highlighted as the winner's.
    """

    label: str
    cells: tuple[Cell, ...]
    note: str = ""
    icons: tuple[Icon, ...] = ()
    lit: bool = False


@dataclass(frozen=True, slots=True)
class PageTable:
    """Rows and columns."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        """All buttons of the table."""
        return tuple(c.option for line in self.lines for c in line.cells if c.option is not None)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """All numbers of the table."""
        return tuple(c.number for line in self.lines for c in line.cells if c.number is not None)
