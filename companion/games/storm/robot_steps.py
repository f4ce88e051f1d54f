"""The robot's part of a phase: the table of section 3.7 as functions of its state."""

from dataclasses import dataclass, replace
from typing import Final

from companion.games.messages import Command, sets
from companion.games.refusals import NOT_NOW
from companion.games.storm import errors
from companion.games.storm.cards import Decks
from companion.games.storm.robot import (
    CREDIT_LIMIT,
    DAMAGED_ALIEN_FACTORY,
    DOOMED_WORLD,
    ECONOMY_LIMIT,
    OLD_EARTH,
    START_WORLDS,
    Space,
)
from companion.games.storm.solo import (
    Event,
    Find,
    Flip,
    Robot,
    SoloPhase,
    SoloState,
    SoloStep,
    Task,
    check_step,
)

ACTION_COUNTER: Final = 2
RESPONSE_COUNTER: Final = 3
"""Credit that a 6-cost counter requires and costs."""


class RobotChanged(Event):
    """Changes of the robot's amounts in a phase, with the rule that causes them."""

    credit: int = 0
    economy: int = 0
    stack: int = 0
    chips: int = 0
    reason: str = ""

    def apply(self, state: SoloState) -> SoloState:
        robot = state.its
        return state.with_robot(
            credit=robot.credit + self.credit,
            economy=robot.economy + self.economy,
            stack=robot.stack + self.stack,
            chips=robot.chips + self.chips,
        )


def changed(robot: Robot, reason: str, **amounts: int) -> RobotChanged:
    """Return a change with credit and economy clamped to their tracks (section 3)."""
    credit = min(robot.credit + amounts.get("credit", 0), CREDIT_LIMIT) - robot.credit
    economy = min(robot.economy + amounts.get("economy", 0), ECONOMY_LIMIT) - robot.economy
    return RobotChanged(credit, economy, amounts.get("stack", 0), amounts.get("chips", 0), reason)


class CounterPlaced(Event):
    """A 6-cost counter was placed for credit (section 3.7)."""

    credit: int

    def apply(self, state: SoloState) -> SoloState:
        robot = state.its
        credit = robot.credit - self.credit
        return state.with_robot(credit=credit, placed=robot.placed + 1, unplaced=robot.unplaced - 1)


class EqualsChanged(Event):
    """The meaning of the robot face changed."""

    equals: Space
    special_used: bool

    def apply(self, state: SoloState) -> SoloState:
        return state.with_robot(equals=self.equals, special_used=self.special_used)


@sets(step=SoloStep.FLIP)
class FlipBegan(Event):
    """The robot begins to turn cards over."""

    flip: Flip


class TaskEnded(Event):
    """The phase is over for both."""

    def apply(self, state: SoloState) -> SoloState:
        return replace(state, tasks=state.tasks[1:], flip=None, step=SoloStep.PLAYER)


def robot_begins(state: SoloState) -> tuple[object, ...]:
    """Return the robot's part of the phase, to its end or until cards must be turned over."""
    events = _robot_part(state.its, state.tasks[0])
    waits = any(isinstance(each, FlipBegan) for each in events)
    return events if waits else (*events, TaskEnded())


def _robot_part(robot: Robot, task: Task) -> tuple[object, ...]:
    match task.phase:
        case SoloPhase.EXPLORE:
            return (_explore(robot, task),)
        case SoloPhase.DEVELOP:
            return _develop_action(robot) if task.robot else _develop_response(robot)
        case SoloPhase.SETTLE:
            return _settle_action(robot) if task.robot else _settle_response(robot)
        case SoloPhase.CONSUME:
            return _consume(robot, task)
        case SoloPhase.PRODUCE:
            return _produce(robot) if task.robot else ()


def _explore(robot: Robot, task: Task) -> RobotChanged:
    one, both, response = robot.world.explore
    if not task.robot:
        return changed(robot, "explore_response", stack=response)
    return changed(robot, "explore_action", stack=both if len(task.robot) == 2 else one, credit=1)


def _develop_action(robot: Robot) -> tuple[object, ...]:
    if robot.unplaced and robot.credit >= ACTION_COUNTER:
        return (CounterPlaced(ACTION_COUNTER),)
    drawn = changed(robot, "develop_action", stack=1)
    return drawn, FlipBegan(Flip(Find.DEVELOPMENT, six_cost=1))


def _develop_response(robot: Robot) -> tuple[object, ...]:
    if robot.unplaced and robot.credit >= RESPONSE_COUNTER:
        return (CounterPlaced(RESPONSE_COUNTER),)
    if not robot.credit or not robot.stack:
        return ()
    return (FlipBegan(Flip(Find.DEVELOPMENT, cost=1)),)


def _worlds(robot: Robot) -> Find:
    return Find.MILITARY_WORLD if robot.world.military else Find.WORLD


def _settle_action(robot: Robot) -> tuple[object, ...]:
    if robot.start == DOOMED_WORLD and not robot.special_used:
        return (FlipBegan(Flip(Find.RICH_WORLD)),)
    drawn = changed(robot, "settle_action", stack=robot.world.settle[0])
    return drawn, FlipBegan(Flip(_worlds(robot)))


def _settle_response(robot: Robot) -> tuple[object, ...]:
    free = robot.world.free_response
    if not free and not robot.credit:
        return ()
    drawn = changed(robot, "settle_response", stack=robot.world.settle[1])
    return drawn, FlipBegan(Flip(_worlds(robot), cost=0 if free else 1))


def _consume(robot: Robot, task: Task) -> tuple[object, ...]:
    trade, double = Space.TRADE in task.robot, Space.DOUBLE in task.robot
    events: list[object] = []
    if trade and double:
        events.append(changed(robot, "consume_both", chips=2 * robot.economy, credit=2, economy=1))
    elif trade:
        events.append(changed(robot, "trade", chips=robot.economy, credit=2))
    elif double:
        events.append(changed(robot, "x2", chips=2 * robot.economy, economy=1))
    else:
        events.append(changed(robot, "consume_response", chips=robot.economy))
    if trade and robot.equals is Space.TRADE:
        if robot.start == OLD_EARTH and not robot.special_used:
            events.append(EqualsChanged(Space.DOUBLE, special_used=True))
        if robot.start == DAMAGED_ALIEN_FACTORY:
            events.append(EqualsChanged(Space.PRODUCE, special_used=False))
    return tuple(events)


def _produce(robot: Robot) -> tuple[object, ...]:
    grown = changed(robot, "produce", economy=1)
    if robot.start == DAMAGED_ALIEN_FACTORY and robot.equals is Space.PRODUCE:
        return grown, EqualsChanged(Space.TRADE, special_used=False)
    return (grown,)


_DOOMED_CREDIT: Final = 2
_DOOMED_ECONOMY: Final = 1
RICH_VP: Final = 3
MOST_CARD_VP: Final = 9


@dataclass(frozen=True, slots=True)
class Found:
    """The card that was kept."""

    vp: int
    six_cost: bool = False


class Flipped(Command, Event):
    """Cards were turned over: *misses* without a match, then the match, or None at the end.

    The misses are discarded, the match is in the tableau stack.
    """

    misses: int
    found: Found | None

    def decide(self, _decks: Decks, state: SoloState) -> tuple[object, ...]:
        check_step(state, SoloStep.FLIP)
        robot, flip, found = state.its, state.flip, self.found
        if flip is None:
            raise NOT_NOW()
        pile = flip.find is Find.RICH_WORLD
        turned = self.misses + (found is not None)
        too_many = not pile and turned > robot.stack
        if self.misses < 0 or too_many or (found is None and (pile or turned != robot.stack)):
            raise errors.FLIPS(stack=robot.stack)
        if found is None:
            return self, TaskEnded()
        if pile and found.vp < RICH_VP:
            raise errors.RICH_WORLD()
        if _cost(flip, found) > robot.credit:
            raise errors.SIX_COST_CREDIT(credit=robot.credit)
        unfit = found.six_cost and flip.find is not Find.DEVELOPMENT
        if unfit or not -MOST_CARD_VP <= found.vp <= MOST_CARD_VP:
            raise errors.FLIPS(stack=robot.stack)
        if not pile:
            return self, TaskEnded()
        grown = changed(robot, "doomed_world", credit=_DOOMED_CREDIT, economy=_DOOMED_ECONOMY)
        return self, grown, StartWorldRemoved(START_WORLDS[DOOMED_WORLD].vp), TaskEnded()

    def apply(self, state: SoloState) -> SoloState:
        robot, flip, found = state.its, state.flip or Flip(Find.WORLD), self.found
        from_stack = flip.find is not Find.RICH_WORLD
        stack = robot.stack - (self.misses if from_stack else 0)
        if found is None:
            return state.with_robot(stack=stack)
        return state.with_robot(
            stack=stack - from_stack,
            credit=robot.credit - _cost(flip, found),
            tableau=robot.tableau + 1,
            vp=robot.vp + (0 if found.six_cost else found.vp),
            six_costs=robot.six_costs + found.six_cost,
        )


class StartWorldRemoved(Event):
    """Doomed World leaves the robot's tableau with its counter."""

    vp: int

    def apply(self, state: SoloState) -> SoloState:
        robot = state.its
        return state.with_robot(tableau=robot.tableau - 1, vp=robot.vp - self.vp, special_used=True)


def _cost(flip: Flip, found: Found) -> int:
    return flip.cost + (flip.six_cost if found.six_cost else 0)
