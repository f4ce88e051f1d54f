"""What happened: past facts for the log, folded by ``apply``."""

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
"""Version of these types in the log; 1 has no map."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Section 2; *homes* are hexes in the order of *players*."""

    players: tuple[NewPlayer, ...]
    throne: int
    options: Options
    homes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """Somebody has read the board and the cards."""

    options: Options


@dataclass(frozen=True, slots=True)
class DirectionChosen:
    """Section 3."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class RoleSelected:
    """A role begins; *turns* act in it in this order."""

    seat: int
    role: Role
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StepBegan:
    """The role goes on with another step and these turns."""

    step: Step
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The next in order acts."""

    seat: int


@dataclass(frozen=True, slots=True)
class BonusTaken:
    """The selector has had what comes with his role."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """Marks came or went."""

    seat: int
    marks: int
    reason: str


@dataclass(frozen=True, slots=True)
class StorageChanged:
    """Metal and energy came or went."""

    seat: int
    metal: int
    energy: int
    reason: str


@dataclass(frozen=True, slots=True)
class VpScored:
    """Points out of the pool, and beyond it when it is empty (section 6)."""

    seat: int
    vp: int
    reason: str


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile lies on the board; *sector* where it has planets, *hex* and *ground* on a map."""

    seat: int
    sector: Sector | None
    hex: int = 0
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class TileScanned:
    """The top hidden tile was looked at; one of two is on top of the stack again (section 5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TilesRevealed:
    """Tiles are turned up."""

    count: int


@dataclass(frozen=True, slots=True)
class ExplorerFlipped:
    """All tiles are on the board: the card is a second Warlord (section 4.1)."""


@dataclass(frozen=True, slots=True)
class OmegaCollapsed:
    """The Black Hole has replaced the Omega Sun: no more Scientist (section 4.1)."""


@dataclass(frozen=True, slots=True)
class MarketThrown:
    """The market dice as they lie."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CubesLaid:
    """Food that lies on sectors now."""

    lies: tuple[Cubes, ...]


@dataclass(frozen=True, slots=True)
class SectorsProduced:
    """These sectors have yielded in this role."""

    seat: int
    sectors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShipsBuilt:
    """Ships came onto own Starbases; *discount* is the metal that Robotics saved."""

    seat: int
    fighters: int
    cruisers: int
    dreadnoughts: int
    bill: Bill
    discount: int = 0
    hex: int = 0


@dataclass(frozen=True, slots=True)
class ShipsMoved:
    """Ships went along a path of hexes (section 4.5).

    Attributes:
        steps: how far; None where they stop for this turn: they met enemies, or jumped.
        jump: through the stargate.
    """

    seat: int
    start: int
    path: tuple[int, ...]
    fighters: int
    cruisers: int
    dreadnoughts: int
    steps: int | None
    jump: bool = False


@dataclass(frozen=True, slots=True)
class ShipsDrivenOff:
    """Ships leave a sector that their owner has lost, for his Starbase (section 4.6)."""

    seat: int
    start: int
    target: int


@dataclass(frozen=True, slots=True)
class RetreatsBegan:
    """Owners choose among equally near Starbases, one after the other (section 4.6)."""

    retreats: tuple[Retreat, ...]


@dataclass(frozen=True, slots=True)
class SectorAnnexed:
    """An Empire lies on the sector (section 4.5)."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """Section 4.5."""

    battle: Battle


@dataclass(frozen=True, slots=True)
class ShipNamed:
    """The extra die of this combat round."""

    ship: Ship | None


@dataclass(frozen=True, slots=True)
class TrayRead:
    """What lies on the tray and is not counted yet."""

    dice: tuple[TrayDie, ...]


@dataclass(frozen=True, slots=True)
class TrayCounted:
    """A portion of the throw is counted: the dice of attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieAdded:
    """A die entered by hand; *side* 0 is the attacker."""

    side: int
    value: int


@dataclass(frozen=True, slots=True)
class DieRerolled:
    """A counted die of a battle shows another value; *side* 0 is the attacker."""

    side: int
    index: int
    value: int


@dataclass(frozen=True, slots=True)
class DiceForgotten:
    """The dice of the phase are thrown or entered anew."""


@dataclass(frozen=True, slots=True)
class DiceColoursSet:
    """Whose dice have which colour."""

    colours: tuple[DiceColour, ...]


@dataclass(frozen=True, slots=True)
class Fired:
    """The throws of a phase and their hits on attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    hits: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LossesTaken:
    """What is left of a side after its hits; *side* 0 is the attacker."""

    side: int
    left: Force


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The next phase, or the first of a new combat round."""

    phase: int
    free: bool
    step: Step


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """What is left goes on; destroyed ships are in reserve again."""

    withdrew: bool


@dataclass(frozen=True, slots=True)
class InfluenceDealt:
    """(seat, tokens) out of the reserves (section 4.6)."""

    tokens: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class InfluenceBought:
    """One more token."""

    seat: int


@dataclass(frozen=True, slots=True)
class InfluencePlaced:
    """A player's tokens lie on tiles and Throne."""

    placed: tuple[Influence, ...]


@dataclass(frozen=True, slots=True)
class SectorMadePrivate:
    """Foreign influence there is back in its owners' hands."""

    seat: int
    sector: int


@dataclass(frozen=True, slots=True)
class InfluenceResolved:
    """All conflicts: the sectors as they are now, and who holds the Throne.

    Attributes:
        driven_off: who has lost which sector: his ships there go to his nearest Starbase.
    """

    sectors: tuple[Sector, ...]
    throne: int
    driven_off: tuple[Influence, ...] = ()


@dataclass(frozen=True, slots=True)
class TechnologyBought:
    """Section 4.7."""

    seat: int
    technology: Technology
    energy: int


@dataclass(frozen=True, slots=True)
class TechnologyUsed:
    """It works again in the next round."""

    seat: int
    technology: Technology


@dataclass(frozen=True, slots=True)
class TechnologyBlocked:
    """A Saboteur at work; *caught* removes him from the game."""

    seat: int
    victim: int
    technology: Technology
    caught: bool


@dataclass(frozen=True, slots=True)
class RoleEnded:
    """The next player selects; *ending* makes it the last role of the game."""

    ending: bool


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Roles return, everybody has got his marks (section 3)."""


@dataclass(frozen=True, slots=True)
class DuelCalled:
    """Equal leaders fight (section 6)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Section 6."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CounterCorrected:
    """A correction by hand."""

    seat: int
    counter: Counter
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class SectorCorrected:
    """A correction by hand."""

    sector: Sector
    reason: str


@dataclass(frozen=True, slots=True)
class TilesCorrected:
    """A correction by hand."""

    hidden: int
    revealed: int
    reason: str


@dataclass(frozen=True, slots=True)
class ThroneCorrected:
    """A correction by hand."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class TechnologyCorrected:
    """A correction by hand."""

    seat: int
    technology: Technology
    held: bool
    reason: str


@dataclass(frozen=True, slots=True)
class FleetCorrected:
    """A correction by hand."""

    seat: int
    start: int
    target: int
    ship: Ship
    reason: str


@dataclass(frozen=True, slots=True)
class HexCorrected:
    """A correction by hand."""

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
