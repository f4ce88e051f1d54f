"""Moves are those that the engine takes, all of them: compared with everything imaginable."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

import pytest

from companion.catalog import load_roll_catalog
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll.model.dice import (
    FACE_PAIRS,
    PHASES,
    DieType,
    Face,
    Phase,
    Place,
    PlacedDie,
)
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import (
    DieLocation,
    Good,
    Holdings,
    OwnedDie,
    Placing,
    RolledDie,
    ShipTask,
    Spot,
)
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile, tiles_due
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import FinishPhase, SignalReady, must_act
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.legal_mats import mats
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.reassign import PowersAtHand, Verdict, judge, powers_at_hand
from companion.players.moves import moves
from companion.players.observation import observe
from companion.players.seeded_random import SeededRandom
from companion.simulation.playing import game_rng, play
from tests.games.roll import tracked_positions
from tests.players.mat_results import result_of

CATALOG = load_roll_catalog()
RULES = Rules(CATALOG)

POWERS = [
    (),
    ("nanotechnology",),
    ("executive_power",),
    ("homeworld_patriotism", "isolation_policy"),
    ("backup_planning",),
    ("galactic_mandate",),
    ("operations_affinity", "diversification"),
    ("space_mercenaries", "system_diversification"),
]


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("tiles", POWERS, ids=" ".join)
def test_mats_are_all_that_the_judge_accepts(tiles: tuple[str, ...], size: int) -> None:
    """Of every arrangement of some dice the legal ones come, each result once."""
    at_hand = powers_at_hand([CATALOG.sides[key] for key in tiles])
    rng = SeededRandom(f"mats {tiles} {size}")
    rolled = [RolledDie(*rng.choice(FACE_PAIRS)) for _ in range(size)]
    found = [result_of(mat) for mat in mats(rolled, at_hand)]
    assert len(set(found)) == len(found)
    assert set(found) == set(_accepted(rolled, at_hand))


def _accepted(rolled: list[RolledDie], at_hand: PowersAtHand) -> Iterator[object]:
    for selecting, phase in product(range(len(rolled)), PHASES):
        for columns in product((*PHASES, None), repeat=len(rolled) - 1):
            places = [Place(column) for column in columns]
            places.insert(selecting, Place(phase, selecting=True))
            mat = tuple(
                PlacedDie(die.type, die.face, place)
                for die, place in zip(rolled, places, strict=True)
            )
            if judge(mat, at_hand).verdict is Verdict.LEGAL:
                yield result_of(mat)


def test_no_dice_no_mat() -> None:
    """An empty cup has nothing to arrange."""
    assert list(mats((), PowersAtHand())) == []


_OF_EACH_KIND = 5


@cache
def _states() -> list[GameState]:
    """States before some commands of every kind, with small zones only."""
    found: dict[type, list[GameState]] = defaultdict(list)
    before = [GameState()]

    def tell(command: Command, _: tuple[Event, ...], state: GameState) -> None:
        alike, last = found[type(command)], before.pop()
        before.append(state)
        small = all(holdings(last, seat).zone_size < 4 for seat in last.seats if last.tracking)
        if small and last.step in (Step.PHASE, Step.MANAGE) and len(alike) < _OF_EACH_KIND:
            alike.append(last)

    for players in (2, 4):
        play(RULES, players, game_rng(8, players, 0), tell)
    states = [state for alike in found.values() for state in alike]
    exploring = [state for state in states if state.round.current is Phase.EXPLORE]
    return states + [_with_logistics(state) for state in exploring]


def _with_logistics(state: GameState) -> GameState:
    """The state after somebody has built it, if possible somebody who has no workers left."""
    idle = [empire for empire in state.empires if not must_act(RULES, state, empire.seat)]
    empire = (idle or state.empires)[0]
    held = holdings(state, empire.seat)
    held = replace(held, tableau=(*held.tableau, "advanced_logistics"))
    return state.with_empire(replace(empire, holdings=held))


def test_every_decision_is_complete_and_legal() -> None:
    """Both ways: what is listed is taken, and every result of a single command is listed."""
    kinds: set[type] = set()
    for state in _states():
        for seat in state.seats:
            seen = observe(state, seat).state
            listed = list(moves(RULES, seen, seat))
            results = [_result(state, seat, move) for move in listed]
            assert None not in results, listed[results.index(None)]
            assert len(set(results)) == len(results)
            every = {_result(state, seat, each) for each in _imaginable(state, seat)} - {None}
            assert every <= {*results, _unchanged(state, seat)}, (state.step, state.round.current)
            kinds |= {type(move) for move in listed}
    assert kinds == {
        CompleteTile,
        PlaceTiles,
        PlaceWorkers,
        Produce,
        Rearrange,
        Recall,
        Recruit,
        Scout,
        Ship,
        SignalReady,
        Stock,
    }


def _result(state: GameState, seat: int, command: Command) -> object:
    """What a command leads to, orders that mean nothing aside; None where it is refused."""
    if isinstance(command, Scout):
        box, held = tracking(state), holdings(state, seat)
        gone = [_stack(held, spot.stack)[spot.index] for spot in command.abandon]
        there = (*box.bag, *box.abandoned, *gone)
        command = replace(command, drawn=there[: 1 + len(gone)])
    if isinstance(command, FinishPhase | SignalReady):
        return type(command)
    try:
        events = decide(RULES, state, command)
    except RefusedError:
        return None
    for event in events:
        state = apply(state, event)
    return _plain(state, seat)


def _unchanged(state: GameState, seat: int) -> object:
    return _plain(state, seat)


def _plain(state: GameState, seat: int) -> object:
    held = holdings(state, seat)
    dice = [held.cup, held.citizenry, held.developers, held.settlers, *held.columns]
    empire = state.empire(seat)
    return (
        tuple(tuple(sorted(die.value for die in place)) for place in dice),
        tuple(sorted((good.world, good.die.value) for good in held.goods)),
        held.developments,
        held.worlds,
        held.tableau,
        replace(held.turn, hand=()),
        len(held.turn.hand),
        empire.credits,
        empire.vp_chips,
        frozenset(tracking(state).abandoned),
        tracking(state).stock,
    )


def _imaginable(state: GameState, seat: int) -> Iterator[Command]:
    """Every command of one worker or tile that could make sense in any state."""
    held = holdings(state, seat)
    spots = [Spot(Category.DEVELOPMENT, i) for i in range(len(held.developments))]
    spots += [Spot(Category.WORLD, i) for i in range(len(held.worlds))]
    goods = [Good(world, die) for world in held.tableau for die in DieType]
    for die, borrowed in product(DieType, (False, True)):
        yield Stock(seat, die, borrowed)
        for size in range(len(spots) + 1):
            yield from (Scout(seat, die, g, (), borrowed) for g in combinations(spots, size))
        for good, task, buy in product(goods, ShipTask, (False, True)):
            yield Ship(seat, die, good, task, borrowed, buy)
    yield from (ReturnTile(seat, spot) for spot in spots)
    for tiles in permutations(held.turn.hand):
        for goals in product(tuple(product(Category, (False, True))), repeat=len(tiles)):
            yield PlaceTiles(
                seat, tuple(Placing(t, *goal) for t, goal in zip(tiles, goals, strict=True))
            )
    zone = (*held.developments, *held.worlds)
    for order in permutations(zone):
        yield from (Rearrange(seat, order[:cut], order[cut:]) for cut in range(len(zone) + 1))
    yield from (PlaceWorkers(seat, (die,)) for die in DieType)
    yield from (Produce(seat, (good,)) for good in goods)
    yield from _completions(state, seat, held)
    for size in range(len(held.citizenry) + 1):
        yield from (Recruit(seat, dice) for dice in combinations(held.citizenry, size))
    for die in DieType:
        yield Recall(seat, developers=(die,))
        yield Recall(seat, settlers=(die,))
    yield from (Recall(seat, goods=(good,)) for good in held.goods)


def _completions(state: GameState, seat: int, held: Holdings) -> Iterator[CompleteTile]:
    if state.round.current not in (Phase.DEVELOP, Phase.SETTLE):
        return
    developing = state.round.current is Phase.DEVELOP
    builders = held.developers if developing else held.settlers
    places = [place for place in DieLocation if place is not DieLocation.COLUMN]
    given: list[tuple[OwnedDie, ...]] = [()]
    given += [(OwnedDie(die, place),) for die in DieType for place in places]
    given += [(OwnedDie(die, DieLocation.COLUMN, phase),) for die in DieType for phase in PHASES]
    given += [(OwnedDie(good.die, DieLocation.GOOD, world=good.world),) for good in held.goods]
    for paying in range(1, len(builders) + 1):
        for workers in set(combinations(builders, paying)):
            for freed in range(paying + 1):
                for to_cup in set(combinations(workers, freed)):
                    yield from (CompleteTile(seat, workers, to_cup, give) for give in given)


def _stack(held: Holdings, kind: Category) -> tuple[int, ...]:
    return held.developments if kind is Category.DEVELOPMENT else held.worlds


def test_several_workers_at_once_are_a_sequence() -> None:
    """What several producers or builders reach with one command is reached one by one."""
    compared = 0
    for state in _states():
        for seat in state.seats:
            held = holdings(state, seat)
            if state.step is not Step.PHASE or not must_act(RULES, state, seat):
                continue
            if state.round.current is Phase.PRODUCE:
                worlds = [CATALOG.sides[key].key for key in held.tableau]
                several: list[Command] = [
                    Produce(seat, tuple(Good(w, d) for w, d in zip(pair, dice, strict=True)))
                    for dice in combinations(held.workers(Phase.PRODUCE), 2)
                    for pair in product(worlds, repeat=2)
                ]
            elif state.round.current in (Phase.DEVELOP, Phase.SETTLE):
                dice = held.workers(state.round.current)
                several = [PlaceWorkers(seat, pair) for pair in combinations(dice, 2)]
            else:
                continue
            wanted = {_result(state, seat, command) for command in several} - {None}
            reached = {
                _result(after, seat, move)
                for first in moves(RULES, state, seat)
                if (after := _after(state, first)) is not None
                for move in moves(RULES, after, seat)
            }
            assert wanted <= reached
            compared += len(wanted)
    assert compared > 3


def _after(state: GameState, command: Command) -> GameState | None:
    for event in decide(RULES, state, command):
        state = apply(state, event)
    return state


def test_what_nobody_has_to_decide_is_no_move() -> None:
    """The roll, the draws and other players' turns are the table's or the others'."""
    built = "alien_research_team advanced_logistics"
    state = tracked_positions.phase(Phase.EXPLORE, built=built, worlds=(7,))
    assert tiles_due(RULES, state, 1) == 1
    offered = {type(each) for each in moves(RULES, state, 1)}
    assert offered <= {Rearrange, FinishPhase}


def test_a_roll_leads_to_mats() -> None:
    """While assigning the moves are mats, made one at a time: the first comes at once."""
    rolled = tuple(RolledDie(DieType.GENES, Face.WILD) for _ in range(9))
    state = _states()[0]
    empire = state.empire(1)
    held = replace(holdings(state, 1), rolled=rolled, cup=())
    state = replace(state.with_empire(replace(empire, holdings=held)), step=Step.REVEAL)
    assert isinstance(next(moves(RULES, state, 1)), RecordMat)
