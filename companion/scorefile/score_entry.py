"""A final position during data entry, which may be incomplete or impossible.

A complete score entry is converted to ``roll-final/1`` and scored like any score file. Until then
``findings`` lists everything that is missing or impossible, as messages for the users.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.games.names import same_name
from companion.games.roll.model.dice import COUNTS, DieType
from companion.games.roll.model.effects import TakeDice
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.state import TILES_AT_SETUP
from companion.games.roll.model.tiles import Catalog, Development, Side, World
from companion.games.roll.rules.scoring import (
    FinalEmpire,
    OwnedDice,
    bonus_scores,
    tableau_cost,
)
from companion.games.roll.view.table_view import SeatView
from companion.scorefile import score_entry_errors as errors
from companion.scorefile.roll_final import (
    MOST_CREDITS,
    SCHEMA,
    TOTALS_SCHEMA,
    counting_dice,
    goods_limit,
    one_by_one,
    read_final,
    read_totals,
)

CHIP_VP_IN_BOX: Final = 110
"""20 x 1, 8 x 5 and 5 x 10 (R-1.2)."""

VP_POOL_EACH: Final = 12
"""R-1.3."""

TILES_TO_END: Final = 12
HOME_DICE_AT_SETUP: Final = 5


@dataclass(frozen=True, slots=True)
class ScoreEntryPlayer:
    """The data entered so far for one player.

    Attributes:
        vp_chips, credits, faction, home_world: None until entered.
        tiles: keys of the sides built after set-up, in the order of entry.
        tiles_entered: whether these are all, even if there are none.
        cup: the dice in the cup, in the order of ``DieType``; None until entered, for they only
            break ties.
        elsewhere: those in Citizenry, phase strip and construction zone together, which the score
            does not distinguish.
        goods: dice on worlds.
        dice_entered: whether the dice have been entered, even if there are none.
        total: the points in all, where nothing else is entered; None otherwise.
    """

    name: str
    vp_chips: int | None = None
    credits: int | None = None
    faction: int | None = None
    home_world: str | None = None
    tiles: tuple[str, ...] = ()
    tiles_entered: bool = False
    cup: tuple[DieType, ...] | None = None
    elsewhere: tuple[DieType, ...] = ()
    goods: tuple[Good, ...] = ()
    dice_entered: bool = False
    total: int | None = None

    def without_tile(self, key: str) -> "ScoreEntryPlayer":
        """Return the player without this side and the goods on it."""
        tiles = tuple(each for each in self.tiles if each != key)
        return replace(self, tiles=tiles, goods=_on_other_worlds(self.goods, key))

    def with_home_world(self, key: str | None) -> "ScoreEntryPlayer":
        """Return the player with this home world, without goods on the previous one."""
        goods = (
            self.goods if key == self.home_world else _on_other_worlds(self.goods, self.home_world)
        )
        return replace(self, home_world=key, goods=goods)


def only_totals(players: "Iterable[ScoreEntryPlayer]") -> bool:
    """Return whether points in all are entered instead of what they consist of."""
    return any(player.total is not None for player in players)


def tableau(player: "ScoreEntryPlayer", catalog: Catalog) -> tuple[Side, ...]:
    """Return the player's tableau, as far as entered and with valid keys."""
    sides: list[Side] = []
    faction = catalog.faction_by_number.get(player.faction or 0)
    if faction is not None:
        sides += faction.halves
    home = catalog.home_by_key.get(player.home_world or "")
    if home is not None:
        sides.append(home.world)
    sides += [catalog.sides[key] for key in player.tiles if key in catalog.tile_by_side]
    return tuple(sides)


def empire(player: "ScoreEntryPlayer", catalog: Catalog) -> FinalEmpire:
    """Return the input of the scoring; missing values count as 0 or none."""
    return FinalEmpire(
        name=player.name,
        vp_chips=player.vp_chips or 0,
        credits=player.credits or 0,
        tableau=tableau(player, catalog),
        dice=OwnedDice(cup=player.cup or (), citizenry=player.elsewhere, goods=player.goods),
    )


def points_so_far(player: "ScoreEntryPlayer", catalog: Catalog) -> int:
    """Return the points of the data entered so far (R-11.1)."""
    if player.total is not None:
        return player.total
    entered = empire(player, catalog)
    bonuses = sum(bonus.vp for bonus in bonus_scores(entered))
    return entered.vp_chips + tableau_cost(entered.tableau) + bonuses


def dice_needed_by(player: "ScoreEntryPlayer", catalog: Catalog) -> tuple[Development, ...]:
    """Return the player's developments with a bonus that counts dice."""
    return counting_dice(tableau(player, catalog))


def likely_dice(player: "ScoreEntryPlayer", catalog: Catalog) -> tuple[DieType, ...]:
    """Return the dice gained by set-up and tiles (R-1.6, R-7.4), in the order of ``DieType``.

    Dice given up for a tile are not subtracted, because their types are unknown.
    """
    counts = Counter({DieType.HOME: HOME_DICE_AT_SETUP})
    for side in tableau(player, catalog):
        for step in side.instant_steps:
            if isinstance(step, TakeDice):
                counts[step.die] += step.count
    return one_by_one(counts)


# --- roll-final/1 --------------------------------------------------------------------------------


def document(players: "Sequence[ScoreEntryPlayer]") -> dict[str, object]:
    """Return the score entry as ``roll-final/1``, or ``roll-totals/1`` where totals are entered.

    Missing values are omitted, so that reading the document reports them; missing credits are
    written as 0, because they only matter for equal totals.
    """
    if only_totals(players):
        rows = [{"name": player.name, "total": player.total} for player in players]
        return {"schema": TOTALS_SCHEMA, "players": rows}
    return {"schema": SCHEMA, "players": [_player_document(player) for player in players]}


def _player_document(player: "ScoreEntryPlayer") -> dict[str, object]:
    fields: dict[str, object] = {
        "name": player.name,
        "vp_chips": player.vp_chips,
        "credits": player.credits or 0,
        "faction": player.faction,
        "home_world": player.home_world,
    }
    known = {key: value for key, value in fields.items() if value is not None}
    written: dict[str, object] = {**known, "tiles": list(player.tiles)}
    if player.dice_entered:
        written["dice"] = {
            "cup": _by_kind(player.cup or ()),
            "citizenry": _by_kind(player.elsewhere),
            "goods": [{"world": good.world, "die": good.die.value} for good in player.goods],
        }
    return written


def players_of(raw: object, catalog: Catalog) -> "tuple[ScoreEntryPlayer, ...]":
    """Convert a ``roll-final/1`` or ``roll-totals/1`` document to a score entry.

    Raises:
        ScoreFileError: it is invalid or impossible.
    """
    if isinstance(raw, dict) and raw.get("schema") == TOTALS_SCHEMA:
        return tuple(ScoreEntryPlayer(name, total=total) for name, total in read_totals(raw))
    empires = read_final(raw, catalog)
    rows = raw["players"] if isinstance(raw, dict) else ()  # checked by read_final
    return tuple(_player_of(row, each) for row, each in zip(rows, empires, strict=True))


def _player_of(row: Mapping[str, object], read: FinalEmpire) -> "ScoreEntryPlayer":
    dice = read.dice
    return ScoreEntryPlayer(
        name=read.name,
        vp_chips=read.vp_chips,
        credits=read.credits,
        faction=int(str(row["faction"])),
        home_world=str(row["home_world"]),
        tiles=tuple(side.key for side in read.tableau[TILES_AT_SETUP:]),
        tiles_entered=True,
        cup=sorted_dice(dice.cup),
        elsewhere=sorted_dice((*dice.citizenry, *dice.strip, *dice.construction)),
        goods=dice.goods,
        dice_entered="dice" in row,
    )


# --- missing and impossible entries --------------------------------------------------------------


def findings(
    players: "Sequence[ScoreEntryPlayer]", catalog: Catalog
) -> tuple[errors.ScoreEntryFinding, ...]:
    """Return all problems that prevent scoring; if there are none, what is unlikely."""
    if only_totals(players):
        return tuple(
            errors.TOTAL_MISSING(player=number, name=player.name)
            for number, player in enumerate(players)
            if player.total is None
        )
    found: list[errors.ScoreEntryFinding] = []
    for number, player in enumerate(players):
        found += _missing(number, player, catalog)
        found += _impossible(number, player, catalog)
    found += _shared(players, catalog)
    found += _too_many_dice(players)
    if not found:
        found += _equal(players, catalog)
    if not found:
        found += _unlikely(players)
    return tuple(found)


def _equal(
    players: "Sequence[ScoreEntryPlayer]", catalog: Catalog
) -> list[errors.ScoreEntryFinding]:
    """Return missing credits and dice in the cup, which decide between equal totals (R-11.5)."""
    totals = [points_so_far(player, catalog) for player in players]
    found = []
    for number, player in enumerate(players):
        who = {"player": number, "name": player.name}
        if totals.count(totals[number]) > 1:
            found += [errors.CREDITS_MISSING(**who)] * (player.credits is None)
            found += [errors.CUP_MISSING(**who)] * (player.cup is None)
    return found


def _missing(
    number: int, player: "ScoreEntryPlayer", catalog: Catalog
) -> list[errors.ScoreEntryFinding]:
    who = {"player": number, "name": player.name}
    gaps = (
        (player.faction, errors.FACTION_MISSING),
        (player.home_world, errors.HOME_WORLD_MISSING),
        (player.vp_chips, errors.CHIPS_MISSING),
    )
    found = [missing(**who) for value, missing in gaps if value is None]
    if not player.tiles_entered:
        found.append(errors.TILES_MISSING(**who))
    needed = dice_needed_by(player, catalog)
    if needed and not player.dice_entered:
        found.append(errors.DICE_MISSING(**who, tile=needed[0].key))
    return found


def _impossible(
    number: int, player: "ScoreEntryPlayer", catalog: Catalog
) -> list[errors.ScoreEntryFinding]:
    who = {"player": number, "name": player.name}
    found: list[errors.ScoreEntryFinding] = []
    if player.credits is not None and player.credits > MOST_CREDITS:
        found.append(errors.TOO_MANY_CREDITS(**who, most=MOST_CREDITS))
    sides = tableau(player, catalog)
    worlds = {side.key: side for side in sides if isinstance(side, World)}
    limit = goods_limit(sides)
    for key in dict.fromkeys(good.world for good in player.goods):
        world = worlds.get(key)
        count = sum(good.world == key for good in player.goods)
        if world is None or not world.produces:
            found.append(errors.NO_ROOM_FOR_GOOD(**who, tile=key))
        elif count > limit:
            found.append(errors.TOO_MANY_GOODS(**who, tile=key, limit=limit))
    return found


def _shared(
    players: "Sequence[ScoreEntryPlayer]", catalog: Catalog
) -> list[errors.ScoreEntryFinding]:
    """Return components that exist once in the box but were entered twice, and equal names."""
    found: list[errors.ScoreEntryFinding] = []
    owners: dict[object, str] = {}
    tiles: dict[int, tuple[str, str]] = {}
    for number, player in enumerate(players):
        who = {"player": number, "name": player.name}
        pieces: tuple[tuple[object, Callable[..., errors.ScoreEntryFinding]], ...] = (
            (same_name(player.name), errors.SAME_NAME),
            (player.faction, partial(errors.FACTION_TAKEN, faction=player.faction)),
            (player.home_world, partial(errors.HOME_WORLD_TAKEN, tile=player.home_world)),
        )
        for part, (piece, taken) in enumerate(pieces):
            if (part, piece) in owners:
                found.append(taken(**who, other=owners[part, piece]))
            if piece is not None:
                owners[part, piece] = player.name
        for key in player.tiles:
            tile = catalog.tile_by_side.get(key)
            if tile is None:
                continue
            if tile.id in tiles:
                other, side = tiles[tile.id]
                kind = errors.TILE_TWICE if side == key else errors.OTHER_SIDE_TAKEN
                found.append(kind(**who, tile=key, side=side, other=other))
            tiles[tile.id] = player.name, key
    return found


def _too_many_dice(players: "Iterable[ScoreEntryPlayer]") -> list[errors.ScoreEntryFinding]:
    owned = Counter(
        die
        for player in players
        for die in (*(player.cup or ()), *player.elsewhere, *(good.die for good in player.goods))
    )
    return [
        errors.DICE_NOT_IN_BOX(die=die.value, count=owned[die], most=most)
        for die, most in COUNTS.items()
        if owned[die] > most
    ]


def _unlikely(players: "Sequence[ScoreEntryPlayer]") -> list[errors.ScoreEntryFinding]:
    chips = sum(player.vp_chips or 0 for player in players)
    if chips > CHIP_VP_IN_BOX:
        return [errors.MORE_CHIPS_THAN_BOX(count=chips, most=CHIP_VP_IN_BOX)]
    most = max((len(player.tiles) + TILES_AT_SETUP for player in players), default=0)
    pool = VP_POOL_EACH * len(players)
    if len(players) > 1 and most < TILES_TO_END and chips < pool:
        return [errors.GAME_NOT_OVER(tiles=TILES_TO_END, most=most, pool=pool, chips=chips)]
    return []


# --- helpers -------------------------------------------------------------------------------------


def _on_other_worlds(goods: Iterable[Good], key: str | None) -> tuple[Good, ...]:
    return tuple(good for good in goods if good.world != key)


def sorted_dice(dice: Iterable[DieType]) -> tuple[DieType, ...]:
    """Return the dice in the order of ``DieType``."""
    return one_by_one(Counter(dice))


def _by_kind(dice: tuple[DieType, ...]) -> dict[str, int]:
    return {die.value: dice.count(die) for die in DieType if die in dice}


def player_of_game(seat: SeatView) -> "ScoreEntryPlayer":
    """Return the known data of a player, which is complete in a fully tracked game."""
    known = ScoreEntryPlayer(
        name=seat.name,
        vp_chips=seat.vp_chips,
        credits=seat.credits,
        faction=seat.faction,
        home_world=seat.home_world,
    )
    held = seat.tracking
    if held is None:
        return known
    elsewhere = [*held.citizenry, *held.developments.workers, *held.worlds.workers]
    elsewhere += [die for column in held.columns for die in column]
    return replace(
        known,
        tiles=held.tableau[TILES_AT_SETUP:],
        tiles_entered=True,
        cup=sorted_dice(held.cup),
        elsewhere=sorted_dice(elsewhere),
        goods=held.goods,
        dice_entered=True,
    )
