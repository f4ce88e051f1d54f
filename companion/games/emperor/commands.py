"""Commands of the players."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.emperor.galaxy.fields import Ground
from companion.games.emperor.options import DEFAULT_OPTIONS, Options
from companion.games.emperor.roles.market import Dealings
from companion.games.emperor.state import Direction, Role, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Target
from companion.games.emperor.war.tray import DiceColour, TrayDie


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player with the home tile's yield (section 2); seats in order around the table."""

    seat: int
    name: str
    planets: int = 1
    food: int = 0
    metal: int = 0
    energy: int = 0


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin with a random Throne holder (section 2).

    Attributes:
        homes: hexes of the home sectors in the order of *players*; empty for a game without a map.
    """

    players: tuple[NewPlayer, ...]
    throne: int
    options: Options = DEFAULT_OPTIONS
    homes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Set price tables and costs, read from the board and the cards; possible at any time."""

    options: Options


@dataclass(frozen=True, slots=True)
class ChooseDirection:
    """The Throne's holder sets the round's direction (section 3)."""

    seat: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class SelectRole:
    """The next player in direction takes a role."""

    seat: int
    role: Role


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the turn in this role, or passes."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place a revealed tile on the board (section 4.1).

    Attributes:
        planets, food, metal, energy: printed on the tile; 0 planets cannot be controlled.
        under_enemy_ships: whether enemy ships prevent the free annexation.
        annex: whether the selector puts an Empire on his first tile.
        black_hole: whether it is the Black Hole, which replaces the Omega Sun.
        hex: its hex; 0 without a map, and for the Black Hole.
        sun: whether it shows a Sun.
        scanned: whether Long Range Scanners were used: one of this tile and the top hidden one went
            back (section 5).
    """

    seat: int
    planets: int = 0
    food: int = 0
    metal: int = 0
    energy: int = 0
    under_enemy_ships: bool = False
    annex: bool = False
    black_hole: bool = False
    hex: int = 0
    sun: bool = False
    scanned: bool = False


@dataclass(frozen=True, slots=True)
class ThrowMarket:
    """The four market dice (section 4.2)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """A Time Warp on a market die, before it is dropped."""

    seat: int
    index: int
    value: int


@dataclass(frozen=True, slots=True)
class RerollInBattle:
    """A Time Warp on a thrown die of a battle, before the hits are counted; *side* 0 attacks."""

    seat: int
    side: int
    index: int
    value: int


@dataclass(frozen=True, slots=True)
class SayHits:
    """The number of hits of each side in this phase, if the dice are not entered."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class CountHits:
    """No rerolls: count the dice of the phase as they are."""


@dataclass(frozen=True, slots=True)
class DropDie:
    """The selector discards one of the four."""

    index: int


@dataclass(frozen=True, slots=True)
class Cubes:
    """Food on a sector."""

    sector: int
    count: int


@dataclass(frozen=True, slots=True)
class TradeGoods:
    """A player's whole Merchant turn: harvest, trade, supply (section 4.2).

    Attributes:
        dealings: what is bought and sold.
        lies: cubes on the player's sectors afterwards; sectors that are not listed keep theirs.
    """

    seat: int
    dealings: Dealings
    lies: tuple[Cubes, ...] = ()


@dataclass(frozen=True, slots=True)
class Pirate:
    """Star Pirate: one metal of an opponent, or one food from their *sector* (section 5)."""

    seat: int
    victim: int
    sector: int | None = None


@dataclass(frozen=True, slots=True)
class TakeFree:
    """The Steward's selector takes a metal or an energy (section 4.3)."""

    seat: int
    metal: bool


@dataclass(frozen=True, slots=True)
class ProduceOn:
    """Sectors that produce now; those *without_food* by Protein Fields (sections 4.3, 5)."""

    seat: int
    sectors: tuple[int, ...]
    without_food: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildShips:
    """Ships bought in one bill; *free_fighter* is the selector's (section 4.4).

    Attributes:
        hex: the own Starbase to which they are delivered, on a map; 0 is the home.
    """

    seat: int
    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    free_fighter: bool = False
    hex: int = 0


@dataclass(frozen=True, slots=True)
class MoveShips:
    """Move ships from one hex to another (section 4.5).

    Attributes:
        jump: whether they use the stargate.
        fight: whether they fight enemies there immediately; else more ships may follow.
    """

    seat: int
    start: int
    target: int
    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    jump: bool = False
    fight: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """Ships that have met enemies on a hex start the battle (section 4.5)."""

    seat: int
    hex: int


@dataclass(frozen=True, slots=True)
class Annex:
    """Ships have entered an unprotected planet sector (section 4.5)."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class Attack:
    """Ships meet enemy units (section 4.5). The sector's token joins automatically.

    Attributes:
        ships: the attacker's.
        defending: the defender's ships.
        sector: None on an empty hex or a tile without planets.
        through_stargate: whether a free attack comes first.
    """

    seat: int
    defender: int
    ships: Force
    defending: Force
    sector: int | None = None
    through_stargate: bool = False


@dataclass(frozen=True, slots=True)
class NameShip:
    """The ship with the selector's extra die in this combat round; None for no extra die."""

    seat: int
    ship: Ship | None


@dataclass(frozen=True, slots=True)
class Fire:
    """The dice of both sides in the phase."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadTray:
    """The dice on the tray as read by the camera; empty after the players have picked them up."""

    dice: tuple[TrayDie, ...]


@dataclass(frozen=True, slots=True)
class SettleDie:
    """A person corrects the value of a die on the tray."""

    index: int
    value: int


@dataclass(frozen=True, slots=True)
class MoveDie:
    """Assign a die on the tray to a side, regardless of its colour; None removes it."""

    index: int
    side: int | None


@dataclass(frozen=True, slots=True)
class CountTray:
    """Count the dice on the tray as a portion of the throw; the others follow."""


@dataclass(frozen=True, slots=True)
class AddDie:
    """A die entered by hand; the market's dice are on side 0."""

    side: int
    value: int


@dataclass(frozen=True, slots=True)
class ForgetDice:
    """Discard the dice of this phase, to throw or enter them again."""


@dataclass(frozen=True, slots=True)
class SetDiceColours:
    """Assign dice colours to sides, for the rest of the game."""

    colours: tuple[DiceColour, ...]


@dataclass(frozen=True, slots=True)
class TakeLosses:
    """The units on which a player puts the hits, in order."""

    seat: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class GoOn:
    """After a combat round the attacker continues or withdraws."""

    seat: int
    withdraw: bool


@dataclass(frozen=True, slots=True)
class BuyInfluence:
    """Buy one more token (section 4.6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlaceInfluence:
    """Place all tokens of a player; sector 0 is the Throne."""

    seat: int
    placed: tuple[Cubes, ...]


@dataclass(frozen=True, slots=True)
class RetreatTo:
    """Ships that leave a lost sector go to one of the nearest own Starbases (section 4.6)."""

    seat: int
    start: int
    target: int


@dataclass(frozen=True, slots=True)
class MakePrivate:
    """Ambassador: only the owner may influence the sector in this role (section 5)."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class BuyTechnology:
    """Buy a technology (section 4.7)."""

    seat: int
    technology: Technology


@dataclass(frozen=True, slots=True)
class UseTechnology:
    """A technology that works once a round was used at the table."""

    seat: int
    technology: Technology


@dataclass(frozen=True, slots=True)
class Sabotage:
    """A Saboteur blocks a technology; *catch* is the victim's die (section 5)."""

    seat: int
    victim: int
    technology: Technology
    catch: int


@dataclass(frozen=True, slots=True)
class EndDuel:
    """The winner of the last battle; None if both were destroyed (section 6)."""

    winner: int | None


class Counter(Enum):
    """The counters of a player that can be corrected by hand."""

    VP = "vp"
    MARKS = "marks"
    METAL = "metal"
    ENERGY = "energy"
    FIGHTERS = "fighters"
    CRUISERS = "cruisers"
    DREADNOUGHTS = "dreadnoughts"


@dataclass(frozen=True, slots=True)
class CorrectCounter:
    """Correction of a player's counter."""

    seat: int
    counter: Counter
    value: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectSector:
    """Correction of a sector's properties and owner; identified by its number."""

    sector: Sector
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectTiles:
    """Correction of the numbers of hidden and revealed tiles."""

    hidden: int
    revealed: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectThrone:
    """Correction of the Throne's holder."""

    seat: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectTechnology:
    """Correction: whether a player has a technology; all others lose it."""

    seat: int
    technology: Technology
    held: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectFleet:
    """Correction: a ship is on another hex."""

    seat: int
    start: int
    target: int
    ship: Ship
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectHex:
    """Correction of a hex without planets; None: there is no tile."""

    hex: int
    ground: Ground | None
    reason: str = ""


Command = (
    StartGame
    | SetOptions
    | ChooseDirection
    | SelectRole
    | EndTurn
    | PlaceTile
    | ThrowMarket
    | Reroll
    | RerollInBattle
    | SayHits
    | CountHits
    | DropDie
    | TradeGoods
    | Pirate
    | TakeFree
    | ProduceOn
    | BuildShips
    | MoveShips
    | Fight
    | Annex
    | Attack
    | NameShip
    | Fire
    | ReadTray
    | SettleDie
    | MoveDie
    | CountTray
    | AddDie
    | ForgetDice
    | SetDiceColours
    | TakeLosses
    | GoOn
    | BuyInfluence
    | PlaceInfluence
    | RetreatTo
    | MakePrivate
    | BuyTechnology
    | UseTechnology
    | Sabotage
    | EndDuel
    | CorrectCounter
    | CorrectSector
    | CorrectTiles
    | CorrectThrone
    | CorrectTechnology
    | CorrectFleet
    | CorrectHex
)
