"""The robot's actions in each phase: the table of section 3.7 as functions of its state."""

from __future__ import annotations

from typing import Final

from companion.games.storm.robot import (
    CREDIT_LIMIT,
    DAMAGED_ALIEN_FACTORY,
    DOOMED_WORLD,
    ECONOMY_LIMIT,
    OLD_EARTH,
    PAIRS,
    Space,
)
from companion.games.storm.solo import (
    CounterPlaced,
    EqualsChanged,
    Find,
    Flip,
    FlipBegan,
    Robot,
    RobotChanged,
    SoloEvent,
    SoloPhase,
    Task,
)

_PHASE_OF: Final = {
    Space.EXPLORE: SoloPhase.EXPLORE,
    Space.DEVELOP: SoloPhase.DEVELOP,
    Space.SETTLE: SoloPhase.SETTLE,
    Space.TRADE: SoloPhase.CONSUME,
    Space.DOUBLE: SoloPhase.CONSUME,
    Space.PRODUCE: SoloPhase.PRODUCE,
}
_REPEATED: Final = (Space.DEVELOP, Space.SETTLE)
"""Two full phases in sequence if either side selected both (section 3)."""

ACTION_COUNTER: Final = 2
RESPONSE_COUNTER: Final = 3
"""Credit that a 6-cost counter requires and costs."""


def tasks_of(player: tuple[Space, ...], robot: dict[Space, int]) -> tuple[Task, ...]:
    """Return the phases of a round (section 3.6, actions and responses)."""
    tasks = []
    for space in _REPEATED:
        mine, its = player.count(space), robot.get(space, 0)
        tasks += [
            Task(_PHASE_OF[space], (space,) * (n < mine), (space,) * (n < its))
            for n in range(max(mine, its))
        ]
    for phase in (SoloPhase.EXPLORE, SoloPhase.CONSUME, SoloPhase.PRODUCE):
        spaces = [space for space in Space if _PHASE_OF[space] is phase]
        bonus = tuple(space for space in player if space in spaces)
        selected = tuple(space for space in spaces for _ in range(robot.get(space, 0)))
        if bonus or selected:
            tasks.append(Task(phase, bonus, selected))
    order = tuple(SoloPhase)
    return tuple(sorted(tasks, key=lambda task: order.index(task.phase)))


def robot_part(robot: Robot, task: Task) -> tuple[SoloEvent, ...]:
    """Return the robot's events; a final ``FlipBegan`` waits for the cards."""
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


def changed(robot: Robot, reason: str, **amounts: int) -> RobotChanged:
    """Return a change with credit and economy clamped to their tracks (section 3)."""
    credit = min(robot.credit + amounts.get("credit", 0), CREDIT_LIMIT) - robot.credit
    economy = min(robot.economy + amounts.get("economy", 0), ECONOMY_LIMIT) - robot.economy
    return RobotChanged(credit, economy, amounts.get("stack", 0), amounts.get("chips", 0), reason)


def _explore(robot: Robot, task: Task) -> RobotChanged:
    one, both, response = robot.world.explore
    if not task.robot:
        return changed(robot, "explore_response", stack=response)
    return changed(robot, "explore_action", stack=both if len(task.robot) == 2 else one, credit=1)


def _develop_action(robot: Robot) -> tuple[SoloEvent, ...]:
    if robot.unplaced and robot.credit >= ACTION_COUNTER:
        return (CounterPlaced(ACTION_COUNTER),)
    drawn = changed(robot, "develop_action", stack=1)
    return drawn, FlipBegan(Flip(Find.DEVELOPMENT, six_cost=1))


def _develop_response(robot: Robot) -> tuple[SoloEvent, ...]:
    if robot.unplaced and robot.credit >= RESPONSE_COUNTER:
        return (CounterPlaced(RESPONSE_COUNTER),)
    if not robot.credit or not robot.stack:
        return ()
    return (FlipBegan(Flip(Find.DEVELOPMENT, cost=1)),)


def _worlds(robot: Robot) -> Find:
    return Find.MILITARY_WORLD if robot.world.military else Find.WORLD


def _settle_action(robot: Robot) -> tuple[SoloEvent, ...]:
    if robot.start == DOOMED_WORLD and not robot.special_used:
        return (FlipBegan(Flip(Find.RICH_WORLD)),)
    drawn = changed(robot, "settle_action", stack=robot.world.settle[0])
    return drawn, FlipBegan(Flip(_worlds(robot)))


def _settle_response(robot: Robot) -> tuple[SoloEvent, ...]:
    free = robot.world.free_response
    if not free and not robot.credit:
        return ()
    drawn = changed(robot, "settle_response", stack=robot.world.settle[1])
    return drawn, FlipBegan(Flip(_worlds(robot), cost=0 if free else 1))


def _consume(robot: Robot, task: Task) -> tuple[SoloEvent, ...]:
    trade, double = Space.TRADE in task.robot, Space.DOUBLE in task.robot
    events: list[SoloEvent] = []
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


def _produce(robot: Robot) -> tuple[SoloEvent, ...]:
    grown = changed(robot, "produce", economy=1)
    if robot.start == DAMAGED_ALIEN_FACTORY and robot.equals is Space.PRODUCE:
        return grown, EqualsChanged(Space.TRADE, special_used=False)
    return (grown,)


def may_choose(actions: tuple[Space, ...]) -> bool:
    """Return whether two action cards can be chosen together (section 3)."""
    first, second = actions
    return first is not second or first in PAIRS
