"""Corrections of dice: at another place than tracked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase
from companion.games.roll.model.holdings import Dice, DieLocation, Good, RolledDie, without
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import hold, less, stocked
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.corrections import corrects, held_at, looked_at
from companion.games.roll.rules.judge import apply
from companion.games.roll.rules.lookup import Rules


@dataclass(frozen=True, slots=True)
class DieSpot:
    """A place for dice on the table.

    Attributes:
        seat: None for the common STOCK only.
        phase: the column of a worker (COLUMN).
        face: the upper face of a die on a MAT.
        world: key of the world of a GOOD.
    """

    location: DieLocation
    seat: int | None = None
    phase: Phase | None = None
    face: Face | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class MoveDice:
    """*count* dice of a kind are at *target* and not at *source*.

    A corrected face of a rolled die is a move within the MAT.
    """

    die: DieType
    source: DieSpot
    target: DieSpot
    count: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice are at another place than tracked."""

    die: DieType
    count: int
    source: DieSpot
    target: DieSpot
    reason: str = ""


_ROLLING: Final = (Step.ASSIGN, Step.REVEAL)


def dice_at(state: GameState, spot: DieSpot) -> Dice:
    """Return the tracked dice at *spot*.

    Raises:
        RefusedError: there is no such place on the table; nobody plays there.
    """
    if spot.location is DieLocation.STOCK:
        counts = zip(DieType, tracking(state).stock, strict=True)
        return tuple(die for die, count in counts for _ in range(count))
    held = held_at(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            return () if spot.phase is None else held.workers(spot.phase)
        case DieLocation.MAT:
            return tuple(die.type for die in held.rolled if die.face is spot.face)
        case DieLocation.GOOD:
            return tuple(good.die for good in held.goods if good.world == spot.world)
        case DieLocation.CUP:
            return held.cup
        case DieLocation.CITIZENRY:
            return held.citizenry
        case DieLocation.DEVELOPERS:
            return held.developers
        case DieLocation.SETTLERS:
            return held.settlers


@corrects
def move_dice(_: Rules, state: GameState, command: MoveDice) -> DiceMoved:
    """Move dice from place to place.

    Raises:
        RefusedError: they are not there, or cannot be at the target now.
    """
    source, target = _tidy(command.source), _tidy(command.target)
    there = dice_at(state, source).count(command.die)
    if command.count < 1 or source == target:
        raise errors.NO_CHANGE()
    if there < command.count:
        raise errors.NOT_LYING_THERE(
            die=command.die.value, place=source.location.value, count=there
        )
    _check_target(state, command.die, target)
    return DiceMoved(command.die, command.count, source, target, command.reason)


def _tidy(spot: DieSpot) -> DieSpot:
    """Return the place with the fields that do not apply to its location reset."""
    return DieSpot(
        spot.location,
        None if spot.location is DieLocation.STOCK else spot.seat,
        spot.phase if spot.location is DieLocation.COLUMN else None,
        spot.face if spot.location is DieLocation.MAT else None,
        spot.world if spot.location is DieLocation.GOOD else "",
    )


def _check_target(state: GameState, die: DieType, spot: DieSpot) -> None:
    """Check that dice can be there in this step, so that the round ends in a valid position."""
    if spot.location is DieLocation.STOCK:
        return
    held = held_at(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            possible = _still_to_come(state, spot.phase)
        case DieLocation.MAT:
            entered = bool(held.rolled) or not held.cup
            possible = state.step in _ROLLING and entered and spot.face in FACES[die]
        case DieLocation.GOOD:
            possible = spot.world in held.tableau
        case _:
            possible = True
    if not possible:
        raise errors.CORRECTION_PLACE(die=die.value, place=spot.location.value)


def _still_to_come(state: GameState, phase: Phase | None) -> bool:
    """Whether workers of *phase* have a use in this round."""
    current = state.round.current
    if state.step is not Step.PHASE or phase is None or current is None:
        return False
    return phase in state.round.active and phase.number >= current.number


@apply.case
def _dice_moved(state: GameState, event: DiceMoved) -> GameState:
    dice = (event.die,) * event.count
    state = _put_dice(_take_dice(state, event.source, dice), event.target, dice)
    return looked_at(state, event.target.seat)


def _take_dice(state: GameState, spot: DieSpot, dice: Dice) -> GameState:
    if spot.location is DieLocation.STOCK or spot.seat is None:
        return stocked(state, dice, -1)
    held = holdings(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            columns = less(held.columns, spot.phase or Phase.EXPLORE, dice)
            return hold(state, spot.seat, columns=columns)
        case DieLocation.MAT:
            return hold(state, spot.seat, rolled=without(held.rolled, _rolled(spot, dice)))
        case DieLocation.GOOD:
            return hold(state, spot.seat, goods=without(held.goods, _goods(spot, dice)))
        case place:
            return hold(
                state, spot.seat, **{place.value: without(getattr(held, place.value), dice)}
            )


def _put_dice(state: GameState, spot: DieSpot, dice: Dice) -> GameState:
    if spot.location is DieLocation.STOCK or spot.seat is None:
        return stocked(state, dice, 1)
    held = holdings(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            columns = tuple(
                (*column, *dice) if phase is spot.phase else column
                for phase, column in zip(PHASES, held.columns, strict=True)
            )
            return hold(state, spot.seat, columns=columns)
        case DieLocation.MAT:
            return hold(state, spot.seat, rolled=(*held.rolled, *_rolled(spot, dice)))
        case DieLocation.GOOD:
            return hold(state, spot.seat, goods=(*held.goods, *_goods(spot, dice)))
        case place:
            return hold(state, spot.seat, **{place.value: (*getattr(held, place.value), *dice)})


def _rolled(spot: DieSpot, dice: Dice) -> tuple[RolledDie, ...]:
    return tuple(RolledDie(die, spot.face or Face.WILD) for die in dice)


def _goods(spot: DieSpot, dice: Dice) -> tuple[Good, ...]:
    return tuple(Good(spot.world, die) for die in dice)
