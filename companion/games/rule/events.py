"""What happened: past facts for the log, folded by ``apply``."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rule.cards import Card, Cards
from companion.games.rule.commands import NewPlayer, Place
from companion.games.rule.options import Options
from companion.games.rule.state import Outcome
from companion.games.rule.units import Unit

SCHEMA = 1
"""Version of these types in the log."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Section 2."""

    players: tuple[NewPlayer, ...]
    wave: tuple[Unit, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """What the owner has read off the box, in a running game."""

    options: Options


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A card came into the turn's cards."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Bombarded:
    """A bombardment card: beside the discard pile, the cards *lost* with it (section 3.1)."""

    seat: int
    lost: Cards


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The ninth bombardment: deck, discard pile and bombardments are a new deck (section 3.1)."""


@dataclass(frozen=True, slots=True)
class DrawingStopped:
    """The turn's cards are safe in the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class UnitDestroyed:
    """A unit was paid for and lies in front of the player (section 3.2)."""

    seat: int
    lane: int
    row: int
    cards: Cards
    infiltrators: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """Section 3.3."""

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
    """Section 5, one or two players."""


@dataclass(frozen=True, slots=True)
class UnitsAdvanced:
    """Every unit moved one field; *entered* are the lanes whose marker was reached."""

    entered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarkerShown:
    """Everybody owes *value* more cards, or what he has (section 3.4)."""

    lane: int
    value: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Cards went to the discard pile for the markers."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class WavePlaced:
    """New units on the start fields (section 3.4)."""

    wave: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody has had a turn and the First Order has moved."""

    number: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Section 4."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """A correction by hand."""

    cards: Cards
    source: Place
    target: Place
    reason: str


@dataclass(frozen=True, slots=True)
class FieldSet:
    """A correction by hand."""

    lane: int
    row: int
    unit: Unit | None
    reason: str


@dataclass(frozen=True, slots=True)
class TilesSet:
    """A correction by hand."""

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
