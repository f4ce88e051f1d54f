"""A final position while it is entered: what is asked now, and what a touch makes of it. Pure.

``reduce`` returns the next draft for every action. What is missing or impossible is said by
``companion.scorefile.score_entry.findings``; the draft adds which player and part are asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from companion.games.names import clean_name
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Catalog, World
from companion.scorefile import score_entry
from companion.scorefile.roll_final import MOST_CREDITS, goods_limit
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import MISSING, ScoreEntryFinding
from kivy_ui.games.roll.tiles.tile_groups import TILE_GROUPS

MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 999
MOST_DICE: Final = 25
LONGEST_NAME: Final = 16


class Part(Enum):
    """A part of a player's score; credits are asked for where totals are equal."""

    FACTION = "faction"
    HOME = "home"
    CHIPS = "chips"
    TILES = "tiles"
    DICE = "dice"
    CREDITS = "credits"


class Dice(Enum):
    """Which dice are counted: all that a player owns, and where some of them are."""

    OWNED = "owned"
    CUP = "cup"
    GOODS = "goods"


@dataclass(frozen=True, slots=True)
class Draft:
    """What is entered, and what is asked now.

    Attributes:
        player: index of the player who is asked.
        group: index of the tile group that is shown.
        fresh: whether the next digit begins a new number.
    """

    players: tuple[ScoreEntryPlayer, ...]
    player: int = 0
    part: Part = Part.FACTION
    dice: Dice = Dice.OWNED
    group: int = 0
    fresh: bool = True

    @property
    def now(self) -> ScoreEntryPlayer:
        """The player who is asked."""
        return self.players[self.player]


# --- actions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskPlayer:
    """Ask a player for what is missing."""

    index: int


@dataclass(frozen=True, slots=True)
class AskPart:
    """Ask the player for a part."""

    part: Part


@dataclass(frozen=True, slots=True)
class Done:
    """The part that is asked is entered, as far as that is not seen from its value."""


@dataclass(frozen=True, slots=True)
class Faction:
    """The player has this faction."""

    number: int


@dataclass(frozen=True, slots=True)
class Home:
    """The player has this home world."""

    key: str


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit of the VP in chips; None takes the last one away."""

    digit: int | None


@dataclass(frozen=True, slots=True)
class Tile:
    """The player has built this side, or has not."""

    key: str


@dataclass(frozen=True, slots=True)
class Group:
    """Show a group of tiles."""

    index: int


@dataclass(frozen=True, slots=True)
class Count:
    """Show other dice to count."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Die:
    """The number of dice of a kind, of those that are counted now."""

    die: DieType
    count: int


@dataclass(frozen=True, slots=True)
class Goods:
    """Fill an empty world with goods, or take one away."""

    world: str


@dataclass(frozen=True, slots=True)
class Credits:
    """The player has so many credits."""

    count: int


@dataclass(frozen=True, slots=True)
class Add:
    """One player more, who is asked then."""

    name: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Without this player."""

    index: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A player is called otherwise; an empty name changes nothing."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class Take:
    """A player as a camera has seen them."""

    index: int
    player: ScoreEntryPlayer


Action: TypeAlias = (
    AskPlayer | AskPart | Done | Faction | Home | Digit | Tile | Group | Count | Die | Goods
    | Credits | Add | Remove | Rename | Take
)  # fmt: skip


# --- what a draft says ---------------------------------------------------------------------------


def needs_dice(draft: Draft, catalog: Catalog, index: int) -> bool:
    """Whether the score depends on a player's dice: by a bonus, or because totals are equal."""
    player = draft.players[index]
    return bool(score_entry.dice_needed_by(player, catalog)) or is_tied(draft, catalog, index)


def is_tied(draft: Draft, catalog: Catalog, index: int) -> bool:
    """Whether others have as many points as a player, once all tiles and chips are entered."""
    if not all(each.tiles_entered and each.vp_chips is not None for each in draft.players):
        return False
    points = [score_entry.points_so_far(each, catalog) for each in draft.players]
    return points.count(points[index]) > 1


def parts(draft: Draft, catalog: Catalog) -> tuple[Part, ...]:
    """Return the parts that are asked for: credits only where totals are equal."""
    tied = any(is_tied(draft, catalog, index) for index in range(len(draft.players)))
    asked = tied or draft.part is Part.CREDITS
    return tuple(part for part in Part if asked or part is not Part.CREDITS)


def entered(draft: Draft, catalog: Catalog, index: int, part: Part) -> bool:
    """Whether a player's part is entered, or not needed."""
    player = draft.players[index]
    match part:
        case Part.FACTION:
            return player.faction is not None
        case Part.HOME:
            return player.home_world is not None
        case Part.CHIPS:
            return player.vp_chips is not None
        case Part.TILES:
            return player.tiles_entered
        case Part.DICE:
            unneeded = player.tiles_entered and not needs_dice(draft, catalog, index)
            return player.dice_entered or unneeded
        case Part.CREDITS:
            return player.credits is not None or not is_tied(draft, catalog, index)


def owner_of(draft: Draft, catalog: Catalog, key: str) -> int | None:
    """Return the index of the player who has this side or its back; None if nobody has."""
    tile = catalog.tile_by_side[key]
    sides = {tile.development.key, tile.world.key}
    return next((i for i, each in enumerate(draft.players) if sides & set(each.tiles)), None)


def has_faction(draft: Draft, number: int) -> int | None:
    """Return the index of the player who has this faction; None if nobody has."""
    return next((i for i, each in enumerate(draft.players) if each.faction == number), None)


def has_home(draft: Draft, key: str) -> int | None:
    """Return the index of the player who has this home world; None if nobody has."""
    return next((i for i, each in enumerate(draft.players) if each.home_world == key), None)


def owned(player: ScoreEntryPlayer, die: DieType) -> int:
    """Return how many dice of a kind a player has, wherever they are."""
    goods = sum(good.die is die for good in player.goods)
    return player.count("cup", die) + player.count("elsewhere", die) + goods


def good_worlds(
    player: ScoreEntryPlayer, catalog: Catalog
) -> tuple[tuple[World, tuple[DieType, ...]], ...]:
    """Return every world of the player that holds goods, with its goods."""
    return tuple(
        (side, tuple(good.die for good in player.goods if good.world == side.key))
        for side in score_entry.tableau(player, catalog)
        if isinstance(side, World) and side.produces
    )


def impossible(draft: Draft, catalog: Catalog) -> tuple[ScoreEntryFinding, ...]:
    """Return what cannot be, whatever else is still missing."""
    found = score_entry.findings(draft.players, catalog)
    return tuple(each for each in found if each.blocking and each.code not in MISSING)


def at_finding(draft: Draft, finding: ScoreEntryFinding, catalog: Catalog) -> Draft:
    """Return the draft that asks for what a finding is about."""
    index = draft.player if finding.player is None else finding.player
    home = "home_world" in finding.code
    part = {
        "start": Part.HOME if home else Part.FACTION,
        "numbers": Part.CREDITS if "credits" in finding.code else Part.CHIPS,
        "tiles": Part.TILES,
        "dice": Part.DICE,
    }.get(finding.page, draft.part)
    return _asking(replace(draft, player=index), part, catalog)


# --- what a touch makes of it --------------------------------------------------------------------


def reduce(draft: Draft, action: Action, catalog: Catalog) -> Draft:
    """Return the draft after an action; one that is not possible changes nothing."""
    match action:
        case AskPlayer() | AskPart() | Done() | Group() | Count():
            return _shown(draft, action, catalog)
        case Add() | Remove() | Rename() | Take():
            return _seated(draft, action, catalog)
        case _:
            return _valued(draft, action, catalog)


def _shown(
    draft: Draft, action: AskPlayer | AskPart | Done | Group | Count, catalog: Catalog
) -> Draft:
    """Return the draft that asks for something else."""
    match action:
        case AskPlayer(index) if 0 <= index < len(draft.players):
            other = replace(draft, player=index)
            return _asking(other, _missing(other, catalog) or Part.TILES, catalog)
        case AskPart(part):
            return _asking(draft, part, catalog)
        case Group(index) if 0 <= index < len(TILE_GROUPS):
            return replace(draft, group=index)
        case Count(dice):
            return replace(draft, dice=dice)
        case Done() if draft.part is Part.TILES:
            return _with(draft, replace(draft.now, tiles_entered=True))
        case Done() if draft.part is Part.DICE:
            return _with(draft, replace(draft.now, dice_entered=True))
        case _:
            return draft


def _valued(draft: Draft, action: Action, catalog: Catalog) -> Draft:
    """Return the draft with a value of the player who is asked."""
    player = draft.now
    match action:
        case Faction(number) if has_faction(draft, number) in {None, draft.player}:
            same = number == player.faction
            chosen = replace(player, faction=None if same else number)
            return _led_on(_with(draft, chosen), catalog)
        case Home(key) if has_home(draft, key) in {None, draft.player}:
            chosen = player.with_home_world(None if key == player.home_world else key)
            return _led_on(_with(draft, chosen), catalog)
        case Digit(digit):
            return _with_digit(draft, digit)
        case Tile(key) if key in player.tiles:
            return _with(draft, player.without_tile(key))
        case Tile(key) if owner_of(draft, catalog, key) is None:
            return _with(draft, player.with_tile(key))
        case Die(die, count):
            return _with(draft, _with_dice(player, draft.dice, die, count))
        case Goods(world):
            return _with(draft, _with_goods(player, world, catalog))
        case Credits(count) if 0 <= count <= MOST_CREDITS:
            return _led_on(_with(draft, replace(player, credits=count)), catalog)
        case _:
            return draft


def _seated(draft: Draft, action: Add | Remove | Rename | Take, catalog: Catalog) -> Draft:
    """Return the draft with other players."""
    players = draft.players
    match action:
        case Add(name) if len(players) < MOST_PLAYERS:
            more = replace(draft, players=(*players, ScoreEntryPlayer(name)), player=len(players))
            return _asking(more, Part.FACTION, catalog)
        case Remove(index) if len(players) > 1 and 0 <= index < len(players):
            left = (*players[:index], *players[index + 1 :])
            now = draft.player - (draft.player >= index and draft.player > 0)
            return reduce(replace(draft, players=left, player=now), AskPlayer(now), catalog)
        case Rename(index, name) if clean_name(name):
            named = replace(players[index], name=clean_name(name)[:LONGEST_NAME])
            return replace(draft, players=(*players[:index], named, *players[index + 1 :]))
        case Take(index, player):
            taken = (*players[:index], player, *players[index + 1 :])
            return reduce(replace(draft, players=taken), AskPlayer(index), catalog)
        case _:
            return draft


def _with(draft: Draft, player: ScoreEntryPlayer) -> Draft:
    index = draft.player
    players = (*draft.players[:index], player, *draft.players[index + 1 :])
    return replace(draft, players=players)


def _missing(draft: Draft, catalog: Catalog) -> Part | None:
    """Return the first part that the player has not entered."""
    gaps = (
        part for part in parts(draft, catalog) if not entered(draft, catalog, draft.player, part)
    )
    return next(gaps, None)


def _led_on(draft: Draft, catalog: Catalog) -> Draft:
    """Return the draft that asks for the player's next missing part, if this one is entered."""
    if not entered(draft, catalog, draft.player, draft.part):
        return draft
    order = tuple(Part)
    start = order.index(draft.part)
    for part in (*order[start + 1 :], *order[:start]):
        if part in parts(draft, catalog) and not entered(draft, catalog, draft.player, part):
            return _asking(draft, part, catalog)
    return draft


def _asking(draft: Draft, part: Part, catalog: Catalog) -> Draft:
    """Return the draft that asks for a part; dice that count are proposed from the tiles."""
    tied = is_tied(draft, catalog, draft.player)
    draft = replace(draft, part=part, fresh=True, dice=Dice.CUP if tied else Dice.OWNED)
    player = draft.now
    counted = part is Part.DICE and not player.dice_entered
    if counted and not any(owned(player, die) for die in DieType):
        likely = score_entry.likely_dice(player, catalog)
        return _with(draft, replace(player, elsewhere=likely))
    return draft


def _with_digit(draft: Draft, digit: int | None) -> Draft:
    old = 0 if draft.fresh and digit is not None else draft.now.vp_chips or 0
    number = old // 10 if digit is None else old * 10 + digit
    if number > MOST_CHIPS:
        return draft
    empty = digit is None and old < 10
    changed = replace(draft.now, vp_chips=None if empty else number)
    return replace(_with(draft, changed), fresh=False)


def _with_dice(
    player: ScoreEntryPlayer, counted: Dice, die: DieType, count: int
) -> ScoreEntryPlayer:
    """Return the player with so many dice of a kind owned, or in the cup; the rest is elsewhere."""
    confirmed, count = player.dice_entered, min(MOST_DICE, max(0, count))
    elsewhere = player.count("elsewhere", die)
    if counted is Dice.CUP:
        left = max(0, elsewhere + player.count("cup", die) - count)
        player = player.with_dice("cup", die, count).with_dice("elsewhere", die, left)
    else:
        left = max(0, elsewhere + count - owned(player, die))
        player = player.with_dice("elsewhere", die, left)
    return replace(player, dice_entered=confirmed)


def _with_goods(player: ScoreEntryPlayer, key: str, catalog: Catalog) -> ScoreEntryPlayer:
    """Return the player with an empty world filled, or with one good less on another.

    Goods are dice that the player owns: they come from elsewhere, or are more.
    """
    world = catalog.sides[key]
    if not isinstance(world, World) or world.colour.die is None:
        return player
    confirmed = player.dice_entered
    there = [good for good in player.goods if good.world == key]
    if there:
        goods = list(player.goods)
        goods.remove(there[-1])
        left = player.count("elsewhere", there[-1].die) + 1
        player = player.with_dice("elsewhere", there[-1].die, left)
        return replace(player, goods=tuple(goods), dice_entered=confirmed)
    for _ in range(goods_limit(score_entry.tableau(player, catalog))):
        kinds = (world.colour.die, *DieType)
        die = next((each for each in kinds if player.count("elsewhere", each)), world.colour.die)
        left = max(0, player.count("elsewhere", die) - 1)
        player = player.with_dice("elsewhere", die, left)
        player = replace(player, goods=(*player.goods, Good(key, die)))
    return replace(player, dice_entered=confirmed)


def least_and_most(player: ScoreEntryPlayer, counted: Dice, die: DieType) -> tuple[int, int, int]:
    """Return how many dice of a kind are counted, and the fewest and most that can be."""
    if counted is Dice.CUP:
        return player.count("cup", die), 0, MOST_DICE
    whole = owned(player, die)
    return whole, whole - player.count("elsewhere", die), MOST_DICE
