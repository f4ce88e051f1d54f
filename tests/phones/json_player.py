"""A client that knows only the JSON of a view: it answers by chance, as a phone does."""

from collections.abc import Callable
from random import Random
from typing import Any

Json = dict[str, Any]
Ask = Callable[[list[Any]], Json | None]
"""Path -> the question there; None if the path is an answer."""

_TRIES = 30


def random_answer(question: Json, ask: Ask, chance: Random) -> list[Any]:
    """Return a path of answers to a question."""
    path: list[Any] = []
    asked: Json | None = question
    while asked is not None:
        path.append(element(asked, chance))
        if asked["kind"] == "choose":
            then = _answer(asked, path[-1]).get("then")
            asked = ask(path) if then == "ask" else then
        else:
            asked = ask(path)
    return path


def can_answer(question: Json) -> bool:
    """Whether there is an answer that is possible now."""
    return question["kind"] != "choose" or any(
        "refused" not in each for each in question["answers"]
    )


def element(question: Json, chance: Random) -> Any:
    """Return a path element of one question."""
    match question["kind"]:
        case "choose":
            possible = [each for each in question["answers"] if "refused" not in each]
            usual = [each for each in possible if not each["fold"]]
            return chance.choice(usual or possible)["key"]
        case "pick":
            count = chance.randint(question["least"], question["most"])
            return sorted(chance.sample(range(len(question["items"])), count))
        case "place":
            return _placed(question, chance)
        case "amount":
            return chance.randint(question["low"], question["high"])
        case "form":
            return [element(part, chance) for part in question["parts"]]
        case _:
            if question["unnamed"]:
                return []
            return [chance.choice(question["values"]) for _ in range(question["count"])]


def _placed(question: Json, chance: Random) -> list[list[Any]]:
    if question["default"] is not None and chance.random() < 0.5:
        return [list(each) for each in question["default"]]
    room = {spot["key"]: spot["room"] for spot in question["spots"]}
    placed: list[list[Any]] = []
    items = list(range(len(question["items"])))
    chance.shuffle(items)
    for index in items:
        keys = [key for key, left in room.items() if left is None or left > 0]
        if not keys or (len(placed) >= question["least"] and chance.random() < 0.1):
            break
        key = chance.choice(keys)
        room[key] = None if room[key] is None else room[key] - 1
        placed.append([index, key])
    return placed


def _answer(question: Json, key: str) -> Json:
    found: Json = next(each for each in question["answers"] if each["key"] == key)
    return found
