"""Model of a board of lanes: fields in columns, from the start row at the top to the last row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIELD: Final = "field:"
"""Prefix of the key that a tap on a field passes to ``Pages.tap``; lane and row follow."""


@dataclass(frozen=True, slots=True)
class FieldMark:
    """The content of a field.

    Attributes:
        lane, row: from 1; the last row is the one before the players.
        face: name of the piece (`kivy_ui.common.board.faces`); empty for none.
        marked: whether a frame marks the field as selected.
        note: letters in the centre of an empty field.
        tappable: whether a tap has an effect.
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
        lanes, rows: numbers of lanes and rows.
        fields: the fields with content; the others are empty.
        framed: fields with a red frame: lane and row.
        low: name of the players' side, below the last row.
    """

    lanes: int
    rows: int
    fields: tuple[FieldMark, ...] = ()
    framed: tuple[tuple[int, int], ...] = ()
    low: str = ""
