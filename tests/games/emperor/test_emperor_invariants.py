"""What holds in every state, whatever is entered: ships, tokens, storage, turns; the log's JSON."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.answers import walk
from companion.games.emperor import GAME
from companion.games.emperor.galaxy.fields import spread
from companion.games.emperor.set_up import NewPlayer, SetOptions, StartGame
from companion.games.emperor.state import GameState, Step
from companion.games.question import Command
from companion.games.refusals import RefusedError
from companion.players.seeded_random import SeededRandom
from companion.storage.codec import EventCodec
from tests.games.any_commands import any_of
from tests.games.emperor.known_copy import COPY
from tests.games.question_games import asked as asked_of
from tests.games.question_games import commands_of as commands_in
from tests.games.question_games import random_path
from tests.golden.notation import commands_of
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
    first: Command = commands_in(answer)[0]
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


hexes = st.integers(0, 38)
dice = st.lists(st.integers(0, 7), max_size=6).map(tuple)
anything = any_of(
    commands_of(GAME),
    {**dict.fromkeys(("hex", "start", "target"), hexes), tuple[int, ...]: dice},
    but={StartGame, SetOptions},
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
