"""The complete state of a game. Immutable; ``apply`` returns the next one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.rule.cards import Cards
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    FEW_PLAYERS,
    LANES,
    ROWS,
    Options,
    tiles_in_play,
)
from companion.games.rule.units import Unit, UnitKind
from companion.games.seats import Seats


class Step(Enum):
    """The steps of a round. REGROUP and ROUND_END never wait for a player."""

    SET_UP = "set_up"
    DRAW = "draw"
    SHOOT = "shoot"
    REGROUP = "regroup"
    MARKERS = "markers"
    DISCARD = "discard"
    WAVE = "wave"
    ROUND_END = "round_end"
    OVER = "over"


class Outcome(Enum):
    """How a game ended (section 4)."""

    LOST = "lost"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Player:
    """A player with cards and tiles.

    Attributes:
        hand: cards that no bombardment of this turn can take.
        taken: cards drawn in this turn, lost to a bombardment (section 3.1).
        owes: number of cards still to discard for markers (section 3.4).
    """

    seat: int
    name: str
    hand: Cards = ()
    taken: Cards = ()
    tiles: tuple[Unit, ...] = ()
    owes: int = 0

    @property
    def cards(self) -> Cards:
        return (*self.hand, *self.taken)


@dataclass(frozen=True, slots=True)
class Posted:
    """A unit on a field: lane 1 to 4, row 1 at the start to 7; after 7 it has broken through."""

    lane: int
    row: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class GameState(Seats[Player]):
    """The game.

    Attributes:
        players: in the order of turns.
        deck, discard: the Resistance's cards; the deck's order is unknown.
        bombardments: number of cards beside the discard pile.
        board: units on the fields, by lane, then row.
        markers: lanes whose marker is still face down.
        shown_markers: values of the markers that were turned up.
        entered: lanes whose marker was entered and must be turned up.
        stack: number of tiles not yet in play.
        box: used infiltrators and tiles removed by a correction.
        white_up: side of the movement marker, used with one or two players (section 5).
        active: index into ``players``.
        drew: whether the active player has taken a card from the deck in this turn.
        round: from 1.
        outcome: None while the game runs.
    """

    step: Step = Step.SET_UP
    options: Options = DEFAULT_OPTIONS
    players: tuple[Player, ...] = ()
    deck: Cards = ()
    discard: Cards = ()
    bombardments: int = 0
    board: tuple[Posted, ...] = ()
    markers: frozenset[int] = frozenset()
    shown_markers: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()
    stack: int = 0
    box: tuple[Unit, ...] = ()
    white_up: bool = True
    active: int = 0
    drew: bool = False
    round: int = 1
    outcome: Outcome | None = None

    @property
    def on_turn(self) -> Player:
        return self.players[self.active]

    @property
    def few_players(self) -> bool:
        """Whether the variant for one or two players is used (section 5)."""
        return len(self.players) <= FEW_PLAYERS

    def front(self, lane: int) -> Posted | None:
        """Return the unit of a lane that is nearest to the Resistance (section 3.2)."""
        there = [posted for posted in self.board if posted.lane == lane]
        return max(there, key=lambda posted: posted.row, default=None)

    def at(self, lane: int, row: int) -> Posted | None:
        """Return the unit on a field."""
        return next((p for p in self.board if (p.lane, p.row) == (lane, row)), None)


def free_lanes(state: GameState) -> tuple[int, ...]:
    """Return the lanes whose start field is empty."""
    return tuple(lane for lane in range(1, LANES + 1) if state.at(lane, 1) is None)


def with_units(state: GameState, wave: tuple[Unit, ...]) -> GameState:
    """Return the state with units of the stack on the free start fields, from lane 1 on."""
    new = (Posted(lane, 1, unit) for lane, unit in zip(free_lanes(state), wave, strict=False))
    return replace(state, board=by_field((*state.board, *new)), stack=state.stack - len(wave))


def by_field(board: Iterable[Posted]) -> tuple[Posted, ...]:
    """Return units sorted by lane, then row."""
    return tuple(sorted(board, key=lambda posted: (posted.lane, posted.row)))


def tiles_known(state: GameState) -> tuple[Unit, ...]:
    """Return every tile whose identity is known: on the board, captured, in the box."""
    captured = (unit for player in state.players for unit in player.tiles)
    return (*(posted.unit for posted in state.board), *captured, *state.box)


def tiles_left(state: GameState, more: tuple[Unit, ...] = ()) -> Counter[Unit | UnitKind]:
    """Return how many tiles of each kind and colour, and of each kind, are left.

    Those that are known and *more* are not; negative: the game does not have so many.
    """
    left = Counter(tiles_in_play(state.options, flametroopers=not state.few_players))
    for unit, count in Counter((*tiles_known(state), *more)).items():
        left[unit] -= count
        left[unit.kind] -= count
    return left


def tiles_fit(state: GameState, more: tuple[Unit, ...] = ()) -> bool:
    """Return whether the game has all known tiles and *more*, by kind and colour."""
    return min(tiles_left(state, more).values()) >= 0


def advances_left(posted: Posted) -> int:
    """Return how many more advances a unit can make before everybody loses (section 3.4)."""
    return ROWS - posted.row


def next_turn_advances(state: GameState) -> bool:
    """Return whether the units move when this round ends (sections 3.4 and 5)."""
    return not state.few_players or not state.white_up
