"""Macros: one tap on the screen that stands for several commands of the rules.

A macro is never stored: it is replaced by its commands, which are decided one after the other and
count as one step (one undo). If one is refused, none of them takes effect.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.commands import Spot
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept all proposals for these seats, until there are no more; other seats are untouched."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a drawn tile goes: the bottom of a stack, or its top where a power allows it."""

    stack: Category
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class ScoutTo:
    """A Scout with unidentified tiles, and where they go (R-6.3).

    Attributes:
        abandon: tiles of the construction zone that are abandoned first.
        to: a goal for each drawn tile; empty if the tiles are placed later (``PlaceDrawn``).
    """

    seat: int
    die: DieType
    borrowed: bool = False
    abandon: tuple[Spot, ...] = ()
    to: tuple[Goal, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawUnnamed:
    """Draw the owed tiles (R-6.5) or the extra tiles at the end of Explore, unidentified."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlaceDrawn:
    """Place the drawn tiles in their order, one goal for each."""

    seat: int
    to: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class RearrangeBy:
    """The new order of both stacks, as current positions, top first (Advanced Logistics)."""

    seat: int
    developments: tuple[Spot, ...]
    worlds: tuple[Spot, ...]


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


Macro = Accept | ScoutTo | DrawUnnamed | PlaceDrawn | RearrangeBy | Build | NameTile
