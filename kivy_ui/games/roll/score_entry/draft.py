"""A final position while it is entered: what is asked now, and what a touch makes of it. Pure.

Every touch is a method of ``Draft`` that returns the next one; what is not possible changes
nothing. What is missing or impossible is said by ``companion.scorefile.score_entry.findings``; the
draft adds which player and part are asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from companion.games.names import clean_name
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Catalog, World
from companion.scorefile import score_entry
from companion.scorefile.roll_final import MOST_CREDITS, goods_limit
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import MISSING, ScoreEntryFinding
from companion.tableau.from_picture import FACTION, faction_number
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS, TileGroup
from kivy_ui.pages.letters import MOST_LETTERS

MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 999
MOST_DICE: Final = 25


class Part(Enum):
    """A part of a player's score: the field of ``ScoreEntryPlayer`` that says it is entered."""

    FACTION = "faction"
    HOME = "home_world"
    CHIPS = "vp_chips"
    TILES = "tiles_entered"
    DICE = "dice_entered"
    CREDITS = "credits"
    """Asked for where totals are equal."""


class Dice(Enum):
    """Which dice are counted: all that a player owns, and where some of them are."""

    OWNED = "owned"
    CUP = "cup"
    GOODS = "goods"


def pieces_of(player: ScoreEntryPlayer) -> tuple[str, ...]:
    """Return the keys of a player's tiles, home world and faction, as they are on cards."""
    home = () if player.home_world is None else (player.home_world,)
    faction = () if player.faction is None else (f"{FACTION}{player.faction}",)
    return (*player.tiles, *home, *faction)


def owned(player: ScoreEntryPlayer, die: DieType) -> int:
    """Return how many dice of a kind a player has, wherever they are."""
    goods = sum(good.die is die for good in player.goods)
    return player.count("cup", die) + player.count("elsewhere", die) + goods


@dataclass(frozen=True, slots=True)
class Draft:
    """What is entered, and what is asked now.

    Attributes:
        player: index of the player who is asked.
        group: the tiles that are shown.
        fresh: whether the next digit begins a new number.
    """

    catalog: Catalog = field(compare=False, repr=False)
    players: tuple[ScoreEntryPlayer, ...]
    player: int = 0
    part: Part = Part.FACTION
    dice: Dice = Dice.OWNED
    group: TileGroup = TILE_GROUPS[0]
    fresh: bool = True

    @property
    def now(self) -> ScoreEntryPlayer:
        """The player who is asked."""
        return self.players[self.player]

    # --- what it says ----------------------------------------------------------------------------

    def is_tied(self, index: int) -> bool:
        """Whether others have as many points, once all tiles and chips are entered."""
        if not all(each.tiles_entered and each.vp_chips is not None for each in self.players):
            return False
        points = [score_entry.points_so_far(each, self.catalog) for each in self.players]
        return points.count(points[index]) > 1

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are asked for."""
        tied = any(map(self.is_tied, range(len(self.players))))
        asked = tied or self.part is Part.CREDITS
        return tuple(part for part in Part if asked or part is not Part.CREDITS)

    def entered(self, index: int, part: Part) -> bool:
        """Whether a player's part is entered, or not needed for the score."""
        player = self.players[index]
        value = getattr(player, part.value)
        if value is not None and value is not False:
            return True
        if part is Part.DICE and player.tiles_entered:
            counted = score_entry.dice_needed_by(player, self.catalog)
            return not counted and not self.is_tied(index)
        return part is Part.CREDITS and not self.is_tied(index)

    def owner(self, key: str) -> int | None:
        """Return the index of the player who has a piece, or the back of a tile."""
        tile = self.catalog.tile_by_side.get(key)
        same = {key} if tile is None else {tile.development.key, tile.world.key}
        having = (i for i, each in enumerate(self.players) if same & set(pieces_of(each)))
        return next(having, None)

    @property
    def good_worlds(self) -> tuple[tuple[World, tuple[DieType, ...]], ...]:
        """Every world of the player that holds goods, with its goods."""
        player = self.now
        return tuple(
            (side, tuple(good.die for good in player.goods if good.world == side.key))
            for side in score_entry.tableau(player, self.catalog)
            if isinstance(side, World) and side.produces
        )

    def counted(self, die: DieType) -> tuple[int, int]:
        """Return how many dice of a kind are counted, and the fewest that can be."""
        player = self.now
        if self.dice is Dice.CUP:
            return player.count("cup", die), 0
        return owned(player, die), owned(player, die) - player.count("elsewhere", die)

    @property
    def impossible(self) -> tuple[ScoreEntryFinding, ...]:
        """What cannot be, whatever else is still missing."""
        found = score_entry.findings(self.players, self.catalog)
        return tuple(each for each in found if each.blocking and each.code not in MISSING)

    # --- what is asked ---------------------------------------------------------------------------

    def at_finding(self, finding: ScoreEntryFinding) -> Draft:
        """Ask for what a finding is about."""
        index = self.player if finding.player is None else finding.player
        part = Part(finding.field) if finding.field else self.part
        return replace(self, player=index).ask(part)

    def ask_player(self, index: int) -> Draft:
        """Ask a player for the first part that is missing, else for the tiles."""
        draft = replace(self, player=index)
        gaps = (part for part in draft.parts if not draft.entered(index, part))
        return draft.ask(next(gaps, Part.TILES))

    def ask(self, part: Part) -> Draft:
        """Ask the player for a part; dice that count are proposed from the tiles."""
        tied = self.is_tied(self.player)
        draft = replace(self, part=part, fresh=True, dice=Dice.CUP if tied else Dice.OWNED)
        player = draft.now
        counted = part is Part.DICE and not player.dice_entered
        if counted and not any(owned(player, die) for die in DieType):
            return draft.changed(elsewhere=score_entry.likely_dice(player, self.catalog))
        return draft

    def show_group(self, group: TileGroup) -> Draft:
        """Show a group of tiles."""
        return replace(self, group=group)

    def count(self, dice: Dice) -> Draft:
        """Show other dice to count."""
        return replace(self, dice=dice)

    def done(self) -> Draft:
        """Take the part that is asked as entered, as far as that is not seen from its value."""
        return self.changed(**{self.part.value: True}) if self.part in _TOLD else self

    # --- values of the player who is asked -------------------------------------------------------

    def piece(self, key: str) -> Draft:
        """Give the player a tile, a home world or a faction, or take it away again."""
        player, number = self.now, faction_number(key)
        if self.owner(key) not in {None, self.player}:
            return self
        if number is not None:
            return self.changed(faction=None if number == player.faction else number).led_on()
        if key in self.catalog.home_by_key:
            home = None if key == player.home_world else key
            return self.of(player.with_home_world(home)).led_on()
        if key in player.tiles:
            return self.of(player.without_tile(key))
        return self if self.owner(key) is not None else self.of(player.with_tile(key))

    def digit(self, digit: int | None) -> Draft:
        """Add a digit to the VP in chips; None takes the last one away."""
        old = 0 if self.fresh and digit is not None else self.now.vp_chips or 0
        number = old // 10 if digit is None else old * 10 + digit
        if number > MOST_CHIPS:
            return self
        empty = digit is None and old < 10
        return replace(self.changed(vp_chips=None if empty else number), fresh=False)

    def have_credits(self, count: int) -> Draft:
        """Give the player so many credits."""
        return self.changed(credits=count).led_on() if 0 <= count <= MOST_CREDITS else self

    def have_dice(self, die: DieType, count: int) -> Draft:
        """Set how many dice of a kind are counted: owned, or in the cup; the rest is elsewhere."""
        player, count = self.now, min(MOST_DICE, max(0, count))
        elsewhere = player.count("elsewhere", die)
        if self.dice is Dice.CUP:
            left = max(0, elsewhere + player.count("cup", die) - count)
            player = player.with_dice("cup", die, count).with_dice("elsewhere", die, left)
        else:
            left = max(0, elsewhere + count - owned(player, die))
            player = player.with_dice("elsewhere", die, left)
        return self.of(player, dice_entered=self.now.dice_entered)

    def goods(self, key: str) -> Draft:
        """Fill an empty world with goods, or take one away from another.

        Goods are dice that the player owns: they come from elsewhere, or are more.
        """
        player, world = self.now, self.catalog.sides[key]
        if not isinstance(world, World) or world.colour.die is None:
            return self
        if any(good.world == key for good in player.goods):
            player = _with_one_less(player, key)
        else:
            for _ in range(goods_limit(score_entry.tableau(player, self.catalog))):
                player = _with_one_more(player, key, world.colour.die)
        return self.of(player, dice_entered=self.now.dice_entered)

    # --- who played ------------------------------------------------------------------------------

    def add(self, name: str) -> Draft:
        """Add a player, who is asked then."""
        if len(self.players) >= MOST_PLAYERS:
            return self
        return replace(self, players=(*self.players, ScoreEntryPlayer(name))).ask_player(
            len(self.players)
        )

    def remove(self, index: int) -> Draft:
        """Go on without a player."""
        if len(self.players) == 1:
            return self
        left = (*self.players[:index], *self.players[index + 1 :])
        now = self.player - (self.player >= index and self.player > 0)
        return replace(self, players=left, player=now).ask_player(now)

    def rename(self, index: int, name: str) -> Draft:
        """Call a player otherwise; an empty name changes nothing."""
        name = clean_name(name)[:MOST_LETTERS] or self.players[index].name
        return replace(replace(self, player=index).changed(name=name), player=self.player)

    def take(self, player: ScoreEntryPlayer) -> Draft:
        """Take over the player as a camera has seen them."""
        return self.of(player).ask_player(self.player)

    # --- the next draft --------------------------------------------------------------------------

    def changed(self, **changes: Any) -> Draft:
        """Return the draft with other fields of the player who is asked."""
        return self.of(self.now, **changes)

    def of(self, player: ScoreEntryPlayer, **changes: Any) -> Draft:
        """Return the draft with the player who is asked replaced."""
        players = list(self.players)
        players[self.player] = replace(player, **changes)
        return replace(self, players=tuple(players))

    def led_on(self) -> Draft:
        """Ask for the player's next missing part, if this one is entered."""
        order = tuple(Part)
        start = order.index(self.part)
        for part in (*order[start + 1 :], *order[:start]) if self._has(self.part) else ():
            if part in self.parts and not self._has(part):
                return self.ask(part)
        return self

    def _has(self, part: Part) -> bool:
        return self.entered(self.player, part)


_TOLD: Final = (Part.TILES, Part.DICE)
"""Parts that may be empty: only the players know whether they are entered."""


def _with_one_less(player: ScoreEntryPlayer, key: str) -> ScoreEntryPlayer:
    """Return the player with the last good of a world elsewhere."""
    last = next(good for good in reversed(player.goods) if good.world == key)
    goods = list(player.goods)
    goods.remove(last)
    left = player.count("elsewhere", last.die) + 1
    return replace(player.with_dice("elsewhere", last.die, left), goods=tuple(goods))


def _with_one_more(player: ScoreEntryPlayer, key: str, usual: DieType) -> ScoreEntryPlayer:
    """Return the player with a good more on a world: a die from elsewhere, else the usual one."""
    kinds = (usual, *DieType)
    die = next((each for each in kinds if player.count("elsewhere", each)), usual)
    left = max(0, player.count("elsewhere", die) - 1)
    moved = player.with_dice("elsewhere", die, left)
    return replace(moved, goods=(*player.goods, Good(key, die)))
