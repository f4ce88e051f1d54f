"""Invariants that must hold after every event of a fully tracked game; violations are messages.

Only changed parts are checked again: values are immutable, so a part that is the same object is
unchanged.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.roll.at_table import at_table
from companion.games.roll.model.dice import COUNTS, KINDS
from companion.games.roll.model.holdings import UNKNOWN, Holdings, Tracking
from companion.games.roll.model.state import MAX_CREDITS, GameState
from companion.games.roll.model.tiles import World
from companion.games.roll.phases.set_up import VP_PER_PLAYER
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.producing import goods_limit

_BOX: Final = tuple(COUNTS[die] for die in KINDS)
_START_TILES: Final = 3

Numbers = tuple[int, ...]


def checked_game(rules: Rules) -> GameDefinition:
    """Return Roll for the Galaxy as played at a screen, with its invariants."""

    def violated(state: GameState) -> tuple[str, ...]:
        return tuple(Invariants(rules).violations(state))

    return replace(at_table(rules), invariants=violated)


class Invariants:
    """Checks the states of one game.

    Args:
        rules: the tiles.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._stock: Numbers = ()
        self._box: tuple[Numbers, Numbers] = ((), ())
        self._held: list[Holdings | None] = []
        self._dice: list[Numbers] = []
        self._tiles: list[Numbers] = []

    def violations(self, state: GameState) -> list[str]:  # noqa: C901 - one check for each value
        """Return the violations of *state*; empty if there are none."""
        tracking = state.tracking
        if tracking is None or state.empires[-1].holdings is None:
            return []  # set-up is not complete
        found = _pool(state)
        if not self._held:
            self._held = [None] * len(state.empires)
            self._dice = [()] * len(state.empires)
            self._tiles = [()] * len(state.empires)
        box = tracking.bag, tracking.abandoned
        dice, tiles = tracking.stock is not self._stock, box != self._box
        for index, empire in enumerate(state.empires):
            if not 0 <= empire.credits <= MAX_CREDITS:
                found.append(f"{empire.name} has ${empire.credits}")
            held, before = empire.holdings, self._held[index]
            if held is None or held is before:
                continue
            self._held[index] = held
            owned = dice_of(held)
            if owned != self._dice[index]:
                dice = True
                self._dice[index] = owned
            if before is None or not _same_tiles(before, held):
                tiles = True
                self._tiles[index] = self._tiles_of(held)
            if before is None or held.goods is not before.goods:
                found += self._goods(index, held)
            if len(held.tableau) != empire.tiles:
                found.append(f"{empire.name}: {empire.tiles} tiles counted, not those built")
        self._stock, self._box = tracking.stock, box
        if dice:
            found += self._dice_sum(tracking)
        if tiles:
            found += self._tile_sum(tracking)
        return found

    def _dice_sum(self, tracking: Tracking) -> Iterator[str]:
        total = tuple(map(sum, zip(tracking.stock, *self._dice, strict=True)))
        if total != _BOX or min(tracking.stock) < 0:
            yield f"dice are not conserved: {total}"

    def _tile_sum(self, tracking: Tracking) -> Iterator[str]:
        tiles = [*tracking.bag, *tracking.abandoned]
        for numbers in self._tiles:
            tiles += numbers
        named = [tile for tile in tiles if tile != UNKNOWN]
        if len(tiles) != len(self._rules.catalog.tiles) or len(set(named)) != len(named):
            yield f"tiles are not conserved: {sorted(tiles)}"

    def _tiles_of(self, held: Holdings) -> Numbers:
        built = (self._rules.catalog.tile_by_side[key].id for key in held.tableau[_START_TILES:])
        return (*held.developments, *held.worlds, *held.turn.hand, *built)

    def _goods(self, index: int, held: Holdings) -> Iterator[str]:
        tableau = self._rules.sides(held.tableau)
        lying = [good.world for good in held.goods]
        for world in dict.fromkeys(lying):
            side = self._rules.catalog.sides[world]
            if (
                world not in held.tableau
                or not isinstance(side, World)
                or lying.count(world) > goods_limit(side, tableau)
            ):
                yield f"seat {index}: too many goods on {world}"


def dice_of(held: Holdings) -> Numbers:
    """Return the number of a player's dice by type, in the order of ``DieType``."""
    dice = [*held.cup, *held.citizenry, *held.developers, *held.settlers]
    for column in held.columns:
        dice += column
    dice += [die.type for die in held.rolled]
    dice += [good.die for good in held.goods]
    return tuple(map(dice.count, KINDS))


def _same_tiles(one: Holdings, other: Holdings) -> bool:
    return (
        one.developments is other.developments
        and one.worlds is other.worlds
        and one.tableau is other.tableau
        and one.turn.hand is other.turn.hand
    )


def _pool(state: GameState) -> list[str]:
    found = []
    pool = VP_PER_PLAYER * len(state.empires)
    issued = sum([empire.vp_chips for empire in state.empires])
    if issued != pool - state.vp_pool + state.vp_beyond_pool:
        found.append(f"{issued} VP issued, {state.vp_pool} left, {state.vp_beyond_pool} beyond")
    if not 0 <= state.vp_pool <= pool or (state.vp_beyond_pool and state.vp_pool):
        found.append(f"{state.vp_pool} VP in the pool, {state.vp_beyond_pool} beyond")
    return found
