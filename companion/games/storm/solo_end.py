"""The end against the robot (section 3.8), and manual corrections of its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.refusals import NOT_NOW
from companion.games.storm import errors
from companion.games.storm.cards import CardPoints, Deck, Decks, tableau_points
from companion.games.storm.robot import CREDIT_LIMIT, ECONOMY_LIMIT, SIX_COST_VP
from companion.games.storm.solo import (
    Robot,
    SoloScore,
    SoloState,
    SoloStep,
    apply,
    check_step,
    decide,
)

MOST_VP: Final = 300


@dataclass(frozen=True, slots=True)
class EndSolo:
    """The player's points of cards and bonuses, his hand cards and goods.

    Attributes:
        card_vp: entered value; ignored if ``tableau`` is given.
        tableau: keys of all cards, the start world among them; empty if ``card_vp`` is entered.
        second_edition: whether the cards are of the second edition.
    """

    card_vp: int
    hand_and_goods: int
    tableau: tuple[str, ...] = ()
    second_edition: bool = False


@apply.sets(step=SoloStep.OVER)
@dataclass(frozen=True, slots=True)
class SoloEnded:
    """The game is over, with its result."""

    score: SoloScore


@decide.case
def _end(decks: Decks, state: SoloState, command: EndSolo) -> tuple[object, ...]:
    check_step(state, SoloStep.FINAL)
    cards = _points(decks(command.second_edition), state, command.tableau)
    card_vp = sum(card.vp for card in cards) if cards else command.card_vp
    if abs(card_vp) > MOST_VP or not 0 <= command.hand_and_goods <= MOST_VP:
        raise errors.FINAL()
    robot = state.its
    its = robot_score(robot, SIX_COST_VP[state.difficulty])
    mine = state.player_chips + card_vp
    its_tie, my_tie = robot.credit + robot.economy, command.hand_and_goods
    ahead, behind = (mine, my_tie), (its, its_tie)
    won = None if ahead == behind else ahead > behind
    return (SoloEnded(SoloScore(its, mine, its_tie, my_tie, won, cards)),)


def _points(deck: Deck, state: SoloState, keys: tuple[str, ...]) -> tuple[CardPoints, ...]:
    """Return the points of the player's cards, bonuses included; empty if none was entered.

    Raises:
        RefusedError: not a card of the box, or too many copies.
    """
    for key in keys:
        if key not in deck:
            raise errors.NO_SUCH_CARD(card=key)
        robots = deck[key].start_world == state.its.start
        if robots or keys.count(key) > deck[key].copies:
            raise errors.CARD_GONE(card=deck[key].name)
    return tableau_points(tuple(deck[key] for key in keys), state.player_chips)


def robot_score(robot: Robot, six_cost_vp: int) -> int:
    """Return the robot's points: chips, cards, and each 6-cost card or placed counter."""
    return robot.chips + robot.vp + six_cost_vp * (robot.six_costs + robot.placed)


@apply.sets()
@dataclass(frozen=True, slots=True)
class CorrectRobot:
    """Correction of the robot's state."""

    robot: Robot


@decide.case
def _correct_robot(_decks: Decks, state: SoloState, command: CorrectRobot) -> tuple[object, ...]:
    robot, new = state.its, command.robot
    counters = new.placed + new.unplaced == robot.placed + robot.unplaced
    amounts = (new.stack, new.tableau, new.six_costs, new.placed, new.unplaced, new.chips)
    tracks = 0 <= new.credit <= CREDIT_LIMIT and 0 <= new.economy <= ECONOMY_LIMIT
    same = new.start == robot.start and new.special_used == robot.special_used
    if not (counters and tracks and same and min(amounts) >= 0 and max(amounts) <= 136):
        raise errors.FINAL()
    return (command,)


@apply.sets({"chips": "player_chips", "tableau": "player_tableau"})
@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """Correction of the player's chips and number of cards."""

    chips: int
    tableau: int


@decide.case
def _correct_player(_decks: Decks, state: SoloState, command: CorrectPlayer) -> tuple[object, ...]:
    if state.step is SoloStep.SET_UP:
        raise NOT_NOW()
    if not (0 <= command.chips <= 99 and 0 <= command.tableau <= 99):
        raise errors.FINAL()
    return (command,)
