"""Rounds against the robot: set-up, actions, dice, the player's part of a phase, the end."""

from dataclasses import replace
from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.games.messages import Command, sets
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
    Event,
    Robot,
    SoloPhase,
    SoloScore,
    SoloState,
    SoloStep,
    Task,
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


class StartSolo(Command, Event):
    """Set-up (section 3.1); *dice* are the faces of the owner's, None for the guessed ones.

    *equals* is printed on the back of the mat; needed for start worlds 1, 4 and 5.
    """

    difficulty: Difficulty
    player_start: int
    robot_start: int
    equals: Space | None = None
    dice: tuple[Die, Die] | None = None
    player: str = ""

    def decide(self, _decks: Decks, state: SoloState) -> tuple[object, ...]:
        check_step(state, SoloStep.SET_UP)
        mine, its = self.player_start, self.robot_start
        numbers = range(len(START_WORLDS))
        if mine == its or mine not in numbers or its not in numbers:
            raise errors.START_WORLD()
        world = START_WORLDS[its]
        if not (self.equals or world.equals):
            raise errors.ROBOT_EQUALS_UNKNOWN(world=world.key.replace("_", " "))
        if any(len(die) != 6 for die in self.dice or ()):
            raise errors.ROBOT_DICE()
        return (replace(self, player=self.player.strip()),)

    def apply(self, _state: SoloState) -> SoloState:
        world = START_WORLDS[self.robot_start]
        robot = Robot(
            start=self.robot_start,
            credit=world.credit,
            economy=world.economy,
            stack=world.stack,
            vp=world.vp,
            unplaced=COUNTERS[self.difficulty],
            equals=self.equals or world.equals or Space.EXPLORE,
        )
        return SoloState(
            step=SoloStep.ACTIONS,
            difficulty=self.difficulty,
            dice=self.dice or GUESSED_DICE,
            dice_known=self.dice is not None,
            equals_known=self.equals is not None or world.sure,
            player=self.player,
            player_start=self.player_start,
            robot=robot,
        )


@sets(step=SoloStep.DICE)
class ChooseActions(Command, Event):
    """The player's two action cards, whose markers are put on the mat."""

    actions: tuple[Space, Space]

    def decide(self, _decks: Decks, state: SoloState) -> None:
        check_step(state, SoloStep.ACTIONS)
        first, second = self.actions
        if first is second and first not in PAIRS:
            raise errors.ACTIONS()


class RollDice(Command, Event):
    """The faces of the two dice, read by the camera or entered, and put on the mat (3.6)."""

    faces: tuple[RobotFace, RobotFace]

    def decide(self, _decks: Decks, state: SoloState) -> None:
        check_step(state, SoloStep.DICE)
        if len(self.faces) != 2:
            raise errors.ROBOT_DICE()
        first, second = self.faces
        one, other = state.dice
        together = (first in one and second in other) or (first in other and second in one)
        if state.dice_known and not together:
            raise errors.ROBOT_DICE()

    def apply(self, state: SoloState) -> SoloState:
        first, second = state.actions
        equals = state.its.equals
        return replace(
            state,
            tasks=tasks_of(state.actions, place_dice((first, second), self.faces, equals)),
            once=twice_on_one(self.faces, equals),
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


class PlayerDone(Command, Event):
    """The player's part of a phase is over: VP gained in chips, change of cards in play."""

    chips: int = 0
    cards: int = 0

    def decide(self, _decks: Decks, state: SoloState) -> tuple[object, ...]:
        check_step(state, SoloStep.PLAYER)
        in_play = state.player_tableau + self.cards
        if not 0 <= self.chips <= 99 or not -9 <= self.cards <= 9 or in_play < 0:
            raise errors.FINAL()
        return self, *robot_begins(state)

    def apply(self, state: SoloState) -> SoloState:
        mine, tableau = state.player_chips + self.chips, state.player_tableau + self.cards
        return replace(state, player_chips=mine, player_tableau=tableau)


class PlayerTold(Event):
    """The player is told to play a phase after which there is nothing to enter."""

    task: Task

    def apply(self, state: SoloState) -> SoloState:
        return state


class SoloRoundEnded(Event):
    """All phases are over; *last* if the end condition holds (section 3.8)."""

    last: bool

    def apply(self, state: SoloState) -> SoloState:
        step = SoloStep.FINAL if self.last else SoloStep.ACTIONS
        return replace(state, round=state.round + 1, step=step, actions=())


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


MOST_VP: Final = 300


class EndSolo(Command):
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

    def decide(self, decks: Decks, state: SoloState) -> tuple[object, ...]:
        check_step(state, SoloStep.FINAL)
        cards = _points(decks(self.second_edition), state, self.tableau)
        card_vp = sum(card.vp for card in cards) if cards else self.card_vp
        if abs(card_vp) > MOST_VP or not 0 <= self.hand_and_goods <= MOST_VP:
            raise errors.FINAL()
        robot = state.its
        its = robot_score(robot, SIX_COST_VP[state.difficulty])
        mine = state.player_chips + card_vp
        its_tie, my_tie = robot.credit + robot.economy, self.hand_and_goods
        ahead, behind = (mine, my_tie), (its, its_tie)
        won = None if ahead == behind else ahead > behind
        return (SoloEnded(SoloScore(its, mine, its_tie, my_tie, won, cards)),)


@sets(step=SoloStep.OVER)
class SoloEnded(Event):
    """The game is over, with its result."""

    score: SoloScore


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


class Correction(Command, Event):
    """What the invariants allow, but another start world or its counter."""

    def decide(self, _decks: Decks, state: SoloState) -> None:
        before, after = state.its, self.apply(state)
        same = (after.its.start, after.its.special_used) == (before.start, before.special_used)
        if not same or solo_invariants(after):
            raise errors.FINAL()


@sets()
class CorrectRobot(Correction):
    """Correction of the robot's state."""

    robot: Robot


@sets({"chips": "player_chips", "tableau": "player_tableau"})
class CorrectPlayer(Correction):
    """Correction of the player's chips and number of cards."""

    chips: int
    tableau: int
