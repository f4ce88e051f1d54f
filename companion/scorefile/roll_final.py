"""Reads ``roll-final/1``: the final position of each player in Roll for the Galaxy, and scores it.

Required for each player: name, vp_chips, credits, faction, home_world, tiles. ``dice`` and each of
its places are optional, which means none; but they are required for a player with a bonus that
counts dice, because it would otherwise silently score 0.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Final

from companion.catalog.roll_loader import load_roll_catalog
from companion.catalog.roll_texts import TileTexts, load_tile_texts
from companion.decoding import Within, show
from companion.games.roll.model.dice import COLOURS, COUNTS, DieType
from companion.games.roll.model.effects import GoodsLimit
from companion.games.roll.model.holdings import BonusScore, Good, SeatScore
from companion.games.roll.model.tiles import (
    Catalog,
    Development,
    Measure,
    Side,
    World,
)
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, score
from companion.scorefile import errors
from companion.scorefile.final import LONGEST_NAME, Name, read_file

SCHEMA: Final = "roll-final/1"
TOTALS_SCHEMA: Final = "roll-totals/1"

MOST_PLAYERS: Final = 5
MOST_CREDITS: Final = 10
MOST_FACTION: Final = 999
MOST_VP_CHIPS: Final = 999
"""The box has 110 VP; further VP may have been written down when the chips ran out."""

_Side = Annotated[str, "the key of a tile side"]
_Counts = dict[DieType, Annotated[int, Within(0, sum(COUNTS.values()))]]


@dataclass(frozen=True, slots=True)
class _Good:
    world: Annotated[str, "the key of a world of this player"]
    die: DieType


@dataclass(frozen=True, slots=True)
class _Dice:
    cup: _Counts = field(default_factory=dict)
    citizenry: _Counts = field(default_factory=dict)
    strip: _Counts = field(default_factory=dict)
    construction: _Counts = field(default_factory=dict)
    goods: Annotated[
        tuple[_Good, ...], 'a list of objects like {"world": "spice_world", "die": "genes"}'
    ] = ()


@dataclass(frozen=True, slots=True)
class _Player:
    name: Name
    vp_chips: Annotated[int, Within(0, MOST_VP_CHIPS)]
    credits: Annotated[int, Within(0, MOST_CREDITS)]
    faction: Annotated[int, Within(1, MOST_FACTION)]
    home_world: Annotated[str, "the key of the home world, such as doomed_world"]
    tiles: Annotated[tuple[_Side, ...], "a list of keys of tile sides"]
    dice: _Dice | None = None


@dataclass(frozen=True, slots=True)
class _Total:
    name: Name
    total: Annotated[int, Within(0, MOST_VP_CHIPS)]


@dataclass(frozen=True, slots=True)
class _Totals:
    schema: str
    players: Annotated[tuple[_Total, ...], "a list of players"]


@dataclass(frozen=True, slots=True)
class _File:
    schema: str
    players: Annotated[tuple[_Player, ...], "a list of players"]
    doubts: object = None
    """Written by the camera, ignored."""


def read_final(document: object, catalog: Catalog) -> tuple[FinalEmpire, ...]:
    """Return the empires of a final position, in its order.

    Raises:
        ScoreFileError: the document is not a valid ``roll-final/1``, or impossible with the
            contents of the box. The message names the place and the expected value.
    """
    file, names = read_file(_File, SCHEMA, document, range(1, MOST_PLAYERS + 1))
    box = _Box(catalog)
    empires = tuple(
        FinalEmpire(
            name=name,
            vp_chips=row.vp_chips,
            credits=row.credits,
            tableau=(tableau := box.tableau(row, f"players[{i}]")),
            dice=_dice(row.dice, tableau, f"players[{i}].dice"),
        )
        for i, (name, row) in enumerate(zip(names, file.players, strict=True))
    )
    _check_supply(empires)
    return empires


def read_totals(document: object) -> tuple[tuple[str, int], ...]:
    """Return name and points of each player of a ``roll-totals/1``.

    Raises:
        ScoreFileError: the document is invalid.
    """
    file, names = read_file(_Totals, TOTALS_SCHEMA, document, range(1, MOST_PLAYERS + 1))
    return tuple((name, row.total) for name, row in zip(names, file.players, strict=True))


class _Box:
    """The contents of the box; knows where each component was first used."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._first: dict[tuple[str, object], tuple[str, str]] = {}

    def tableau(self, row: _Player, player: str) -> tuple[Side, ...]:
        place = f"{player}.faction"
        if row.faction not in self._catalog.faction_by_number:
            known = ", ".join(map(str, self._catalog.faction_by_number))
            raise errors.OUT_OF_RANGE(place=place, expected=known, found=row.faction)
        if (first := self._other("faction", row.faction, place)) is not None:
            raise errors.FACTION_TWICE(place=place, faction=row.faction, first=first[0])
        home = self._home(row.home_world, f"{player}.home_world")
        tiles = [self._side(key, f"{player}.tiles[{i}]") for i, key in enumerate(row.tiles)]
        return (*self._catalog.faction(row.faction).halves, home, *tiles)

    def _other(
        self, kind: str, component: object, place: str, key: str = ""
    ) -> tuple[str, str] | None:
        """Return place and key of another use of a component; None where it is the first."""
        first = self._first.setdefault((kind, component), (place, key))
        return first if first[0] != place else None

    def _home(self, key: str, place: str) -> World:
        home = self._catalog.home_by_key.get(key)
        if home is None:
            known = ", ".join(self._catalog.home_by_key)
            raise errors.UNKNOWN_HOME_WORLD(place=place, key=show(key), known=known)
        if (first := self._other("home", key, place)) is not None:
            raise errors.HOME_WORLD_TWICE(place=place, key=key, first=first[0])
        return home.world

    def _side(self, key: str, place: str) -> Side:
        tile = self._catalog.tile_by_side.get(key)
        if tile is None:
            raise self._no_tile(key, place)
        if (used := self._other("tile", tile.id, place, key)) is not None:
            first, other = used
            if first.split(".")[0] != place.split(".")[0]:
                raise errors.TWO_OWNERS(place=place, key=key, other=other, first=first)
            if other == key:
                raise errors.TILE_TWICE(place=place, key=key, first=first)
            raise errors.BOTH_SIDES(place=place, key=key, other=other, first=first)
        return self._catalog.sides[key]

    def _no_tile(self, key: str, place: str) -> errors.ScoreFileError:
        if key in self._catalog.sides:
            return errors.START_TILE(place=place, key=key)
        near = difflib.get_close_matches(key[:LONGEST_NAME], self._catalog.tile_by_side, n=1)
        nearest = f" (did you mean {near[0]}?)" if near else ""
        return errors.UNKNOWN_TILE(place=place, key=show(key), nearest=nearest)


def _dice(dice: _Dice | None, tableau: tuple[Side, ...], place: str) -> OwnedDice:
    if dice is None:
        if counting := counting_dice(tableau):
            raise errors.DICE_NEEDED(place=place, tile=counting[0].key)
        return OwnedDice()
    return OwnedDice(
        cup=one_by_one(dice.cup),
        citizenry=one_by_one(dice.citizenry),
        strip=one_by_one(dice.strip),
        construction=one_by_one(dice.construction),
        goods=_goods(dice.goods, tableau, f"{place}.goods"),
    )


def _goods(rows: Iterable[_Good], tableau: tuple[Side, ...], place: str) -> tuple[Good, ...]:
    goods = tuple(Good(row.world, row.die) for row in rows)
    worlds = {side.key: side for side in tableau if isinstance(side, World)}
    for i, good in enumerate(goods):
        where = f"{place}[{i}].world"
        if good.world not in worlds:
            raise errors.GOOD_ELSEWHERE(place=where, key=show(good.world))
        if not worlds[good.world].produces:
            raise errors.GOOD_ON_GRAY(place=where, key=good.world)
    limit = goods_limit(tableau)
    for key in worlds:
        count = sum(good.world == key for good in goods)
        if count > limit:
            raise errors.TOO_MANY_GOODS(place=place, key=key, limit=limit, count=count)
    return goods


def one_by_one(counts: Mapping[DieType, int]) -> tuple[DieType, ...]:
    """Return the counted dice, in the order of ``DieType``."""
    return tuple(die for die in DieType for _ in range(counts.get(die, 0)))


def counting_dice(tableau: tuple[Side, ...]) -> tuple[Development, ...]:
    measures = (Measure.COUNT_DICE, Measure.COUNT_DIE_COLOURS, Measure.COUNT_GOODS)
    return tuple(
        side
        for side in tableau
        if isinstance(side, Development) and side.bonus and side.bonus.measure in measures
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
            raise errors.TOO_MANY_DICE(count=count, colour=COLOURS[die], die=die.value, most=most)


RESULT_SCHEMA: Final = "roll-score/1"

_LABEL_WIDTH: Final = 46
_NUMBER_WIDTH: Final = 4


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed ``roll-final/1`` as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    catalog = load_roll_catalog()
    empires = read_final(document, catalog)
    scores = score(empires)
    players = [
        {"name": empire.name, **asdict(each)} for empire, each in zip(empires, scores, strict=True)
    ]
    for player in players:
        del player["seat"]
    text = score_text(empires, scores, catalog, load_tile_texts("en"))
    return {"schema": RESULT_SCHEMA, "players": players, "winners": _winners(empires, scores)}, text


def score_text(
    empires: Sequence[FinalEmpire], scores: Sequence[SeatScore], catalog: Catalog, texts: TileTexts
) -> str:
    """Return the result as text: every player with every tile and bonus, the best first."""
    pairs = sorted(zip(empires, scores, strict=True), key=lambda pair: pair[1].rank)
    blocks = [_player_text(empire, player, catalog, texts) for empire, player in pairs]
    return "\n\n".join([*blocks, _ending(scores, _winners(empires, scores))]) + "\n"


def _winners(empires: Sequence[FinalEmpire], scores: Sequence[SeatScore]) -> list[str]:
    return [empire.name for empire, each in zip(empires, scores, strict=True) if each.rank == 1]


def _player_text(empire: FinalEmpire, player: SeatScore, catalog: Catalog, texts: TileTexts) -> str:
    lines = [
        f"{player.rank}. {empire.name}: {player.total} VP",
        _line("VP chips", player.vp_chips),
        _line(f"cost of {len(empire.tableau)} tiles", player.tiles),
        *(
            _line(f"  {side.name_en} ({side.category.value})", side.cost, indented=True)
            for side in empire.tableau
        ),
        *(_bonus_line(bonus, catalog, texts) for bonus in player.bonuses),
        _line("tie-break (counts among equal totals only)", player.tiebreak)
        + f"  {len(empire.dice.cup)} dice in the cup + ${empire.credits}",
    ]
    return "\n".join(lines)


def _bonus_line(bonus: BonusScore, catalog: Catalog, texts: TileTexts) -> str:
    name = catalog.sides[bonus.tile].name_en
    return f"{_line(f'bonus of {name}', bonus.vp)}  {bonus.why}: {texts.bonuses[bonus.tile]}"


def _line(label: str, number: int, *, indented: bool = False) -> str:
    """Format a label and a number; summands and their parts are in separate columns."""
    width = _NUMBER_WIDTH - 1 if indented else _NUMBER_WIDTH
    return f"  {label:<{_LABEL_WIDTH}}{number:>{width}}"


def _ending(scores: Sequence[SeatScore], winners: Sequence[str]) -> str:
    if len(winners) > 1:
        return f"Shared victory: {', '.join(winners)}."
    best = max(player.total for player in scores)
    tied = sum(player.total == best for player in scores) > 1
    return f"Winner: {winners[0]}{', by the tie-break' if tied else ''}."
