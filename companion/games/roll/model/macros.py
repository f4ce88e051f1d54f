"""What one tap on a screen asks for where the rules know several commands.

A macro is never stored: it is replaced by the commands that it stands for, which are decided one
after the other and count as one step (one undo). None of them is taken if one is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.commands import Spot
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN


@dataclass(frozen=True, slots=True)
class Accept:
    """Everything that is proposed for these seats, until nothing more is; others are untouched."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a drawn tile goes: to the bottom of a stack, or on top where a power allows it."""

    stack: Category
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class ScoutTo:
    """A Scout whose tiles nobody names yet, and where they go (R-6.3).

    Attributes:
        abandon: tiles of the zone that go first.
        to: a goal for each drawn tile; empty where the tiles are placed later (``PlaceDrawn``).
    """

    seat: int
    die: DieType
    borrowed: bool = False
    abandon: tuple[Spot, ...] = ()
    to: tuple[Goal, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawUnnamed:
    """The owed tiles (R-6.5) or the extra draw at the end of Explore, unnamed."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlaceDrawn:
    """The tiles in hand, in their order, one goal for each."""

    seat: int
    to: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class RearrangeBy:
    """Both stacks anew, by where the tiles lie now (Advanced Logistics); top first."""

    seat: int
    developments: tuple[Spot, ...]
    worlds: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """The top tile of the phase's stack is this one: put workers on it and complete it (R-7.2)."""

    seat: int
    tile: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class NameTile:
    """The tile that the computer player asks about is this one; ``UNKNOWN``: nobody looks."""

    seat: int
    tile: int = UNKNOWN


Macro = Accept | ScoutTo | DrawUnnamed | PlaceDrawn | RearrangeBy | Build | NameTile
