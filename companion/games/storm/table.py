"""Goal tracking for two to five players: state, commands, events (section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.storm.cards import NO_COUNTS, CardPoints, Counts
from companion.games.storm.goals import MOST, Goal, Moment, Standing

SCHEMA = 1
"""Version of the events in the log."""

CHIPS_EACH: Final = 12
"""VP chips in the pool for each player (section 1)."""


class Step(Enum):
    """What the table does now."""

    SET_UP = "set_up"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        by_cards: the tableau is entered card by card; else its numbers are.
        cards: keys of the tableau.
        counts: what the goals look at, calculated or entered.
        card_vp: printed points and bonuses, entered where the cards are not.
        discarded: to the hand limit, in this round.
    """

    seat: int
    name: str
    by_cards: bool = False
    cards: tuple[str, ...] = ()
    counts: Counts = NO_COUNTS
    vp_chips: int = 0
    card_vp: int = 0
    discarded: int = 0

    @property
    def standing(self) -> Standing:
        """What his goals look at."""
        return Standing(self.counts, self.vp_chips, self.discarded)


@dataclass(frozen=True, slots=True)
class GoalTile:
    """A tile in play.

    Attributes:
        holders: who scores it; a "most" tile has one at most. Of several who meet a "first" goal
            together one has the tile and the others chips: all score the same (section 2.3).
    """

    goal: Goal
    holders: tuple[int, ...] = ()

    @property
    def holder(self) -> int | None:
        """Who has a "most" tile."""
        return self.holders[0] if self.holders and self.goal in MOST else None


@dataclass(frozen=True, slots=True)
class TableState:
    """The game."""

    step: Step = Step.SET_UP
    players: tuple[Player, ...] = ()
    tiles: tuple[GoalTile, ...] = ()
    round: int = 1
    scores: tuple[TableScore, ...] = ()
    second_edition: bool = False
    infrastructure_after_settle: bool = False

    def player(self, seat: int) -> Player:
        """Return the player at *seat*.

        Raises:
            KeyError: nobody sits there.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    @property
    def standings(self) -> dict[int, Standing]:
        """What the goals of all look at, by seat."""
        return {player.seat: player.standing for player in self.players}

    @property
    def pool(self) -> int:
        """VP chips left; below zero spare ones are in use."""
        return CHIPS_EACH * len(self.players) - sum(p.vp_chips for p in self.players)


@dataclass(frozen=True, slots=True)
class TableScore:
    """A player's result with every line.

    Attributes:
        cards: points of each card; empty where only ``card_vp`` was entered.
        goals: (goal, points).
    """

    seat: int
    vp_chips: int
    card_vp: int
    cards: tuple[CardPoints, ...]
    goals: tuple[tuple[Goal, int], ...]
    total: int
    rank: int


# --- commands ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player; *start_world* where the tableau is entered card by card."""

    seat: int
    name: str
    start_world: str | None = None


@dataclass(frozen=True, slots=True)
class StartTable:
    """Two large and four small goals are in play (section 2.1).

    Attributes:
        second_edition: of the cards; four of them have other values there.
        infrastructure_after_settle: Greatest Infrastructure is tested after Settle, too (2.4).
    """

    players: tuple[NewPlayer, ...]
    goals: tuple[Goal, ...]
    second_edition: bool = False
    infrastructure_after_settle: bool = False


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card comes into a tableau."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DropCard:
    """A card leaves a tableau."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class SetCounts:
    """A tableau's numbers, entered without its cards."""

    seat: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class SetChips:
    """How many VP in chips a player has now."""

    seat: int
    vp_chips: int


@dataclass(frozen=True, slots=True)
class EndPhase:
    """A phase is over: goals are tested. At the round's end who discarded to the limit."""

    moment: Moment
    discarded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteredVp:
    """Points of a player's cards that were not entered one by one."""

    seat: int
    vp: int


@dataclass(frozen=True, slots=True)
class EndTable:
    """The game is over: ties, points, ranks (sections 2.5, 2.6)."""

    card_vp: tuple[EnteredVp, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectGoal:
    """Correction: who has a goal."""

    goal: Goal
    holders: tuple[int, ...]
    reason: str = ""


TableCommand = (
    StartTable | PlaceCard | DropCard | SetCounts | SetChips | EndPhase | EndTable | CorrectGoal
)


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableStarted:
    """Section 2.1."""

    players: tuple[NewPlayer, ...]
    goals: tuple[Goal, ...]
    second_edition: bool = False
    infrastructure_after_settle: bool = False


@dataclass(frozen=True, slots=True)
class TableauChanged:
    """Cards and numbers of a tableau as they are now."""

    seat: int
    cards: tuple[str, ...]
    counts: Counts


@dataclass(frozen=True, slots=True)
class ChipsSet:
    """VP in chips as they are now."""

    seat: int
    vp_chips: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """Who discarded to the hand limit in this round."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """A phase or a round is over."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class GoalMoved:
    """Who has a goal now, and why (a section of the digest, or what a person said)."""

    goal: Goal
    holders: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The results."""

    scores: tuple[TableScore, ...]


TableEvent = (
    TableStarted | TableauChanged | ChipsSet | Discarded | PhaseEnded | GoalMoved | TableEnded
)
