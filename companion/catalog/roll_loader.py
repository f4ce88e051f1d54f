"""Loads the tiles of Roll for the Galaxy: all or nothing, in a few milliseconds."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from companion.catalog.decode import DecodeError, decode, join, only_keys
from companion.catalog.errors import CatalogError
from companion.games.roll.model.tiles import (
    FACTION_COUNT,
    HOME_WORLD_COUNT,
    TILE_COUNT,
    Catalog,
    Development,
    Faction,
    HomeWorld,
    Measure,
    Side,
    Tile,
    World,
)

T = TypeVar("T")

FOLDER: Final = Path(__file__).with_name("roll")
TILES_FILE: Final = "tiles.toml"
START_TILES_FILE: Final = "start_tiles.toml"

_SIX_PLUS_COST: Final = 6


@cache
def load_roll_catalog(folder: Path = FOLDER) -> Catalog:
    """Return all 55 game tiles, 9 factions and 9 home worlds (R-1.2).

    The result is immutable and kept: a second call costs nothing.

    Args:
        folder: where ``tiles.toml`` and ``start_tiles.toml`` are.

    Raises:
        CatalogError: a file is missing or anything in it is not exactly as expected.
    """
    tiles = _read(folder / TILES_FILE, _tiles)
    factions, home_worlds = _read(folder / START_TILES_FILE, _start_tiles)
    catalog = Catalog.build(tiles, factions, home_worlds)
    if len(catalog.sides) != 2 * TILE_COUNT + 2 * FACTION_COUNT + HOME_WORLD_COUNT:
        raise CatalogError(
            file=START_TILES_FILE, place="key", problem=f"a key of {TILES_FILE} is used again"
        )
    return catalog


def read_toml(path: Path) -> dict[str, Any]:
    """Return the parsed file.

    Raises:
        CatalogError: it cannot be read, or is not TOML in UTF-8.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})"
    except UnicodeDecodeError as error:
        problem = f"it is not UTF-8 at byte {error.start}"
    except tomllib.TOMLDecodeError as error:
        problem = f"it is not TOML ({error})"
    raise CatalogError(file=path.name, place="", problem=problem)


def _read(path: Path, build: Callable[[dict[str, Any]], T]) -> T:
    table = read_toml(path)
    try:
        return build(table)
    except DecodeError as error:
        raise CatalogError(file=path.name, place=error.place, problem=error.problem) from error


def _tiles(table: dict[str, Any]) -> tuple[Tile, ...]:
    rows = _rows(table, ("tile",), "tile", TILE_COUNT)
    tiles = tuple(decode(Tile, row, f"tile[{i}]") for i, row in enumerate(rows))
    _numbered([tile.id for tile in tiles], "tile", "id")
    for i, tile in enumerate(tiles):
        _check_side(tile.development, f"tile[{i}].development")
        _check_side(tile.world, f"tile[{i}].world")
        if tile.world.start_credits is not None:
            raise DecodeError(f"tile[{i}].world.start_credits", "only a home world has this")
    _differ((side.key for tile in tiles for side in (tile.development, tile.world)), "tile")
    return tiles


def _start_tiles(table: dict[str, Any]) -> tuple[tuple[Faction, ...], tuple[HomeWorld, ...]]:
    names = ("faction", "home_world")
    rows = _rows(table, names, "faction", FACTION_COUNT)
    factions = tuple(_faction(row, f"faction[{i}]") for i, row in enumerate(rows))
    _numbered([faction.number for faction in factions], "faction", "number")
    rows = _rows(table, names, "home_world", HOME_WORLD_COUNT)
    homes = tuple(decode(HomeWorld, row, f"home_world[{i}]") for i, row in enumerate(rows))
    _numbered([home.id for home in homes], "home_world", "id")
    for i, home in enumerate(homes):
        _check_side(home.world, f"home_world[{i}].world")
    _differ((half.key for faction in factions for half in faction.halves), "faction")
    _differ((home.world.key for home in homes), "home_world")
    return factions, homes


def _faction(row: object, place: str) -> Faction:
    table = only_keys(row, ("number", "left", "right"), place)
    if type(table["number"]) is not int:
        raise DecodeError(join(place, "number"), "expected a whole number")
    left, right = (_half(table[side], join(place, side)) for side in ("left", "right"))
    return Faction(table["number"], left, right)


def _half(raw: object, place: str) -> Side:
    """A faction's half: a table with one key, ``development`` or ``world``."""
    name = "world" if isinstance(raw, dict) and "world" in raw else "development"
    table = only_keys(raw, (name,), place)
    kind: type[Side] = World if name == "world" else Development
    side = decode(kind, table[name], join(place, name))
    _check_side(side, join(place, name))
    return side


def _rows(table: dict[str, Any], names: tuple[str, ...], name: str, count: int) -> list[Any]:
    rows = only_keys(table, names, "")[name]
    if not isinstance(rows, list) or len(rows) != count:
        found = len(rows) if isinstance(rows, list) else "something else"
        raise DecodeError(name, f"expected {count} tables, found {found}")
    return rows


def _check_side(side: Side, place: str) -> None:
    """What the types cannot say: numbers in range, 6+ and bonus together."""
    if side.cost < 0:
        raise DecodeError(join(place, "cost"), f"expected 0 or more, found {side.cost}")
    if isinstance(side, Development):
        _check_bonus(side, join(place, "bonus"))
        if not side.effect:
            raise DecodeError(join(place, "effect"), "expected at least one effect")
        return
    for name, number in (("credits", side.credits), ("remove_die", side.remove_die)):
        if number < 0:
            raise DecodeError(join(place, name), f"expected 0 or more, found {number}")
    for i, gain in enumerate(side.on_settle):
        if gain.count < 1:
            raise DecodeError(f"{place}.on_settle[{i}].count", "expected 1 or more")


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
