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
"""Version of the events in the log."""


class SoloStep(Enum):
    """What the table does now."""

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
    """One phase that is resolved: first the player, then the robot (section 3.5).

    Attributes:
        bonus: what the player selected for it; empty where only the robot did.
        robot: what the robot selected for it; empty is a response.
    """

    phase: SoloPhase
    bonus: tuple[Space, ...]
    robot: tuple[Space, ...]


class Find(Enum):
    """What the robot turns cards over for."""

    DEVELOPMENT = "development"
    WORLD = "world"
    MILITARY_WORLD = "military_world"
    RICH_WORLD = "rich_world"
    """A non-military world of 3 VP or more, off the game's draw pile (Doomed World)."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Cards are being turned over.

    Attributes:
        find: the first that fits is kept.
        cost: credit for the card that is kept.
        six_cost: credit for a 6-cost development besides; it is no hit without that credit.
    """

    find: Find
    cost: int = 0
    six_cost: int = 0


@dataclass(frozen=True, slots=True)
class Robot:
    """The robot's belongings (section 3).

    Attributes:
        stack: cards in its draw stack.
        tableau: cards in its tableau stack, the start world among them.
        vp: printed on them, without 6-cost developments.
        six_costs: 6-cost developments among them.
        placed, unplaced: 6-cost counters.
        chips: VP in chips.
        equals: what a robot face stands for.
        special_used: Old Earth's or Doomed World's counter is gone.
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
        """Its start world's facts."""
        return START_WORLDS[self.start]


@dataclass(frozen=True, slots=True)
class SoloScore:
    """The result (section 3.8).

    Attributes:
        tie: what counts among equal totals: robot's credit and economy; player's hand and goods.
        won: by the player; None is a draw, which the rules do not settle.
        cards: points of each of the player's cards, where they are known.
    """

    robot: int
    player: int
    robot_tie: int
    player_tie: int
    won: bool | None
    cards: tuple[CardPoints, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloState:
    """The game."""

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
        """VP chips left; below zero spare ones finish the round."""
        return VP_POOL - self.player_chips - (self.robot.chips if self.robot else 0)


# --- commands ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartSolo:
    """Set-up (section 3.1).

    Attributes:
        equals: printed on the back of the mat; needed for start worlds 1, 4 and 5.
        dice: as they were shown to the companion; the guessed ones where nobody has.
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
    """What the two dice show, read by the camera or entered."""

    faces: tuple[RobotFace, RobotFace]


@dataclass(frozen=True, slots=True)
class PlayerDone:
    """The player's part of a phase is over.

    Attributes:
        chips: VP in chips that he gained.
        cards: that came into his tableau; negative if some left it.
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
    """Cards were turned over: *misses* discarded ones, then the hit, or none till the end."""

    misses: int
    found: Found | None


@dataclass(frozen=True, slots=True)
class EndSolo:
    """The player's points of cards and bonuses, his hand cards and goods (section 3.8).

    Attributes:
        card_vp: entered; calculated where the tableau is known by its cards.
        tableau: keys of all cards, the start world among them; empty where ``card_vp`` is entered.
        second_edition: of the cards.
    """

    card_vp: int
    hand_and_goods: int
    tableau: tuple[str, ...] = ()
    second_edition: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRobot:
    """Correction: the robot's belongings."""

    robot: Robot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """Correction: the player's chips and number of cards."""

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
    """Section 3.1.

    Attributes:
        dice_known, equals_known: read off the owner's box, not guessed.
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
    """The player's markers lie on the mat."""

    actions: tuple[Space, Space]


@dataclass(frozen=True, slots=True)
class DicePlaced:
    """The dice lie on the mat; these phases follow (section 3.6).

    Attributes:
        once: a single space that both dice ask for: its action is performed once (section 3.3).
    """

    faces: tuple[RobotFace, RobotFace]
    tasks: tuple[Task, ...]
    once: Space | None = None


@dataclass(frozen=True, slots=True)
class PlayerPlayed:
    """The player's part of a phase.

    Attributes:
        task: the phase where nobody is asked: the player is told to play it; else None.
    """

    chips: int
    cards: int
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class RobotChanged:
    """What the robot's part of a phase does to it, and which rule says so."""

    credit: int = 0
    economy: int = 0
    stack: int = 0
    chips: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CounterPlaced:
    """A 6-cost counter for credit (section 3.7)."""

    credit: int


@dataclass(frozen=True, slots=True)
class FlipBegan:
    """Cards are turned over now."""

    flip: Flip


@dataclass(frozen=True, slots=True)
class CardsFlipped:
    """The misses are discarded, the hit lies in the tableau stack."""

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
    """The robot face stands for something else now."""

    equals: Space
    special_used: bool


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The phase is over for both."""


@dataclass(frozen=True, slots=True)
class SoloRoundEnded:
    """All phases are over; *last* when the end test fits (section 3.8)."""

    last: bool


@dataclass(frozen=True, slots=True)
class SoloEnded:
    """The result."""

    score: SoloScore


@dataclass(frozen=True, slots=True)
class RobotCorrected:
    """A correction by hand."""

    robot: Robot
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerCorrected:
    """A correction by hand."""

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
