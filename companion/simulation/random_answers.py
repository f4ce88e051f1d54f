"""Plays any game by random answers to its questions, sent as a client sends them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from companion.games.answers import AnswerRefusedError, received, walk
from companion.games.definition import GameDefinition
from companion.games.question import (
    Amount,
    Choose,
    Drawn,
    Form,
    Pick,
    Place,
    Question,
    Steps,
    is_question,
    opened,
)
from companion.players.seeded_random import SeededRandom

SEATS: Final = range(7)
_GIVES_UP: Final = "stop"
"""Key of the answer that ends a game early; here games are played to their end."""
_MINOR: Final = 20
"""One answer in so many is one that is seldom wanted."""
_WIDE, _NEAR = 100, 2
"""Range of a number from which it is at most so far from the proposed one."""
_URGENT_PERCENT: Final = 60
"""How often only seats answer for which the table waits."""
_LISTED: Final = 100
"""How many of the listed placements are considered."""
_TRIES: Final = 30
"""How often a form is filled in before its proposal is taken."""


def states(
    game: GameDefinition, begin: tuple[Any, ...], chance: SeededRandom
) -> Iterator[tuple[int, Any]]:
    """Yield (number of the answer, state) after each event of an endless game or to its end.

    Args:
        game: the game.
        begin: the first answers of the set-up, such as the number of players.
        chance: random number generator of all answers.
    """
    version, state = 0, game.initial
    yield version, state
    while not game.is_over(state):
        questions = asked(game, state)
        seat = _one_of(questions, chance)
        first = begin if version == 0 else ()
        path = [*first, *random_path(walk(questions[seat], first), chance)]
        command = received(questions[seat], version, {"version": version, "path": path})
        version += 1
        for each in commands_of(command):
            for event in game.decide(state, each):
                state = game.apply(state, event)
                yield version, state


def commands_of(command: Any) -> tuple[Any, ...]:
    """Return the commands of an answer, which are decided one after the other."""
    return command.commands if isinstance(command, Steps) else (command,)


def asked(game: GameDefinition, state: Any) -> dict[int, Question]:
    """Return the questions of all seats that are asked something, not only to wait for others."""
    questions = {seat: question for seat in SEATS if (question := game.question(state, seat))}
    return {seat: question for seat, question in questions.items() if not _waits(question)}


def _waits(question: Question) -> bool:
    """Whether every answer says why it is not possible yet, and the table waits for others."""
    answers = question.answers if isinstance(question, Choose) else ()
    return bool(answers) and not question.urgent and all(each.refused for each in answers)


def random_path(step: Any, chance: SeededRandom) -> list[Any]:
    """Return a path to a command; only answers that are not refused."""
    path: list[Any] = []
    step = opened(step)
    while is_question(step):
        element = _element(step, chance)
        path.append(element)
        step = opened(walk(step, (element,)))
    return path


def _element(question: Question, chance: SeededRandom) -> Any:
    match question:
        case Choose(answers=answers):
            able = [each for each in answers if each.refused is None and each.key != _GIVES_UP]
            usual = [each for each in able if not each.minor]
            return chance.choice(usual if usual and not chance.one_in(_MINOR) else able).key
        case Pick(items=items, least=least, most=most):
            return list(chance.sample(range(len(items)), least + chance.below(most - least + 1)))
        case Place():
            return _placement(question, chance)
        case Amount(low=low, high=high, default=default):
            if default is not None and high - low > _WIDE:
                low, high = max(low, default - _NEAR), min(high, default + _NEAR)
            return low + chance.below(high - low + 1)
        case Form():
            return _filled(question, chance)
        case Drawn(values=values, count=count):
            return [chance.choice(values) for _ in range(count)] if values else []


def _of_form(part: Question, chance: SeededRandom) -> Any:
    """Return a part of a form: numbers are any that fit."""
    if isinstance(part, Amount):
        return part.low + chance.below(part.high - part.low + 1)
    return _element(part, chance)


def _filled(form: Form, chance: SeededRandom) -> list[Any]:
    """Fill in a form; from try to try fewer parts differ from their proposals."""
    proposals = [part.default for part in form.parts]  # type: ignore[union-attr]
    for tried in range(_TRIES):
        element = [
            _of_form(part, chance)
            if default in (None, "") or chance.below(_TRIES) >= tried
            else default
            for part, default in zip(form.parts, proposals, strict=True)
        ]
        try:
            walk(form, (element,))
        except AnswerRefusedError:
            continue
        return element
    return proposals


def _placement(question: Place, chance: SeededRandom) -> list[Any]:
    if question.legal is not None:
        some = tuple(islice(question.legal(), _LISTED))
        return list(chance.choice(some))
    free = {spot.key: spot.room for spot in question.spots}
    placed: list[Any] = []
    for index in chance.sample(range(len(question.items)), len(question.items)):
        able = [key for key, room in free.items() if room is None or room > 0]
        if not able or (len(placed) >= question.least and chance.one_in(2)):
            break
        key = chance.choice(able)
        room = free[key]
        free[key] = None if room is None else room - 1
        placed.append([index, key])
    return placed


def _one_of(questions: dict[int, Question], chance: SeededRandom) -> int:
    """Return a seat that is asked; mostly one that the table waits for; seldom for corrections."""
    urgent = [seat for seat, question in questions.items() if question.urgent]
    if urgent and chance.below(100) < _URGENT_PERCENT:
        return chance.choice(urgent)
    usual = [seat for seat, question in questions.items() if _is_usual(question)]
    return chance.choice(usual if usual and not chance.one_in(_MINOR) else list(questions))


def _is_usual(question: Question) -> bool:
    answers = question.answers if isinstance(question, Choose) else ()
    return not answers or any(each.refused is None and not each.minor for each in answers)
