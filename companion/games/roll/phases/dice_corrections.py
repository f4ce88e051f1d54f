"""Corrections of dice: at another place than tracked."""

from dataclasses import replace
from typing import Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACES, DieType, Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Dice, DieLocation, DieSpot
from companion.games.roll.model.state import GameState, Step, tracking
from companion.games.roll.model.state_edits import with_dice
from companion.games.roll.phases.corrections import Correction, held_at, looked_at, tidy
from companion.games.roll.rules.lookup import Rules


class MoveDice(Correction, Event):
    """*count* dice of a kind are at *target* and not at *source*.

    A corrected face of a rolled die is a move within the MAT.
    """

    die: DieType
    source: DieSpot
    target: DieSpot
    count: int = 1
    reason: str = ""

    def corrected(self, _: Rules, state: GameState) -> Event:
        source, target = tidy(self.source, _FIELDS), tidy(self.target, _FIELDS)
        there = dice_at(state, source).count(self.die)
        if self.count < 1 or source == target:
            raise errors.NO_CHANGE()
        if there < self.count:
            raise errors.NOT_LYING_THERE(
                die=self.die.value, place=source.location.value, count=there
            )
        _check_target(state, self.die, target)
        return replace(self, source=source, target=target)

    def apply(self, state: GameState) -> GameState:
        dice = (self.die,) * self.count
        state = with_dice(with_dice(state, self.source, dice, -1), self.target, dice, 1)
        return looked_at(state, self.target.seat)


_FIELDS: Final = {
    DieLocation.STOCK: (),
    DieLocation.COLUMN: ("seat", "phase"),
    DieLocation.MAT: ("seat", "face"),
    DieLocation.GOOD: ("seat", "world"),
}
_ROLLING: Final = (Step.ASSIGN, Step.REVEAL)


def dice_at(state: GameState, spot: DieSpot) -> Dice:
    """Return the tracked dice at *spot*; refuse a place that is not on the table."""
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
        case place:
            dice: Dice = getattr(held, place.value)
            return dice


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
