"""Loads the tiles of Roll for the Galaxy: all or nothing, in a few milliseconds.

The base box consists of a manifest (numbers of tiles) and two data files. Additional sets are files
in a user folder, each with its manifest and its tiles; once ``use_tile_sets`` has accepted them,
they are part of every loaded catalogue.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from companion.catalog.effect_checks import check_effect, refuse_unread, unread_in_bonus
from companion.catalog.errors import CatalogError, TileSetError
from companion.decoding import DecodeError, decode, join, only_keys, texts_for
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import DiePlace
from companion.games.roll.model.tiles import (
    Catalog,
    Development,
    Faction,
    HomeWorld,
    Measure,
    OtherDie,
    Side,
    Tile,
    World,
)
from companion.regular_file import read_regular
from companion.text_formats import from_toml

T = TypeVar("T")

FOLDER: Final = Path(__file__).with_name("roll")
MANIFEST_FILE: Final = "manifest.toml"
TILES_FILE: Final = "tiles.toml"
START_TILES_FILE: Final = "start_tiles.toml"

LANGUAGES: Final = ("en", "pl", "hu")
"""Languages of the texts; an additional set needs only the first."""

_SIX_PLUS_COST: Final = 6


@dataclass(frozen=True, slots=True)
class TileSetManifest:
    """Display name and numbers of a tile set; a file with other numbers is rejected."""

    name: str
    tiles: int
    factions: int = 0
    home_worlds: int = 0


@dataclass(frozen=True, slots=True)
class SetWords:
    """Texts of a set's developments by key: ``power`` of each, ``bonus`` of each 6+ development."""

    power: Mapping[str, str]
    bonus: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TileSets:
    """The base box combined with additional sets, and the texts of the latter by language."""

    catalog: Catalog
    words: tuple[Mapping[str, SetWords], ...] = ()


@dataclass(frozen=True, slots=True)
class _TilesFile:
    tile: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class _Half:
    development: Development | None = None
    world: World | None = None


@dataclass(frozen=True, slots=True)
class _FactionRow:
    number: int
    left: _Half
    right: _Half


@dataclass(frozen=True, slots=True)
class _StartTilesFile:
    faction: tuple[_FactionRow, ...]
    home_world: tuple[HomeWorld, ...]


@dataclass(frozen=True, slots=True)
class _SetFile:
    set: TileSetManifest
    text: object
    tile: tuple[Tile, ...] = ()
    faction: tuple[_FactionRow, ...] = ()
    home_world: tuple[HomeWorld, ...] = ()
    die: tuple[OtherDie, ...] = ()


class _InUse:
    """The files of the accepted additional sets."""

    files: tuple[Path, ...] = ()


def use_tile_sets(folder: Path) -> None:
    """Add the sets in *folder* (``*.toml``) to all catalogues loaded from now on.

    Raises:
        TileSetError: a file is invalid; then only the base box is in use.
    """
    _InUse.files = ()
    files = tuple(sorted(folder.glob("*.toml")))
    load_tile_sets(files)
    _InUse.files = files


def sets_in_use() -> tuple[Path, ...]:
    """Return the files of the additional sets in use."""
    return _InUse.files


def load_roll_catalog(folder: Path = FOLDER) -> Catalog:
    """Return the tiles, factions and home worlds of the base box (R-1.2) and of the sets in use.

    Raises:
        CatalogError: a file is missing or invalid.
    """
    return load_tile_sets(sets_in_use(), folder).catalog


@cache
def load_tile_sets(files: tuple[Path, ...], folder: Path = FOLDER) -> TileSets:
    """Return the base box in *folder* with the sets in *files*.

    Raises:
        CatalogError: a file is missing or invalid; ``TileSetError`` if it is an additional set.
    """
    box = read_catalog(folder / MANIFEST_FILE, lambda table: decode(TileSetManifest, table, ""))
    tiles = read_catalog(folder / TILES_FILE, lambda table: _base_tiles(table, box))
    factions, homes = read_catalog(
        folder / START_TILES_FILE, lambda table: _base_start_tiles(table, box)
    )
    catalog = Catalog.build(tiles, factions, homes)
    if len(catalog.sides) != 2 * box.tiles + 2 * box.factions + box.home_worlds:
        raise CatalogError(
            file=START_TILES_FILE, place="key", problem=f"a key of {TILES_FILE} is used again"
        )
    sets = TileSets(catalog)
    for path in files:
        sets = _with_set(sets, path)
    return sets


def _with_set(sets: TileSets, path: Path) -> TileSets:
    known = sets.catalog
    more, words = read_catalog(path, lambda table: _further_set(table, known), error=TileSetError)
    catalog = Catalog.build(
        tuple(sorted((*known.tiles, *more.tiles), key=lambda tile: tile.id)),
        tuple(sorted((*known.factions, *more.factions), key=lambda faction: faction.number)),
        tuple(sorted((*known.home_worlds, *more.home_worlds), key=lambda home: home.id)),
        (*known.dice, *more.dice),
    )
    return TileSets(catalog, (*sets.words, words))


def _further_set(table: dict[str, Any], known: Catalog) -> tuple[Catalog, Mapping[str, SetWords]]:
    """Return what a set adds to the known tiles, and its texts."""
    file = decode(_SetFile, table, "")
    tiles = _checked(file.tile, file.set.tiles)
    factions, homes = _start_tiles(_StartTilesFile(file.faction, file.home_world), file.set)
    _own_numbers("tile", "id", [each.id for each in tiles], known.tile_by_id)
    _own_numbers("faction", "number", [each.number for each in factions], known.faction_by_number)
    _own_numbers("home_world", "id", [each.id for each in homes], _ids(known.home_worlds))
    sides: list[tuple[str, Side]] = [
        *((f"tile[{i}].development", tile.development) for i, tile in enumerate(tiles)),
        *((f"tile[{i}].world", tile.world) for i, tile in enumerate(tiles)),
        *((f"faction[{i}]", half) for i, each in enumerate(factions) for half in each.halves),
        *((f"home_world[{i}].world", home.world) for i, home in enumerate(homes)),
    ]
    for place, side in sides:
        if side.key in known.sides:
            raise DecodeError(f"{place}.key", f'"{side.key}" is used in another set')
    _differ((side.key for _, side in sides), "set")
    kinds = [*(die.value for die in DieType), *(die.key for die in known.dice)]
    for i, die in enumerate(file.die):
        if die.key in kinds:
            raise DecodeError(f"die[{i}].key", f'"{die.key}" is another kind of die')
        kinds.append(die.key)
    more = Catalog.build(tiles, factions, homes, file.die)
    return more, _set_words(file.text, tuple(more.developments()))


def _own_numbers(name: str, key: str, numbers: list[int], used: Container[int]) -> None:
    for i, number in enumerate(numbers):
        if number < 1 or number in used or number in numbers[:i]:
            raise DecodeError(f"{name}[{i}].{key}", f"expected a number of its own, found {number}")


def _ids(homes: Iterable[HomeWorld]) -> frozenset[int]:
    return frozenset(home.id for home in homes)


def _set_words(raw: object, own: tuple[Development, ...]) -> Mapping[str, SetWords]:
    spoken = [each for each in LANGUAGES[1:] if isinstance(raw, dict) and each in raw]
    texts = only_keys(raw, (LANGUAGES[0], *spoken), "text")
    powers = [side.key for side in own]
    bonuses = [side.key for side in own if side.six_plus]
    words = {}
    for language, said in texts.items():
        place = join("text", language)
        table = only_keys(said, ("power", "bonus") if bonuses else ("power",), place)
        words[language] = SetWords(
            texts_for(table["power"], powers, join(place, "power")),
            texts_for(table.get("bonus", {}), bonuses, join(place, "bonus")),
        )
    return MappingProxyType(words)


def read_catalog(
    path: Path,
    build: Callable[[dict[str, Any]], T],
    *,
    error: type[CatalogError] = CatalogError,
    name: str = "",
) -> T:
    """Return what *build* makes of the parsed file.

    Raises:
        CatalogError: it cannot be read, is not TOML in UTF-8, or *build* refuses it; of the type
            *error*, with the file's *name*.
    """
    place = ""
    try:
        return build(from_toml(read_regular(path).decode()))
    except OSError as fault:
        problem = f"it cannot be read ({fault.strerror})"
    except UnicodeDecodeError as fault:
        problem = f"it is not UTF-8 at byte {fault.start}"
    except DecodeError as fault:
        place, problem = fault.place, fault.problem
    except ValueError as fault:
        problem = f"it is not TOML ({fault})"
    raise error(file=name or path.name, place=place, problem=problem)


def _base_tiles(table: dict[str, Any], box: TileSetManifest) -> tuple[Tile, ...]:
    tiles = _checked(decode(_TilesFile, table, "").tile, box.tiles)
    _numbered([tile.id for tile in tiles], "tile", "id")
    return tiles


def _checked(tiles: tuple[Tile, ...], count: int) -> tuple[Tile, ...]:
    _counted(tiles, "tile", count)
    for i, tile in enumerate(tiles):
        _check_side(tile.development, f"tile[{i}].development")
        _check_side(tile.world, f"tile[{i}].world")
        if tile.world.start_credits is not None:
            raise DecodeError(f"tile[{i}].world.start_credits", "only a home world has this")
    _differ((side.key for tile in tiles for side in (tile.development, tile.world)), "tile")
    return tiles


def _base_start_tiles(
    table: dict[str, Any], box: TileSetManifest
) -> tuple[tuple[Faction, ...], tuple[HomeWorld, ...]]:
    factions, homes = _start_tiles(decode(_StartTilesFile, table, ""), box)
    _numbered([faction.number for faction in factions], "faction", "number")
    _numbered([home.id for home in homes], "home_world", "id")
    return factions, homes


def _start_tiles(
    file: _StartTilesFile, box: TileSetManifest
) -> tuple[tuple[Faction, ...], tuple[HomeWorld, ...]]:
    _counted(file.faction, "faction", box.factions)
    _counted(file.home_world, "home_world", box.home_worlds)
    factions = tuple(_faction(row, f"faction[{i}]") for i, row in enumerate(file.faction))
    for i, home in enumerate(file.home_world):
        _check_side(home.world, f"home_world[{i}].world")
    _differ((half.key for faction in factions for half in faction.halves), "faction")
    _differ((home.world.key for home in file.home_world), "home_world")
    return factions, file.home_world


def _faction(row: _FactionRow, place: str) -> Faction:
    left, right = _side(row.left, join(place, "left")), _side(row.right, join(place, "right"))
    return Faction(row.number, left, right)


def _side(half: _Half, place: str) -> Side:
    side = half.world or half.development
    if side is None or None not in (half.world, half.development):
        raise DecodeError(place, "expected a development or a world")
    _check_side(side, join(place, side.category.value))
    return side


def _counted(rows: tuple[object, ...], name: str, count: int) -> None:
    if len(rows) != count:
        raise DecodeError(name, f"expected {count} tables, found {len(rows)}")


def _check_side(side: Side, place: str) -> None:
    """Check what type annotations cannot express: ranges, 6+ only together with a bonus."""
    if side.cost < 0:
        raise DecodeError(join(place, "cost"), f"expected 0 or more, found {side.cost}")
    if isinstance(side, Development):
        _check_bonus(side, join(place, "bonus"))
        if not side.effect:
            raise DecodeError(join(place, "effect"), "expected at least one effect")
        for i, effect in enumerate(side.effect):
            check_effect(effect, f"{place}.effect[{i}]")
        return
    for name, number in (("credits", side.credits), ("remove_die", side.remove_die)):
        if number < 0:
            raise DecodeError(join(place, name), f"expected 0 or more, found {number}")
    for i, gain in enumerate(side.on_settle):
        if gain.count < 1:
            raise DecodeError(f"{place}.on_settle[{i}].count", "expected 1 or more")
        if gain.where is DiePlace.GOOD and not side.produces:
            raise DecodeError(f"{place}.on_settle[{i}].where", "a gray world holds no goods")


def _check_bonus(side: Development, place: str) -> None:
    if side.six_plus != (side.cost == _SIX_PLUS_COST):
        raise DecodeError(place, "expected with cost 6, and only there")
    bonus = side.bonus
    if bonus is None:
        return
    if bonus.divisor < 1 or bonus.vp_per_unit < 1:
        raise DecodeError(place, "expected divisor and vp_per_unit of 1 or more")
    if (bonus.measure is Measure.COUNT_DICE) != bool(bonus.dice):
        raise DecodeError(place, "expected dice with count_dice, and only there")
    refuse_unread(bonus, unread_in_bonus(bonus), place)
    of_tiles = bonus.measure in (Measure.COUNT_TILES, Measure.SUM_PRINTED_COST)
    if of_tiles != (bonus.category is not None):
        raise DecodeError(place, "expected a category where tiles are counted, and only there")


def _numbered(numbers: list[int], name: str, key: str) -> None:
    for i, number in enumerate(numbers):
        if number != i + 1:
            raise DecodeError(f"{name}[{i}].{key}", f"expected {i + 1}, found {number}")


def _differ(keys: Iterable[str], place: str) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise DecodeError(f"{place}.key", f'"{key}" is used twice')
        seen.add(key)
