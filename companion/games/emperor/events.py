"""Events: past facts for the log, applied by ``apply``."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.emperor.commands import Counter, Cubes, NewPlayer
from companion.games.emperor.galaxy.fields import Ground
from companion.games.emperor.options import Bill, Options
from companion.games.emperor.state import Battle, Direction, Influence, Retreat, Role, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship
from companion.games.emperor.war.tray import DiceColour, TrayDie

SCHEMA = 2
"""Schema version of these types in the log; 1 has no map."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game began (section 2); *homes* are hexes in the order of *players*."""

    players: tuple[NewPlayer, ...]
    throne: int
    options: Options
    homes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """Price tables and costs were entered."""

    options: Options


@dataclass(frozen=True, slots=True)
class DirectionChosen:
    """The Throne's holder chose a direction (section 3)."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class RoleSelected:
    """A role begins; *turns* are the seats that act in it, in order."""

    seat: int
    role: Role
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StepBegan:
    """The role continues with another step and these turns."""

    step: Step
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player's turn ended; the next in order acts."""

    seat: int


@dataclass(frozen=True, slots=True)
class BonusTaken:
    """The selector has taken the bonus of the role."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """A player's marks changed."""

    seat: int
    marks: int
    reason: str


@dataclass(frozen=True, slots=True)
class StorageChanged:
    """A player's metal and energy changed."""

    seat: int
    metal: int
    energy: int
    reason: str


@dataclass(frozen=True, slots=True)
class VpScored:
    """VP from the pool, and beyond it when it is empty (section 6)."""

    seat: int
    vp: int
    reason: str


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile was placed; *sector* if it has planets, *hex* and *ground* on a map."""

    seat: int
    sector: Sector | None
    hex: int = 0
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class TileScanned:
    """The top hidden tile was scanned; one of two is on top of the stack again (section 5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TilesRevealed:
    """Tiles were turned up."""

    count: int


@dataclass(frozen=True, slots=True)
class ExplorerFlipped:
    """All tiles are on the board: the card becomes a second Warlord (section 4.1)."""


@dataclass(frozen=True, slots=True)
class OmegaCollapsed:
    """The Black Hole has replaced the Omega Sun: no more Scientist (section 4.1)."""


@dataclass(frozen=True, slots=True)
class MarketThrown:
    """The values of the market dice."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CubesLaid:
    """The food on sectors changed."""

    lies: tuple[Cubes, ...]


@dataclass(frozen=True, slots=True)
class SectorsProduced:
    """These sectors have produced in this role."""

    seat: int
    sectors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShipsBuilt:
    """Ships were put on own Starbases; *discount* is the metal saved by Robotics."""

    seat: int
    fighters: int
    cruisers: int
    dreadnoughts: int
    bill: Bill
    discount: int
    hex: int


@dataclass(frozen=True, slots=True)
class ShipsMoved:
    """Ships moved along a path of hexes (section 4.5).

    Attributes:
        steps: number of steps; None if they stop for this turn, as they met enemies or jumped.
        jump: whether they used the stargate.
    """

    seat: int
    start: int
    path: tuple[int, ...]
    fighters: int
    cruisers: int
    dreadnoughts: int
    steps: int | None
    jump: bool


@dataclass(frozen=True, slots=True)
class ShipsDrivenOff:
    """Ships leave a sector that their owner has lost, and go to a Starbase (section 4.6)."""

    seat: int
    start: int
    target: int


@dataclass(frozen=True, slots=True)
class RetreatsBegan:
    """Owners must choose among equally near Starbases, in order (section 4.6)."""

    retreats: tuple[Retreat, ...]


@dataclass(frozen=True, slots=True)
class SectorAnnexed:
    """An Empire was put on the sector (section 4.5)."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """A battle began (section 4.5)."""

    battle: Battle


@dataclass(frozen=True, slots=True)
class ShipNamed:
    """The ship with the extra die of this combat round."""

    ship: Ship | None


@dataclass(frozen=True, slots=True)
class TrayRead:
    """The dice on the tray that are not counted yet."""

    dice: tuple[TrayDie, ...]


@dataclass(frozen=True, slots=True)
class TrayCounted:
    """A portion of the throw was counted: the dice of attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieAdded:
    """A die entered by hand; *side* 0 is the attacker."""

    side: int
    value: int


@dataclass(frozen=True, slots=True)
class DieRerolled:
    """A counted die of a battle was rerolled; *side* 0 is the attacker."""

    side: int
    index: int
    value: int


@dataclass(frozen=True, slots=True)
class DiceForgotten:
    """The dice of the phase were discarded and are thrown or entered again."""


@dataclass(frozen=True, slots=True)
class DiceColoursSet:
    """Dice colours were assigned to sides."""

    colours: tuple[DiceColour, ...]


@dataclass(frozen=True, slots=True)
class Fired:
    """The throws of a phase and their hits on attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    hits: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LossesTaken:
    """The remaining force of a side after its hits; *side* 0 is the attacker."""

    side: int
    left: Force


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The next phase, or the first one of a new combat round."""

    phase: int
    free: bool
    step: Step


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The battle is over; destroyed ships are in reserve again."""

    withdrew: bool


@dataclass(frozen=True, slots=True)
class InfluenceDealt:
    """(seat, tokens) from the reserves (section 4.6)."""

    tokens: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class InfluenceBought:
    """A player bought one more token."""

    seat: int


@dataclass(frozen=True, slots=True)
class InfluencePlaced:
    """A player's tokens were placed on tiles and Throne."""

    placed: tuple[Influence, ...]


@dataclass(frozen=True, slots=True)
class SectorMadePrivate:
    """Foreign influence was returned to its owners' hands."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class InfluenceResolved:
    """All conflicts are resolved: the new sectors and the holder of the Throne.

    Attributes:
        driven_off: which player lost which sector: their ships there go to their nearest Starbase.
    """

    sectors: tuple[Sector, ...]
    throne: int
    driven_off: tuple[Influence, ...] = ()


@dataclass(frozen=True, slots=True)
class TechnologyBought:
    """A technology was bought (section 4.7)."""

    seat: int
    technology: Technology
    energy: int


@dataclass(frozen=True, slots=True)
class TechnologyUsed:
    """A technology was used; it works again in the next round."""

    seat: int
    technology: Technology


@dataclass(frozen=True, slots=True)
class TechnologyBlocked:
    """A Saboteur blocked a technology; *caught* removes the Saboteur from the game."""

    seat: int
    victim: int
    technology: Technology
    caught: bool


@dataclass(frozen=True, slots=True)
class RoleEnded:
    """The role is over; *ending*: it was the last role of the game."""

    ending: bool


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round is over: roles return, all players have received marks (section 3)."""


@dataclass(frozen=True, slots=True)
class DuelCalled:
    """Tied leaders fight a duel (section 6)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (section 6)."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CounterCorrected:
    """Manual correction of a counter."""

    seat: int
    counter: Counter
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class SectorCorrected:
    """Manual correction of a sector."""

    sector: Sector
    reason: str


@dataclass(frozen=True, slots=True)
class TilesCorrected:
    """Manual correction of the tile counts."""

    hidden: int
    revealed: int
    reason: str


@dataclass(frozen=True, slots=True)
class ThroneCorrected:
    """Manual correction of the Throne."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class TechnologyCorrected:
    """Manual correction of a technology."""

    seat: int
    technology: Technology
    held: bool
    reason: str


@dataclass(frozen=True, slots=True)
class FleetCorrected:
    """Manual correction of a ship's hex."""

    seat: int
    start: int
    target: int
    ship: Ship
    reason: str


@dataclass(frozen=True, slots=True)
class HexCorrected:
    """Manual correction of a hex."""

    hex: int
    ground: Ground | None
    reason: str


Event = (
    GameStarted
    | OptionsSet
    | DirectionChosen
    | RoleSelected
    | StepBegan
    | TurnEnded
    | BonusTaken
    | MarksChanged
    | StorageChanged
    | VpScored
    | TilePlaced
    | TileScanned
    | TilesRevealed
    | ExplorerFlipped
    | OmegaCollapsed
    | MarketThrown
    | CubesLaid
    | SectorsProduced
    | ShipsBuilt
    | ShipsMoved
    | ShipsDrivenOff
    | RetreatsBegan
    | SectorAnnexed
    | BattleBegan
    | ShipNamed
    | TrayRead
    | TrayCounted
    | DieAdded
    | DieRerolled
    | DiceForgotten
    | DiceColoursSet
    | Fired
    | LossesTaken
    | PhaseBegan
    | BattleEnded
    | InfluenceDealt
    | InfluenceBought
    | InfluencePlaced
    | SectorMadePrivate
    | InfluenceResolved
    | TechnologyBought
    | TechnologyUsed
    | TechnologyBlocked
    | RoleEnded
    | RoundEnded
    | DuelCalled
    | GameEnded
    | CounterCorrected
    | SectorCorrected
    | TilesCorrected
    | ThroneCorrected
    | TechnologyCorrected
    | FleetCorrected
    | HexCorrected
)
