"""What a view adds in a fully tracked game: where dice and tiles are, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.roll.model.commands import Command
from companion.games.roll.model.holdings import Dice, Good, SeatScore
from companion.games.roll.model.task_commands import RoundCommand
from companion.games.roll.rules.reassign import Judgement


@dataclass(frozen=True, slots=True)
class StackView:
    """A construction stack; only its top may be seen by all (R-12.1).

    Attributes:
        size: tiles, those below the top included.
        top: number of the top tile; ``UNKNOWN`` where nobody named it or the stack is empty.
        workers: dice on the stack.
        needed: how many workers the top tile takes in all; None where it is not known.
    """

    size: int = 0
    top: int = 0
    workers: Dice = ()
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A command that a player may choose now, with what it brings at once."""

    command: RoundCommand
    credits: int = 0
    vp: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What accepting everything proposed for a seat would do.

    Attributes:
        commands: in their order; empty where nothing is proposed.
        credits, vp: what the player has more or less after them.
        built: keys of the sides that are completed.
        finishes: whether nothing is left to do for the seat after them.
    """

    commands: tuple[Command | RoundCommand, ...] = ()
    credits: int = 0
    vp: int = 0
    built: tuple[str, ...] = ()
    finishes: bool = True


@dataclass(frozen=True, slots=True)
class SeatTracking:
    """Everything in front of a player that all may see.

    Attributes:
        cup: also what was rolled but not revealed; kinds only, in the order of the kinds.
        columns: unused workers after Reveal, Explore first.
        tableau: keys of the built sides: faction halves, home world, then the tiles.
        borrowed: borrowed workers that have not been used.
        hand: drawn tiles that are still to be placed.
        hand_on_top: whether a power lets them go on top of a stack.
        owed: tiles still to be drawn after the bag ran short (R-6.5), or at the end of Explore.
        must_act: whether the phase, or Manage Empire, waits for this player.
        legal: names of the command classes with which the player can do something now.
        options: what may be chosen instead of the proposal, where that can be listed.
        recruits: how many dice must be recruited now (R-10.1); 0 where that is done.
        must_recall: the cup is empty (R-10.2).
        judgement: what the rules say about the mat at Reveal; None where nothing lies there.
        score: after the end of the game.
    """

    cup: Dice = ()
    citizenry: Dice = ()
    columns: tuple[Dice, ...] = ()
    goods: tuple[Good, ...] = ()
    developments: StackView = StackView()
    worlds: StackView = StackView()
    tableau: tuple[str, ...] = ()
    borrowed: Dice = ()
    hand: int = 0
    hand_on_top: bool = False
    owed: int = 0
    must_act: bool = False
    legal: frozenset[str] = frozenset()
    proposal: Proposal = Proposal()
    options: tuple[Option, ...] = ()
    recruits: int = 0
    must_recall: bool = False
    judgement: Judgement | None = None
    score: SeatScore | None = None


@dataclass(frozen=True, slots=True)
class TableTracking:
    """What belongs to nobody.

    Attributes:
        bag, abandoned: how many tiles are there.
        stock: dice of the common stock by kind, in the order of ``DieType``.
        seen: numbers of the tiles that are known to be somewhere, so that no other can be one.
        expected: mat -> kind -> number of dice that must lie there (``scan --expect``).
    """

    bag: int = 0
    abandoned: int = 0
    stock: tuple[int, ...] = ()
    seen: frozenset[int] = frozenset()
    expected: Mapping[str, Mapping[str, int]] | None = None
