"""Effects of developments as data: one small dataclass for each kind of effect.

There is no logic here. The rules match on the classes; the catalogue loads them from its files and
validates every field. Constants that hold for a whole kind (a Reassign power works once a round,
borrowed workers vanish, a discount never raises a cost) are documented in the docstrings and not
repeated in the data.

Reassign powers, changes of Dictate, payments for VP chips, rearranging and placing scouted tiles
are optional: their tiles say "may"; all others are mandatory (R-5.4). An empty tuple means "no
restriction", None "no limit".
"""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.games.roll.model.dice import DieType, Phase


class Category(Enum):
    """The two kinds of tile sides."""

    DEVELOPMENT = "development"
    WORLD = "world"


class WorldColour(Enum):
    """The colour of a world; gray worlds produce nothing (R-8.1)."""

    NOVELTY = "novelty"
    RARE_ELEMENTS = "rare_elements"
    GENES = "genes"
    ALIEN_TECHNOLOGY = "alien_technology"
    GRAY = "gray"

    @property
    def die(self) -> DieType | None:
        """The die of the same colour; None for gray."""
        return None if self is WorldColour.GRAY else DieType(self.value)


class DevelopmentKind(Enum):
    """The three rows of the rulebook's table of developments (section 7)."""

    REASSIGN = "reassign"
    OTHER = "other"
    INSTANT = "instant"


class PowerStep(Enum):
    """When a power works: while assigning, in one of the phases, or at once on completion."""

    __hash__ = object.__hash__

    ASSIGN = "assign"
    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    PRODUCE = "produce"
    SHIP = "ship"
    IMMEDIATE = "immediate"

    @property
    def phase(self) -> Phase | None:
        """The phase of the same name; None for assign and immediate."""
        if self in (PowerStep.ASSIGN, PowerStep.IMMEDIATE):
            return None
        return Phase(self.value)


class Trigger(Enum):
    """The event that triggers an effect within its step; it works each time (R-5.4).

    ``during_phase``: once in the phase, no moment printed (``TableOptions.unprinted_moment``).
    """

    __hash__ = object.__hash__

    ASSIGN = "assign"
    PHASE_START = "phase_start"
    DURING_PHASE = "during_phase"
    PHASE_END = "phase_end"
    CONTINUOUS = "continuous"
    ON_SCOUT = "on_scout"
    ON_STOCK = "on_stock"
    ON_COMPLETE_DEVELOPMENT = "on_complete_development"
    ON_COMPLETE_WORLD = "on_complete_world"
    AFTER_COMPLETE_TILE = "after_complete_tile"
    ON_COMPLETE_SELF = "on_complete_self"
    ON_TRADE = "on_trade"
    ON_CONSUME = "on_consume"
    ON_DICTATE = "on_dictate"


class DiePlace(Enum):
    """Where a die that a tile gives is put; ``good``: on that same world."""

    CITIZENRY = "citizenry"
    CUP = "cup"
    GOOD = "good"


# --- parts of effects ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountRange:
    """From ``min`` to ``max``, both included."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class WorkerFilter:
    """Which workers below the strip a power may take; the column counts, not the face (R-3.5).

    Attributes:
        colours: only these dice; empty for all.
        not_colours: none of these dice.
        from_phase: only workers of this column; None for any column.
        all_from_same_phase: whether all workers must leave one and the same column.
    """

    colours: tuple[DieType, ...] = ()
    not_colours: tuple[DieType, ...] = ()
    from_phase: Phase | None = None
    all_from_same_phase: bool = False


class Target(Enum):
    """Destinations of reassigned workers that are not a list of columns."""

    ANY = "any"
    SELECTED_PHASE = "selected_phase"


class PerUnit(Enum):
    """The unit by which an amount is multiplied."""

    GOOD = "good"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Per:
    """The multiplicand: ``amount`` for each started group of ``group_size`` units (R-11.2).

    Attributes:
        unit: each good on the own worlds, or each die in the Citizenry.
        world_colours: goods on worlds of these colours only.
        dice: dice (as goods, for unit GOOD) of these kinds only.
    """

    unit: PerUnit
    world_colours: tuple[WorldColour, ...] = ()
    dice: tuple[DieType, ...] = ()
    group_size: int = 1


@dataclass(frozen=True, slots=True)
class SideFilter:
    """Which tile sides an effect applies to; empty and None do not restrict.

    At an event: the completed tile, or the world that the good comes from.
    """

    category: Category
    colours: tuple[WorldColour, ...] = ()
    not_colours: tuple[WorldColour, ...] = ()
    kind: DevelopmentKind | None = None


class RankMeasure(Enum):
    """The quantity by which players are ranked, over all tableaus."""

    COUNT_TILES = "count_tiles"
    MAX_PRINTED_COST = "max_printed_cost"


class RankPosition(Enum):
    """Rank of the owner: strictly more than every other player, or tied for the most.

    For MAX_PRINTED_COST, SOLE_MOST means that all tiles of the highest cost are the owner's.
    """

    SOLE_MOST = "sole_most"
    TIED_MOST = "tied_most"


@dataclass(frozen=True, slots=True)
class Rank:
    """Holds while the owner has that rank among all players; start tiles count."""

    type: ClassVar = "rank"
    measure: RankMeasure
    category: Category
    position: RankPosition
    colour: WorldColour | None = None


@dataclass(frozen=True, slots=True)
class ScoutedWith:
    """Holds when at least ``min`` of these dice scouted in this phase (stocking does not count)."""

    type: ClassVar = "scouted_with"
    dice: tuple[DieType, ...]
    min: int = 1


Condition = Rank | ScoutedWith


@dataclass(frozen=True, slots=True)
class ConditionalCount:
    """How many workers may move while a condition holds."""

    condition: Condition
    count: CountRange


@dataclass(frozen=True, slots=True)
class RemoveDie:
    """Dice of the owner's choice, from anywhere, go to the common stock (R-7.4)."""

    do: ClassVar = "remove_die"
    count: int = 1


@dataclass(frozen=True, slots=True)
class TakeCredits:
    """Credits at once, up to the limit of $10 (R-5.3)."""

    do: ClassVar = "gain_credits"
    amount: int


@dataclass(frozen=True, slots=True)
class TakeDice:
    """Dice from the common stock."""

    do: ClassVar = "gain_die"
    die: DieType
    count: int
    where: DiePlace


InstantStep = RemoveDie | TakeCredits | TakeDice


# --- effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectBase:
    """Common fields of all effects: the steps they work in and the trigger."""

    steps: tuple[PowerStep, ...]
    trigger: Trigger


@dataclass(frozen=True, slots=True, kw_only=True)
class Reassign(EffectBase):
    """Move workers below the strip to other columns, once a round (R-3.3, R-3.5).

    Attributes:
        to: any column, the column of the selected phase, or one of these columns.
        count: None where ``count_by_condition`` applies: the first entry whose condition holds; if
            none holds, the power cannot be used.
        separate_destinations: whether several workers may go to different columns.
    """

    op: ClassVar = "reassign"
    to: Target | tuple[Phase, ...]
    workers: WorkerFilter = WorkerFilter()
    count: CountRange | None = None
    count_by_condition: tuple[ConditionalCount, ...] = ()
    separate_destinations: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DictateModifier(EffectBase):
    """Changes how often Dictate is used, and how many workers each moves (R-3.4)."""

    op: ClassVar = "dictate_modifier"
    unlimited_uses: bool = False
    reassign_count: CountRange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Income(EffectBase):
    """``amount``: for each unit of ``per`` once in a phase, or at each event that passes *filter*.

    ``excludes_self``: the completion of the tile itself does not count.
    """

    amount: int
    per: Per | None = None
    filter: SideFilter | None = None
    condition: Condition | None = None
    excludes_self: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GainCredits(Income):
    op: ClassVar = "gain_credits"


@dataclass(frozen=True, slots=True, kw_only=True)
class GainVpChips(Income):
    op: ClassVar = "gain_vp_chips"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayForVpChip(EffectBase):
    """Spend credits for VP from the pool, at most ``max_per_trigger`` times for each trigger."""

    op: ClassVar = "pay_for_vp_chip"
    cost_credits: int
    vp: int
    max_per_trigger: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraWorkers(EffectBase):
    """Workers borrowed for the phase: used like own ones, then gone; not from the supply."""

    op: ClassVar = "extra_workers"
    dice: tuple[DieType, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnWorkersToCup(EffectBase):
    """Workers used for a completion go to the cup and not to the Citizenry.

    Attributes:
        count: how many of them, the owner's choice; None for all that fit.
        colours: only these dice; empty for all.
        excludes_self: not the workers that completed the tile itself.
    """

    op: ClassVar = "return_workers_to_cup"
    count: CountRange | None = None
    colours: tuple[DieType, ...] = ()
    excludes_self: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CostModifier(EffectBase):
    """A discount: ``min(cost, max(cost + delta, minimum))``, in ascending ``apply_order``.

    It holds in Develop or in Settle, as the category of ``applies_to`` says.
    """

    op: ClassVar = "cost_modifier"
    applies_to: SideFilter
    delta: int
    apply_order: int
    minimum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodsLimit(EffectBase):
    """How many goods a world may hold instead of one."""

    op: ClassVar = "goods_limit"
    applies_to: SideFilter
    limit_per_world: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RearrangeConstructionZone(EffectBase):
    """Reorder and turn over tiles of the own construction zone, any number of times."""

    op: ClassVar = "rearrange_construction_zone"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTile(EffectBase):
    """Draw tiles and put them at the bottom of a stack, with the side of the owner's choice."""

    op: ClassVar = "draw_tile"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoutPlacement(EffectBase):
    """Scouted tiles may go on top of a stack, decided for each tile."""

    op: ClassVar = "scout_placement"


@dataclass(frozen=True, slots=True, kw_only=True)
class StockValue(EffectBase):
    """Stocking with these dice pays ``credits`` instead of the usual amount."""

    op: ClassVar = "stock_value"
    dice: tuple[DieType, ...]
    credits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Immediate(EffectBase):
    """Once, on completion, in this order (R-7.4)."""

    op: ClassVar = "immediate"
    sequence: tuple[InstantStep, ...]


Effect = (
    Reassign
    | DictateModifier
    | GainCredits
    | GainVpChips
    | PayForVpChip
    | ExtraWorkers
    | ReturnWorkersToCup
    | CostModifier
    | GoodsLimit
    | RearrangeConstructionZone
    | DrawTile
    | ScoutPlacement
    | StockValue
    | Immediate
)
