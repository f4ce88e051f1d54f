"""Reveal: dice on the mats, corrections of them, and the consequences (R-4.1 to R-4.3)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, PlacedDie
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Holdings, RolledDie
from companion.games.roll.model.state import (
    PLAYERS_WITH_SPARE_DIE,
    Assignment,
    GameState,
    Step,
    holdings,
)
from companion.games.roll.model.state_edits import each_held
from companion.games.roll.phases.assign import RollDice, explained
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.phases.round import ManageStarted, PhaseStarted, with_powers
from companion.games.roll.rules.judge import Command, Events, Move, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import active_phases, returned, selection, shows_the_roll
from companion.games.roll.rules.needs import missing_for_reveal

# In a fully tracked game the dice have moved on after Reveal is confirmed; ``MoveDice`` corrects
# them.
_BY_HAND: Final = When((Step.REVEAL, Step.PHASE), tracked_steps=(Step.REVEAL,))


class RecordMat(Move, Event, when=When((Step.ASSIGN, Step.REVEAL))):
    """Record all dice on a player's mat; replaces the seat's earlier record of this round.

    Before Reveal only a mat of a player who is ready counts; it stays hidden (R-12.1), and
    withdrawing the ready signal deletes it.
    """

    dice: tuple[PlacedDie, ...]

    def decide(self, _: Rules, state: GameState) -> None:
        """Record all dice of a mat; faults are shown, not refused: the table is always right."""
        for die in self.dice:
            _check_die(die)
        by_computer = state.computers.at(self.seat) is not None  # mats are hidden from it
        ready = by_computer or state.assignment(self.seat).ready
        if state.step is Step.ASSIGN and not ready:
            raise errors.STILL_ASSIGNING(name=state.empire(self.seat).name)

    def apply(self, state: GameState) -> GameState:
        return state.with_assignment(replace(state.assignment(self.seat), dice=self.dice))


class Edit(Move, Event, when=_BY_HAND):
    """A change of the dice on a recorded mat."""

    def edited(self, dice: tuple[PlacedDie, ...], /) -> tuple[PlacedDie, ...]:
        """Return the dice after it."""
        raise NotImplementedError

    def after(self, state: GameState) -> Assignment:
        part = state.assignment(self.seat)
        return replace(part, dice=self.edited(part.dice or ()))

    def apply(self, state: GameState) -> GameState:
        return state.with_assignment(self.after(state))


class CorrectDie(Edit):
    """Replace die number *index* of a recorded mat by *die*; clears its ``doubtful`` flag.

    In the phases, corrections may not change what a player selected: undo does that.
    """

    index: int
    die: PlacedDie

    def decide(self, _: Rules, state: GameState) -> Events:
        _check_die(self.die)
        old = _die_at(state, self.seat, self.index)
        die = replace(self.die, doubtful=False, mark=old.mark)
        return _edited(state, replace(self, die=die))

    def edited(self, dice: tuple[PlacedDie, ...]) -> tuple[PlacedDie, ...]:
        return (*dice[: self.index], self.die, *dice[self.index + 1 :])


class AddDie(Edit):
    """Add a die that the camera missed; starts the seat's record if there is none."""

    die: PlacedDie

    def decide(self, _: Rules, state: GameState) -> Events:
        _check_die(self.die)
        die = replace(self.die, doubtful=False, mark="")
        return _edited(state, replace(self, die=die))

    def edited(self, dice: tuple[PlacedDie, ...]) -> tuple[PlacedDie, ...]:
        return (*dice, self.die)


class RemoveDie(Edit):
    """Remove a die that was recorded but is not on the mat."""

    index: int

    def decide(self, _: Rules, state: GameState) -> Events:
        _die_at(state, self.seat, self.index)
        return _edited(state, self)

    def edited(self, dice: tuple[PlacedDie, ...]) -> tuple[PlacedDie, ...]:
        return (*dice[: self.index], *dice[self.index + 1 :])


class RecordSpareDie(Command, Event, when=When((Step.REVEAL,))):
    """Two players only: the face of the spare Home die rolled at Reveal (R-4.2)."""

    face: Face

    def decide(self, _: Rules, state: GameState) -> None:
        if len(state.empires) != PLAYERS_WITH_SPARE_DIE:
            raise errors.SPARE_DIE_NOT_USED()
        if self.face not in FACES[DieType.HOME]:
            raise errors.NO_SUCH_FACE(die=DieType.HOME.value, face=self.face.value)

    def apply(self, state: GameState) -> GameState:
        return replace(state, round=replace(state.round, spare_die=self.face))


class ConfirmReveal(Command, when=When((Step.REVEAL,))):
    """Everybody agrees with what is recorded: phases become active, unused workers return."""

    def decide(self, rules: Rules, state: GameState) -> Events:
        if state.tracking is None:
            return _activated(state)
        _check_dice(state)
        activated = _activated(state)
        return *_explained(rules, state), *with_powers(rules, state, activated, Ledger(state))


class PhasesActivated(Event, why="R-4.1"):
    """The phases of this round in their order (R-4.1, R-4.2)."""

    phases: tuple[Phase, ...]

    def apply(self, state: GameState) -> GameState:
        phases = self.phases
        state = each_held(state, lambda held, seat: _to_columns(state, held, seat, phases))
        return replace(state, round=replace(state.round, active=phases))


class DiceReturned(OfPlayer, Event, why="R-4.3"):
    """Dice return to the seat's cup at Reveal (R-4.3), by kind.

    Repeated after a correction; the latest one of a round is valid.
    """

    dice: tuple[tuple[DieType, int], ...]

    def apply(self, state: GameState) -> GameState:
        part = replace(state.assignment(self.seat), returned=self.dice)
        state = each_held(state, lambda held, seat: _returned(held) if seat == self.seat else held)
        return state.with_assignment(part)


def _activated(state: GameState) -> Events:
    """Activate the selected phases and return unused dice to their cups."""
    missing = missing_for_reveal(state)
    if missing:
        raise errors.REVEAL_INCOMPLETE(missing=", ".join(sorted({need.code for need in missing})))
    mats = {part.seat: part.dice or () for part in state.round.assignments}
    active = active_phases(mats.values(), state.round.spare_die)
    if not active and (state.tracking is None or any(mats.values())):
        raise errors.NOTHING_SELECTED()
    to_cup = {seat: returned(dice, active) for seat, dice in mats.items()}
    return (
        PhasesActivated(active),
        *(DiceReturned(seat, dice) for seat, dice in to_cup.items() if dice),
        # If nobody has a die to select with, the round continues with Manage Empire.
        PhaseStarted(active[0]) if active else ManageStarted(),
    )


def _check_dice(state: GameState) -> None:
    for part in state.round.assignments:
        if part.dice is not None and not shows_the_roll(part.dice, holdings(state, part.seat)):
            raise errors.MAT_DICE(name=state.empire(part.seat).name)


def _explained(rules: Rules, state: GameState) -> Iterator[Event]:
    """Yield the powers that explain the mats (R-3.1 to R-3.6), and rolls that were not entered."""
    for part in state.round.assignments:
        dice = part.dice or ()
        if dice and not holdings(state, part.seat).rolled:
            faces = tuple(RolledDie(die.type, die.face) for die in dice)
            yield RollDice(part.seat, faces)
        yield from explained(rules, state, part.seat, dice)


def _edited(state: GameState, edit: Edit) -> Events:
    """Return the edit of a mat and, in the phases, its consequences."""
    if state.step is not Step.PHASE:
        return (edit,)
    before, after = state.assignment(edit.seat), edit.after(state)
    if selection(after.dice or ()) is not selection(before.dice or ()):
        raise errors.SELECTION_FIXED(name=state.empire(edit.seat).name)
    to_cup = returned(after.dice or (), state.round.active)
    return (edit,) if to_cup == before.returned else (edit, DiceReturned(edit.seat, to_cup))


def _die_at(state: GameState, seat: int, index: int) -> PlacedDie:
    dice = state.assignment(seat).dice
    if dice is None:
        raise errors.NOT_RECORDED(name=state.empire(seat).name)
    if not 0 <= index < len(dice):
        raise errors.NO_SUCH_DIE(name=state.empire(seat).name, number=index + 1)
    return dice[index]


def _check_die(die: PlacedDie) -> None:
    if die.face not in FACES[die.type]:
        raise errors.NO_SUCH_FACE(die=die.type.value, face=die.face.value)
    if die.place.phase is None and die.place.selecting:
        raise errors.NO_SUCH_PLACE()


def _returned(held: Holdings) -> Holdings:
    """Put the rolled dice that did not become workers into the cup (R-4.3)."""
    back = tuple(die.type for die in held.rolled)
    return replace(held, cup=held.cup + back, rolled=())


def _to_columns(state: GameState, held: Holdings, seat: int, active: tuple[Phase, ...]) -> Holdings:
    """Move workers of active phases from the rolled dice to columns; the rest returns (R-4.3)."""
    columns: dict[Phase, list[DieType]] = {phase: [] for phase in active}
    rest = list(held.rolled)
    for die in state.assignment(seat).dice or ():
        if die.place.phase in columns:
            columns[die.place.phase].append(die.type)
            index = next(i for i, rolled in enumerate(rest) if rolled.type is die.type)
            del rest[index]
    return replace(
        held,
        rolled=tuple(rest),
        columns=tuple(tuple(columns.get(phase, ())) for phase in PHASES),
    )
