"""The end against the robot (section 3.8), and manual corrections of its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.storm import errors
from companion.games.storm.cards import CardPoints, Deck, Decks, tableau_points
from companion.games.storm.invariants import solo_invariants
from companion.games.storm.robot import SIX_COST_VP
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


@apply.sets({"chips": "player_chips", "tableau": "player_tableau"})
@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """Correction of the player's chips and number of cards."""

    chips: int
    tableau: int


@decide.case
def _correct(
    _decks: Decks, state: SoloState, command: CorrectRobot | CorrectPlayer
) -> tuple[object, ...]:
    """Whatever the invariants allow, but another start world or its counter."""
    before, after = state.its, apply(state, command)
    same = (after.its.start, after.its.special_used) == (before.start, before.special_used)
    if not same or solo_invariants(after):
        raise errors.FINAL()
    return (command,)
