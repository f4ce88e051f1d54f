"""Manage Empire: recruiting, recalling, final scores (section 3, 4)."""

from dataclasses import replace
from typing import Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Dice, Good, SeatScore, contains, without
from companion.games.roll.model.state import Empire, GameState, Step, holdings
from companion.games.roll.model.state_edits import hold
from companion.games.roll.rules.judge import Events, Move, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.managing import CREDITS_AFTER_SPENDING_ALL, must_recall, recruiting
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, score

_MANAGING: Final = When((Step.MANAGE,), tracked=True, is_task=True)


class Recruit(Move, Event, when=_MANAGING, why="R-10.1"):
    """Dice from the Citizenry to the cup, $1 each; automatic where there is no choice (R-10.1)."""

    dice: tuple[DieType, ...]

    def decide(self, _: Rules, state: GameState) -> Events:
        empire = state.empire(self.seat)
        held = holdings(state, self.seat)
        count = recruiting(empire.credits, held.citizenry) if may_recruit(empire) else 0
        right = len(self.dice) == count and contains(held.citizenry, self.dice)
        if not may_recruit(empire) or not right:
            raise errors.RECRUIT(name=empire.name, count=count)
        return _recruited(self.seat, empire.credits, self.dice)

    def apply(self, state: GameState) -> GameState:
        empire, held = state.empire(self.seat), holdings(state, self.seat)
        after = replace(
            held,
            citizenry=without(held.citizenry, self.dice),
            cup=held.cup + self.dice,
            recruited=True,
        )
        left = empire.credits - len(self.dice)
        return state.with_empire(replace(empire, credits=left, holdings=after))


class Recall(Move, Event, when=_MANAGING, why="R-10.2"):
    """Dice of the construction zone and goods go back to the cup (R-10.2)."""

    developers: tuple[DieType, ...] = ()
    settlers: tuple[DieType, ...] = ()
    goods: tuple[Good, ...] = ()

    def decide(self, _: Rules, state: GameState) -> None:
        """Recall developers, settlers and goods (R-10.2).

        A player who is ready cannot recall, unless a correction makes it necessary.
        """
        held = holdings(state, self.seat)
        there = (
            held.recruited
            and contains(held.developers, self.developers)
            and contains(held.settlers, self.settlers)
            and contains(held.goods, self.goods)
        )
        done = state.assignment(self.seat).ready and is_managed(state, self.seat)
        if done or not there or not (self.developers or self.settlers or self.goods):
            raise errors.RECALL(name=state.empire(self.seat).name)

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        back = (*self.developers, *self.settlers, *(good.die for good in self.goods))
        return hold(
            state,
            self.seat,
            developers=without(held.developers, self.developers),
            settlers=without(held.settlers, self.settlers),
            goods=without(held.goods, self.goods),
            cup=held.cup + back,
        )


class MarkerRaised(OfPlayer, Event, why="R-10.1"):
    """The marker stood on $0 after recruiting and goes to $1 (R-10.1)."""

    def apply(self, state: GameState) -> GameState:
        return state.with_empire(replace(state.empire(self.seat), credits=1))


def recruit_without_choice(state: GameState, credits_after: dict[int, int]) -> Events:
    """Recruit for everybody without a choice (R-10.1).

    In *state* the last phase ends: dice that return then are not in the Citizenry yet.
    *credits_after* are those of seats with income since then.
    """
    events: list[Event] = []
    for empire in state.empires:
        held = holdings(state, empire.seat)
        now = credits_after.get(empire.seat, empire.credits)
        count = recruiting(now, held.citizenry)
        if count in (0, len(held.citizenry)):
            events += _recruited(empire.seat, now, held.citizenry[:count])
    return tuple(events)


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


def _recruited(seat: int, credits_now: int, dice: Dice) -> Events:
    event = Recruit(seat, dice)
    if credits_now == len(dice):
        return event, MarkerRaised(seat)
    return (event,)


def is_managed(state: GameState, seat: int) -> bool:
    """Whether the player has done all mandatory actions (R-10.1, R-10.2)."""
    held = holdings(state, seat)
    if may_recruit(state.empire(seat)):
        return False
    return not must_recall(held.cup, held.recallable, state.options)


def check_managed(state: GameState, seats: tuple[int, ...]) -> None:
    """Refuse to end Manage Empire while recruiting or a forced recall is missing."""
    for seat in seats:
        if not is_managed(state, seat):
            raise errors.WORK_LEFT(name=state.empire(seat).name)


def final_scores(rules: Rules, state: GameState) -> tuple[SeatScore, ...]:
    """Return everybody's points (R-11.1 to R-11.5)."""
    return score([final_empire(rules, state, seat) for seat in state.seats], state.options)


def final_empire(rules: Rules, state: GameState, seat: int) -> FinalEmpire:
    """Return the input for a player's score if the game ended now."""
    empire, held = state.empire(seat), holdings(state, seat)
    tableau, dice = rules.sides(held.tableau), OwnedDice.of(held)
    return FinalEmpire(empire.name, empire.vp_chips, empire.credits, tableau, dice, seat)
