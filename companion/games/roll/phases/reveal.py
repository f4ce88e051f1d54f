"""Reveal: dice on the mats, corrections of them, and the consequences (R-4.1 to R-4.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, PlacedDie
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
from companion.games.roll.rules.judge import Event, Events, When, apply, decides
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import active_phases, returned, selection, shows_the_roll
from companion.games.roll.rules.needs import missing_for_reveal


@dataclass(frozen=True, slots=True)
class RecordMat:
    """Record all dice on a player's mat; replaces the seat's earlier record of this round.

    Before Reveal only a mat of a player who is ready counts; it stays hidden (R-12.1), and
    withdrawing the ready signal deletes it.
    """

    seat: int
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Replace die number *index* of a recorded mat by *die*; clears its ``doubtful`` flag.

    In the phases, corrections may not change what a player selected: undo does that.
    """

    seat: int
    index: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class AddDie:
    """Add a die that the camera missed; starts the seat's record if there is none."""

    seat: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class RemoveDie:
    """Remove a die that was recorded but is not on the mat."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class RecordSpareDie:
    """Two players only: the face of the spare Home die rolled at Reveal (R-4.2)."""

    face: Face


@dataclass(frozen=True, slots=True)
class ConfirmReveal:
    """Everybody agrees with what is recorded: phases become active, unused workers return."""


@dataclass(frozen=True, slots=True)
class PhasesActivated:
    """The phases of this round in their order (R-4.1, R-4.2)."""

    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class DiceReturned:
    """Dice return to the seat's cup at Reveal (R-4.3), by kind.

    Repeated after a correction; the latest one of a round is valid.
    """

    seat: int
    dice: tuple[tuple[DieType, int], ...]


Edit = CorrectDie | AddDie | RemoveDie

# In a fully tracked game the dice have moved on after Reveal is confirmed; ``MoveDice`` corrects
# them.
_BY_HAND: Final = When((Step.REVEAL, Step.PHASE), tracked_steps=(Step.REVEAL,))


@decides(When((Step.ASSIGN, Step.REVEAL)))
def _record_mat(_: Rules, state: GameState, command: RecordMat) -> Events:
    """Record all dice of a mat; faults are shown, not refused: the table is always right."""
    for die in command.dice:
        _check_die(die)
    by_computer = state.computers.at(command.seat) is not None  # mats are hidden from it
    ready = by_computer or state.assignment(command.seat).ready
    if state.step is Step.ASSIGN and not ready:
        raise errors.STILL_ASSIGNING(name=state.empire(command.seat).name)
    return (command,)


@decides(_BY_HAND)
def _correct_die(_: Rules, state: GameState, command: CorrectDie) -> Events:
    _check_die(command.die)
    old = _die_at(state, command.seat, command.index)
    die = replace(command.die, doubtful=False, mark=old.mark)
    return _edited(state, replace(command, die=die))


@decides(_BY_HAND)
def _add_die(_: Rules, state: GameState, command: AddDie) -> Events:
    _check_die(command.die)
    die = replace(command.die, doubtful=False, mark="")
    return _edited(state, replace(command, die=die))


@decides(_BY_HAND)
def _remove_die(_: Rules, state: GameState, command: RemoveDie) -> Events:
    _die_at(state, command.seat, command.index)
    return _edited(state, command)


@decides(When((Step.REVEAL,)))
def _record_spare_die(_: Rules, state: GameState, command: RecordSpareDie) -> Events:
    if len(state.empires) != PLAYERS_WITH_SPARE_DIE:
        raise errors.SPARE_DIE_NOT_USED()
    if command.face not in FACES[DieType.HOME]:
        raise errors.NO_SUCH_FACE(die=DieType.HOME.value, face=command.face.value)
    return (command,)


@decides(When((Step.REVEAL,)))
def _confirm_reveal(rules: Rules, state: GameState, _: ConfirmReveal) -> Events:
    if state.tracking is None:
        return _activated(state)
    _check_dice(state)
    activated = _activated(state)
    return *_explained(rules, state), *with_powers(rules, state, activated, Ledger(state))


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
    before, after = state.assignment(edit.seat), _with_edit(state, edit)
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


@apply.case
def _mat_recorded(state: GameState, event: RecordMat) -> GameState:
    return state.with_assignment(replace(state.assignment(event.seat), dice=event.dice))


@apply.case
def _mat_edited(state: GameState, event: Edit) -> GameState:
    return state.with_assignment(_with_edit(state, event))


def _with_edit(state: GameState, edit: Edit) -> Assignment:
    part = state.assignment(edit.seat)
    dice = part.dice or ()
    index = len(dice) if isinstance(edit, AddDie) else edit.index
    new = () if isinstance(edit, RemoveDie) else (edit.die,)
    return replace(part, dice=(*dice[:index], *new, *dice[index + 1 :]))


@apply.case
def _spare_die_rolled(state: GameState, event: RecordSpareDie) -> GameState:
    return replace(state, round=replace(state.round, spare_die=event.face))


@apply.case
def _phases_activated(state: GameState, event: PhasesActivated) -> GameState:
    phases = event.phases
    state = each_held(state, lambda held, seat: _to_columns(state, held, seat, phases))
    return replace(state, round=replace(state.round, active=phases))


@apply.case
def _dice_returned(state: GameState, event: DiceReturned) -> GameState:
    part = replace(state.assignment(event.seat), returned=event.dice)
    state = each_held(state, lambda held, seat: _returned(held) if seat == event.seat else held)
    return state.with_assignment(part)


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
