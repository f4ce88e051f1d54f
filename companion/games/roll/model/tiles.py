"""The tiles of the box: sides, factions, home worlds and their catalogue.

Sources: section 7 of the rules digest (distribution), R-1.2 (numbers). The facts themselves are in
``companion.catalog``, which builds a ``Catalog`` from its files; the rules only use that value.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import ClassVar, TypeVar

from companion.games.roll.model import effects as e
from companion.games.roll.model.dice import DieType

E = TypeVar("E", bound=e.EffectBase)


class Measure(Enum):
    """The quantity that a 6+ bonus counts in its owner's empire at the end."""

    COUNT_DICE = "count_dice"
    COUNT_DIE_COLOURS = "count_die_colours"
    COUNT_TILES = "count_tiles"
    COUNT_GOODS = "count_goods"
    SUM_PRINTED_COST = "sum_printed_cost"
    CHIP_VP = "chip_vp"


class Transform(Enum):
    """How the measured number is converted to units.

    ``ceil_div``: divided and rounded up (R-11.2). ``triangular_root``: the largest n with ``n * (n
    + 1) / 2`` not above the number.
    """

    LINEAR = "linear"
    CEIL_DIV = "ceil_div"
    TRIANGULAR_ROOT = "triangular_root"


@dataclass(frozen=True, slots=True)
class Bonus:
    """The bonus of a 6+ development: ``vp_per_unit * transform(measure)`` (R-11.1).

    Attributes:
        dice: kinds counted by COUNT_DICE, wherever they are.
        category, colour, kind, kind_not: which sides COUNT_TILES and SUM_PRINTED_COST take; None
            does not restrict. The tile itself is included if it matches.
        divisor: of CEIL_DIV.
    """

    measure: Measure
    transform: Transform = Transform.LINEAR
    divisor: int = 1
    vp_per_unit: int = 1
    dice: tuple[DieType, ...] = ()
    category: e.Category | None = None
    colour: e.WorldColour | None = None
    kind: e.DevelopmentKind | None = None
    kind_not: e.DevelopmentKind | None = None


@dataclass(frozen=True, slots=True)
class Development:
    """A development side.

    Attributes:
        key: slug of the English name; the tile's identity in files, events and messages.
        name_pl: only if the Polish rulebook names the tile.
        name_alt: other spellings that are printed or in use.
        cost: developers needed, and VP at the end.
        effect: the effects in printed order.
        bonus: of a 6+ development, else None.
    """

    category: ClassVar = e.Category.DEVELOPMENT
    key: str
    name_en: str
    cost: int
    kind: e.DevelopmentKind
    effect: tuple[e.Effect, ...]
    name_pl: str | None = None
    name_alt: tuple[str, ...] = ()
    bonus: Bonus | None = None

    @property
    def six_plus(self) -> bool:
        """Whether the cost is printed as 6+."""
        return self.bonus is not None

    @property
    def steps(self) -> tuple[e.PowerStep, ...]:
        """The steps in which its powers work, each once, in printed order."""
        return tuple(dict.fromkeys(step for effect in self.effect for step in effect.steps))

    @property
    def instant_steps(self) -> tuple[e.InstantStep, ...]:
        """One-time effects on completion (R-7.4)."""
        return tuple(
            step
            for effect in self.effect
            if isinstance(effect, e.Immediate)
            for step in effect.sequence
        )


@dataclass(frozen=True, slots=True)
class World:
    """A world side.

    Attributes:
        cost: settlers needed, and VP at the end.
        on_settle: dice given once, at set-up for start tiles (R-1.7), else on completion.
        credits: given with the dice.
        remove_die: dice of the owner's choice that go to the stock before anything is given.
        start_credits: replaces the usual $1 at set-up (R-1.7); None for all but one home world.
    """

    category: ClassVar = e.Category.WORLD
    key: str
    name_en: str
    cost: int
    colour: e.WorldColour
    on_settle: tuple[e.TakeDice, ...]
    name_pl: str | None = None
    name_alt: tuple[str, ...] = ()
    credits: int = 0
    remove_die: int = 0
    start_credits: int | None = None

    @property
    def produces(self) -> bool:
        """Whether the world can hold goods (R-8.1)."""
        return self.colour is not e.WorldColour.GRAY

    @property
    def instant_steps(self) -> tuple[e.InstantStep, ...]:
        """One-time effects when the world is placed, in order (R-7.4)."""
        removed = (e.RemoveDie(self.remove_die),) if self.remove_die else ()
        paid = (e.TakeCredits(self.credits),) if self.credits else ()
        return (*removed, *paid, *self.on_settle)


Side = Development | World


def effects_of(sides: Iterable[Side], kind: type[E]) -> Iterator[tuple[Development, E]]:
    """Yield the effects of a kind, each with its development, in the order of *sides*."""
    for side in sides:
        if isinstance(side, Development):
            for effect in side.effect:
                if isinstance(effect, kind):
                    yield side, effect


@dataclass(frozen=True, slots=True)
class Tile:
    """A double-sided game tile; ``id`` is its number in logs, 1..55 in the base box."""

    id: int
    development: Development
    world: World


@dataclass(frozen=True, slots=True)
class Faction:
    """A double-width start tile; counts as two tiles (R-10.4). ``number`` is printed (R-5.6)."""

    number: int
    left: Side
    right: Side

    @property
    def halves(self) -> tuple[Side, Side]:
        """Both sides, left first."""
        return self.left, self.right


@dataclass(frozen=True, slots=True)
class HomeWorld:
    """A start world; counts as one tile. ``id`` is 1..9 in the base box."""

    id: int
    world: World


@dataclass(frozen=True, slots=True)
class OtherDie:
    """A kind of die beside those of the base box; it is entered and scored as a known one."""

    key: str
    name_en: str
    counts_as: DieType


@dataclass(frozen=True, slots=True)
class Catalog:
    """All tiles of the box, with indexes.

    Attributes:
        tiles: in the order of their ids; tile_by_id: the same by id.
        factions: by printed number, 1 first; faction_by_number: the same by number.
        home_worlds: by id, 1 first.
        sides: every side of the box by key, start tiles included.
        tile_by_side: the game tile that a side belongs to; start tiles are not in it.
        home_by_key: home worlds by the key of their world.
        dice: kinds of dice beside those of the base box.
    """

    tiles: tuple[Tile, ...]
    tile_by_id: Mapping[int, Tile]
    factions: tuple[Faction, ...]
    home_worlds: tuple[HomeWorld, ...]
    sides: Mapping[str, Side]
    tile_by_side: Mapping[str, Tile]
    home_by_key: Mapping[str, HomeWorld]
    faction_by_number: Mapping[int, Faction]
    dice: tuple[OtherDie, ...] = ()

    @classmethod
    def build(
        cls,
        tiles: tuple[Tile, ...],
        factions: tuple[Faction, ...],
        home_worlds: tuple[HomeWorld, ...],
        dice: tuple[OtherDie, ...] = (),
    ) -> "Catalog":
        """Return the catalogue of these tiles; their ids and keys must differ."""
        owners = {side.key: tile for tile in tiles for side in (tile.development, tile.world)}
        starts = [half for faction in factions for half in faction.halves]
        starts += [home.world for home in home_worlds]
        sides: dict[str, Side] = {half.key: half for half in starts}
        for tile in tiles:
            sides[tile.development.key] = tile.development
            sides[tile.world.key] = tile.world
        return cls(
            tiles=tiles,
            tile_by_id=MappingProxyType({tile.id: tile for tile in tiles}),
            factions=factions,
            home_worlds=home_worlds,
            sides=MappingProxyType(sides),
            tile_by_side=MappingProxyType(owners),
            home_by_key=MappingProxyType({home.world.key: home for home in home_worlds}),
            faction_by_number=MappingProxyType({each.number: each for each in factions}),
            dice=dice,
        )

    def faction(self, number: int) -> Faction:
        """The faction with that printed number.

        Raises:
            KeyError: there is none.
        """
        return self.faction_by_number[number]

    def developments(self) -> Iterator[Development]:
        """Every development of the box, faction halves included."""
        return (side for side in self.sides.values() if isinstance(side, Development))

    def worlds(self) -> Iterator[World]:
        """Every world of the box, start tiles included."""
        return (side for side in self.sides.values() if isinstance(side, World))
