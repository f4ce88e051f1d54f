"""Reads ``roll-final/1``: the final position of each player in Roll for the Galaxy.

Required for each player: name, vp_chips, credits, faction, home_world, tiles. ``dice`` and each of
its places are optional, which means none; but they are required for a player with a bonus that
counts dice, because it would otherwise silently score 0.
"""

from __future__ import annotations

import difflib
from typing import Final, NoReturn

from companion.games.roll.model.dice import COLOURS, COUNTS, DieType
from companion.games.roll.model.effects import GoodsLimit
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import (
    FACTION_COUNT,
    Catalog,
    Development,
    Measure,
    Side,
    World,
)
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice
from companion.scorefile.errors import (
    BothSidesError,
    DiceNeededError,
    FactionTwiceError,
    GoodElsewhereError,
    GoodOnGrayError,
    HomeWorldTwiceError,
    MissingFieldError,
    PlayerCountError,
    StartTileError,
    TileTwiceError,
    TooManyDiceError,
    TooManyGoodsError,
    TwoOwnersError,
    UnknownHomeWorldError,
    UnknownTileError,
    WrongSchemaError,
    WrongTypeError,
)
from companion.scorefile.fields import (
    join,
    say,
    show,
    take_list,
    take_number,
    take_object,
    take_text,
)
from companion.scorefile.names import LONGEST_NAME, Names

SCHEMA: Final = "roll-final/1"

MOST_PLAYERS: Final = 5
MOST_CREDITS: Final = 10
MOST_VP_CHIPS: Final = 999
"""The box has 110 VP; further VP may have been written down when the chips ran out."""

ALL_DICE: Final = sum(COUNTS.values())

_PLAYER_FIELDS: Final = {
    "name": "the player's name",
    "vp_chips": "the VP of the player's chips",
    "credits": f"the player's credits, 0 to {MOST_CREDITS}",
    "faction": f"the number printed on the faction tile, 1 to {FACTION_COUNT}",
    "home_world": "the key of the home world, such as doomed_world",
    "tiles": "the list of the sides built after set-up",
}
_COUNTED_PLACES: Final = ("cup", "citizenry", "strip", "construction")
_DICE_MEASURES: Final = (Measure.COUNT_DICE, Measure.COUNT_DIE_COLOURS, Measure.COUNT_GOODS)


def read_final(document: object, catalog: Catalog) -> tuple[FinalEmpire, ...]:
    """Return the empires of a final position, in its order.

    Args:
        document: a parsed JSON document.
        catalog: the tiles of the box.

    Raises:
        ScoreFileError: the document is not a valid ``roll-final/1``, or impossible with the
            contents of the box. The message names the place and the expected value.
    """
    _check_schema(document)
    needed = {"schema": f'"{SCHEMA}"', "players": "a list of the players"}
    table = take_object(document, "", needed, ("doubts",))  # written by the camera, ignored
    rows = take_list(table["players"], "players", "players")
    if not 1 <= len(rows) <= MOST_PLAYERS:
        raise PlayerCountError(most=MOST_PLAYERS, found=len(rows))
    reader = _Reader(catalog)
    empires = tuple(reader.empire(row, f"players[{i}]") for i, row in enumerate(rows))
    _check_supply(empires)
    return empires


def _check_schema(document: object) -> None:
    if not isinstance(document, dict):
        return  # take_object reports a better error
    if "schema" not in document:
        raise MissingFieldError(place="schema", expected=f'"{SCHEMA}"')
    if document["schema"] != SCHEMA:
        raise WrongSchemaError(expected=SCHEMA, found=say(document["schema"]))


class _Reader:
    """Reads the players in sequence and stores where each unique component was first used."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = Names()
        self._factions: dict[int, str] = {}
        self._homes: dict[str, str] = {}
        self._tiles: dict[int, tuple[str, str]] = {}
        """Tile number -> key of the built side and its place in the document."""

    def empire(self, raw: object, place: str) -> FinalEmpire:
        table = take_object(raw, place, _PLAYER_FIELDS, ("dice",))
        tableau = (
            *self._faction(table["faction"], join(place, "faction")),
            self._home(table["home_world"], join(place, "home_world")),
            *self._built(table["tiles"], place),
        )
        return FinalEmpire(
            name=self._names.take(table["name"], join(place, "name")),
            vp_chips=take_number(table["vp_chips"], join(place, "vp_chips"), 0, MOST_VP_CHIPS),
            credits=take_number(table["credits"], join(place, "credits"), 0, MOST_CREDITS),
            tableau=tableau,
            dice=_dice(table, join(place, "dice"), tableau),
        )

    def _faction(self, raw: object, place: str) -> tuple[Side, Side]:
        number = take_number(raw, place, 1, FACTION_COUNT)
        if number in self._factions:
            raise FactionTwiceError(place=place, faction=number, first=self._factions[number])
        self._factions[number] = place
        return self._catalog.faction(number).halves

    def _home(self, raw: object, place: str) -> World:
        key = take_text(raw, place, "the key of the home world")
        home = self._catalog.home_by_key.get(key)
        if home is None:
            known = ", ".join(self._catalog.home_by_key)
            raise UnknownHomeWorldError(place=place, key=show(key), known=known)
        if key in self._homes:
            raise HomeWorldTwiceError(place=place, key=key, first=self._homes[key])
        self._homes[key] = place
        return home.world

    def _built(self, raw: object, player: str) -> tuple[Side, ...]:
        keys = take_list(raw, join(player, "tiles"), "keys of tile sides")
        return tuple(self._side(key, f"{player}.tiles[{i}]", player) for i, key in enumerate(keys))

    def _side(self, raw: object, place: str, player: str) -> Side:
        key = take_text(raw, place, "the key of a tile side")
        tile = self._catalog.tile_by_side.get(key)
        if tile is None:
            self._refuse_key(key, place)
        if tile.id in self._tiles:
            other, first = self._tiles[tile.id]
            if not first.startswith(f"{player}."):
                raise TwoOwnersError(place=place, key=key, other=other, first=first)
            if other == key:
                raise TileTwiceError(place=place, key=key, first=first)
            raise BothSidesError(place=place, key=key, other=other, first=first)
        self._tiles[tile.id] = key, place
        return self._catalog.sides[key]

    def _refuse_key(self, key: str, place: str) -> NoReturn:
        if key in self._catalog.sides:
            raise StartTileError(place=place, key=key)
        near = difflib.get_close_matches(key[:LONGEST_NAME], self._catalog.tile_by_side, n=1)
        nearest = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownTileError(place=place, key=show(key), nearest=nearest)


def _dice(table: dict[str, object], place: str, tableau: tuple[Side, ...]) -> OwnedDice:
    if "dice" not in table:
        _check_dice_unneeded(tableau, place)
        return OwnedDice()
    dice = take_object(table["dice"], place, {}, (*_COUNTED_PLACES, "goods"))
    counted = {
        where: _counted(dice[where], join(place, where))
        for where in _COUNTED_PLACES
        if where in dice
    }
    goods = _goods(dice.get("goods", []), join(place, "goods"), tableau)
    return OwnedDice(**counted, goods=goods)


def _check_dice_unneeded(tableau: tuple[Side, ...], place: str) -> None:
    for side in tableau:
        bonus = side.bonus if isinstance(side, Development) else None
        if bonus is not None and bonus.measure in _DICE_MEASURES:
            raise DiceNeededError(place=place, tile=side.key)


def _counted(raw: object, place: str) -> tuple[DieType, ...]:
    """Convert counts such as ``{"home": 3}`` to dice, in the order of ``DieType``."""
    table = take_object(raw, place, {}, tuple(die.value for die in DieType))
    return tuple(
        die
        for die in DieType
        if die.value in table
        for _ in range(take_number(table[die.value], join(place, die.value), 0, ALL_DICE))
    )


def _goods(raw: object, place: str, tableau: tuple[Side, ...]) -> tuple[Good, ...]:
    rows = take_list(raw, place, 'objects like {"world": "spice_world", "die": "genes"}')
    worlds = {side.key: side for side in tableau if isinstance(side, World)}
    goods = tuple(_good(row, f"{place}[{i}]", worlds) for i, row in enumerate(rows))
    limit = goods_limit(tableau)
    for key in worlds:
        count = sum(good.world == key for good in goods)
        if count > limit:
            raise TooManyGoodsError(place=place, key=key, limit=limit, count=count)
    return goods


def _good(raw: object, place: str, worlds: dict[str, World]) -> Good:
    table = take_object(
        raw, place, {"world": "the key of a world of this player", "die": "the key of a die"}
    )
    key = take_text(table["world"], join(place, "world"), "the key of a world")
    if key not in worlds:
        raise GoodElsewhereError(place=join(place, "world"), key=show(key))
    if not worlds[key].produces:
        raise GoodOnGrayError(place=join(place, "world"), key=key)
    return Good(key, _die(table["die"], join(place, "die")))


def _die(raw: object, place: str) -> DieType:
    key = take_text(raw, place, "the key of a die")
    for die in DieType:
        if die.value == key:
            return die
    raise WrongTypeError(
        place=place, expected="one of " + ", ".join(die.value for die in DieType), found=say(raw)
    )


def goods_limit(tableau: tuple[Side, ...]) -> int:
    """Return the limit of goods per world: 1, or what the tableau's powers allow (R-8.1)."""
    limits = (
        effect.limit_per_world
        for side in tableau
        if isinstance(side, Development)
        for effect in side.effect
        if isinstance(effect, GoodsLimit)
    )
    return max(limits, default=1)


def _check_supply(empires: tuple[FinalEmpire, ...]) -> None:
    """Check that all players together own no more dice of a type than the box has (R-1.1)."""
    owned = [die for empire in empires for die in empire.dice.everywhere()]
    for die, most in COUNTS.items():
        count = owned.count(die)
        if count > most:
            raise TooManyDiceError(count=count, colour=COLOURS[die], die=die.value, most=most)
