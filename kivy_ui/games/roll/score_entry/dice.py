"""A player's dice in a score entry: dice from tiles, and goods on worlds."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Catalog, World
from companion.scorefile import score_entry
from companion.scorefile.roll_final import goods_limit
from companion.scorefile.score_entry import ScoreEntryPlayer


def with_likely_dice(player: ScoreEntryPlayer, catalog: Catalog) -> ScoreEntryPlayer:
    """Return the player with the dice from set-up and tiles, less those entered as goods."""
    given = score_entry.likely_dice(player, catalog)
    goods = [good.die for good in player.goods]
    left = tuple(
        max(0, count - goods.count(die) - player.count("cup", die))
        for die, count in zip(DieType, given, strict=True)
    )
    return replace(player, elsewhere=left, dice_entered=True)


def with_tapped_world(
    player: ScoreEntryPlayer, key: str, die: DieType | None, catalog: Catalog
) -> ScoreEntryPlayer:
    """Return the player with an empty world filled, or with one good less on another.

    Args:
        player: owner of the world.
        key: the world; one that holds no goods changes nothing.
        die: kind of the good; None for the world's own colour.
        catalog: tile catalogue.
    """
    world = catalog.sides[key]
    if not isinstance(world, World) or world.colour.die is None:
        return player
    there = [good for good in player.goods if good.world == key]
    elsewhere = tuple(good for good in player.goods if good.world != key)
    if there:
        goods = (*elsewhere, *there[:-1])
    else:
        room = goods_limit(score_entry.tableau(player, catalog))
        goods = (*elsewhere, *(Good(key, die or world.colour.die),) * room)
    return replace(player, goods=goods, dice_entered=True)


def good_worlds(
    player: ScoreEntryPlayer, catalog: Catalog
) -> tuple[tuple[World, tuple[DieType, ...]], ...]:
    """Return every world of the player that holds goods, with its goods."""
    return tuple(
        (side, tuple(good.die for good in player.goods if good.world == side.key))
        for side in score_entry.tableau(player, catalog)
        if isinstance(side, World) and side.produces
    )
