"""Models of icons in a row: pieces with their number, seat badges, short words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEAT: Final = "seat"
"""Name of the icon that is a seat badge; its text is the seat's number."""


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon, several of the same, or a word.

    Attributes:
        name: name of a piece or an icon (`kivy_ui.widgets.drawn.draw_icon`), or ``SEAT``; empty for
            text only.
        text: text beside it.
        times: number of repetitions.
        colour: colour key of the owner's seat.
        badge: a number on the icon's corner: how many are moved.
    """

    name: str
    text: str = ""
    times: int = 1
    colour: str = ""
    badge: str = ""


def seat_icon(seat: int, colour: str) -> Icon:
    """Return the badge of a seat."""
    return Icon(SEAT, str(seat), colour=colour)


@dataclass(frozen=True, slots=True)
class IconLine:
    """Icons followed by a sentence.

    Attributes:
        large: shown large as the main content of the page.
    """

    icons: tuple[Icon, ...]
    text: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A segment of a bar.

    Attributes:
        part: fraction of 1.
        colour: key of a seat's colour; empty for none.
    """

    label: str
    part: float
    colour: str = ""
