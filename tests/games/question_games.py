"""Games played by random answers, sent as a client sends them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from companion.games.definition import GameDefinition
from companion.games.question import (
    Amount,
    AnswerRefusedError,
    Choose,
    Drawn,
    Form,
    Pick,
    Place,
    Question,
    Steps,
    is_question,
    opened,
    received,
    walk,
)
from companion.games.refusals import RefusedError

SEATS = range(7)
_MINOR = 0.05
"""How often an answer is tried that is seldom wanted."""
_URGENT = 0.6
"""How often only seats answer for which the table waits."""
_TRIES = 30
"""How often a form is filled in before its proposal is taken."""


def random_path(step: Any, chance: random.Random) -> list[Any]:
    """A path to a command; only answers that are not refused."""
    path: list[Any] = []
    step = opened(step)
    while is_question(step):
        element = _element(step, chance)
        path.append(element)
        step = opened(walk(step, (element,)))
    return path


def _element(question: Question, chance: random.Random) -> Any:
    match question:
        case Choose(answers=answers):
            able = [each for each in answers if each.refused is None]
            usual = [each for each in able if not each.minor]
            assert able, question
            return chance.choice(usual if usual and chance.random() > _MINOR else able).key
        case Pick(items=items, least=least, most=most):
            return chance.sample(range(len(items)), chance.randint(least, most))
        case Place():
            return _placement(question, chance)
        case Amount(low=low, high=high):
            return chance.randint(low, high)
        case Form(parts=parts):
            for _ in range(_TRIES):
                element = [_element(part, chance) for part in parts]
                try:
                    walk(question, (element,))
                except AnswerRefusedError:
                    continue
                return element
            return [part.default for part in parts]  # type: ignore[union-attr]
        case Drawn():
            return []


def _placement(question: Place, chance: random.Random) -> list[Any]:
    if question.legal is not None:
        return list(next(iter(question.legal())))
    free = {spot.key: spot.room for spot in question.spots}
    items = chance.sample(range(len(question.items)), len(question.items))
    placed: list[Any] = []
    for index in items:
        able = [key for key, room in free.items() if room is None or room > 0]
        if not able or (len(placed) >= question.least and chance.random() < 1 / 2):
            break
        key = chance.choice(able)
        free[key] = None if free[key] is None else free[key] - 1  # type: ignore[operator]
        placed.append([index, key])
    return placed


def commands_of(command: Any) -> tuple[Any, ...]:
    """The commands that are decided one after the other."""
    return command.commands if isinstance(command, Steps) else (command,)


def decided(game: GameDefinition, state: Any, command: Any) -> Iterator[Any]:
    """The states after each event of an answer."""
    for each in commands_of(command):
        for event in game.decide(state, each):
            state = game.apply(state, event)
            yield state


def asked(game: GameDefinition, state: Any) -> dict[int, Question]:
    """The questions of all seats."""
    return {seat: question for seat in SEATS if (question := game.question(state, seat))}


def _one_of(questions: dict[int, Question], chance: random.Random) -> int:
    """A seat that is asked; more often one for which the table waits."""
    urgent = [seat for seat, question in questions.items() if question.urgent]
    some = urgent if urgent and chance.random() < _URGENT else list(questions)
    return chance.choice(some)


def played(
    game: GameDefinition,
    seed: int,
    begin: tuple[Any, ...] = (),
    most: int = 3000,
) -> Iterator[Any]:
    """The states of a game, to its end.

    Args:
        begin: the first answers of the set-up, such as the number of players.
    """
    chance, state = random.Random(seed), game.initial
    for version in range(most):
        yield state
        if game.is_over(state):
            return
        questions = asked(game, state)
        assert questions, state
        seat = _one_of(questions, chance)
        rest = walk(questions[seat], begin) if version == 0 else questions[seat]
        path = [*(begin if version == 0 else ()), *random_path(rest, chance)]
        message = json.loads(json.dumps({"version": version, "path": path}))
        command = received(game.question(state, seat), version, message)
        for after in decided(game, state, command):
            assert game.invariants(after) == ()
            state = after
    raise AssertionError(state)


def accepts(game: GameDefinition, state: Any, command: Any) -> bool:
    """Whether all steps of an answer are accepted."""
    try:
        for _ in decided(game, state, command):
            pass
    except RefusedError:
        return False
    return True
