"""Whole games played by random answers: each is accepted, nothing is lost, each game ends."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from companion.catalog.roll_loader import load_roll_catalog
from companion.catalog.storm_loader import load_storm_cards
from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, leaves, walk
from companion.games.definition import GameDefinition
from companion.games.question import Amount, Choose, is_question, opened
from companion.games.registry import GAMES as REGISTRY
from companion.games.roll.model.options import TableOptions
from companion.games.roll.phases.set_up import SetUpGame
from companion.games.roll.rules.lookup import Rules
from companion.games.storm import solo_with_cards, with_cards
from companion.games.storm.cards import Deck
from companion.simulation.invariants import checked_game
from tests.games.emperor.known_copy import GAME as EMPEROR
from tests.games.question_games import accepts, asked, played
from tests.some import some


def _decks(second_edition: bool) -> Deck:
    return load_storm_cards(second_edition=second_edition)


def beginnings(game: GameDefinition) -> list[tuple[int, ...]]:
    """The numbers of players for which a set-up asks; none if it does not ask."""
    first = game.question(game.initial, 0)
    return [(n,) for n in range(first.low, first.high + 1)] if isinstance(first, Amount) else [()]


CATALOG = load_roll_catalog()
ROLL = checked_game(Rules(CATALOG))


def _in_turn() -> GameDefinition:
    """Roll among players who have agreed to act in turn."""
    options = TableOptions(timing="in_turn")

    def decide(state: Any, command: Any) -> tuple[Any, ...]:
        begins = isinstance(command, SetUpGame)
        return ROLL.decide(state, replace(command, options=options) if begins else command)

    return replace(ROLL, decide=decide)


REGISTERED = {**REGISTRY, EMPEROR.key: EMPEROR}
GAMES: dict[str, tuple[GameDefinition, tuple[Any, ...]]] = {
    **{
        "-".join(map(str, (key, *begin))): (game, begin)
        for key, game in REGISTERED.items()
        if key != ROLL.key
        for begin in beginnings(game)
    },
    **{f"roll-{n}": (ROLL, (n, "tracked")) for n in (2, 3)},
    "roll-in-turn": (_in_turn(), (5, "tracked")),
    "roll-by-hand": (ROLL, (3, "by-hand")),
    "goals-cards": (with_cards(_decks), (3,)),
    "robot-cards": (solo_with_cards(_decks), ()),
}
"""Each game with the first answers of its set-up; a new game of the registry is among them."""


@cache
def _states(name: str) -> tuple[Any, ...]:
    """A game played by random answers, sent as JSON with the version of the state."""
    game, begin = GAMES[name]
    return tuple(played(game, 11, begin, checked=True))


def _each_question(name: str, most: int) -> Iterator[tuple[Any, Any]]:
    """Each question of up to so many states of a random game, with its state."""
    found = _states(name)
    states = some(found[:: -(-len(found) // most)])
    return ((state, each) for state in states for each in asked(GAMES[name][0], state).values())


@pytest.mark.parametrize("name", GAMES)
def test_random_answers_finish_every_game(name: str) -> None:
    """The invariants hold after every event; many more games: ``companion simulate``."""
    assert GAMES[name][0].is_over(_states(name)[-1])


@pytest.mark.parametrize("name", GAMES)
def test_what_leads_to_no_command_is_refused_and_every_leaf_is_accepted(name: str) -> None:
    """The first leaves of every question of some states; deep ones are found by random games."""
    game = GAMES[name][0]
    for state, question in some(_each_question(name, 16)):
        for number, (path, command) in some(enumerate(islice(leaves(question), 20))):
            assert number % 5 or walk(question, path) == command
            assert accepts(game, state, command), (path, command)


@pytest.mark.parametrize("most", [4, pytest.param(99, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_leads_on_or_says_why_not(name: str, most: int) -> None:
    """A question without a possible answer is never offered."""
    for turn, (_, question) in some(enumerate(_each_question(name, 20))):
        assert _leads_on(question, 3, turn, most), question


def _leads_on(step: Any, depth: int, turn: int, most: int) -> bool:
    """Whether answers lead on: about *most* of each question, in each *turn* others."""
    step = opened(step)
    if not depth or not isinstance(step, Choose):
        return True
    possible = {each.key: each.then for each in step.answers if each.refused is None}
    stride = -(-len(possible) // most) or 1
    followed = list(possible.values())[turn % stride :: stride]
    return (
        bool(possible)
        and step.default in ("", *possible)
        and len({each.key for each in step.answers}) == len(step.answers)
        and all(_leads_on(then, depth - 1, turn, most) for then in followed)
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_path_is_refused(name: str) -> None:
    """Whatever a client sends: an answer, a question, or one of two errors."""
    game = GAMES[name][0]
    chance = random.Random(5)
    words: list[Any] = [
        "correct",
        "draw",
        "shoot",
        "rey",
        "",
        None,
        -1,
        3,
        [0],
        [[0, 1]],
        [[], 2],
        {},
        True,
    ]
    refused = 0
    for state, question in some(_each_question(name, 20)):
        for _ in range(20):
            path = [chance.choice(words) for _ in range(chance.randint(1, 4))]
            try:
                found = walk(question, path)
            except (NoSuchAnswerError, AnswerRefusedError):
                refused += 1
                continue
            assert is_question(found) or accepts(game, state, found)
    assert refused
