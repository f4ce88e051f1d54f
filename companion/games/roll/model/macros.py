"""Macros: one tap on the screen that stands for several commands of the rules.

A macro is never stored: it is replaced by its commands, which are decided one after the other and
count as one step (one undo). If one is refused, none of them takes effect.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.holdings import UNKNOWN


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept all proposals for these seats, until there are no more; other seats are untouched."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """Identify the top tile of the phase's stack, put workers on it and complete it (R-7.2)."""

    seat: int
    tile: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class NameTile:
    """Answer which tile the computer player asks about; ``UNKNOWN``: it stays unidentified."""

    seat: int
    tile: int = UNKNOWN


Macro = Accept | Build | NameTile
