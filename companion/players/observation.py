"""Observations: the state of a game without the information hidden from a seat (R-12.1)."""

from dataclasses import replace
from typing import Final

from companion.games.roll.model.dice import KINDS
from companion.games.roll.model.holdings import UNKNOWN, Dice, Holdings
from companion.games.roll.model.seating import NO_COMPUTERS
from companion.games.roll.model.state import Empire, GameState, Step
from companion.players.policy import Observation

_BEFORE_PHASES: Final = (Step.ASSIGN, Step.REVEAL)


def observe(state: GameState, seat: int) -> Observation:
    """Return the observation of the player at *seat*.

    Hidden are the others' rolls, mats (until the reveal is confirmed), drawn tiles and the tiles
    below the tops of their stacks, and the identity of the tiles in the bag or abandoned. Numbers
    of dice and tiles remain visible.
    """
    return Observer().observe(state, seat)


class Observer:
    """Observes successive states of one game; caches the filtered empires that did not change."""

    def __init__(self) -> None:
        self._empires: dict[int, tuple[Empire, Empire]] = {}

    def observe(self, state: GameState, seat: int) -> Observation:
        empires = [
            each if each.player.seat == seat else self._hidden(each) for each in state.empires
        ]
        return _observation(state, seat, tuple(empires))

    def _hidden(self, empire: Empire) -> Empire:
        before, hidden = self._empires.get(empire.seat, (None, empire))
        if before is not empire:
            hidden = _without_secrets(empire)
            self._empires[empire.seat] = empire, hidden
        return hidden


def _observation(state: GameState, seat: int, empires: tuple[Empire, ...]) -> Observation:
    now = state.round
    if state.step in _BEFORE_PHASES:
        parts = [
            each if each.seat == seat or each.dice is None else replace(each, dice=None)
            for each in now.assignments
        ]
        now = replace(now, assignments=tuple(parts))
    box = state.tracking
    if box is not None:
        box = replace(box, bag=_unnamed(box.bag), abandoned=_unnamed(box.abandoned))
    # The seed of the computer players would allow predicting their rolls.
    hidden = replace(state, empires=empires, round=now, tracking=box, computers=NO_COMPUTERS)
    return Observation(seat, hidden)


def _without_secrets(empire: Empire) -> Empire:
    held = empire.holdings
    if held is None:
        return empire
    return replace(
        empire,
        holdings=replace(
            held,
            developments=_top(held.developments),
            worlds=_top(held.worlds),
            rolled=(),
            cup=_cup(held) if held.rolled else held.cup,
            turn=replace(held.turn, hand=_unnamed(held.turn.hand)),
        ),
    )


def _cup(held: Holdings) -> Dice:
    """Return the types of all dice that are not on the table, in canonical order."""
    return tuple(sorted((*held.cup, *(die.type for die in held.rolled)), key=KINDS.index))


def _top(stack: tuple[int, ...]) -> tuple[int, ...]:
    return (*stack[:1], *_unnamed(stack[1:]))


def _unnamed(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return (UNKNOWN,) * len(tiles)
