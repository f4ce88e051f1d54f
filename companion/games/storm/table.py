"""Goal tracking for two to five players: its state (section 2)."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games import messages
from companion.games.refusals import NOT_NOW
from companion.games.seats import Seats
from companion.games.storm.cards import NO_COUNTS, CardPoints, Counts
from companion.games.storm.goals import MOST, Goal, Moment, Standing
from companion.games.storm.robot import TABLEAU_END

CHIPS_EACH: Final = 12
"""VP chips in the pool for each player (section 1)."""


class Step(Enum):
    SET_UP = "set_up"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player; the tableau is entered *by_cards*, else as *counts*."""

    seat: int
    name: str
    by_cards: bool = False
    cards: tuple[str, ...] = ()
    counts: Counts = NO_COUNTS
    vp_chips: int = 0

    @property
    def standing(self) -> Standing:
        """The values that goals use."""
        return Standing(self.counts, self.vp_chips)


@dataclass(frozen=True, slots=True)
class GoalTile:
    """A tile in play.

    Attributes:
        holders: the seats that score it; a "most" tile has at most one. If several meet a "first"
            goal together, one has the tile and the others chips: all score the same (section 2.3).
    """

    goal: Goal
    holders: tuple[int, ...] = ()

    @property
    def holder(self) -> int | None:
        return self.holders[0] if self.holders and self.goal in MOST else None


@dataclass(frozen=True, slots=True)
class TableState(Seats[Player]):
    """The state of goal tracking; *ended* is the phase that was over last."""

    step: Step = Step.SET_UP
    players: tuple[Player, ...] = ()
    tiles: tuple[GoalTile, ...] = ()
    round: int = 1
    scores: "tuple[TableScore, ...]" = ()
    second_edition: bool = False
    infrastructure_after_settle: bool = False
    ended: Moment | None = None

    @property
    def standings(self) -> dict[int, Standing]:
        """The values that goals use, by seat."""
        return {player.seat: player.standing for player in self.players}

    @property
    def pool(self) -> int:
        """VP chips left; negative if spare ones are in use."""
        return CHIPS_EACH * len(self.players) - sum(p.vp_chips for p in self.players)

    @property
    def last_round(self) -> bool:
        """Whether the pool is empty, or a tableau entered by cards is full."""
        full = any(len(player.cards) >= TABLEAU_END for player in self.players)
        return self.step is Step.PLAY and (full or self.pool <= 0)


@dataclass(frozen=True, slots=True)
class TableScore:
    """A player's result; *cards* are empty if only ``card_vp`` was entered."""

    seat: int
    vp_chips: int
    card_vp: int
    cards: tuple[CardPoints, ...]
    goals: tuple[tuple[Goal, int], ...]
    total: int
    rank: int


class Event(messages.Event[TableState]):
    """What happened in a game of goals."""


decide: Final = messages.Decider()
"""``(decks, state, command) -> events``."""


def check_step(state: TableState, step: Step) -> None:
    if state.step is not step:
        raise NOT_NOW()
