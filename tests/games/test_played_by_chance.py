"""Whole games played by random answers: each is accepted, nothing is lost, each game ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, leaves, walk
from companion.games.definition import GameDefinition
from companion.games.question import Choose, is_question, opened
from companion.games.rule import GAME as RULE
from companion.games.storm import DRAFT, GOALS, SOLO, solo_with_cards, with_cards
from companion.games.storm.cards import Deck
from tests.games.emperor.known_copy import GAME as EMPEROR
from tests.games.question_games import accepts, asked, played
from tests.some import some


def _decks(second_edition: bool) -> Deck:
    return load_storm_cards(second_edition=second_edition)


GAMES = {
    **{f"emperor-{n}": (EMPEROR, (n,)) for n in range(3, 7)},
    **{f"rule-{n}": (RULE, (n,)) for n in range(1, 5)},
    **{f"goals-{n}": (GOALS, (n,)) for n in range(2, 6)},
    **{f"draft-{n}": (DRAFT, (n,)) for n in (2, 3)},
    "robot": (SOLO, ()),
    "goals-cards": (with_cards(_decks), (3,)),
    "robot-cards": (solo_with_cards(_decks), ()),
}
"""Each game with the first answers of its set-up."""

Played = tuple[GameDefinition, tuple[Any, ...]]


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_random_answers_finish_every_game(chosen: Played) -> None:
    """Sent as JSON with the version of the state; the invariants hold after every event."""
    game, begin = chosen
    for seed in range(3):
        *_, last = played(game, seed, begin)
        assert game.is_over(last)


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_what_leads_to_no_command_is_refused_and_every_leaf_is_accepted(chosen: Played) -> None:
    """The first leaves of every question of a game; deep ones are found by random games."""
    game, begin = chosen
    for state, question in some(_each_question(game, 11, begin, 4)):
        for path, command in some(islice(leaves(question), 40)):
            assert walk(question, path) == command
            assert accepts(game, state, command), (path, command)


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_every_answer_leads_on_or_says_why_not(chosen: Played) -> None:
    """A question without a possible answer is never offered."""
    game, begin = chosen
    for _, question in some(_each_question(game, 12, begin, 5)):
        assert _leads_on(question, 3), question


def _each_question(
    game: GameDefinition, seed: int, begin: tuple[Any, ...], every: int
) -> Iterator[tuple[Any, Any]]:
    """Each question of some states of a random game, with its state."""
    states = islice(played(game, seed, begin), 0, None, every)
    return ((state, each) for state in states for each in asked(game, state).values())


def _leads_on(step: Any, depth: int) -> bool:
    step = opened(step)
    if not depth or not isinstance(step, Choose):
        return True
    possible = {each.key: each.then for each in step.answers if each.refused is None}
    return (
        bool(possible)
        and step.default in ("", *possible)
        and len({each.key for each in step.answers}) == len(step.answers)
        and all(_leads_on(then, depth - 1) for then in possible.values())
    )


@pytest.mark.parametrize("chosen", GAMES.values(), ids=GAMES)
def test_a_forged_path_is_refused(chosen: Played) -> None:
    """Whatever a client sends: an answer, a question, or one of two errors."""
    game, begin = chosen
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
    for state, question in some(_each_question(game, 13, begin, 6)):
        for _ in range(20):
            path = [chance.choice(words) for _ in range(chance.randint(1, 4))]
            try:
                found = walk(question, path)
            except (NoSuchAnswerError, AnswerRefusedError):
                refused += 1
                continue
            assert is_question(found) or accepts(game, state, found)
    assert refused
