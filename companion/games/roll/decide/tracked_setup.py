"""Set-up in a fully tracked game: start tiles, first tiles, start dice (R-1.3 to R-1.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.roll.decide.setup import started
from companion.games.roll.model.commands import FirstTiles, PlayerSetup, SetUpGame, StartGame
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import DiePlace
from companion.games.roll.model.errors import FirstTilesError
from companion.games.roll.model.events import Event, RoundStarted
from companion.games.roll.model.holdings import UNKNOWN, Good
from companion.games.roll.model.task_events import BagFilled, EmpireFounded
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.lookup import Rules

HOME_DICE_IN_CUP: Final = 3
HOME_DICE_IN_CITIZENRY: Final = 2


def set_up(rules: Rules, command: SetUpGame) -> tuple[Event, ...]:
    """Return the set-up as events.

    Raises:
        RulesError: the players do not fit together, or start tiles or first tiles are missing.
    """
    begun = started(StartGame(command.players))
    if len(command.first_tiles) != len(command.players):
        raise FirstTilesError(name=command.players[-1].name)
    pairs = dict(zip([each.seat for each in command.players], command.first_tiles, strict=True))
    _check(rules, command)
    drawn = {tile for pair in pairs.values() for tile in (pair.development, pair.world)}
    everything = tuple(rules.catalog.tile_by_id)
    if command.named_bag:
        bag = tuple(tile for tile in everything if tile not in drawn)
    else:
        bag = (UNKNOWN,) * (len(everything) - 2 * len(pairs))
    founded = (_founded(rules, player, pairs[player.seat]) for player in begun.players)
    return begun, BagFilled(bag), *founded, RoundStarted(1)


def _check(rules: Rules, command: SetUpGame) -> None:
    used: list[int] = []
    for player, pair in zip(command.players, command.first_tiles, strict=True):
        tiles = (pair.development, pair.world)
        named = [tile for tile in tiles if tile != UNKNOWN]
        wrong = any(tile not in rules.catalog.tile_by_id for tile in named)
        twice = len({*named, *used}) < len(named) + len(used)
        unnamed = command.named_bag and len(named) < len(tiles)
        if wrong or twice or unnamed or player.faction is None or player.home_world is None:
            raise FirstTilesError(name=player.name)
        used += named


def _founded(rules: Rules, player: PlayerSetup, pair: FirstTiles) -> EmpireFounded:
    halves = rules.catalog.faction(player.faction or 0).halves
    sides = (*halves, rules.catalog.home_by_key[player.home_world or ""].world)
    cup = (DieType.HOME,) * HOME_DICE_IN_CUP
    citizenry = (DieType.HOME,) * HOME_DICE_IN_CITIZENRY
    return EmpireFounded(
        seat=player.seat,
        tableau=tuple(side.key for side in sides),
        development=pair.development,
        world=pair.world,
        cup=(*cup, *_given(sides, DiePlace.CUP)),
        citizenry=(*citizenry, *_given(sides, DiePlace.CITIZENRY)),
        goods=tuple(
            Good(side.key, gain.die)
            for side in sides
            if isinstance(side, World)
            for gain in side.on_settle
            if gain.where is DiePlace.GOOD
            for _ in range(gain.count)
        ),
    )


def _given(sides: Iterable[Side], where: DiePlace) -> tuple[DieType, ...]:
    """The dice that start tiles put there, once (R-1.7)."""
    return tuple(
        gain.die
        for side in sides
        if isinstance(side, World)
        for gain in side.on_settle
        if gain.where is where
        for _ in range(gain.count)
    )
