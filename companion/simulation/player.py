"""What happens next when everybody decides by chance, within the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.roll.decide.build import missing_workers, owned_dice, stack_of
from companion.games.roll.decide.manage import is_managed, may_recruit
from companion.games.roll.decide.turns import must_act
from companion.games.roll.model.commands import (
    Command,
    CompleteTile,
    ConfirmReveal,
    DrawExtra,
    DrawOwed,
    FinishPhase,
    FinishRound,
    FirstTiles,
    PlaceTiles,
    PlaceWorkers,
    Placing,
    PlayerSetup,
    Produce,
    Rearrange,
    Recall,
    RecordMat,
    RecordSpareDie,
    Recruit,
    ReturnTile,
    RollDice,
    Scout,
    SetUpGame,
    Ship,
    ShipTask,
    SignalReady,
    Spot,
    Stock,
)
from companion.games.roll.model.dice import FACE_PAIRS, FACES, DieType, Phase
from companion.games.roll.model.effects import (
    Category,
    PayForVpChip,
    RearrangeConstructionZone,
    RemoveDie,
    ScoutPlacement,
)
from companion.games.roll.model.holdings import DieLocation, Good, Holdings, OwnedDie, RolledDie
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.state import GameState, holdings, timing_order, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.completing import freed_dice, propose_freed
from companion.games.roll.rules.lookup import Rules, current_workers, has_power
from companion.games.roll.rules.managing import recruiting
from companion.games.roll.rules.mats import shows_the_roll
from companion.games.roll.rules.producing import propose_production, rooms
from companion.simulation.assigning import arranged
from companion.simulation.chance import Chance

NAMES: Final = ("Ann", "Bob", "Cid", "Dan", "Eve")
COLOURS: Final = ("blue", "orange", "green", "purple", "yellow")

_ROLLED: Final = {pair: RolledDie(*pair) for pair in FACE_PAIRS}
_STACKS: Final = tuple(Category)
_TASKS: Final = tuple(ShipTask)


class Player:
    """All players of a game at once: says what to do next, the table's chance included."""

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self._rules = rules
        self._chance = chance

    def set_up(self, players: int) -> SetUpGame:
        """Return a set-up with factions, home worlds and first tiles by chance."""
        catalog = self._rules.catalog
        factions = self._chance.sample([each.number for each in catalog.factions], players)
        homes = self._chance.sample([each.world.key for each in catalog.home_worlds], players)
        tiles = self._chance.sample([each.id for each in catalog.tiles], 2 * players)
        setups = tuple(
            PlayerSetup(seat + 1, NAMES[seat], COLOURS[seat], factions[seat], homes[seat])
            for seat in range(players)
        )
        first = tuple(FirstTiles(*tiles[2 * seat : 2 * seat + 2]) for seat in range(players))
        return SetUpGame(setups, first, named_bag=True)

    def next_command(self, state: GameState) -> Command:
        """Return what happens next in a game that has begun and is not over."""
        match state.step:
            case Step.ASSIGN:
                return self._assign(state)
            case Step.REVEAL:
                return self._reveal(state)
            case Step.PHASE:
                return self._phase(state)
            case _:
                return self._manage(state)

    # --- Assign and Reveal -----------------------------------------------------------------------

    def _assign(self, state: GameState) -> Command:
        for part in state.round.assignments:
            if part.ready:
                continue
            held = holdings(state, part.seat)
            if held.cup and not held.rolled:
                return RollDice(part.seat, self._rolled(held))
            return SignalReady(part.seat)
        raise AssertionError("everybody is ready")

    def _reveal(self, state: GameState) -> Command:
        for part in state.round.assignments:
            if part.dice is None:
                return self._record(state, part.seat)
        if len(state.empires) == _WITH_SPARE_DIE and state.round.spare_die is None:
            return RecordSpareDie(self._chance.choice(FACES[DieType.HOME]))
        for part in state.round.assignments:  # a correction may have changed what was rolled
            if not shows_the_roll(part.dice or (), holdings(state, part.seat)):
                return self._record(state, part.seat)
        return ConfirmReveal()

    def _record(self, state: GameState, seat: int) -> RecordMat:
        held = holdings(state, seat)
        at_hand = self._rules.powers(state, seat)
        rolled = held.rolled or self._rolled(held)
        return RecordMat(seat, arranged(self._chance, rolled, at_hand))

    def _rolled(self, held: Holdings) -> tuple[RolledDie, ...]:
        return tuple([_ROLLED[die, self._chance.choice(FACES[die])] for die in held.cup])

    # --- phases ----------------------------------------------------------------------------------

    def _phase(self, state: GameState) -> Command:
        phase = state.round.current
        if phase is Phase.EXPLORE and (asked := self._asked(state)) is not None:
            return asked
        for seat in timing_order(state):
            if not must_act(self._rules, state, seat):
                continue
            match phase:
                case Phase.DEVELOP | Phase.SETTLE:
                    return self._build(state, seat, phase)
                case Phase.PRODUCE:
                    return self._produce(state, seat)
                case Phase.SHIP:
                    return self._ship(state, seat)
                case _:
                    if (task := self._explore(state, seat)) is not None:
                        return task
        if phase is Phase.EXPLORE and (extra := self._draw_extra(state)) is not None:
            return extra
        return FinishPhase()

    def _asked(self, state: GameState) -> Command | None:
        """What a short bag asks for, and tiles in hand."""
        givers = tracking(state).givers
        if givers:
            return ReturnTile(givers[0], self._chance.choice(_spots(holdings(state, givers[0]))))
        for seat in timing_order(state):
            turn = holdings(state, seat).turn
            if turn.hand:
                return self._place(state, seat)
            if turn.owed:
                bag = tracking(state).bag
                return DrawOwed(seat, self._chance.sample(bag, min(turn.owed, len(bag))))
        return None

    def _place(self, state: GameState, seat: int) -> PlaceTiles:
        turn = holdings(state, seat).turn
        top = turn.hand_scouted and has_power(self._rules.tableau(state, seat), ScoutPlacement)
        return PlaceTiles(
            seat,
            tuple(
                Placing(tile, self._chance.choice(_STACKS), top and self._chance.one_in(2))
                for tile in turn.hand
            ),
        )

    def _explore(self, state: GameState, seat: int) -> Command | None:
        held = holdings(state, seat)
        borrowed = bool(held.turn.borrowed)
        workers = held.turn.borrowed or current_workers(state, seat)
        if not workers:
            return None  # only the draw at the end is left
        if self._chance.one_in(8) and has_power(
            self._rules.sides(held.tableau), RearrangeConstructionZone
        ):
            tiles = self._chance.sample((*held.developments, *held.worlds), held.zone_size)
            cut = self._chance.below(len(tiles) + 1)
            return Rearrange(seat, tiles[:cut], tiles[cut:])
        die = self._chance.choice(workers)
        if self._chance.one_in(2):
            return Stock(seat, die, borrowed)
        spots = _spots(held)
        most = min(len(spots), 2)
        gone = self._chance.sample(spots, self._chance.below(most + 1) if most else 0)
        bag, abandoned = tracking(state).bag, tracking(state).abandoned
        wanted = 1 + len(gone)
        drawn = self._chance.sample(bag, min(wanted, len(bag)))
        if wanted > len(bag):
            rest = (*abandoned, *(_tile(held, spot) for spot in gone))
            drawn = (*drawn, *self._chance.sample(rest, min(wanted - len(bag), len(rest))))
        return Scout(seat, die, gone, drawn, borrowed)

    def _draw_extra(self, state: GameState) -> DrawExtra | None:
        for seat in timing_order(state):
            count = self._rules.extra_tiles(holdings(state, seat).tableau)
            if count and not holdings(state, seat).turn.extra_drawn:
                bag, abandoned = tracking(state).bag, tracking(state).abandoned
                drawn = self._chance.sample(bag, min(count, len(bag)))
                if len(drawn) < count:
                    missing = min(count - len(drawn), len(abandoned))
                    drawn = (*drawn, *self._chance.sample(abandoned, missing))
                return DrawExtra(seat, drawn)
        return None

    def _build(self, state: GameState, seat: int, phase: Phase) -> Command:
        missing = missing_workers(self._rules, state, seat)
        if missing == 0:
            return self._complete(state, seat, phase)
        workers = current_workers(state, seat)
        count = len(workers) if missing is None else min(missing, len(workers))
        return PlaceWorkers(seat, self._chance.sample(workers, count))

    def _complete(self, state: GameState, seat: int, phase: Phase) -> CompleteTile:
        held = holdings(state, seat)
        stack, builders, kind = stack_of(held, phase)
        side = self._rules.side_of(stack[0], kind)
        tableau = self._rules.sides(held.tableau)
        workers = self._chance.sample(builders, self._rules.needed(side, held.tableau))
        freed = freed_dice(workers, side, (*tableau, side), self._rules.options)
        give_up = ()
        if any(isinstance(step, RemoveDie) for step in side.instant_steps):
            elsewhere = tuple(
                owned
                for owned in owned_dice(held).elements()
                if owned.location.value not in ("developers", "settlers")
            )
            if not elsewhere:  # one of the workers that paid, now in the Citizenry
                return self._give_up_worker(seat, workers, propose_freed(workers, freed))
            give_up = (self._chance.choice(elsewhere),)  # type: ignore[assignment] # one die
        return CompleteTile(seat, workers, propose_freed(workers, freed), give_up)

    def _give_up_worker(
        self, seat: int, workers: tuple[DieType, ...], to_cup: tuple[DieType, ...]
    ) -> CompleteTile:
        used = list(workers)
        for die in to_cup:
            used.remove(die)
        where = DieLocation.CITIZENRY if used else DieLocation.CUP
        die = self._chance.choice(tuple(used) or to_cup)
        return CompleteTile(seat, workers, to_cup, (OwnedDie(die, where),))

    def _produce(self, state: GameState, seat: int) -> Produce:
        held = holdings(state, seat)
        tableau = self._rules.sides(held.tableau)
        workers = current_workers(state, seat)
        if self._chance.one_in(2):
            proposed = propose_production(workers, tableau, held.goods)
            return Produce(seat, tuple(good for good in proposed if good is not None))
        room = self._chance.choice(rooms(tableau, held.goods))
        return Produce(seat, (Good(room.world.key, self._chance.choice(workers)),))

    def _ship(self, state: GameState, seat: int) -> Ship:
        held = holdings(state, seat)
        borrowed = bool(held.turn.borrowed)
        shipper = self._chance.choice(held.turn.borrowed or current_workers(state, seat))
        task = self._chance.choice(_TASKS)
        buying = (
            task is ShipTask.TRADE
            and has_power(self._rules.sides(held.tableau), PayForVpChip)
            and (
                self._rules.options.bankers_moment is BankersMoment.AFTER_INCOME
                or state.empire(seat).credits > 0
            )
        )
        good = self._chance.choice(held.goods)
        buy = buying and self._chance.one_in(2)
        return Ship(seat, shipper, good, task, borrowed, buy)

    # --- Manage Empire ---------------------------------------------------------------------------

    def _manage(self, state: GameState) -> Command:
        for seat in state.seats:
            held = holdings(state, seat)
            if may_recruit(state.empire(seat)):
                count = recruiting(state.empire(seat).credits, held.citizenry).count
                return Recruit(seat, self._chance.sample(held.citizenry, count))
            if not is_managed(self._rules, state, seat):
                return self._recall(seat, held)
        seat = self._chance.choice(state.seats)
        held = holdings(state, seat)
        if self._chance.one_in(6) and (held.developers or held.settlers or held.goods):
            return self._recall(seat, held)
        return FinishRound()

    def _recall(self, seat: int, held: Holdings) -> Recall:
        """One die back, of those that can be."""
        index = self._chance.below(len(held.developers) + len(held.settlers) + len(held.goods))
        if index < len(held.developers):
            return Recall(seat, developers=(held.developers[index],))
        index -= len(held.developers)
        if index < len(held.settlers):
            return Recall(seat, settlers=(held.settlers[index],))
        return Recall(seat, goods=(held.goods[index - len(held.settlers)],))


_WITH_SPARE_DIE: Final = 2


def _spots(held: Holdings) -> Sequence[Spot]:
    developments = (Spot(Category.DEVELOPMENT, i) for i in range(len(held.developments)))
    worlds = (Spot(Category.WORLD, i) for i in range(len(held.worlds)))
    return *developments, *worlds


def _tile(held: Holdings, spot: Spot) -> int:
    return (held.developments if spot.stack is Category.DEVELOPMENT else held.worlds)[spot.index]
