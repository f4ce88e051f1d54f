"""The robot's part of a phase: the table of section 3.7 as functions of its state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.storm.robot import (
    CREDIT_LIMIT,
    DAMAGED_ALIEN_FACTORY,
    DOOMED_WORLD,
    ECONOMY_LIMIT,
    OLD_EARTH,
    Space,
)
from companion.games.storm.solo import (
    Find,
    Flip,
    Robot,
    SoloPhase,
    SoloState,
    SoloStep,
    Task,
    apply,
)

ACTION_COUNTER: Final = 2
RESPONSE_COUNTER: Final = 3
"""Credit that a 6-cost counter requires and costs."""


@dataclass(frozen=True, slots=True)
class RobotChanged:
    """Changes of the robot's amounts in a phase, with the rule that causes them."""

    credit: int = 0
    economy: int = 0
    stack: int = 0
    chips: int = 0
    reason: str = ""


def changed(robot: Robot, reason: str, **amounts: int) -> RobotChanged:
    """Return a change with credit and economy clamped to their tracks (section 3)."""
    credit = min(robot.credit + amounts.get("credit", 0), CREDIT_LIMIT) - robot.credit
    economy = min(robot.economy + amounts.get("economy", 0), ECONOMY_LIMIT) - robot.economy
    return RobotChanged(credit, economy, amounts.get("stack", 0), amounts.get("chips", 0), reason)


@apply.case
def _changed(state: SoloState, event: RobotChanged) -> SoloState:
    robot = state.its
    return state.with_robot(
        credit=robot.credit + event.credit,
        economy=robot.economy + event.economy,
        stack=robot.stack + event.stack,
        chips=robot.chips + event.chips,
    )


@dataclass(frozen=True, slots=True)
class CounterPlaced:
    """A 6-cost counter was placed for credit (section 3.7)."""

    credit: int


@apply.case
def _counter_placed(state: SoloState, event: CounterPlaced) -> SoloState:
    robot = state.its
    credit = robot.credit - event.credit
    return state.with_robot(credit=credit, placed=robot.placed + 1, unplaced=robot.unplaced - 1)


@dataclass(frozen=True, slots=True)
class EqualsChanged:
    """The meaning of the robot face changed."""

    equals: Space
    special_used: bool


@apply.case
def _equals_changed(state: SoloState, event: EqualsChanged) -> SoloState:
    used = state.its.special_used or event.special_used
    return state.with_robot(equals=event.equals, special_used=used)


@apply.sets(step=SoloStep.FLIP)
@dataclass(frozen=True, slots=True)
class FlipBegan:
    """The robot begins to turn cards over."""

    flip: Flip


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The phase is over for both."""


@apply.case
def _task_ended(state: SoloState, _event: TaskEnded) -> SoloState:
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
