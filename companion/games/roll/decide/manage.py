"""Manage Empire in a fully tracked game: recruiting, recalling, final scores (section 3, 4)."""

from __future__ import annotations

from companion.games.roll.model import errors
from companion.games.roll.model.commands import Recall, Recruit
from companion.games.roll.model.events import Event, Events, MarkerRaised
from companion.games.roll.model.holdings import contains
from companion.games.roll.model.state import Empire, GameState, holdings
from companion.games.roll.model.task_events import (
    DiceRecalled,
    DiceRecruited,
    SeatScored,
)
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.managing import CREDITS_AFTER_SPENDING_ALL, must_recall, recruiting
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, score


def recruit_without_choice(state: GameState, credits_after: dict[int, int]) -> Events:
    """Recruit for everybody without a choice (R-10.1).

    Args:
        state: the state in which the last phase ends; dice that return at that moment are not in
            the Citizenry.
        credits_after: credits of seats that received income since *state*.
    """
    events: list[Event] = []
    for empire in state.empires:
        held = holdings(state, empire.seat)
        now = credits_after.get(empire.seat, empire.credits)
        rule = recruiting(now, held.citizenry)
        if rule.count == 0:
            events += _recruited(empire.seat, now, ())
        elif not rule.free_choice:
            events += _recruited(empire.seat, now, held.citizenry)
    return tuple(events)


def recruit(state: GameState, command: Recruit) -> Events:
    """Recruit the dice of the player's choice (R-10.1)."""
    empire = state.empire(command.seat)
    held = holdings(state, command.seat)
    rule = recruiting(empire.credits, held.citizenry)
    right = len(command.dice) == rule.count and contains(held.citizenry, command.dice)
    if not may_recruit(empire) or not right:
        count = rule.count if may_recruit(empire) else 0
        raise errors.RECRUIT(name=empire.name, count=count)
    return _recruited(command.seat, empire.credits, command.dice)


def may_recruit(empire: Empire) -> bool:
    """Whether recruiting is due: not done yet, or a correction made more possible (R-10.1).

    After recruiting a player has an empty Citizenry or $1, the reset from $0.
    """
    held = empire.holdings
    if held is None:
        return False
    return not held.recruited or (
        bool(held.citizenry) and empire.credits > CREDITS_AFTER_SPENDING_ALL
    )


def _recruited(seat: int, credits_now: int, dice: tuple[object, ...]) -> Events:
    event = DiceRecruited(seat, dice)  # type: ignore[arg-type] # dice of the Citizenry
    if credits_now == len(dice):
        return event, MarkerRaised(seat)
    return (event,)


def recall(rules: Rules, state: GameState, command: Recall) -> Events:
    """Recall developers, settlers and goods (R-10.2).

    A player who is ready cannot recall, unless a correction makes it necessary.
    """
    held = holdings(state, command.seat)
    there = (
        held.recruited
        and contains(held.developers, command.developers)
        and contains(held.settlers, command.settlers)
        and contains(held.goods, command.goods)
    )
    done = state.assignment(command.seat).ready and is_managed(rules, state, command.seat)
    if done or not there or not (command.developers or command.settlers or command.goods):
        raise errors.RECALL(name=state.empire(command.seat).name)
    return (DiceRecalled(command.seat, command.developers, command.settlers, command.goods),)


def is_managed(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has done all mandatory actions (R-10.1, R-10.2)."""
    held = holdings(state, seat)
    if may_recruit(state.empire(seat)):
        return False
    recallable = len(held.developers) + len(held.settlers) + len(held.goods)
    return not must_recall(held.cup, recallable, rules.options)


def check_managed(rules: Rules, state: GameState, seats: tuple[int, ...]) -> None:
    """Refuse to end Manage Empire for a player with something left to do.

    Raises:
        RefusedError: recruiting or a forced recall is missing.
    """
    for seat in seats:
        if not is_managed(rules, state, seat):
            raise errors.WORK_LEFT(name=state.empire(seat).name)


def final_scores(rules: Rules, state: GameState) -> tuple[SeatScored, ...]:
    """Return everybody's points (R-11.1 to R-11.5)."""
    result = score([final_empire(rules, state, seat) for seat in state.seats], rules.options)
    return tuple(
        SeatScored(
            seat,
            player.total,
            player.vp_chips,
            player.tiles,
            player.bonuses,
            player.tiebreak,
            player.rank,
        )
        for seat, player in zip(state.seats, result.players, strict=True)
    )


def final_empire(rules: Rules, state: GameState, seat: int) -> FinalEmpire:
    """Return the input for a player's score if the game ended now."""
    empire, held = state.empire(seat), holdings(state, seat)
    tableau, dice = rules.sides(held.tableau), OwnedDice.of(held)
    return FinalEmpire(empire.name, empire.vp_chips, empire.credits, tableau, dice)
