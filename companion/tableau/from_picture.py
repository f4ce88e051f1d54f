"""Converts one camera reading to the tiles and dice of one player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Catalog, World
from companion.scorefile.roll_final import goods_limit, one_by_one
from companion.scorefile.score_entry import ScoreEntryPlayer, tableau
from companion.session.ports import DieReading, DieStatus
from companion.session.service_ports import TileReading, TilesReading

FACTION: Final = "faction_"

UNREAD: Final = "unread"
UNSURE: Final = "unsure"
TWICE: Final = "twice"
SECOND_FACTION: Final = "second_faction"
SECOND_HOME: Final = "second_home"


@dataclass(frozen=True, slots=True)
class TileDoubt:
    """A tile that the user should check.

    Attributes:
        index: its index in ``TilesReading.tiles``.
        why: ``unread``, ``unsure``, ``twice`` (the same physical tile was also recognised
            elsewhere), ``second_faction`` or ``second_home``.
    """

    index: int
    reading: TileReading
    why: str


@dataclass(frozen=True, slots=True)
class DieDoubt:
    """A die that the user should check.

    Attributes:
        index: its index in ``TilesReading.dice``.
        world: key of the world on which it lies as a good; None for other dice.
    """

    index: int
    reading: DieReading
    world: str | None


@dataclass(frozen=True, slots=True)
class Tableau:
    """A player's tableau, as recognised in one picture.

    Attributes:
        home_world: key of the home world.
        tiles: keys of the sides built after set-up, including doubtful ones, without duplicates.
        goods: dice on worlds.
        other_dice: number of all other dice, by type.
        dice_to_check: the doubtful dice; they are counted nevertheless.
    """

    faction: int | None = None
    home_world: str | None = None
    tiles: tuple[str, ...] = ()
    goods: tuple[Good, ...] = ()
    other_dice: Mapping[DieType, int] = field(default_factory=dict)
    dice_to_check: tuple[DieDoubt, ...] = ()
    doubts: tuple[TileDoubt, ...] = ()


def possible_tiles(catalog: Catalog) -> frozenset[str]:
    """Return the keys of all tiles that can be in a tableau."""
    factions = (f"{FACTION}{faction.number}" for faction in catalog.factions)
    return frozenset((*catalog.tile_by_side, *catalog.home_by_key, *factions))


def faction_number(tile: str | None) -> int | None:
    """Return the number of a faction tile; None for other tiles."""
    number = tile.removeprefix(FACTION) if tile and tile.startswith(FACTION) else ""
    return int(number) if number.isdecimal() else None


def with_answer(reading: TilesReading, index: int, tile: str | None) -> TilesReading:
    """Return the reading with a tile as identified by the user; None removes it."""
    tiles = list(reading.tiles)
    if tile is None:
        del tiles[index]
    else:
        tiles[index] = replace(tiles[index], tile=tile, confidence=1.0, status=DieStatus.OK)
    return replace(reading, tiles=tuple(tiles))


def with_die(reading: TilesReading, index: int, die: DieType | None) -> TilesReading:
    """Return the reading with a die as identified by the user; None removes it."""
    dice = list(reading.dice)
    if die is None:
        del dice[index]
    else:
        dice[index] = replace(dice[index], type=die.value, confidence=1.0, status=DieStatus.OK)
    return replace(reading, dice=tuple(dice))


def tableau_of(reading: TilesReading, catalog: Catalog) -> Tableau:
    """Return the tableau in the picture, with each physical tile at most once."""
    faction = home = None
    built: dict[int, str] = {}
    doubts: list[TileDoubt] = []
    # Certain tiles first, so that a doubtful tile never replaces a certain one.
    order = sorted(enumerate(reading.tiles), key=lambda at: at[1].status is not DieStatus.OK)
    for index, seen in order:
        why = None if seen.status is DieStatus.OK else UNSURE
        number = faction_number(seen.tile)
        piece = catalog.tile_by_side.get(seen.tile or "")
        if number is not None:
            why = SECOND_FACTION if faction not in (None, number) else why
            faction = faction or number
        elif seen.tile in catalog.home_by_key:
            why = SECOND_HOME if home not in (None, seen.tile) else why
            home = home or seen.tile
        elif piece is not None:
            why = TWICE if piece.id in built else why
            built.setdefault(piece.id, str(seen.tile))
        else:
            why = UNREAD
        if why is not None:
            doubts.append(TileDoubt(index, seen, why))
    made = Tableau(
        faction=faction,
        home_world=home,
        tiles=tuple(built.values()),
        doubts=tuple(sorted(doubts, key=lambda doubt: doubt.index)),
    )
    return _with_dice(made, reading, catalog)


def with_tableau(player: ScoreEntryPlayer, seen: Tableau) -> ScoreEntryPlayer:
    """Return the player of a score entry updated by the tableau; other data is unchanged."""
    other = one_by_one(seen.other_dice)
    dice = bool(other or seen.goods)
    return replace(
        player,
        faction=seen.faction or player.faction,
        home_world=seen.home_world or player.home_world,
        tiles=seen.tiles,
        tiles_entered=True,
        goods=seen.goods if dice else player.goods,
        elsewhere=other if dice else player.elsewhere,
        dice_entered=dice or player.dice_entered,
    )


def _with_dice(seen: Tableau, reading: TilesReading, catalog: Catalog) -> Tableau:
    player = ScoreEntryPlayer(
        name="", faction=seen.faction, home_world=seen.home_world, tiles=seen.tiles
    )
    limit = goods_limit(tableau(player, catalog))
    goods: list[Good] = []
    other: Counter[DieType] = Counter()
    kinds = {kind.value: kind for kind in DieType}
    unsure: list[DieDoubt] = []
    for index, die in enumerate(reading.dice):
        if die.type not in kinds:
            continue
        world = _world_under(die, reading.tiles, catalog)
        if world is not None and sum(good.world == world for good in goods) < limit:
            goods.append(Good(world, kinds[die.type]))
        else:
            other[kinds[die.type]] += 1
        if die.status is DieStatus.CHECK:
            unsure.append(DieDoubt(index, die, world))
    return replace(seen, goods=tuple(goods), other_dice=dict(other), dice_to_check=tuple(unsure))


def _world_under(die: DieReading, tiles: Sequence[TileReading], catalog: Catalog) -> str | None:
    """Return the world that can hold goods under a die; None if there is none."""
    for seen in tiles:
        number = faction_number(seen.tile)
        if not inside(die.centre_px, seen.corners_px):
            continue
        if (faction := catalog.faction_by_number.get(number or 0)) is not None:
            side = faction.halves[_right_half(die.centre_px, seen.corners_px)]
        elif (home := catalog.home_by_key.get(seen.tile or "")) is not None:
            side = home.world
        else:
            found = catalog.sides.get(seen.tile or "")
            if found is None:
                continue
            side = found
        if isinstance(side, World) and side.produces:
            return side.key
    return None


def inside(point: tuple[float, float], corners: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point is in a convex polygon with clockwise corners (y down)."""
    x, y = point
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


def _right_half(point: tuple[float, float], corners: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point is closer to the right edge of a double tile than to its left."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    left, right = ((ax + dx) / 2, (ay + dy) / 2), ((bx + cx) / 2, (by + cy) / 2)
    x, y = point
    return (x - left[0]) ** 2 + (y - left[1]) ** 2 > (x - right[0]) ** 2 + (y - right[1]) ** 2
