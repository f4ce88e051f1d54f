"""A policy that makes random legal moves."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import (
    Category,
    PayForVpChip,
    RearrangeConstructionZone,
    RemoveDie,
    ScoutPlacement,
)
from companion.games.roll.model.holdings import (
    DieLocation,
    Good,
    Holdings,
    OwnedDie,
    Placing,
    ShipTask,
)
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock, has_explored
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit, is_managed, may_recruit
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import FinishPhase, SignalReady
from companion.games.roll.rules.completing import freed_dice, propose_freed
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import (
    Rules,
    current_workers,
    has_power,
    missing_workers,
    stack_of,
)
from companion.games.roll.rules.managing import recruiting
from companion.games.roll.rules.producing import propose_production, rooms
from companion.players.policy import Observation
from companion.players.random_mats import arranged
from companion.players.seeded_random import SeededRandom

_STACKS: Final = tuple(Category)
_TASKS: Final = tuple(ShipTask)


class RandomPolicy:
    """Decides randomly; all kinds of decisions occur, but not with equal probability.

    The moves are constructed, not chosen from the list of legal moves, which may be very long.
    """

    def __init__(self, rules: Rules, rng: SeededRandom) -> None:
        self._rules = rules
        self._rng = rng

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        del legal_moves
        state, seat = observation.state, observation.seat
        match state.step:
            case Step.ASSIGN | Step.REVEAL:
                rolled = holdings(state, seat).rolled
                return RecordMat(seat, arranged(self._rng, rolled, self._rules.powers(state, seat)))
            case Step.PHASE:
                return self._in_phase(state, seat)
            case _:
                return self._manage(state, seat)

    def _in_phase(self, state: GameState, seat: int) -> Command:
        phase, held = state.round.current, holdings(state, seat)
        if phase is Phase.EXPLORE and seat in tracking(state).givers:
            return ReturnTile(seat, self._rng.choice(held.spots))
        match phase:
            case Phase.EXPLORE if has_explored(state, seat):
                return FinishPhase()
            case Phase.DEVELOP | Phase.SETTLE:
                return self._build(state, seat, phase)
            case Phase.PRODUCE:
                return self._produce(state, seat)
            case Phase.SHIP:
                return self._ship(state, seat)
            case _:
                return self._place(state, seat) if held.turn.hand else self._explore(state, seat)

    def _place(self, state: GameState, seat: int) -> PlaceTiles:
        turn = holdings(state, seat).turn
        top = turn.hand_scouted and has_power(self._rules.tableau(state, seat), ScoutPlacement)
        return PlaceTiles(
            seat,
            tuple(
                Placing(tile, self._rng.choice(_STACKS), top and self._rng.one_in(2))
                for tile in turn.hand
            ),
        )

    def _explore(self, state: GameState, seat: int) -> Command:
        held = holdings(state, seat)
        borrowed = bool(held.turn.borrowed)
        workers = held.turn.borrowed or current_workers(state, seat)
        if self._rng.one_in(8) and has_power(
            self._rules.sides(held.tableau), RearrangeConstructionZone
        ):
            tiles = self._rng.sample((*held.developments, *held.worlds), held.zone_size)
            cut = self._rng.below(len(tiles) + 1)
            return Rearrange(seat, tiles[:cut], tiles[cut:])
        die = self._rng.choice(workers)
        if self._rng.one_in(2):
            return Stock(seat, die, borrowed)
        every = held.spots
        most = min(len(every), 2)
        gone = self._rng.sample(every, self._rng.below(most + 1) if most else 0)
        return Scout(seat, die, gone, borrowed=borrowed)

    def _build(self, state: GameState, seat: int, phase: Phase) -> Command:
        missing = missing_workers(self._rules, state, seat)
        if missing == 0:
            return self._complete(state, seat, phase)
        workers = current_workers(state, seat)
        count = len(workers) if missing is None else min(missing, len(workers))
        return PlaceWorkers(seat, self._rng.sample(workers, count))

    def _complete(self, state: GameState, seat: int, phase: Phase) -> CompleteTile:
        held = holdings(state, seat)
        stack, builders, kind = stack_of(held, phase)
        side = self._rules.side_of(stack[0], kind)
        tableau = self._rules.sides(held.tableau)
        workers = self._rng.sample(builders, self._rules.needed(side, held.tableau))
        freed = freed_dice(workers, side, (*tableau, side), state.options)
        give_up = ()
        if any(isinstance(step, RemoveDie) for step in side.instant_steps):
            elsewhere = tuple(
                owned
                for owned in Counter(held.dice()).elements()
                if owned.location.value not in ("developers", "settlers")
            )
            if not elsewhere:  # one of the workers used for the tile, now in the Citizenry
                return self._give_up_worker(seat, workers, propose_freed(workers, freed))
            give_up = (self._rng.choice(elsewhere),)  # type: ignore[assignment] # one die
        return CompleteTile(seat, workers, propose_freed(workers, freed), give_up)

    def _give_up_worker(
        self, seat: int, workers: tuple[DieType, ...], to_cup: tuple[DieType, ...]
    ) -> CompleteTile:
        used = list(workers)
        for die in to_cup:
            used.remove(die)
        where = DieLocation.CITIZENRY if used else DieLocation.CUP
        die = self._rng.choice(tuple(used) or to_cup)
        return CompleteTile(seat, workers, to_cup, (OwnedDie(die, where),))

    def _produce(self, state: GameState, seat: int) -> Produce:
        held = holdings(state, seat)
        tableau = self._rules.sides(held.tableau)
        workers = current_workers(state, seat)
        if self._rng.one_in(2):
            proposed = propose_production(workers, tableau, held.goods)
            return Produce(seat, tuple(good for good in proposed if good is not None))
        room = self._rng.choice(rooms(tableau, held.goods))
        return Produce(seat, (Good(room.world.key, self._rng.choice(workers)),))

    def _ship(self, state: GameState, seat: int) -> Ship:
        held = holdings(state, seat)
        borrowed = bool(held.turn.borrowed)
        shipper = self._rng.choice(held.turn.borrowed or current_workers(state, seat))
        task = self._rng.choice(_TASKS)
        buying = (
            task is ShipTask.TRADE
            and has_power(self._rules.sides(held.tableau), PayForVpChip)
            and (state.options.bankers_moment == "after_income" or state.empire(seat).credits > 0)
        )
        good = self._rng.choice(held.goods)
        buy = buying and self._rng.one_in(2)
        return Ship(seat, shipper, good, task, borrowed, buy)

    # --- Manage Empire ---------------------------------------------------------------------------

    def _manage(self, state: GameState, seat: int) -> Command:
        held = holdings(state, seat)
        if may_recruit(state.empire(seat)):
            count = recruiting(state.empire(seat).credits, held.citizenry)
            return Recruit(seat, self._rng.sample(held.citizenry, count))
        if not is_managed(state, seat):
            return self._recall(seat, held)
        if self._rng.one_in(6) and held.recallable:
            return self._recall(seat, held)
        return SignalReady(seat)

    def _recall(self, seat: int, held: Holdings) -> Recall:
        index = self._rng.below(held.recallable)
        if index < len(held.developers):
            return Recall(seat, developers=(held.developers[index],))
        index -= len(held.developers)
        if index < len(held.settlers):
            return Recall(seat, settlers=(held.settlers[index],))
        return Recall(seat, goods=(held.goods[index - len(held.settlers)],))
