"""Events: past facts for the log, applied by ``apply``."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import NewPlayer, Place
from companion.games.rule.options import Options
from companion.games.rule.state import Outcome
from companion.games.rule.units import Unit

SCHEMA = 1
"""Schema version of these types in the log."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game began (section 2)."""

    players: tuple[NewPlayer, ...]
    wave: tuple[Unit, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The owner corrected facts of the box in a running game."""

    options: Options


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A card was added to the turn's cards."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Bombarded:
    """A bombardment card goes beside the discard pile; *lost* cards are discarded (section 3.1)."""

    seat: int
    lost: Cards


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The ninth bombardment: all piles become a new deck (section 3.1)."""


@dataclass(frozen=True, slots=True)
class DrawingStopped:
    """The turn's cards become safe in the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class UnitDestroyed:
    """A unit was paid for and captured by the player (section 3.2)."""

    seat: int
    lane: int
    row: int
    cards: Cards
    infiltrators: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """Cards were swapped one for one (section 3.3)."""

    seat: int
    other: int
    gives: Cards
    gets: Cards


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The next player is active; after the last one the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class MovementMarkerFlipped:
    """The movement marker was flipped (section 5, one or two players)."""


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """Every unit moved one field; *entered* are the lanes whose marker was reached."""

    entered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarkerShown:
    """Every player owes *value* more cards, at most all of the hand (section 3.4)."""

    lane: int
    value: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """A player discarded cards for the markers."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class WavePlaced:
    """New units on the start fields (section 3.4)."""

    wave: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round begins: all players have had a turn and the First Order has moved."""

    number: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is won or lost (section 4)."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Manual correction of cards."""

    cards: Cards
    source: Place
    target: Place
    reason: str


@dataclass(frozen=True, slots=True)
class FieldSet:
    """Manual correction of a field."""

    lane: int
    row: int
    unit: Unit | None
    reason: str


@dataclass(frozen=True, slots=True)
class TilesSet:
    """Manual correction of a player's tiles."""

    seat: int
    tiles: tuple[Unit, ...]
    reason: str


Event = (
    GameStarted
    | OptionsSet
    | CardTaken
    | Bombarded
    | DeckRenewed
    | DrawingStopped
    | UnitDestroyed
    | CardsSwapped
    | TurnEnded
    | MovementMarkerFlipped
    | UnitsAdvanced
    | MarkerShown
    | CardsDiscarded
    | WavePlaced
    | RoundBegan
    | GameEnded
    | CardsMoved
    | FieldSet
    | TilesSet
)
