"""What holds in every state, whatever is entered: ships, tokens, storage, turns; the log's JSON."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.answers import walk
from companion.games.emperor import GAME
from companion.games.emperor.corrections import (
    CorrectCounter,
    CorrectFleet,
    CorrectHex,
    CorrectSector,
    CorrectTechnology,
    CorrectThrone,
    CorrectTiles,
)
from companion.games.emperor.galaxy.fields import Ground, spread
from companion.games.emperor.galaxy.ships import Fight, MoveShips, RetreatTo
from companion.games.emperor.holdings import Annex, Cubes, UseTechnology
from companion.games.emperor.invariants import Counter
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.explorer import PlaceTile
from companion.games.emperor.roles.merchant import (
    Dealings,
    DropDie,
    Pirate,
    ProduceOn,
    Reroll,
    TakeFree,
    ThrowMarket,
    TradeGoods,
)
from companion.games.emperor.roles.regent import BuyInfluence, MakePrivate, PlaceInfluence
from companion.games.emperor.roles.scientist import BuyTechnology, Sabotage
from companion.games.emperor.rounds import ChooseDirection, EndDuel, EndTurn, SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import Direction, GameState, Role, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Attack, Fire, NameShip
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from companion.games.emperor.war.losses import GoOn, TakeLosses
from companion.games.question import Command
from companion.games.refusals import RefusedError
from companion.players.seeded_random import SeededRandom
from companion.storage.codec import EventCodec
from tests.games.emperor.known_copy import COPY
from tests.games.question_games import asked as asked_of
from tests.games.question_games import commands_of, random_path
from tests.some import some


def fold(state: GameState, command: Command) -> GameState:
    for event in GAME.decide(state, command):
        state = GAME.apply(state, event)
    return state


def begin(players: int, *, on_map: bool = False) -> GameState:
    seats = tuple(NewPlayer(i + 1, f"P{i}", food=1, metal=1) for i in range(players))
    homes = spread(players) if on_map else ()
    return fold(GAME.initial, StartGame(seats, 1, COPY, homes))


def onward(state: GameState, chance: random.Random) -> Command:
    """A random answer of a seat for which the table waits."""
    questions = [each for each in asked_of(GAME, state).values() if each.urgent]
    question = chance.choice(questions)
    answer = walk(question, random_path(question, SeededRandom(str(chance.random()))))
    first: Command = commands_of(answer)[0]
    return first


def check(state: GameState) -> None:
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize(("counts", "on_map"), [((3, 4, 5, 6), False), ((3, 6), True)])
def test_random_games_of_3_to_6_players_end_and_survive_the_log(
    counts: tuple[int, ...], *, on_map: bool
) -> None:
    """Replay equals live: each event survives its way through the log's JSON."""
    codec = EventCodec(GAME)
    for players in some(counts):
        chance = random.Random(players)
        state = replayed = begin(players, on_map=on_map)
        for _ in range(3000):
            if state.step is Step.OVER:
                break
            check(state)
            for event in GAME.decide(state, onward(state, chance)):
                state = GAME.apply(state, event)
                replayed = GAME.apply(replayed, codec.decode(codec.encode(event)))
            assert replayed == state
        assert state.step is Step.OVER


seats = st.integers(0, 7)
small = st.integers(-1, 9)
hexes = st.integers(0, 38)
cubes = st.lists(st.builds(Cubes, small, small), max_size=3).map(tuple)
dice = st.lists(st.integers(0, 7), max_size=6).map(tuple)
forces = st.builds(Force, small, small, small)
sectors = st.builds(
    Sector, small, small, small, small, small, st.one_of(st.none(), seats), st.sampled_from(Token)
)
anything = st.one_of(
    st.builds(ChooseDirection, seats, st.sampled_from(Direction)),
    st.builds(SelectRole, seats, st.sampled_from(Role)),
    st.builds(EndTurn, seats),
    st.builds(PlaceTile, seats, small, small, small, small, annex=st.booleans(), hex=hexes),
    st.builds(ThrowMarket, dice),
    st.builds(Reroll, seats, small, small),
    st.builds(DropDie, small),
    st.builds(TradeGoods, seats, st.builds(Dealings, small, small, small), cubes),
    st.builds(Pirate, seats, seats, st.one_of(st.none(), small)),
    st.builds(TakeFree, seats, st.booleans()),
    st.builds(ProduceOn, seats, st.lists(small, max_size=2).map(tuple)),
    st.builds(BuildShips, seats, small, small, small, st.booleans()),
    st.builds(Annex, seats, small),
    st.builds(MoveShips, seats, hexes, hexes, small, small, small, st.booleans()),
    st.builds(Fight, seats, hexes),
    st.builds(CorrectFleet, seats, hexes, hexes, st.sampled_from(Ship)),
    st.builds(CorrectHex, hexes, st.one_of(st.none(), st.sampled_from(Ground))),
    st.builds(Attack, seats, seats, forces, forces, st.one_of(st.none(), small)),
    st.builds(NameShip, seats, st.sampled_from(Ship)),
    st.builds(Fire, dice, dice),
    st.builds(TakeLosses, seats, st.lists(st.sampled_from(Target), max_size=3).map(tuple)),
    st.builds(GoOn, seats, st.booleans()),
    st.builds(BuyInfluence, seats),
    st.builds(PlaceInfluence, seats, cubes),
    st.builds(RetreatTo, seats, hexes, hexes),
    st.builds(MakePrivate, seats, small),
    st.builds(BuyTechnology, seats, st.sampled_from(Technology)),
    st.builds(UseTechnology, seats, st.sampled_from(Technology)),
    st.builds(Sabotage, seats, seats, st.sampled_from(Technology), small),
    st.builds(EndDuel, seats),
    st.builds(CorrectCounter, seats, st.sampled_from(Counter), small),
    st.builds(CorrectSector, sectors),
    st.builds(CorrectTiles, small, small),
    st.builds(CorrectThrone, seats),
    st.builds(CorrectTechnology, seats, st.sampled_from(Technology), st.booleans()),
)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 6), st.integers(0, 999), st.lists(anything, max_size=40))
def test_no_command_whatever_makes_an_impossible_state(
    players: int, seed: int, commands: list[Command]
) -> None:
    chance = random.Random(seed)
    state = begin(players, on_map=seed % 2 == 1)
    for command in commands:
        before = state
        try:
            state = fold(state, command)
        except RefusedError:
            state = before
        check(state)
        if state.step is not Step.OVER:
            state = fold(state, onward(state, chance))
        check(state)
        for seat in (None, 1):
            GAME.view(state, seat)
