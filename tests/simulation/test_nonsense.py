"""No sequence of commands, however odd, leads to a state that cannot be."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import (
    UNKNOWN,
    DieLocation,
    DieSpot,
    Good,
    OwnedDie,
    Placing,
    RolledDie,
    ShipTask,
    Spot,
)
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.build import CompleteTile, LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.counters import ChangeCredits, Correct, Correctable
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.drawing import Draw, PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady, WithdrawReady
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.lookup import Rules
from companion.simulation.invariants import Invariants
from companion.simulation.playing import game_rng, play
from companion.simulation.table import Table
from tests.games.refused import check_explained
from tests.simulation.unsettled import unsettled

RULES = Rules(load_roll_catalog())

seats = st.integers(0, 5)
die_types = st.sampled_from(DieType)
dice = st.lists(die_types, max_size=3).map(tuple)
tiles = st.integers(-1, 56)
some_tiles = st.lists(tiles, max_size=3).map(tuple)
stacks = st.sampled_from(Category)
spots = st.builds(Spot, stacks, st.integers(-2, 3))
worlds = st.sampled_from([side.key for side in RULES.catalog.worlds()])
goods = st.builds(Good, worlds, die_types)
some_goods = st.lists(goods, max_size=2).map(tuple)
owned = st.builds(
    OwnedDie, die_types, st.sampled_from(DieLocation), st.none() | st.sampled_from(Phase), worlds
)
placings = st.builds(Placing, tiles, stacks, st.booleans())
rolled = st.builds(RolledDie, die_types, st.sampled_from(Face))

seats_or_none = st.none() | seats
die_spots = st.builds(
    DieSpot,
    st.sampled_from(DieLocation),
    seats_or_none,
    st.none() | st.sampled_from(Phase),
    st.none() | st.sampled_from(Face),
    worlds,
)
tile_spots = st.builds(
    TileSpot,
    st.sampled_from(TileLocation),
    seats_or_none,
    st.none() | stacks,
    st.integers(-1, 4),
    st.sampled_from([side.key for side in RULES.catalog.sides.values()]),
)
reasons = st.text(max_size=8)

correction: st.SearchStrategy[Command] = st.one_of(
    st.builds(MoveDice, die_types, die_spots, die_spots, st.integers(-1, 4), reasons),
    st.builds(MoveTile, tile_spots, tile_spots, tiles, reasons),
    st.builds(ReplaceTile, tile_spots, tiles, reasons),
    st.builds(
        ReplaceStartTiles,
        seats,
        st.integers(-1, 11),
        st.sampled_from([*RULES.catalog.home_by_key, "nowhere"]),
        reasons,
    ),
    st.builds(Correct, st.sampled_from(Correctable), st.integers(-2, 70), seats_or_none),
)

any_command: st.SearchStrategy[Command] = st.one_of(
    correction,
    st.builds(RollDice, seats, st.lists(rolled, max_size=5).map(tuple)),
    st.builds(Stock, seats, die_types, st.booleans()),
    st.builds(
        Scout,
        seats,
        die_types,
        st.lists(spots, max_size=2).map(tuple),
        some_tiles,
        st.booleans(),
    ),
    st.builds(PlaceTiles, seats, st.lists(placings, max_size=3).map(tuple)),
    st.builds(ReturnTile, seats, spots),
    st.builds(Draw, seats, some_tiles),
    st.builds(Rearrange, seats, some_tiles, some_tiles),
    st.builds(PlaceWorkers, seats, dice),
    st.builds(LeaveUnfinished, seats),
    st.builds(CompleteTile, seats, dice, dice, st.lists(owned, max_size=2).map(tuple), tiles),
    st.builds(Produce, seats, some_goods),
    st.builds(
        Ship,
        seats,
        die_types,
        goods,
        st.sampled_from(ShipTask),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(Recruit, seats, dice),
    st.builds(Recall, seats, dice, dice, some_goods),
    st.builds(SignalReady, seats),
    st.builds(WithdrawReady, seats),
    st.builds(RecordMat, seats, st.just(())),
    st.just(ConfirmReveal()),
    st.just(FinishPhase()),
    st.just(FinishRound()),
    st.builds(ChangeCredits, seats, st.integers(-3, 3)),
)
"""Commands of any content, mostly nonsense."""


@cache
def states() -> tuple[GameState, ...]:
    """Every state between two commands of two games."""
    met: list[GameState] = []

    def tell(_: Command, __: tuple[Event, ...], state: GameState) -> None:
        met.append(state)

    for players in (2, 5):
        play(RULES, players, game_rng(9, players, 1), tell)
    return tuple(met)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.lists(any_command, min_size=5, max_size=40))
def test_invariants_hold_whatever_is_sent(data: st.DataObject, sent: list[Command]) -> None:
    """A command is refused with a ``RefusedError`` or leads to a sound state.

    Also one that fits but for the player who sends it, and one that is sent twice.
    """
    state = states()[data.draw(st.integers(0, len(states()) - 1))]
    player = Table(RULES, game_rng(data.draw(st.integers(0, 99)), 5, 0))
    for nonsense in sent:
        wanted: list[Command] = [nonsense]
        likely = None if state.ended_by or hides_tiles(state) else player.next_command(state)
        if likely is not None:
            wanted += [likely, likely]
        for command in wanted:
            state = attempt(state, command)


def attempt(state: GameState, command: Command) -> GameState:
    try:
        events = decide(RULES, state, command)
    except RefusedError as error:
        check_explained(error)
        return state
    for event in events:
        state = apply(state, event)
        assert Invariants(RULES).violations(state) == []
    assert unsettled(state) == []
    return state


def hides_tiles(state: GameState) -> bool:
    """Whether a correction has made tiles unknown: the players by chance know them all."""
    held = [holdings(state, seat) for seat in state.seats]
    zones = [tile for each in held for tile in (*each.developments, *each.worlds, *each.turn.hand)]
    return UNKNOWN in (*zones, *tracking(state).bag, *tracking(state).abandoned)
