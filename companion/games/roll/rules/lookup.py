"""The catalogue for a fully tracked game, with cached look-ups."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from companion.games.roll.model import effects as e
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import UNKNOWN, Dice, Holdings
from companion.games.roll.model.state import GameState, holdings, timing_order, tracking
from companion.games.roll.model.tiles import Catalog, Side, effects_of
from companion.games.roll.rules.completing import workers_needed
from companion.games.roll.rules.income import EmpireInPhase
from companion.games.roll.rules.reassign import PowersAtHand, powers_at_hand

Keys = tuple[str, ...]
"""A tableau by the keys of its sides."""

F = TypeVar("F", bound=Callable[..., Any])


def _cached(method: F) -> F:
    return cast(F, lru_cache(maxsize=4096)(method))


class Rules:
    """The catalogue and cached look-ups. Immutable.

    Args:
        catalog: all tiles.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    @_cached
    def sides(self, tableau: Keys) -> tuple[Side, ...]:
        """Return the sides with these keys.

        This and other results by tableau are cached: tableaus change rarely and are read often.

        Raises:
            KeyError: a key is unknown.
        """
        return tuple(self.catalog.sides[key] for key in tableau)

    def tableau(self, state: GameState, seat: int) -> tuple[Side, ...]:
        """Return what the player at *seat* has built."""
        return self.sides(holdings(state, seat).tableau)

    def others(self, state: GameState, seat: int) -> tuple[tuple[Side, ...], ...]:
        """Return the tableaus of all other players."""
        return tuple(self.tableau(state, other) for other in state.seats if other != seat)

    def powers(self, state: GameState, seat: int) -> PowersAtHand:
        """Return the Reassign powers that the player may use while assigning."""
        others = (holdings(state, each).tableau for each in state.seats if each != seat)
        return self._powers(holdings(state, seat).tableau, *others)

    @_cached
    def _powers(self, own: Keys, *others: Keys) -> PowersAtHand:
        return powers_at_hand(self.sides(own), map(self.sides, others))

    def pays(self, tableau: Keys, step: e.PowerStep, trigger: e.Trigger) -> bool:
        """Return whether any power of the tableau may pay at that moment."""
        return (step, trigger) in self._moments(tableau)

    @_cached
    def _moments(self, tableau: Keys) -> frozenset[tuple[e.PowerStep, e.Trigger]]:
        return frozenset(
            (each, effect.trigger)
            for _, effect in effects_of(self.sides(tableau), e.Income)
            for each in effect.steps
        )

    def needed(self, side: Side, tableau: Keys) -> int:
        """Return how many workers *side* needs from the owner of that tableau."""
        return self._needed(side.key, tableau)

    @_cached
    def _needed(self, key: str, tableau: Keys) -> int:
        return workers_needed(self.catalog.sides[key], self.sides(tableau))

    @_cached
    def extra_tiles(self, tableau: Keys) -> int:
        """Return how many tiles the tableau draws at the end of Explore (Alien Research Team)."""
        return sum(effect.count for _, effect in effects_of(self.sides(tableau), e.DrawTile))

    @_cached
    def lenders(self, tableau: Keys, phase: Phase) -> tuple[tuple[str, Dice], ...]:
        """Return the keys of the tiles that lend workers in *phase*, with those workers (R-5.4).

        They do not come from the supply and never become goods or reach the Citizenry or the cup.
        Their colour counts: the Alien explorer of Alien Research Ship for powers about Alien
        explorers, the Genes shipper of Organic Shipyards when it consumes from a Genes world.
        """
        return tuple(
            (side.key, effect.dice)
            for side, effect in effects_of(self.sides(tableau), e.ExtraWorkers)
            if phase in (step.phase for step in effect.steps)
        )

    def in_phase(self, state: GameState, seat: int) -> EmpireInPhase:
        """Return everything that the player's powers depend on now."""
        held = holdings(state, seat)
        return EmpireInPhase(
            tableau=self.sides(held.tableau),
            others=self.others(state, seat),
            citizenry=held.citizenry,
            goods=held.goods,
            scouted=held.turn.scouted,
        )

    def side_of(self, tile: int, stack: e.Category) -> Side:
        """Return the side of a tile that is visible on that stack.

        Raises:
            KeyError: there is no tile with that number.
        """
        found = self.catalog.tile_by_id[tile]
        return found.development if stack is e.Category.DEVELOPMENT else found.world


NO_TILES: Final = Rules(Catalog.build((), (), ()))
"""For tables that keep their counters by hand: their commands need no tiles."""


def current_workers(state: GameState, seat: int) -> Dice:
    """Return the player's own unused workers of the current phase."""
    if state.round.current is None:
        return ()
    return holdings(state, seat).columns[PHASES.index(state.round.current)]


def explorers(state: GameState, seat: int) -> int:
    """Return how many explorers the player has not used, borrowed ones included."""
    held = holdings(state, seat)
    return len(held.columns[0]) + len(held.turn.borrowed)


def before(state: GameState, seat: int) -> tuple[int, ...]:
    """Return the seats that come before *seat* where order matters (R-5.6)."""
    order = timing_order(state)
    return order[: order.index(seat)]


def has_power(tableau: tuple[Side, ...], kind: type[e.EffectBase]) -> bool:
    return any(effects_of(tableau, kind))


def stack_of(held: Holdings, phase: Phase) -> tuple[tuple[int, ...], Dice, e.Category]:
    """Return the stack that *phase* builds: tiles, workers on it, and its side."""
    if phase is Phase.DEVELOP:
        return held.developments, held.developers, e.Category.DEVELOPMENT
    return held.worlds, held.settlers, e.Category.WORLD


def building_phase(state: GameState) -> Phase:
    """Return Develop or Settle, the current phase."""
    phase = state.round.current
    assert phase in (Phase.DEVELOP, Phase.SETTLE), "legal in these"  # noqa: S101 - by the caller
    return phase


def missing_workers(rules: Rules, state: GameState, seat: int) -> int | None:
    """Return how many workers the top tile still needs, 0 if it can be completed.

    None if the stack is empty or the tile is unnamed.
    """
    held = holdings(state, seat)
    stack, builders, kind = stack_of(held, building_phase(state))
    if not stack or stack[0] == UNKNOWN:
        return None
    side = rules.side_of(stack[0], kind)
    return max(0, rules.needed(side, held.tableau) - len(builders))


def is_seen(rules: Rules, state: GameState, tile: int) -> bool:
    """Whether a tile has a known place already, or does not exist."""
    return tile not in rules.catalog.tile_by_id or tile in seen_tiles(rules, state)


def seen_tiles(rules: Rules, state: GameState) -> set[int]:
    """Return the tiles that have a known place already."""
    tiles = rules.catalog.tile_by_side
    found = {*tracking(state).bag, *tracking(state).abandoned}
    for held in (holdings(state, seat) for seat in state.seats):
        found.update(held.developments, held.worlds, held.turn.hand)
        found.update(tiles[side].id for side in held.tableau if side in tiles)
    return found
