"""Events of the dice and tiles in a fully tracked game.

``reason`` is the cause of an automatic change or a payment: a rule number or the key of a tile.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.commands import Placing, ShipTask, Spot
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import DiePlace
from companion.games.roll.model.holdings import BonusScore, Good, OwnedDie, RolledDie


@dataclass(frozen=True, slots=True)
class BagFilled:
    """Tracking begins: these tiles are in the bag (R-1.2)."""

    tiles: tuple[int, ...]
    reason: str = "R-1.2"


@dataclass(frozen=True, slots=True)
class EmpireFounded:
    """A player's set-up (R-1.4 to R-1.7): start tiles, first tiles, and dice from the stock."""

    seat: int
    tableau: tuple[str, ...]
    development: int
    world: int
    cup: tuple[DieType, ...]
    citizenry: tuple[DieType, ...]
    goods: tuple[Good, ...]
    reason: str = "R-1.6"


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The cup is rolled behind the screen (R-2.1); ``from_mat``: read from the assigned dice."""

    seat: int
    dice: tuple[RolledDie, ...]
    from_mat: bool = False


@dataclass(frozen=True, slots=True)
class WorkerMove:
    """A worker below the strip moves between columns; a wild one may start in any."""

    die: DieType
    origin: Phase
    destination: Phase


@dataclass(frozen=True, slots=True)
class WorkersReassigned:
    """A Reassign power or Dictate was used, in an order that produces the recorded mat.

    Informative only: the mat is already recorded. Of several explanations it is the one with the
    fewest uses (R-3.3, R-3.4).

    Attributes:
        aside: the die on the Dictate space.
        reason: the key of the tile, or R-3.4 for Dictate.
        helped_by: tiles without which this Dictate would not be allowed.
    """

    seat: int
    moves: tuple[WorkerMove, ...]
    reason: str
    aside: DieType | None = None
    helped_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AssignmentUnexplained:
    """Too many powers for a complete search: the mat is accepted as it is (D-17)."""

    seat: int
    reason: str = "D-17"


@dataclass(frozen=True, slots=True)
class WorkersBorrowed:
    """A power lends workers for the phase."""

    seat: int
    dice: tuple[DieType, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Stocked:
    """An explorer stocked and is in the Citizenry; its income is a separate event (R-6.2)."""

    seat: int
    die: DieType
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Scouted:
    """An explorer scouted; these tiles were abandoned (R-6.3, R-6.4)."""

    seat: int
    die: DieType
    abandoned: tuple[Spot, ...] = ()
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class BagRefilled:
    """The abandoned tiles go into the bag (R-6.4, R-6.5)."""

    reason: str


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """Tiles out of the bag into a player's hand.

    Attributes:
        owed: how many are still missing (R-6.5).
        scouted: False for the draw of a power at the end of Explore.
    """

    seat: int
    tiles: tuple[int, ...]
    reason: str
    owed: int = 0
    scouted: bool = True


@dataclass(frozen=True, slots=True)
class TilesPlaced:
    """Tiles from the hand to the stacks, in this order."""

    seat: int
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True)
class TilesAskedBack:
    """These seats must return one tile each; empty when that is over (R-6.5)."""

    seats: tuple[int, ...]
    reason: str = "R-6.5"


@dataclass(frozen=True, slots=True)
class TileReturned:
    """A tile of the zone is back in the bag (R-6.5)."""

    seat: int
    spot: Spot
    reason: str = "R-6.5"


@dataclass(frozen=True, slots=True)
class ZoneRearranged:
    """The stacks have a new order, top first; ``spots``: previous positions, developments first."""

    seat: int
    developments: tuple[int, ...]
    worlds: tuple[int, ...]
    reason: str
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkersPlaced:
    """Developers or settlers were placed at their stack (R-7.1)."""

    seat: int
    phase: Phase
    dice: tuple[DieType, ...]


@dataclass(frozen=True, slots=True)
class TileLeftUnfinished:
    """A player answered that an unnamed top tile is not complete with its current workers."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class TileCompleted:
    """The top tile of a stack is in the tableau, its workers are used (R-7.2).

    Attributes:
        tile: its number; side: the key of the side that was built.
        to_cup: those of the workers that powers send to the cup; the others are in the Citizenry.
        freed_by: those powers.
    """

    seat: int
    phase: Phase
    tile: int
    side: str
    workers: tuple[DieType, ...]
    to_cup: tuple[DieType, ...] = ()
    freed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DieGivenUp:
    """A die goes to the common stock (R-7.4)."""

    seat: int
    die: OwnedDie
    reason: str


@dataclass(frozen=True, slots=True)
class DiceGained:
    """Dice from the common stock (R-7.4); ``lost``: those that it could not supply (R-7.5)."""

    seat: int
    die: DieType
    count: int
    where: DiePlace
    reason: str
    lost: int = 0


@dataclass(frozen=True, slots=True)
class GoodsProduced:
    """Producers became goods on worlds (R-8.1)."""

    seat: int
    goods: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class GoodShipped:
    """A shipper took a good; both dice are in the Citizenry, a borrowed shipper is gone (R-9.1)."""

    seat: int
    shipper: DieType
    good: Good
    task: ShipTask
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class CreditsPaid:
    """A rule or a tile moves the marker; *lost* credits did not fit on the track (R-5.3)."""

    seat: int
    delta: int
    reason: str
    lost: int = 0


@dataclass(frozen=True, slots=True)
class VpGiven:
    """A rule or a tile gives chips: from the pool, then from the reserve (R-9.4)."""

    seat: int
    from_pool: int
    reason: str
    from_reserve: int = 0


@dataclass(frozen=True, slots=True)
class WorkersReturned:
    """Workers without a task go back to the cup (R-5.2).

    Attributes:
        from_stack: they were on a stack that is empty now (R-7.3), not in the column.
    """

    seat: int
    phase: Phase
    dice: tuple[DieType, ...]
    reason: str
    from_stack: bool = False


@dataclass(frozen=True, slots=True)
class DiceRecruited:
    """Dice from the Citizenry to the cup, $1 each (R-10.1)."""

    seat: int
    dice: tuple[DieType, ...]
    reason: str = "R-10.1"


@dataclass(frozen=True, slots=True)
class DiceRecalled:
    """Developers, settlers and goods back to the cup (R-10.2)."""

    seat: int
    developers: tuple[DieType, ...]
    settlers: tuple[DieType, ...]
    goods: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class SeatScored:
    """A player's points at the end (R-11.1 to R-11.5)."""

    seat: int
    total: int
    vp_chips: int
    tiles: int
    bonuses: tuple[BonusScore, ...]
    tiebreak: int
    rank: int
    reason: str = "R-11.1"


TaskEvent = (
    BagFilled
    | EmpireFounded
    | DiceRolled
    | WorkersReassigned
    | AssignmentUnexplained
    | WorkersBorrowed
    | Stocked
    | Scouted
    | BagRefilled
    | TilesDrawn
    | TilesPlaced
    | TilesAskedBack
    | TileReturned
    | ZoneRearranged
    | WorkersPlaced
    | TileLeftUnfinished
    | TileCompleted
    | DieGivenUp
    | DiceGained
    | GoodsProduced
    | GoodShipped
    | CreditsPaid
    | VpGiven
    | WorkersReturned
    | DiceRecruited
    | DiceRecalled
    | SeatScored
)
