"""The order of a round: direction, roles, turns and their ends (section 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import rested
from companion.games.emperor.galaxy.moving import contested
from companion.games.emperor.holdings import MarksChanged
from companion.games.emperor.roles.influence import dealt
from companion.games.emperor.rules import Events, apply, check_step, decide, on_turn
from companion.games.emperor.state import (
    Direction,
    GameState,
    Role,
    Step,
    in_direction,
    next_selector,
    roles_left,
)
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

MERCHANT_MARKS: Final = 3
"""Immediate income of the Merchant's selector (section 4.2)."""

_FIRST_STEP: Final = MappingProxyType(
    {
        Role.EXPLORER: Step.EXPLORE,
        Role.MERCHANT: Step.MARKET_THROW,
        Role.STEWARD: Step.PRODUCE,
        Role.ENGINEER: Step.BUILD,
        Role.WARLORD: Step.WAR,
        Role.SECOND_WARLORD: Step.WAR,
        Role.REGENT: Step.BUY_INFLUENCE,
        Role.SCIENTIST: Step.RESEARCH,
    }
)
_PASSABLE: Final = (
    Step.TRADE,
    Step.PRODUCE,
    Step.BUILD,
    Step.WAR,
    Step.BUY_INFLUENCE,
    Step.RESEARCH,
)


@apply.sets(step=Step.SELECT)
@dataclass(frozen=True, slots=True)
class ChooseDirection:
    """The Throne's holder sets the round's direction (section 3)."""

    seat: int
    direction: Direction


@decide.case
def _choose(state: GameState, command: ChooseDirection) -> Events:
    check_step(state, Step.DIRECTION)
    if command.seat != state.throne:
        raise NOT_YOUR_TURN(name=state.player(command.seat).name)
    return (command,)


@dataclass(frozen=True, slots=True)
class SelectRole:
    """The next player in direction takes a role, and acts first in it."""

    seat: int
    role: Role


@decide.case
def _select(state: GameState, command: SelectRole) -> Events:
    check_step(state, Step.SELECT)
    if command.seat != next_selector(state):
        raise NOT_YOUR_TURN(name=state.player(command.seat).name)
    if command.role not in roles_left(state):
        raise errors.ROLE_TAKEN()
    if command.role is Role.MERCHANT:
        return command, MarksChanged(command.seat, MERCHANT_MARKS, "merchant")
    return (command, dealt(state)) if command.role is Role.REGENT else (command,)


@apply.case
def _selected(state: GameState, event: SelectRole) -> GameState:
    return replace(
        state,
        selected=(*state.selected, (event.role, event.seat)),
        turns=in_direction(state, event.seat),
        step=_FIRST_STEP[event.role],
        bonus_used=False,
        discounted=0,
        placing_rest=False,
        acted=frozenset(),
        market=(),
    )


@dataclass(frozen=True, slots=True)
class StepBegan:
    """The role continues with another step and these turns."""

    step: Step
    turns: tuple[int, ...] = ()


@apply.case
def _step(state: GameState, event: StepBegan) -> GameState:
    rest = event.step is Step.EXPLORE
    return replace(state, step=event.step, turns=event.turns, placing_rest=rest)


@apply.sets(bonus_used=True)
@dataclass(frozen=True, slots=True)
class BonusTaken:
    """The selector has taken the bonus of the role."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn in this role, or passes; the next in order acts."""

    seat: int


@decide.case
def _end(state: GameState, command: EndTurn) -> Events:
    on_turn(state, command.seat, *_PASSABLE)
    for number in contested(state, command.seat) if state.step is Step.WAR else ():
        raise errors.BATTLE_FIRST(hex=number)
    if state.step is Step.TRADE:
        raise NOT_NOW()  # harvested food requires a trade, even an empty one
    return (command,)


@apply.case
def _ended(state: GameState, event: EndTurn) -> GameState:
    turns = tuple(seat for seat in state.turns if seat != event.seat)
    state = replace(state, turns=turns, discounted=0)
    if not state.fleets:
        return state
    return replace(state, fleets=rested(state.fleets, event.seat), jumped=None)
