"""Commands of the players."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.rule.cards import Card, Cards
from companion.games.rule.options import DEFAULT_OPTIONS, Options
from companion.games.rule.units import Unit


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player and the card he was dealt (section 2)."""

    seat: int
    name: str
    first_card: Card


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin; *players* in the order of turns, *wave* on the start fields of lanes 1 to 4."""

    players: tuple[NewPlayer, ...]
    wave: tuple[Unit, ...]
    options: Options = DEFAULT_OPTIONS


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The owner corrects facts of the box; the number of tiles in play is unchanged."""

    options: Options


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The active player took a card from the deck (section 3.1)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class StopDrawing:
    """The active player takes no further card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shoot:
    """The active player destroys a unit with cards and captured infiltrators (section 3.2)."""

    seat: int
    lane: int
    row: int
    cards: Cards
    infiltrators: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """The active player swaps cards with another, one for one (section 3.3)."""

    seat: int
    other: int
    gives: Cards
    gets: Cards


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active player ends the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShowMarker:
    """The marker of a lane that a unit entered is turned up (section 3.4)."""

    lane: int
    value: int


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """A player discards cards for the markers (section 3.4)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlaceWave:
    """New units on the start fields of lanes 1 to 4 (section 3.4)."""

    wave: tuple[Unit, ...]


class Pile(Enum):
    """The places of cards."""

    DECK = "deck"
    DISCARD = "discard"
    BESIDE = "beside"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Place:
    """A pile; a hand needs its *seat*."""

    pile: Pile
    seat: int = 0


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Correction: cards are at another place than recorded."""

    cards: Cards
    source: Place
    target: Place
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetField:
    """Correction: the unit on a field; None moves the present one to the box."""

    lane: int
    row: int
    unit: Unit | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetTiles:
    """Correction: the tiles in front of a player."""

    seat: int
    tiles: tuple[Unit, ...]
    reason: str = ""


Command = (
    StartGame
    | SetOptions
    | DrawCard
    | StopDrawing
    | Shoot
    | Trade
    | EndTurn
    | ShowMarker
    | DiscardCards
    | PlaceWave
    | MoveCards
    | SetField
    | SetTiles
)
