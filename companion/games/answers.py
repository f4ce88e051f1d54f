"""Answers to a question: walking a path to a command, all paths that there are, the wire form."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import itemgetter
from typing import Any

from companion.errors import CompanionError
from companion.games import question as q

# --- walking -------------------------------------------------------------------------------------


class NoSuchAnswerError(CompanionError, ValueError):
    """A path does not fit the question: a stale or a forged one."""

    code = "no_such_answer"
    template = "This answer is no longer possible."
    hint = "Look at what the screen asks now."


class AnswerRefusedError(CompanionError, ValueError):
    """A path leads through an answer that is not possible now.

    Args:
        refused: why not.
    """

    code = "answer_refused"
    template = "This is not possible now."

    def __init__(self, refused: q.Refusal) -> None:
        self.refused = refused
        super().__init__()


def walk(step: Any, path: Sequence[Any]) -> Any:
    """Return the question or command at the end of a path; the path may come from anywhere.

    Raises:
        NoSuchAnswerError: the path does not fit.
        AnswerRefusedError: an answer on it is not possible now.
    """
    *_, last = steps(step, path)
    return last


def steps(step: Any, path: Sequence[Any]) -> Iterator[Any]:
    """Yield the first question and what follows each element of a path; raises as ``walk``."""
    step = q.opened(step)
    yield step
    for element in path:
        if not q.is_question(step):
            raise NoSuchAnswerError
        step = q.opened(_after(step, element))
        yield step


class StaleAnswerError(CompanionError, RuntimeError):
    """An answer to a question of an earlier state."""

    code = "stale_answer"
    template = "The table has moved on since this question was asked."
    hint = "Look at what the screen asks now."


def received(question: Any, version: int, message: Mapping[str, Any]) -> q.Command:
    """Return the command of a message such as ``{"version": 17, "path": ["ship", [0, 2]]}``.

    Args:
        question: the sender's question in the current state.
        version: the version of the current state.
        message: decoded JSON from anywhere.

    Raises:
        StaleAnswerError: the message belongs to another version.
        NoSuchAnswerError: the path does not fit or ends before a command.
        AnswerRefusedError: an answer on the path is not possible now.
    """
    found = reached(question, version, message)
    if q.is_question(found):
        raise NoSuchAnswerError
    return found


def reached(question: Any, version: int, message: Mapping[str, Any]) -> Any:
    """Return the question or command at the end of a message's path, as ``received``."""
    path = message.get("path")
    if type(message.get("version")) is not int or not isinstance(path, list):
        raise NoSuchAnswerError
    if message["version"] != version:
        raise StaleAnswerError
    if question is None:
        raise NoSuchAnswerError
    return walk(question, path)


def _after(question: q.Question, element: Any) -> Any:
    match question:
        case q.Choose(answers=answers):
            found = next((each for each in answers if each.key == element), None)
            if found is None:
                raise NoSuchAnswerError
            if found.refused is not None:
                raise AnswerRefusedError(found.refused)
            return found.then
        case q.Pick():
            picked = _checked(element, len(question.items))
            _check(question.least <= len(picked) <= question.most)
            return question.make(tuple(question.items[i] for i in picked))
        case q.Place():
            return question.make(_placed(question, element))
        case q.Amount(low=low, high=high):
            _check(type(element) is int and low <= element <= high)
            return question.make(element)
        case q.Form(parts=parts):
            _check(isinstance(element, list | tuple) and len(element) == len(parts))
            values = (_after(part, each) for part, each in zip(parts, element, strict=True))
            command = question.make(*values)
            refused = question.judge(command)
            if refused is not None:
                raise AnswerRefusedError(refused)
            return command
        case q.Drawn():
            return question.make(_drawn(question, element))


def _check(fits: object) -> None:
    """Refuse an element that does not fit the question."""
    if not fits:
        raise NoSuchAnswerError


def _drawn(question: q.Drawn, element: Any) -> tuple[int, ...]:
    _check(isinstance(element, list | tuple))
    if not element and question.unnamed is not None:
        return question.unnamed
    _check(len(element) == question.count and all(type(each) is int for each in element))
    _check(not question.values or set(element) <= set(question.values))
    return tuple(element)


def _checked(element: Any, count: int) -> tuple[int, ...]:
    _check(isinstance(element, list | tuple) and all(type(each) is int for each in element))
    _check(len(set(element)) == len(element) and all(0 <= each < count for each in element))
    return tuple(element)


def _placed(question: q.Place, element: Any) -> tuple[tuple[Any, Any], ...]:
    _check(isinstance(element, list | tuple) and len(element) >= question.least)
    _check(all(isinstance(each, list | tuple) and len(each) == 2 for each in element))
    spots = {spot.key: spot for spot in question.spots}
    indices = _checked([index for index, _ in element], len(question.items))
    keys = [key for _, key in element]
    _check(all(key in spots for key in keys))
    for key in set(keys):
        room = spots[key].room
        _check(room is None or keys.count(key) <= room)
    return tuple(
        (question.items[i], spots[key].value) for i, key in zip(indices, keys, strict=True)
    )


# --- enumerating ---------------------------------------------------------------------------------


def branches(question: q.Question, *, single: bool = False) -> Iterator[tuple[Any, Any]]:
    """Yield all possible path elements, each with what follows it.

    Equal elements occur once; those of a ``Drawn`` in one order only.

    *single*: as few items as possible at a time, for computer players: they answer again for more.
    """
    match question:
        case q.Choose(answers=answers):
            yield from ((each.key, each.then) for each in answers if each.refused is None)
        case q.Form(parts=parts):
            for chosen in product(*map(_proposed_first, parts)):
                command = question.make(*(value for _, value in chosen))
                if question.judge(command) is None:
                    yield tuple(element for element, _ in chosen), command
        case _:
            found = _elements(question, single=single)
            yield from ((element, _after(question, element)) for element in found)


def _proposed_first(part: q.Question) -> list[tuple[Any, Any]]:
    """Return the branches of a part of a form; often all others are refused with most of them."""
    usual = _default(part)
    return sorted(branches(part), key=lambda branch: branch[0] != usual)


def _elements(question: q.Pick | q.Place | q.Amount | q.Drawn, *, single: bool) -> Iterator[Any]:
    match question:
        case q.Pick(items=items, least=least, most=most, together=together):
            few = max(1, least) if single and not together else most
            yield from _subsets(items, least, min(few, most))
        case q.Place(legal=None):
            yield from _placements(question, single=single)
        case q.Place(legal=legal):
            yield from legal()  # type: ignore[misc] # None is the case above
        case q.Amount(low=low, high=high):
            yield from range(low, high + 1)
        case q.Drawn(unnamed=unnamed, values=values, count=count):
            named = combinations_with_replacement(values, count)
            yield from ((),) if unnamed is not None else named


def _subsets(items: Sequence[Any], least: int, most: int) -> Iterator[tuple[int, ...]]:
    seen = set()
    order = sorted(range(len(items)), key=lambda i: items.index(items[i]))
    for size in range(least, most + 1):
        for chosen in combinations(order, size):
            values = tuple(items[i] for i in chosen)
            if values not in seen:
                seen.add(values)
                yield chosen


def _placements(question: q.Place, *, single: bool) -> Iterator[tuple[tuple[int, str], ...]]:
    items, room = question.items, {spot.key: spot.room for spot in question.spots}
    seen = set()
    least = max(1, question.least)
    for size in range(least, (least if single else len(items)) + 1):
        chosen = permutations if question.ordered else combinations
        for some in chosen(range(len(items)), size):
            for keys in product(room, repeat=size):
                if any(r is not None and keys.count(k) > r for k, r in room.items()):
                    continue
                values = [(items[i], key) for i, key in zip(some, keys, strict=True)]
                by_spot = sorted(values, key=itemgetter(1))  # the order within a spot may matter
                same = tuple(by_spot if question.ordered else sorted(values, key=repr))
                if same not in seen:
                    seen.add(same)
                    yield tuple(zip(some, keys, strict=True))


def leaves(step: Any, *, single: bool = False) -> Iterator[tuple[q.Path, q.Command]]:
    """Yield every command that the answers lead to, with its path; *single* as in ``branches``."""
    step = q.opened(step)
    if not q.is_question(step):
        yield (), step
        return
    for element, then in branches(step, single=single):
        for path, command in leaves(then, single=single):
            yield (element, *path), command


def commands(step: Any, *, single: bool = False) -> Iterator[q.Command]:
    """Yield every command that the answers lead to: the moves of a player."""
    yield from (command for _, command in leaves(step, single=single))


def proposed(step: Any) -> q.Path | None:
    """Return the path of the proposed answers; None where a question proposes nothing."""
    path: list[Any] = []
    step = q.opened(step)
    while q.is_question(step):
        element = _default(step)
        if element is None:
            return None
        path.append(element)
        step = q.opened(_after(step, element))
    return tuple(path)


def _default(question: q.Question) -> Any:
    match question:
        case q.Form(parts=parts):
            every = tuple(_default(part) for part in parts)
            return every if None not in every and _fits(question, every) else None
        case q.Drawn(unnamed=unnamed):
            return None if unnamed is None else ()
        case q.Choose():
            return question.default or None
        case _:
            return question.default


def _fits(question: q.Form, element: Any) -> bool:
    try:
        _after(question, element)
    except AnswerRefusedError:  # the initial values of a form need not be an answer
        return False
    return True
