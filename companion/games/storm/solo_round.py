"""Rounds against the robot: set-up, actions, dice, the player's part of a phase, the end."""

from dataclasses import dataclass, replace
from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.games.storm import errors
from companion.games.storm.cards import CardPoints, Deck, Decks, tableau_points
from companion.games.storm.invariants import solo_invariants
from companion.games.storm.robot import (
    COUNTERS,
    GUESSED_DICE,
    PAIRS,
    SIX_COST_VP,
    START_WORLDS,
    TABLEAU_END,
    Die,
    Difficulty,
    RobotFace,
    Space,
    place_dice,
    twice_on_one,
)
from companion.games.storm.robot_steps import robot_begins
from companion.games.storm.solo import (
    Robot,
    SoloPhase,
    SoloScore,
    SoloState,
    SoloStep,
    Task,
    apply,
    check_step,
    decide,
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

_WITHOUT_A_WORD: Final = (SoloPhase.EXPLORE, SoloPhase.PRODUCE)
"""Phases after which the player has nothing to enter."""


@dataclass(frozen=True, slots=True)
class StartSolo:
    """Set-up (section 3.1); *dice* are the faces of the owner's, None for the guessed ones.

    *equals* is printed on the back of the mat; needed for start worlds 1, 4 and 5.
    """

    difficulty: Difficulty
    player_start: int
    robot_start: int
    equals: Space | None = None
    dice: tuple[Die, Die] | None = None
    player: str = ""


@decide.case
def _start(_decks: Decks, state: SoloState, command: StartSolo) -> tuple[object, ...]:
    check_step(state, SoloStep.SET_UP)
    mine, its = command.player_start, command.robot_start
    numbers = range(len(START_WORLDS))
    if mine == its or mine not in numbers or its not in numbers:
        raise errors.START_WORLD()
    world = START_WORLDS[its]
    if not (command.equals or world.equals):
        raise errors.ROBOT_EQUALS_UNKNOWN(world=world.key.replace("_", " "))
    if any(len(die) != 6 for die in command.dice or ()):
        raise errors.ROBOT_DICE()
    return (replace(command, player=command.player.strip()),)


@apply.case
def _started(_state: SoloState, event: StartSolo) -> SoloState:
    world = START_WORLDS[event.robot_start]
    robot = Robot(
        start=event.robot_start,
        credit=world.credit,
        economy=world.economy,
        stack=world.stack,
        vp=world.vp,
        unplaced=COUNTERS[event.difficulty],
        equals=event.equals or world.equals or Space.EXPLORE,
    )
    return SoloState(
        step=SoloStep.ACTIONS,
        difficulty=event.difficulty,
        dice=event.dice or GUESSED_DICE,
        dice_known=event.dice is not None,
        equals_known=event.equals is not None or world.sure,
        player=event.player,
        player_start=event.player_start,
        robot=robot,
    )


@apply.sets(step=SoloStep.DICE)
@dataclass(frozen=True, slots=True)
class ChooseActions:
    """The player's two action cards, whose markers are put on the mat."""

    actions: tuple[Space, Space]


@decide.case
def _choose(_decks: Decks, state: SoloState, command: ChooseActions) -> None:
    check_step(state, SoloStep.ACTIONS)
    first, second = command.actions
    if first is second and first not in PAIRS:
        raise errors.ACTIONS()


@dataclass(frozen=True, slots=True)
class RollDice:
    """The faces of the two dice, read by the camera or entered, and put on the mat (3.6)."""

    faces: tuple[RobotFace, RobotFace]


@decide.case
def _roll(_decks: Decks, state: SoloState, command: RollDice) -> None:
    check_step(state, SoloStep.DICE)
    if len(command.faces) != 2:
        raise errors.ROBOT_DICE()
    first, second = command.faces
    one, other = state.dice
    together = (first in one and second in other) or (first in other and second in one)
    if state.dice_known and not together:
        raise errors.ROBOT_DICE()


@apply.case
def _rolled(state: SoloState, event: RollDice) -> SoloState:
    first, second = state.actions
    equals = state.its.equals
    return replace(
        state,
        faces=event.faces,
        tasks=tasks_of(state.actions, place_dice((first, second), event.faces, equals)),
        once=twice_on_one(event.faces, equals),
        step=SoloStep.PLAYER,
    )


ROBOT_DICE: Final = ("robot_a", "robot_b")


def read_robot_dice(dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the roll if the camera read both dice without doubt (section 7); else a note."""
    if sorted(die.type for die in dice) != list(ROBOT_DICE) or any(die.doubtful for die in dice):
        return MatAnswer(None, (errors.ROBOT_DICE_MISSING(),))
    by_type = {die.type: die.face for die in dice}
    try:
        first, second = (RobotFace(by_type[key]) for key in ROBOT_DICE)
    except ValueError:
        return MatAnswer(None, (errors.ROBOT_DICE(),))
    return MatAnswer(RollDice((first, second)))


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


@dataclass(frozen=True, slots=True)
class PlayerDone:
    """The player's part of a phase is over: VP gained in chips, change of cards in play."""

    chips: int = 0
    cards: int = 0


@decide.case
def _done(_decks: Decks, state: SoloState, command: PlayerDone) -> tuple[object, ...]:
    check_step(state, SoloStep.PLAYER)
    in_play = state.player_tableau + command.cards
    if not 0 <= command.chips <= 99 or not -9 <= command.cards <= 9 or in_play < 0:
        raise errors.FINAL()
    return command, *robot_begins(state)


@apply.case
def _played(state: SoloState, event: PlayerDone) -> SoloState:
    mine, tableau = state.player_chips + event.chips, state.player_tableau + event.cards
    return replace(state, player_chips=mine, player_tableau=tableau)


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """The player is told to play a phase after which there is nothing to enter."""

    task: Task


@dataclass(frozen=True, slots=True)
class SoloRoundEnded:
    """All phases are over; *last* if the end condition holds (section 3.8)."""

    last: bool


@decide.automatic
def _automatic(state: SoloState) -> tuple[object, ...]:
    """Resolve phases without input of the player; after the last one the round ends."""
    if state.step is not SoloStep.PLAYER:
        return ()
    if state.tasks:
        task = state.tasks[0]
        told = task.phase in _WITHOUT_A_WORD
        return (PlayerTold(task), *robot_begins(state)) if told else ()
    robot = state.its
    full = max(state.player_tableau, robot.tableau + robot.placed) >= TABLEAU_END
    return (SoloRoundEnded(last=full or state.pool <= 0),)


@apply.case
def _told(state: SoloState, _event: PlayerTold) -> SoloState:
    return state


@apply.case
def _round_ended(state: SoloState, event: SoloRoundEnded) -> SoloState:
    step = SoloStep.FINAL if event.last else SoloStep.ACTIONS
    return replace(state, round=state.round + 1, step=step, actions=(), faces=())


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
    """Return the points of the player's cards, bonuses included; empty if none was entered."""
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
def _correct(_decks: Decks, state: SoloState, command: CorrectRobot | CorrectPlayer) -> None:
    """Whatever the invariants allow, but another start world or its counter."""
    before, after = state.its, apply(state, command)
    same = (after.its.start, after.its.special_used) == (before.start, before.special_used)
    if not same or solo_invariants(after):
        raise errors.FINAL()
