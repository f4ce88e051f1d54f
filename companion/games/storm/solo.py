"""The solitaire game against the robot: state, commands, events (section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.storm.cards import CardPoints
from companion.games.storm.robot import (
    GUESSED_DICE,
    START_WORLDS,
    VP_POOL,
    Die,
    Difficulty,
    RobotFace,
    Space,
    StartWorld,
)

SOLO_SCHEMA: Final = 1
"""Schema version of the events in the log."""


class SoloStep(Enum):
    """The steps of the game."""

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
    """A phase to resolve: first the player, then the robot (section 3.5).

    Attributes:
        bonus: the player's selections for it; empty if only the robot selected it.
        robot: the robot's selections for it; empty means a response.
    """

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
        """The facts of its start world."""
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
    faces: tuple[RobotFace, ...] = ()
    tasks: tuple[Task, ...] = ()
    once: Space | None = None
    flip: Flip | None = None
    score: SoloScore | None = None

    @property
    def pool(self) -> int:
        """VP chips left; negative if spare ones are used to finish the round."""
        return VP_POOL - self.player_chips - (self.robot.chips if self.robot else 0)


# --- commands ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartSolo:
    """Set-up (section 3.1).

    Attributes:
        equals: printed on the back of the mat; needed for start worlds 1, 4 and 5.
        dice: faces of the owner's dice; None for the guessed ones.
        player: the player's name, for the history.
    """

    difficulty: Difficulty
    player_start: int
    robot_start: int
    equals: Space | None = None
    dice: tuple[Die, Die] | None = None
    player: str = ""


@dataclass(frozen=True, slots=True)
class ChooseActions:
    """The player's two action cards."""

    actions: tuple[Space, Space]


@dataclass(frozen=True, slots=True)
class RollDice:
    """The faces of the two dice, read by the camera or entered."""

    faces: tuple[RobotFace, RobotFace]


@dataclass(frozen=True, slots=True)
class PlayerDone:
    """The player's part of a phase is over.

    Attributes:
        chips: VP gained in chips.
        cards: change of the number of cards in the tableau.
    """

    chips: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """The card that was kept."""

    vp: int
    six_cost: bool = False


@dataclass(frozen=True, slots=True)
class Flipped:
    """Cards were turned over: *misses* without a match, then the match, or None at the end."""

    misses: int
    found: Found | None


@dataclass(frozen=True, slots=True)
class EndSolo:
    """The player's points of cards and bonuses, his hand cards and goods (section 3.8).

    Attributes:
        card_vp: entered value; ignored if ``tableau`` is given.
        tableau: keys of all cards, the start world among them; empty if ``card_vp`` is entered.
        second_edition: whether the cards are of the second edition.
    """

    card_vp: int
    hand_and_goods: int
    tableau: tuple[str, ...] = ()
    second_edition: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRobot:
    """Correction of the robot's state."""

    robot: Robot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """Correction of the player's chips and number of cards."""

    chips: int
    tableau: int
    reason: str = ""


SoloCommand = (
    StartSolo
    | ChooseActions
    | RollDice
    | PlayerDone
    | Flipped
    | EndSolo
    | CorrectRobot
    | CorrectPlayer
)


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoloStarted:
    """The game began (section 3.1).

    Attributes:
        dice_known, equals_known: whether they were read from the owner's box, not guessed.
    """

    difficulty: Difficulty
    player_start: int
    robot: Robot
    dice: tuple[Die, Die]
    dice_known: bool
    player: str = ""
    equals_known: bool = False


@dataclass(frozen=True, slots=True)
class ActionsChosen:
    """The player chose two actions, whose markers are on the mat."""

    actions: tuple[Space, Space]


@dataclass(frozen=True, slots=True)
class DicePlaced:
    """The dice were put on the mat; these phases follow (section 3.6).

    Attributes:
        once: a single space that both dice select: its action is performed once (section 3.3).
    """

    faces: tuple[RobotFace, RobotFace]
    tasks: tuple[Task, ...]
    once: Space | None = None


@dataclass(frozen=True, slots=True)
class PlayerPlayed:
    """The player's part of a phase.

    Attributes:
        task: the phase, if it needs no input: the player is only told to play it; else None.
    """

    chips: int
    cards: int
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class RobotChanged:
    """Changes of the robot's amounts in a phase, with the rule that causes them."""

    credit: int = 0
    economy: int = 0
    stack: int = 0
    chips: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CounterPlaced:
    """A 6-cost counter was placed for credit (section 3.7)."""

    credit: int


@dataclass(frozen=True, slots=True)
class FlipBegan:
    """The robot begins to turn cards over."""

    flip: Flip


@dataclass(frozen=True, slots=True)
class CardsFlipped:
    """The misses are discarded, the match is in the tableau stack."""

    misses: int
    found: Found | None
    credit: int
    from_stack: bool


@dataclass(frozen=True, slots=True)
class StartWorldRemoved:
    """Doomed World leaves the robot's tableau with its counter."""

    vp: int


@dataclass(frozen=True, slots=True)
class EqualsChanged:
    """The meaning of the robot face changed."""

    equals: Space
    special_used: bool


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The phase is over for both."""


@dataclass(frozen=True, slots=True)
class SoloRoundEnded:
    """All phases are over; *last* if the end condition holds (section 3.8)."""

    last: bool


@dataclass(frozen=True, slots=True)
class SoloEnded:
    """The game is over, with its result."""

    score: SoloScore


@dataclass(frozen=True, slots=True)
class RobotCorrected:
    """Manual correction of the robot's state."""

    robot: Robot
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerCorrected:
    """Manual correction of the player's values."""

    chips: int
    tableau: int
    reason: str


SoloEvent = (
    SoloStarted
    | ActionsChosen
    | DicePlaced
    | PlayerPlayed
    | RobotChanged
    | CounterPlaced
    | FlipBegan
    | CardsFlipped
    | StartWorldRemoved
    | EqualsChanged
    | TaskEnded
    | SoloRoundEnded
    | SoloEnded
    | RobotCorrected
    | PlayerCorrected
)
