"""Greedy heuristic policy: level ``normal`` predicts the other players, ``easy`` adds noise."""

from collections.abc import Iterable
from typing import Final

from companion.games.roll.decide.proposals import proposals
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Holdings, Placing, ShipTask, Spot
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Scout, Stock, has_explored
from companion.games.roll.phases.goods import Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import FinishPhase, SignalReady
from companion.games.roll.rules.exploring import may_place_on_top, stocking
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules, current_workers
from companion.games.roll.rules.shipping import consume, trade
from companion.players.heuristics import USUAL, Heuristics, Weights
from companion.players.mat_builder import Values, best_mats
from companion.players.moves import moves
from companion.players.outlook import others_select
from companion.players.policy import Observation
from companion.players.seeded_random import SeededRandom

_FINE: Final = 1000
"""Resolution of the noise."""


class GreedyPolicy:
    """Maximises the heuristic value of each decision (``heuristics.Heuristics``).

    Args:
        rules: the tiles and rule variants.
        weights: weights of the playing style.
        noise: maximum relative error added to the values of workers. Needs ``rng``.
        plans: whether it predicts which phases the others select.
        rng: random number generator for the noise.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        weights: Weights = USUAL,
        noise: float = 0.0,
        plans: bool = True,
        rng: SeededRandom | None = None,
    ) -> None:
        self._rules = rules
        self._weights = weights
        self._noise = noise
        self._plans = plans
        self._rng = rng

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        """Return the move with the highest heuristic value."""
        del legal_moves  # the move is constructed, not searched
        state, seat = observation.state, observation.seat
        match state.step:
            case Step.ASSIGN | Step.REVEAL:
                return self._assign(state, seat)
            case Step.PHASE:
                return self._in_phase(state, seat)
            case _:
                return self._manage(state, seat)

    def _worth(self, state: GameState, seat: int) -> Heuristics:
        return Heuristics(self._rules, state, seat, self._weights)

    # --- Assign ----------------------------------------------------------------------------------

    def _assign(self, state: GameState, seat: int) -> RecordMat:
        values = self._misjudged(self._worth(state, seat).workers())
        if self._plans:
            chances = others_select(self._rules, state, seat)
        else:
            chances = dict.fromkeys(PHASES, _UNPLANNED)
        rolled = holdings(state, seat).rolled
        mats = best_mats(rolled, self._rules.powers(state, seat), values, chances)
        return RecordMat(seat, max(mats, key=lambda each: each.value).mat)

    def _misjudged(self, values: Values) -> Values:
        rng, noise = self._rng, self._noise
        if rng is None or not noise:
            return values
        factors = {phase: 1 + noise * (2 * rng.below(_FINE + 1) / _FINE - 1) for phase in PHASES}
        return {
            phase: tuple([value * factors[phase] for value in row]) for phase, row in values.items()
        }

    # --- phases ----------------------------------------------------------------------------------

    def _in_phase(self, state: GameState, seat: int) -> Command:
        phase, held = state.round.current, holdings(state, seat)
        if phase is Phase.EXPLORE and seat in tracking(state).givers:
            return ReturnTile(seat, self._worst(state, seat))
        if phase is Phase.EXPLORE:
            if has_explored(state, seat):
                return FinishPhase()
            if held.turn.hand:
                return self._place(state, seat)
            return self._explore(state, seat)
        if phase is Phase.SHIP:
            return self._ship(state, seat)
        # Nothing is proposed for an unknown tile: its workers stay on it.
        waiting = PlaceWorkers(seat, current_workers(state, seat))
        return next(iter(proposals(self._rules, state, seat)), waiting)

    def _explore(self, state: GameState, seat: int) -> Command:
        held, worth = holdings(state, seat), self._worth(state, seat)
        own = current_workers(state, seat)
        borrowed = not own
        best = max(own or held.turn.borrowed, key=lambda die: stocking(die, worth.tableau).credits)
        stocked = worth.credits(stocking(best, worth.tableau).credits)
        if stocked >= worth.tile(held.zone_size):
            return Stock(seat, best, borrowed)
        return Scout(seat, (own or held.turn.borrowed)[-1], (), borrowed=borrowed)

    def _place(self, state: GameState, seat: int) -> PlaceTiles:
        """Place each tile on the side with more value per worker, preferring the shorter stack."""
        held, worth = holdings(state, seat), self._worth(state, seat)
        waiting = {
            Category.DEVELOPMENT: len(held.developments),
            Category.WORLD: len(held.worlds),
        }
        top = may_place_on_top(worth.tableau, scouted=held.turn.hand_scouted, options=state.options)
        placings = []
        for tile in held.turn.hand:
            rated = [(self._rate(worth, tile, kind, waiting[kind]), kind) for kind in Category]
            rate, kind = max(rated, key=lambda each: each[0])
            waiting[kind] += 1
            placings.append((rate, Placing(tile, kind, on_top=top)))
        # The best tile is to be built first: place it first at the bottom, but last on top.
        placings.sort(key=lambda each: each[0], reverse=not top)
        return PlaceTiles(seat, tuple(placing for _, placing in placings))

    def _rate(self, worth: Heuristics, tile: int, kind: Category, waiting: int) -> float:
        """Return the value of a side per worker, reduced by the number of tiles before it."""
        if tile == UNKNOWN:
            return -float(waiting)
        side = self._rules.side_of(tile, kind)
        needed = max(1, self._rules.needed(side, worth.held.tableau))
        return worth.side(side) / (needed + _EFFORT) - _WAITING * waiting

    def _worst(self, state: GameState, seat: int) -> Spot:
        """Return the least useful tile: the last one of the longer stack."""
        held = holdings(state, seat)
        return max(held.spots, key=lambda spot: (_size(held, spot.stack), spot.index))

    def _ship(self, state: GameState, seat: int) -> Command:
        worth = self._worth(state, seat)

        def value(ship: Ship) -> float:
            made = (
                consume(ship.good, ship.shipper, worth.tableau)
                if ship.task is ShipTask.CONSUME
                else trade(ship.good, ship.shipper, worth.tableau, buy_vp=ship.buy_vp)
            )
            return worth.shipment(made)

        ships = (each for each in moves(self._rules, state, seat) if isinstance(each, Ship))
        return max(ships, key=value)

    # --- Manage Empire ---------------------------------------------------------------------------

    def _manage(self, state: GameState, seat: int) -> Command:
        """Recruit; with too few dice, recall workers from the stack that has fewer of them."""
        usual = next(iter(proposals(self._rules, state, seat)), SignalReady(seat))
        held = holdings(state, seat)
        lacking = _ENOUGH_DICE - len(held.cup)
        if isinstance(usual, Recruit) or state.assignment(seat).ready or lacking <= 0:
            return usual
        if held.citizenry and held.cup:
            return usual
        if held.settlers and not 0 < len(held.developers) <= len(held.settlers):
            return Recall(seat, settlers=held.settlers[:lacking])
        if held.developers:
            return Recall(seat, developers=held.developers[:lacking])
        return usual


_ENOUGH_DICE: Final = 3
"""Minimum number of dice in the cup; with fewer, workers are recalled from tiles."""

_UNPLANNED: Final = 0.35
"""Assumed probability of each phase if the others are not predicted."""

_EFFORT: Final = 0.7
_WAITING: Final = 0.35


def _size(held: Holdings, kind: Category) -> int:
    return len(held.developments if kind is Category.DEVELOPMENT else held.worlds)
