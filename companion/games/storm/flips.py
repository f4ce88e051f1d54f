"""The robot turns cards over until one fits (section 3.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.refusals import NOT_NOW
from companion.games.storm import errors
from companion.games.storm.cards import Decks
from companion.games.storm.robot import DOOMED_WORLD, START_WORLDS
from companion.games.storm.robot_steps import TaskEnded, changed
from companion.games.storm.solo import Find, Flip, SoloState, SoloStep, apply, check_step, decide

_DOOMED_CREDIT: Final = 2
_DOOMED_ECONOMY: Final = 1
RICH_VP: Final = 3
MOST_CARD_VP: Final = 9


@dataclass(frozen=True, slots=True)
class Found:
    """The card that was kept."""

    vp: int
    six_cost: bool = False


@dataclass(frozen=True, slots=True)
class Flipped:
    """Cards were turned over: *misses* without a match, then the match, or None at the end.

    The misses are discarded, the match is in the tableau stack.
    """

    misses: int
    found: Found | None


@dataclass(frozen=True, slots=True)
class StartWorldRemoved:
    """Doomed World leaves the robot's tableau with its counter."""

    vp: int


@decide.case
def _flipped(_decks: Decks, state: SoloState, command: Flipped) -> tuple[object, ...]:
    check_step(state, SoloStep.FLIP)
    robot, flip, found = state.its, state.flip, command.found
    if flip is None:
        raise NOT_NOW()
    pile = flip.find is Find.RICH_WORLD
    turned = command.misses + (found is not None)
    too_many = not pile and turned > robot.stack
    if command.misses < 0 or too_many or (found is None and (pile or turned != robot.stack)):
        raise errors.FLIPS(stack=robot.stack)
    if found is None:
        return command, TaskEnded()
    if pile and found.vp < RICH_VP:
        raise errors.RICH_WORLD()
    if _cost(flip, found) > robot.credit:
        raise errors.SIX_COST_CREDIT(credit=robot.credit)
    unfit = found.six_cost and flip.find is not Find.DEVELOPMENT
    if unfit or not -MOST_CARD_VP <= found.vp <= MOST_CARD_VP:
        raise errors.FLIPS(stack=robot.stack)
    if not pile:
        return command, TaskEnded()
    grown = changed(robot, "doomed_world", credit=_DOOMED_CREDIT, economy=_DOOMED_ECONOMY)
    return command, grown, StartWorldRemoved(START_WORLDS[DOOMED_WORLD].vp), TaskEnded()


def _cost(flip: Flip, found: Found) -> int:
    return flip.cost + (flip.six_cost if found.six_cost else 0)


@apply.case
def _found(state: SoloState, event: Flipped) -> SoloState:
    robot, flip, found = state.its, state.flip or Flip(Find.WORLD), event.found
    from_stack = flip.find is not Find.RICH_WORLD
    stack = robot.stack - (event.misses if from_stack else 0)
    if found is None:
        return state.with_robot(stack=stack)
    return state.with_robot(
        stack=stack - from_stack,
        credit=robot.credit - _cost(flip, found),
        tableau=robot.tableau + 1,
        vp=robot.vp + (0 if found.six_cost else found.vp),
        six_costs=robot.six_costs + found.six_cost,
    )


@apply.case
def _removed(state: SoloState, event: StartWorldRemoved) -> SoloState:
    robot = state.its
    return state.with_robot(tableau=robot.tableau - 1, vp=robot.vp - event.vp, special_used=True)
