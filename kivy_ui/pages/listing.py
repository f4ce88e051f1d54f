"""Bodies made of rows: history, undo, settings; pieces to move on the table; text to read."""

from dataclasses import dataclass
from enum import Enum

from kivy_ui.pages.forms import Choice
from kivy_ui.pages.page import Move, Picture


class RowLook(Enum):
    """What a step back in time does to a row."""

    NORMAL = "normal"
    UNDONE = "undone"
    """It would be undone: crossed out."""
    KEPT = "kept"
    """The game would stand after it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list.

    Attributes:
        key: what a tap returns; None if only its choices answer, or nothing.
        figures: pictures with what they count, such as the badges and points of all players.
        value: at the right, such as a date or the current value of a setting.
        choices: of which one is chosen, at the right.
        on: a switch at the right; None if there is none.
    """

    key: object
    title: str
    pictures: tuple[Picture, ...] = ()
    text: str = ""
    figures: tuple[Picture, ...] = ()
    value: str = ""
    choices: tuple[Choice, ...] = ()
    on: bool | None = None
    look: RowLook = RowLook.NORMAL


def remark(symbol: str, title: str, text: str = "") -> Row:
    """Return a row that only tells something, such as why there are no others."""
    return Row(None, title, (Picture(f"symbol/{symbol}"),), text)


@dataclass(frozen=True, slots=True)
class List:
    """Body: rows, the newest first; those that do not fit are on further parts.

    With undone rows a line beside them shows how far the step back reaches.
    """

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class TableTop:
    """Body: what lies on the table, with its words; the people of the page sit around it.

    Attributes:
        passes: where they pass cards on: 1 to the left, -1 to the right, 0 for nowhere.
    """

    rows: tuple[Row, ...]
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Moves:
    """Body: pieces to move on the table, each with a tick; eight at a time."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Prose:
    """Body: paragraphs to read, below pictures of what they are about.

    What does not fit is on further parts.
    """

    paragraphs: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()
