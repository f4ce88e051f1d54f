"""Heuristic values in victory points of workers, tiles and credits for a seat.

Based on the seat's observable state. They determine the decisions of the easy and the normal player
and preselect the candidates that the hard player evaluates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.effects import Category, RemoveDie, TakeCredits, TakeDice
from companion.games.roll.model.holdings import UNKNOWN, Good, ShipTask
from companion.games.roll.model.state import TILES_TO_END, GameState, holdings
from companion.games.roll.model.tiles import Development, Side
from companion.games.roll.phases.set_up import VP_PER_PLAYER
from companion.games.roll.rules.exploring import STOCK_CREDITS
from companion.games.roll.rules.lookup import Rules, stack_of
from companion.games.roll.rules.producing import rooms
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, bonus_scores
from companion.games.roll.rules.shipping import Shipment, consume, trade

MOST_WORKERS: Final = 16
"""Number of workers of one phase that are valued; more are never useful."""

_LONG: Final = 6.0
"""Number of remaining rounds from which future gains count in full."""

_CREDIT: Final = 0.55
_FEW_DICE: Final = 4
_SPARE_CREDIT: Final = 0.12
_USED_DIE: Final = 0.15
_GOOD: Final = 0.62
_MATCHING: Final = 0.3
"""Average value that a shipper in the world's colour adds to Consume."""
_UNKNOWN_COST: Final = 3
_UNFINISHED: Final = 0.8
_TILES: Final = (1.5, 1.1, 0.7, 0.45, 0.25, 0.1)
"""Value of the first, second, ... tile of a construction zone."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of a playing style.

    Attributes:
        phases: factor on the value of a worker, by phase in the order of the phases.
        power, die, credit: values of powers and dice in VP, factor on the value of credits.
        recruit: additional value of a credit for a player without dice at hand.
    """

    phases: tuple[float, ...] = (1.0,) * len(PHASES)
    power: float = 0.8
    die: float = 1.2
    credit: float = 1.0
    recruit: float = 0.6


USUAL: Final = Weights()


class Heuristics:
    """Heuristic values for one seat in one state.

    Args:
        rules: the tiles.
        state: the observable state.
        seat: the player.
        weights: weights of the playing style.

    Attributes:
        future: discount factor of future gains, 0 to 1.
        short: shortage of dice at hand, 0 to 1.
    """

    def __init__(self, rules: Rules, state: GameState, seat: int, weights: Weights = USUAL) -> None:
        self.rules = rules
        self.state = state
        self.empire = state.empire(seat)
        self.held = holdings(state, seat)
        self.weights = weights
        self.tableau = rules.sides(self.held.tableau)
        self.future = min(1.0, rounds_left(state) / _LONG)
        at_hand = len(self.held.cup) + len(self.held.strip)
        self.short = max(0, _FEW_DICE - at_hand) / _FEW_DICE

    # --- workers ---------------------------------------------------------------------------------

    def workers(self) -> dict[Phase, tuple[float, ...]]:
        """Return the values of the first, second, ... worker of each phase if it is active."""
        values = {
            Phase.EXPLORE: self._explorers(),
            Phase.DEVELOP: self._builders(Phase.DEVELOP),
            Phase.SETTLE: self._builders(Phase.SETTLE),
            Phase.PRODUCE: self._producers(),
            Phase.SHIP: self._shippers(),
        }
        found = {}
        for phase, factor in zip(PHASES, self.weights.phases, strict=True):
            row = [factor * value - _USED_DIE * self.future for value in values[phase]]
            row += [0.0] * (MOST_WORKERS - len(row))
            found[phase] = tuple(row[:MOST_WORKERS])
        return found

    def _explorers(self) -> Iterator[float]:
        """Yield the value of each explorer, who stocks or scouts, whichever is better."""
        money, tiles = 0, self.held.zone_size
        for _ in range(MOST_WORKERS):
            stocked, scouted = self.credits(STOCK_CREDITS, money), self.tile(tiles)
            if stocked >= scouted:
                money += STOCK_CREDITS
            else:
                tiles += 1
            yield max(stocked, scouted)

    def _builders(self, phase: Phase) -> Iterator[float]:
        stack, builders, kind = stack_of(self.held, phase)
        there = len(builders)
        for tile in stack:
            needed, value = self._cost_and_value(tile, kind)
            missing = max(0, needed - there)
            there = max(0, there - needed)
            each = value / max(needed, 1)
            # The last worker completes the tile; without it the others are worth less.
            partly = each * _UNFINISHED * (0.3 + 0.7 * self.future)
            yield from [partly] * (missing - 1)
            if missing:
                yield each + (each - partly) * (needed - 1)

    def _cost_and_value(self, tile: int, kind: Category) -> tuple[int, float]:
        if tile == UNKNOWN:
            return _UNKNOWN_COST, float(_UNKNOWN_COST)
        side = self.rules.side_of(tile, kind)
        return self.rules.needed(side, self.held.tableau), self.side(side)

    def _producers(self) -> Iterator[float]:
        values = [
            self._good(Good(room.world.key, room.world.colour.die or DieType.HOME))
            for room in rooms(self.tableau, self.held.goods)
            for _ in range(room.free)
        ]
        late = 0.35 + 0.65 * self.future
        return (late * _GOOD * value for value in sorted(values, reverse=True))

    def _shippers(self) -> Iterator[float]:
        return iter(sorted((self._good(good) for good in self.held.goods), reverse=True))

    def _good(self, good: Good) -> float:
        """Return the value of shipping a good with a shipper that matches no colour."""
        return max(
            self.shipment(consume(good, DieType.HOME, self.tableau)) + _MATCHING,
            self.shipment(trade(good, DieType.HOME, self.tableau)),
        )

    # --- credits, tiles, shipments ---------------------------------------------------------------

    def credits(self, amount: int, before: int = 0) -> float:
        """Return the value of *amount* more credits after gaining *before* others."""
        have = self.empire.credits + before
        wanted = len(self.held.citizenry) + len(self.held.strip) // 2
        needed = max(0, min(amount, wanted - have))
        spare = max(0, min(amount, 10 - have) - needed)
        each = _CREDIT + self.weights.recruit * self.short
        worth = each * needed + _SPARE_CREDIT * spare
        return worth * self.future * self.weights.credit

    def tile(self, tiles: int) -> float:
        """Return the value of another tile in a construction zone of *tiles* tiles."""
        return _TILES[min(tiles, len(_TILES) - 1)] * (0.2 + 0.8 * self.future)

    def shipment(self, shipment: Shipment) -> float:
        value = float(shipment.total_vp)
        if shipment.task is ShipTask.TRADE or shipment.total_credits:
            value += self.credits(max(0, shipment.total_credits))
        return value

    def side(self, side: Side) -> float:
        """Return the value of building *side*: points, instant effects, powers and bonus."""
        value = float(side.cost)
        for step in side.instant_steps:
            match step:
                case TakeDice(count=count):
                    value += self.weights.die * self.future * count
                case TakeCredits(amount=amount):
                    value += self.credits(amount)
                case RemoveDie(count=count):
                    value -= 0.8 * self.weights.die * self.future * count
        if not isinstance(side, Development):
            return value + 0.8 * self.future * side.produces
        value += self.weights.power * self.future * bool(side.effect)
        if side.bonus is not None:
            value += self._bonus(side)
        return value

    def _bonus(self, side: Development) -> float:
        dice = OwnedDice.of(self.held)
        empire = FinalEmpire("", self.empire.vp_chips, 0, (*self.tableau, side), dice)
        now = sum(bonus.vp for bonus in bonus_scores(empire) if bonus.tile == side.key)
        return now * (1 + 0.4 * self.future)


def rounds_left(state: GameState) -> float:
    """Estimate the number of remaining rounds."""
    tiles = max(empire.tiles for empire in state.empires)
    by_tiles = max(0.0, (TILES_TO_END - tiles) / 0.9)
    pool = VP_PER_PLAYER * len(state.empires)
    issued = (pool - state.vp_pool) / max(1, state.round.number)
    by_pool = state.vp_pool / max(issued, 0.08 * pool)
    return max(0.0, min(by_tiles, by_pool))
