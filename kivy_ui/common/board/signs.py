"""Signs in a row: pieces with how many of them, seats, short words. What they say needs no word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEAT: Final = "seat"
"""Name of the sign that is the badge of a seat; its text is the seat's number."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A picture, several of the same, or a word.

    Attributes:
        name: of a piece or an icon (`kivy_ui.widgets.drawn.draw_sign`), or ``SEAT``; empty for a
            word alone.
        text: stands beside it.
        times: how often the picture stands there.
        colour: key of the seat's colour whose piece it is.
        badge: a number on the picture's corner: how many are moved.
    """

    name: str
    text: str = ""
    times: int = 1
    colour: str = ""
    badge: str = ""


def seat_sign(seat: int, colour: str) -> Sign:
    """Return the badge of a seat."""
    return Sign(SEAT, str(seat), colour=colour)


@dataclass(frozen=True, slots=True)
class SignLine:
    """Signs with a sentence behind them.

    Attributes:
        large: they are what the page is about.
    """

    signs: tuple[Sign, ...]
    text: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a bar.

    Attributes:
        part: of one.
        colour: key of a seat's colour; empty for nobody's.
    """

    label: str
    part: float
    colour: str = ""
