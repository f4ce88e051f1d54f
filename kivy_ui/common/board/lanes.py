"""A board of lanes on the screen: fields in columns, the start above, what comes nearer below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIELD: Final = "field:"
"""Begins the key that a tap on a field gives to ``Pages.tap``; lane and row follow."""


@dataclass(frozen=True, slots=True)
class FieldMark:
    """What lies on a field.

    Attributes:
        lane, row: from 1; the last row is the one before the players.
        face: name of the piece (`kivy_ui.common.board.faces`); empty for none.
        marked: a frame says that it is meant.
        note: letters in the corner of an empty field.
        tappable: whether a tap does something.
    """

    lane: int
    row: int
    face: str = ""
    marked: bool = False
    note: str = ""
    tappable: bool = False


@dataclass(frozen=True, slots=True)
class LaneBoard:
    """Lanes side by side.

    Attributes:
        lanes, rows: how many.
        fields: those on which something lies; the others are empty.
        framed: fields with a red frame: lane and row.
        low: the players' side in a word, below the last row.
    """

    lanes: int
    rows: int
    fields: tuple[FieldMark, ...] = ()
    framed: tuple[tuple[int, int], ...] = ()
    low: str = ""
