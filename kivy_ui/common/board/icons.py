"""Model of icons in a row: pieces with their number, short words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon, several of the same, or a word.

    Attributes:
        name: name of a piece or an icon (`kivy_ui.widgets.drawn.draw_icon`); empty for text only.
        text: text beside it.
        times: number of repetitions.
        colour: colour key of the owner's seat.
        badge: a number on the icon's corner.
    """

    name: str
    text: str = ""
    times: int = 1
    colour: str = ""
    badge: str = ""
