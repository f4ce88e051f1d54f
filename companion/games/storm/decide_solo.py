"""Command handler of the solitaire game (section 3)."""

from __future__ import annotations

from companion.games.refusals import NOT_NOW
from companion.games.storm import errors, solo
from companion.games.storm.apply_solo import apply_solo
from companion.games.storm.cards import CardPoints, Deck, tableau_points
from companion.games.storm.robot import (
    COUNTERS,
    CREDIT_LIMIT,
    DOOMED_WORLD,
    ECONOMY_LIMIT,
    GUESSED_DICE,
    SIX_COST_VP,
    START_WORLDS,
    TABLEAU_END,
    RobotFace,
    place_dice,
    twice_on_one,
)
from companion.games.storm.robot_steps import changed, may_choose, robot_part, tasks_of
from companion.games.storm.solo import (
    Find,
    Robot,
    SoloCommand,
    SoloEvent,
    SoloPhase,
    SoloScore,
    SoloState,
    SoloStep,
)

_WITHOUT_A_WORD = (SoloPhase.EXPLORE, SoloPhase.PRODUCE)
"""Phases after which the player has nothing to enter."""
_DOOMED_CREDIT = 2
_DOOMED_ECONOMY = 1
RICH_VP = 3
MOST_CARD_VP = 9
MOST_VP = 300


def decide_solo(deck: Deck, state: SoloState, command: SoloCommand) -> tuple[SoloEvent, ...]:
    """Return the events of a command, the robot's part included.

    Args:
        deck: all cards; empty if the player's points are only entered as a number.
        state: the game.
        command: the command to decide.

    Raises:
        RefusedError: it is refused.
    """
    events = list(_asked(deck, state, command))
    for event in events:
        state = apply_solo(state, event)
    while following := _automatic(state, events):
        for event in following:
            state = apply_solo(state, event)
        events += following
    return tuple(events)


def _asked(deck: Deck, state: SoloState, command: SoloCommand) -> tuple[SoloEvent, ...]:
    match command:
        case solo.StartSolo():
            return (_start(state, command),)
        case solo.ChooseActions(actions=actions):
            _check(state, SoloStep.ACTIONS)
            if not may_choose(actions):
                raise errors.ACTIONS()
            return (solo.ActionsChosen(actions),)
        case solo.RollDice(faces=faces):
            return (_roll(state, faces),)
        case solo.PlayerDone(chips=chips, cards=cards):
            _check(state, SoloStep.PLAYER)
            if not 0 <= chips <= 99 or not -9 <= cards <= 9 or state.player_tableau + cards < 0:
                raise errors.FINAL()
            return (solo.PlayerPlayed(chips, cards), *_robot_begins(state))
        case solo.Flipped():
            return _flipped(state, command)
        case solo.EndSolo():
            return (_ended(deck, state, command),)
        case _:
            return (_corrected(state, command),)


def _check(state: SoloState, step: SoloStep) -> None:
    if state.step is not step:
        raise NOT_NOW()


def the_robot(state: SoloState) -> Robot:
    """Return the robot.

    Raises:
        RefusedError: there is no game yet.
    """
    if state.robot is None:
        raise NOT_NOW()
    return state.robot


def _start(state: SoloState, command: solo.StartSolo) -> solo.SoloStarted:
    _check(state, SoloStep.SET_UP)
    mine, its = command.player_start, command.robot_start
    numbers = range(len(START_WORLDS))
    if mine == its or mine not in numbers or its not in numbers:
        raise errors.START_WORLD()
    world = START_WORLDS[its]
    equals = command.equals or world.equals
    if equals is None:
        raise errors.ROBOT_EQUALS_UNKNOWN(world=world.key.replace("_", " "))
    dice = command.dice or GUESSED_DICE
    if any(len(die) != 6 for die in dice):
        raise errors.ROBOT_DICE()
    robot = Robot(
        start=its,
        credit=world.credit,
        economy=world.economy,
        stack=world.stack,
        vp=world.vp,
        unplaced=COUNTERS[command.difficulty],
        equals=equals,
    )
    known = command.dice is not None
    return solo.SoloStarted(
        command.difficulty,
        mine,
        robot,
        dice,
        known,
        command.player.strip(),
        equals_known=command.equals is not None or world.sure,
    )


def _roll(state: SoloState, faces: tuple[RobotFace, ...]) -> solo.DicePlaced:
    _check(state, SoloStep.DICE)
    if len(faces) != 2:
        raise errors.ROBOT_DICE()
    first, second = faces
    one, other = state.dice
    together = (first in one and second in other) or (first in other and second in one)
    if state.dice_known and not together:
        raise errors.ROBOT_DICE()
    left, right = state.actions
    placed = place_dice((left, right), (first, second), the_robot(state).equals)
    once = twice_on_one(faces, the_robot(state).equals)
    return solo.DicePlaced((first, second), tasks_of(state.actions, placed), once)


def _robot_begins(state: SoloState) -> tuple[SoloEvent, ...]:
    """The robot's part of the phase, to its end or until cards must be turned over."""
    robot = the_robot(state)
    events = list(robot_part(robot, state.tasks[0]))
    for event in events:
        state = apply_solo(state, event)
    if state.flip is not None:
        return tuple(events)
    return (*events, solo.TaskEnded())


def _flipped(state: SoloState, command: solo.Flipped) -> tuple[SoloEvent, ...]:
    _check(state, SoloStep.FLIP)
    robot, flip, found = the_robot(state), state.flip, command.found
    if flip is None:
        raise NOT_NOW()
    pile = flip.find is Find.RICH_WORLD
    turned = command.misses + (found is not None)
    too_many = not pile and turned > robot.stack
    if command.misses < 0 or too_many or (found is None and (pile or turned != robot.stack)):
        raise errors.FLIPS(stack=robot.stack)
    if found is None:
        return solo.CardsFlipped(command.misses, None, 0, from_stack=True), solo.TaskEnded()
    development = flip.find is Find.DEVELOPMENT
    cost = flip.cost + (flip.six_cost if found.six_cost else 0)
    poor = pile and found.vp < RICH_VP
    if poor:
        raise errors.RICH_WORLD()
    if cost > robot.credit:
        raise errors.SIX_COST_CREDIT(credit=robot.credit)
    if (found.six_cost and not development) or not -MOST_CARD_VP <= found.vp <= MOST_CARD_VP:
        raise errors.FLIPS(stack=robot.stack)
    events: list[SoloEvent] = [solo.CardsFlipped(command.misses, found, -cost, from_stack=not pile)]
    if pile:
        events += [
            changed(robot, "doomed_world", credit=_DOOMED_CREDIT, economy=_DOOMED_ECONOMY),
            solo.StartWorldRemoved(START_WORLDS[DOOMED_WORLD].vp),
        ]
    return (*events, solo.TaskEnded())


def _automatic(state: SoloState, events: list[SoloEvent]) -> tuple[SoloEvent, ...]:
    """Resolve phases without input of the player; after the last one the round ends."""
    finished = bool(events) and isinstance(events[-1], solo.TaskEnded | solo.DicePlaced)
    if not finished:
        return ()
    if state.tasks:
        task = state.tasks[0]
        told = task.phase not in _WITHOUT_A_WORD
        return () if told else (solo.PlayerPlayed(0, 0, task), *_robot_begins(state))
    robot = the_robot(state)
    full = max(state.player_tableau, robot.tableau + robot.placed) >= TABLEAU_END
    return (solo.SoloRoundEnded(last=full or state.pool <= 0),)


def _ended(deck: Deck, state: SoloState, command: solo.EndSolo) -> solo.SoloEnded:
    _check(state, SoloStep.FINAL)
    cards = _points(deck, state, command.tableau)
    card_vp = sum(card.vp for card in cards) if cards else command.card_vp
    if abs(card_vp) > MOST_VP or not 0 <= command.hand_and_goods <= MOST_VP:
        raise errors.FINAL()
    robot = the_robot(state)
    its = robot_score(robot, SIX_COST_VP[state.difficulty])
    mine = state.player_chips + card_vp
    its_tie, my_tie = robot.credit + robot.economy, command.hand_and_goods
    ahead, behind = (mine, my_tie), (its, its_tie)
    won = None if ahead == behind else ahead > behind
    return solo.SoloEnded(SoloScore(its, mine, its_tie, my_tie, won, cards))


def _points(deck: Deck, state: SoloState, keys: tuple[str, ...]) -> tuple[CardPoints, ...]:
    """Return the points of the player's cards, bonuses included; empty if none was entered.

    Raises:
        RefusedError: not a card of the box, or too many copies.
    """
    for key in keys:
        if key not in deck:
            raise errors.NO_SUCH_CARD(card=key)
        robots = deck[key].start_world == the_robot(state).start
        if robots or keys.count(key) > deck[key].copies:
            raise errors.CARD_GONE(card=deck[key].name)
    return tableau_points(tuple(deck[key] for key in keys), state.player_chips)


def robot_score(robot: Robot, six_cost_vp: int) -> int:
    """Return the robot's points: chips, cards, and each 6-cost card or placed counter."""
    return robot.chips + robot.vp + six_cost_vp * (robot.six_costs + robot.placed)


def _corrected(state: SoloState, command: SoloCommand) -> SoloEvent:
    robot = the_robot(state)
    match command:
        case solo.CorrectRobot(robot=new, reason=reason):
            counters = new.placed + new.unplaced == robot.placed + robot.unplaced
            amounts = (new.stack, new.tableau, new.six_costs, new.placed, new.unplaced, new.chips)
            tracks = 0 <= new.credit <= CREDIT_LIMIT and 0 <= new.economy <= ECONOMY_LIMIT
            same = new.start == robot.start and new.special_used == robot.special_used
            if not (counters and tracks and same and min(amounts) >= 0 and max(amounts) <= 136):
                raise errors.FINAL()
            return solo.RobotCorrected(new, reason)
        case solo.CorrectPlayer(chips=chips, tableau=tableau, reason=reason):
            if not 0 <= chips <= 99 or not 0 <= tableau <= 99:
                raise errors.FINAL()
            return solo.PlayerCorrected(chips, tableau, reason)
        case _:
            raise NOT_NOW()
