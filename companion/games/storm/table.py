"""Goal tracking for two to five players: state, commands, events (section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.storm.cards import NO_COUNTS, CardPoints, Counts
from companion.games.storm.goals import MOST, Goal, Moment, Standing

SCHEMA = 1
"""Schema version of the events in the log."""

CHIPS_EACH: Final = 12
"""VP chips in the pool for each player (section 1)."""


class Step(Enum):
    """The steps of the game."""

    SET_UP = "set_up"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        by_cards: whether the tableau is entered card by card; else as counts.
        cards: keys of the tableau.
        counts: the counts that goals use, calculated or entered.
        discarded: 1 if the player discarded to the hand limit in this round.
    """

    seat: int
    name: str
    by_cards: bool = False
    cards: tuple[str, ...] = ()
    counts: Counts = NO_COUNTS
    vp_chips: int = 0
    discarded: int = 0

    @property
    def standing(self) -> Standing:
        """The values that goals use."""
        return Standing(self.counts, self.vp_chips, self.discarded)


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
        """The holder of a "most" tile."""
        return self.holders[0] if self.holders and self.goal in MOST else None


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of goal tracking."""

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
        """The values that goals use, by seat."""
        return {player.seat: player.standing for player in self.players}

    @property
    def pool(self) -> int:
        """VP chips left; negative if spare ones are in use."""
        return CHIPS_EACH * len(self.players) - sum(p.vp_chips for p in self.players)


@dataclass(frozen=True, slots=True)
class TableScore:
    """A player's result with every line.

    Attributes:
        cards: points of each card; empty if only ``card_vp`` was entered.
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
    """A player; *start_world* if the tableau is entered card by card."""

    seat: int
    name: str
    start_world: str | None = None


@dataclass(frozen=True, slots=True)
class StartTable:
    """Two large and four small goals are in play (section 2.1).

    Attributes:
        second_edition: whether the cards are of the second edition, where four cards differ.
        infrastructure_after_settle: whether Greatest Infrastructure is also tested after Settle
            (2.4).
    """

    players: tuple[NewPlayer, ...]
    goals: tuple[Goal, ...]
    second_edition: bool = False
    infrastructure_after_settle: bool = False


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card is added to a tableau."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DropCard:
    """A card leaves a tableau."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class SetCounts:
    """Set the counts of a tableau, without its cards."""

    seat: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class SetChips:
    """Set the VP in chips of a player."""

    seat: int
    vp_chips: int


@dataclass(frozen=True, slots=True)
class EndPhase:
    """A phase is over: goals are tested; at a round's end with those who discarded to the limit."""

    moment: Moment
    discarded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteredVp:
    """Total points of a player's cards, entered as one number."""

    seat: int
    vp: int


@dataclass(frozen=True, slots=True)
class EndTable:
    """The game is over: ties, points, ranks (sections 2.5, 2.6)."""

    card_vp: tuple[EnteredVp, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectGoal:
    """Correction of the holders of a goal."""

    goal: Goal
    holders: tuple[int, ...]
    reason: str = ""


TableCommand = (
    StartTable | PlaceCard | DropCard | SetCounts | SetChips | EndPhase | EndTable | CorrectGoal
)


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableStarted:
    """The game began (section 2.1)."""

    players: tuple[NewPlayer, ...]
    goals: tuple[Goal, ...]
    second_edition: bool = False
    infrastructure_after_settle: bool = False


@dataclass(frozen=True, slots=True)
class TableauChanged:
    """The new cards and counts of a tableau."""

    seat: int
    cards: tuple[str, ...]
    counts: Counts


@dataclass(frozen=True, slots=True)
class ChipsSet:
    """The new VP in chips."""

    seat: int
    vp_chips: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """The players who discarded to the hand limit in this round."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """A phase or a round is over."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class GoalMoved:
    """The new holders of a goal, and the reason (section of the digest or free text)."""

    goal: Goal
    holders: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TableEnded:
    """The game is over, with the results."""

    scores: tuple[TableScore, ...]


TableEvent = (
    TableStarted | TableauChanged | ChipsSet | Discarded | PhaseEnded | GoalMoved | TableEnded
)
