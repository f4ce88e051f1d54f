"""The wire form of a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.question import (
    QUESTIONS,
    Amount,
    Answer,
    Choose,
    Drawn,
    Form,
    Later,
    Pick,
    Piece,
    Place,
    Text,
    is_question,
    opened,
)


def as_json(step: Any, say: Callable[[Text], str] | None = None) -> Mapping[str, Any]:
    """Return a question as plain JSON values for a phone: no functions, no commands.

    Args:
        step: the question; a command is ``{"ask": "done"}``.
        say: translates a text; without it texts are sent as message and arguments.
    """
    step = opened(step)
    if not is_question(step):
        return {"ask": "done"}
    found: dict[str, Any] = {
        "ask": type(step).__name__.lower(),
        "text": _said(step.text, say),
        "urgent": step.urgent,
        "by": list(step.by),
    }
    match step:
        case Choose(answers=answers):
            found["answers"] = [_answer(each, say) for each in answers]
            found["default"] = step.default
        case Pick() | Place():
            found["pieces"] = [each.key for each in step.pieces]
            found["least"] = step.least
            found["default"] = step.default
            found["verb"] = step.verb and _said(step.verb, say)
            if isinstance(step, Pick):
                found["most"] = step.most
            else:
                found["ordered"] = step.ordered
                found["asked"] = [_said(each, say) for each in step.asked]
                found["spots"] = [
                    {"key": s.key, "text": _said(s.text, say), "room": s.room} for s in step.spots
                ]
        case Amount():
            found |= {"low": step.low, "high": step.high, "default": step.default}
        case Form(parts=parts):
            found["parts"] = [as_json(part, say) for part in parts]
            found["verb"] = step.verb and _said(step.verb, say)
        case Drawn():
            found |= {"count": step.count, "values": list(step.values)}
        case _:
            pass
    return found


def _answer(answer: Answer, say: Callable[[Text], str] | None) -> Mapping[str, Any]:
    found: dict[str, Any] = {
        "key": answer.key,
        "text": _said(answer.text, say),
        "pieces": [each.key for each in answer.pieces],
        "gains": [[each.key, each.amount] for each in answer.gains],
        "more": isinstance(answer.then, (*QUESTIONS, Later)),
        "minor": answer.minor,
    }
    if answer.refused is not None:
        why = answer.refused
        found["refused"] = [
            why.code,
            _said(why.text, say),
            why.hint and _said(why.hint, say),
            why.rule,
        ]
    return found


def _said(words: Text, say: Callable[[Text], str] | None) -> Any:
    if say is not None:
        return say(words)
    arguments = {
        key: _said(value, None)
        if isinstance(value, Text)
        else f"{{{value.key}}}"
        if isinstance(value, Piece)
        else value
        for key, value in words.arguments
    }
    return [words.message, arguments]
