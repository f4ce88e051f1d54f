"""The solitaire game against the robot: its state (section 3)."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.games import messages
from companion.games.refusals import NOT_NOW
from companion.games.storm.cards import CardPoints
from companion.games.storm.robot import (
    GUESSED_DICE,
    START_WORLDS,
    VP_POOL,
    Die,
    Difficulty,
    Space,
    StartWorld,
)


class SoloStep(Enum):
    SET_UP = "set_up"
    ACTIONS = "actions"
    DICE = "dice"
    PLAYER = "player"
    FLIP = "flip"
    FINAL = "final"
    OVER = "over"


class SoloPhase(Enum):
    """The phases of a round in their order."""

    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    CONSUME = "consume"
    PRODUCE = "produce"


@dataclass(frozen=True, slots=True)
class Task:
    """A phase to resolve: the selections of player and robot, none for a response (section 3.5)."""

    phase: SoloPhase
    bonus: tuple[Space, ...]
    robot: tuple[Space, ...]


class Find(Enum):
    """The kinds of cards that the robot searches for."""

    DEVELOPMENT = "development"
    WORLD = "world"
    MILITARY_WORLD = "military_world"
    RICH_WORLD = "rich_world"
    """A non-military world of 3 VP or more, from the game's draw pile (Doomed World)."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Cards are being turned over.

    Attributes:
        find: the first matching card is kept.
        cost: credit for the card that is kept.
        six_cost: additional credit for a 6-cost development; without it such a card does not match.
    """

    find: Find
    cost: int = 0
    six_cost: int = 0


@dataclass(frozen=True, slots=True)
class Robot:
    """The robot's state (section 3).

    Attributes:
        stack: cards in its draw stack.
        tableau: cards in its tableau stack, the start world among them.
        vp: printed on them, without 6-cost developments.
        six_costs: 6-cost developments among them.
        placed, unplaced: 6-cost counters.
        chips: VP in chips.
        equals: meaning of a robot face.
        special_used: whether Old Earth's or Doomed World's counter is used.
    """

    start: int
    credit: int
    economy: int
    stack: int
    vp: int
    unplaced: int
    equals: Space
    tableau: int = 1
    six_costs: int = 0
    placed: int = 0
    chips: int = 0
    special_used: bool = False

    @property
    def world(self) -> StartWorld:
        return START_WORLDS[self.start]


@dataclass(frozen=True, slots=True)
class SoloScore:
    """The result (section 3.8).

    Attributes:
        tie: tie-break values: robot's credit and economy; player's hand and goods.
        won: whether the player won; None for a draw, which the rules do not resolve.
        cards: points of each of the player's cards, if they were entered.
    """

    robot: int
    player: int
    robot_tie: int
    player_tie: int
    won: bool | None
    cards: tuple[CardPoints, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloState:
    """The state of the solitaire game."""

    step: SoloStep = SoloStep.SET_UP
    difficulty: Difficulty = Difficulty.EASY
    dice: tuple[Die, Die] = GUESSED_DICE
    dice_known: bool = False
    equals_known: bool = False
    player: str = ""
    player_start: int = 0
    player_chips: int = 0
    player_tableau: int = 1
    robot: Robot | None = None
    round: int = 1
    actions: tuple[Space, ...] = ()
    tasks: tuple[Task, ...] = ()
    once: Space | None = None
    flip: Flip | None = None
    score: SoloScore | None = None

    @property
    def its(self) -> Robot:
        """The robot; refuses before the game."""
        if self.robot is None:
            raise NOT_NOW()
        return self.robot

    @property
    def result(self) -> SoloScore:
        """The result; refuses before the end."""
        if self.score is None:
            raise NOT_NOW()
        return self.score

    @property
    def throws(self) -> int:
        """Number of counted throws of the robot's dice: one a round."""
        return self.round + (self.step not in (SoloStep.ACTIONS, SoloStep.DICE))

    def with_robot(self, **changes: Any) -> "SoloState":
        """Return the state with changed fields of the robot."""
        return replace(self, robot=replace(self.its, **changes))

    @property
    def pool(self) -> int:
        """VP chips left; negative if spare ones are used to finish the round."""
        return VP_POOL - self.player_chips - (self.robot.chips if self.robot else 0)


class Event(messages.Event[SoloState]):
    """What happened in a solitaire game."""


decide: Final = messages.Decider()
"""``(decks, state, command) -> events``, the robot's part included."""


def check_step(state: "SoloState", step: SoloStep) -> None:
    if state.step is not step:
        raise NOT_NOW()
