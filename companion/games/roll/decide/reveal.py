"""Reveal: dice on the mats, corrections of them, and the consequences (R-4.1 to R-4.3)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model import errors
from companion.games.roll.model.commands import (
    AddDie,
    CorrectDie,
    PlacedDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.model.dice import FACES, DieType
from companion.games.roll.model.events import (
    DiceReturned,
    DieAdded,
    DieCorrected,
    DieRemoved,
    Events,
    ManageStarted,
    MatRecorded,
    PhasesActivated,
    PhaseStarted,
    SpareDieRolled,
)
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.legal import PLAYERS_WITH_SPARE_DIE
from companion.games.roll.rules.mats import Dice, active_phases, returned, selection
from companion.games.roll.rules.needs import missing_for_reveal


def record_mat(state: GameState, command: RecordMat) -> Events:
    """Record all dice of a mat; faults are shown, not refused: the table is always right."""
    for die in command.dice:
        _check_die(die)
    by_computer = state.computers.at(command.seat) is not None  # mats are hidden from it
    ready = by_computer or state.assignment(command.seat).ready
    if state.step is Step.ASSIGN and not ready:
        raise errors.STILL_ASSIGNING(name=state.empire(command.seat).name)
    return (MatRecorded(command.seat, command.dice),)


def correct_die(state: GameState, command: CorrectDie) -> Events:
    """Replace one die; a person has checked it, so it is no longer doubtful."""
    _check_die(command.die)
    dice = _recorded(state, command.seat)
    old = _die_at(state, command.seat, command.index)
    die = replace(command.die, doubtful=False, mark=old.mark)
    changed = (*dice[: command.index], die, *dice[command.index + 1 :])
    corrected = DieCorrected(command.seat, command.index, die)
    return corrected, *_consequences(state, command.seat, changed)


def add_die(state: GameState, command: AddDie) -> Events:
    """Add a die at the end of the mat's dice."""
    _check_die(command.die)
    die = replace(command.die, doubtful=False, mark="")
    changed = (*(state.assignment(command.seat).dice or ()), die)
    return DieAdded(command.seat, die), *_consequences(state, command.seat, changed)


def remove_die(state: GameState, command: RemoveDie) -> Events:
    """Remove a die."""
    dice = _recorded(state, command.seat)
    _die_at(state, command.seat, command.index)
    changed = (*dice[: command.index], *dice[command.index + 1 :])
    removed = DieRemoved(command.seat, command.index)
    return removed, *_consequences(state, command.seat, changed)


def record_spare_die(state: GameState, command: RecordSpareDie) -> Events:
    """Record the spare Home die of a two-player game (R-4.2); may be repeated to correct it."""
    if len(state.empires) != PLAYERS_WITH_SPARE_DIE:
        raise errors.SPARE_DIE_NOT_USED()
    if command.face not in FACES[DieType.HOME]:
        raise errors.NO_SUCH_FACE(die=DieType.HOME.value, face=command.face.value)
    return (SpareDieRolled(command.face),)


def confirm_reveal(state: GameState) -> Events:
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


def _consequences(state: GameState, seat: int, changed: Dice) -> Events:
    """Return the consequences of a correction of the seat's mat during the phases."""
    if state.step is not Step.PHASE:
        return ()
    part = state.assignment(seat)
    if selection(changed) is not selection(part.dice or ()):
        raise errors.SELECTION_FIXED(name=state.empire(seat).name)
    to_cup = returned(changed, state.round.active)
    return () if to_cup == part.returned else (DiceReturned(seat, to_cup),)


def _recorded(state: GameState, seat: int) -> Dice:
    dice = state.assignment(seat).dice
    if dice is None:
        raise errors.NOT_RECORDED(name=state.empire(seat).name)
    return dice


def _die_at(state: GameState, seat: int, index: int) -> PlacedDie:
    dice = _recorded(state, seat)
    if not 0 <= index < len(dice):
        raise errors.NO_SUCH_DIE(name=state.empire(seat).name, number=index + 1)
    return dice[index]


def _check_die(die: PlacedDie) -> None:
    if die.face not in FACES[die.type]:
        raise errors.NO_SUCH_FACE(die=die.type.value, face=die.face.value)
    if die.place.phase is None and die.place.selecting:
        raise errors.NO_SUCH_PLACE()
