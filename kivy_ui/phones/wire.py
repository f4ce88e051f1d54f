"""Questions, pieces and errors as JSON for phones; the texts are those of the touchscreen.

A question names the elements of its path (``companion.games.answers.received``): the keys of
answers, indices of items, keys of spots, numbers. The question after an answer is part of it where
it is known already; otherwise ``then`` is ``ask``, and the phone asks for it with the path so far.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from companion.games import question as q
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.page import Picture

Json: TypeAlias = dict[str, Any]


def plain(value: Any) -> Any:
    """Return what a page shows as JSON: its fields by name, as far as they are not empty.

    What a touch does stays here, and so do photographs.
    """
    match value:
        case Picture():
            shown = {"piece": value.piece, "text": value.caption, "number": value.number,
                     "colour": value.colour, "over": plain(value.over)}  # fmt: skip
            return {name: each for name, each in shown.items() if each}
        case Enum():
            return value.value
        case tuple():
            return [plain(each) for each in value if not isinstance(each, Picture) or each.piece]
        case _ if is_dataclass(value):
            names = (each.name for each in fields(value) if each.name != "key")
            shown = {name: plain(getattr(value, name)) for name in names}
            return {name: each for name, each in shown.items() if each not in (None, "", [])}
        case _:
            return value


def question_json(tell: Telling, question: q.Question) -> Json:
    shown: Json = {"kind": type(question).__name__.lower(), "text": tell.begun(question.text)}
    shown |= {each: getattr(question, each) for each in _AS_THEY_ARE if hasattr(question, each)}
    verb = getattr(question, "verb", None)
    if verb is not None:
        shown["verb"] = tell.said(verb)
    match question:
        case q.Choose():
            shown["answers"] = list(_answers(tell, question))
        case q.Pick():
            shown["items"] = _items(tell, question.pieces)
        case q.Place():
            shown["items"] = _items(tell, question.pieces)
            shown["spots"] = [_spot(tell, each) for each in question.spots]
            shown["asked"] = [tell.said(each) for each in question.asked]
        case q.Amount():
            shown["pictures"] = plain(tell.pictures(question.pieces))
            shown["price"] = plain(tell.prices(question.price))
        case q.Form():
            shown["parts"] = [question_json(tell, part) for part in question.parts]
        case q.Drawn():
            shown["unnamed"] = question.unnamed is not None
            shown["answers"] = [_value(tell, each) for each in question.values]
    return shown


_AS_THEY_ARE: Final = (
    "urgent", "default", "least", "most", "low", "high", "count", "values",
)  # fmt: skip
"""Fields of questions that a phone gets as they are."""
_FEW_REFUSED: Final = 2
"""So many answers that are not possible now are not folded."""


def _answers(tell: Telling, question: q.Choose) -> Iterator[Json]:
    """Yield the answers, those that are possible now first; *fold* says under what one is folded.

    Seldom wanted ones always are, impossible ones where many of them lie beside a possible one.
    """
    usual = [each for each in question.answers if not each.minor]
    refused = [each for each in usual if each.refused is not None]
    folds = _FEW_REFUSED < len(refused) < len(usual)
    for each in sorted(question.answers, key=lambda it: it.refused is not None):
        fold = "more" if each.minor else "refused" if folds and each in refused else ""
        yield _answer(tell, each) | {"fold": fold}


def _value(tell: Telling, value: int) -> Json:
    """Return a value that may be drawn, such as a face of a die, as an answer."""
    pictures = plain(tell.pictures((q.Piece(f"die/{value}"),)))
    text = "" if pictures else str(value)
    return {"key": value, "text": text, "name": str(value), "pictures": pictures, "gains": []}


def _answer(tell: Telling, answer: q.Answer) -> Json:
    shown: Json = {
        "key": answer.key,
        "text": tell.begun(answer.text),
        "pictures": plain(tell.pictures(answer.pieces)),
        "gains": plain(tell.gains(answer.gains)),
    }
    names = dict.fromkeys(map(tell.name_of, answer.pieces))
    unsaid = [each for each in names if each not in shown["text"]]
    if unsaid:
        shown["name"] = ", ".join((*unsaid, shown["text"])).rstrip(", ")
    if answer.refused is not None:
        shown["refused"] = refusal_json(tell, answer.refused)
    elif isinstance(answer.then, q.Later):
        shown["then"] = "ask"
    elif q.is_question(answer.then):
        shown["then"] = question_json(tell, answer.then)
    return shown


def _items(tell: Telling, pieces: Iterable[q.Piece]) -> list[Json]:
    return [
        {
            "text": tell.word(piece),
            "name": tell.name_of(piece),
            "picture": plain(tell.picture(piece)),
        }
        for piece in pieces
    ]


def _spot(tell: Telling, spot: q.Spot) -> Json:
    return {
        "key": spot.key,
        "text": tell.said(spot.text),
        "pictures": plain(tell.pictures(spot.pieces)),
        "room": spot.room,
    }


def refusal_json(tell: Telling, refused: q.Refusal) -> Json:
    """Return why an answer is not possible, as an error."""
    message, hint, rule = tell.why(refused)
    return {"code": refused.code, "message": message, "hint": hint, "rule": rule}
