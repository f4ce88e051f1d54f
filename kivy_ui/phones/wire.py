"""Questions, pieces and errors as JSON for phones; the texts are those of the touchscreen.

A question names the elements of its path (``companion.games.answers.received``): the keys of
answers, indices of items, keys of spots, numbers. The question after an answer is part of it where
it is known already; otherwise ``then`` is ``ask``, and the phone asks for it with the path so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from companion.games import question as q
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.page import Picture

Json: TypeAlias = dict[str, Any]


def picture_json(picture: Picture) -> Json:
    """Return a picture; what is at its default is left out."""
    shown: Json = {"piece": picture.piece}
    if picture.caption:
        shown["text"] = picture.caption
    if picture.number:
        shown["number"] = picture.number
    if picture.colour:
        shown["colour"] = picture.colour
    if picture.over:
        shown["over"] = pictures_json(picture.over)
    return shown


def pictures_json(pictures: Iterable[Picture]) -> list[Json]:
    """Return several pictures; photographs are not sent."""
    return [picture_json(each) for each in pictures if each.piece]


def question_json(tell: Telling, question: q.Question) -> Json:
    """Return a question with its answers."""
    shown: Json = {"text": tell.begun(question.text), "urgent": question.urgent}
    verb = getattr(question, "verb", None)
    if verb is not None:
        shown["verb"] = tell.said(verb)
    return shown | _parts(tell, question)


def _parts(tell: Telling, question: q.Question) -> Json:
    match question:
        case q.Choose(answers=answers, default=default):
            shown = [_answer(tell, each) for each in answers]
            return {"kind": "choose", "answers": shown, "default": default}
        case q.Pick(least=least, most=most, default=default):
            items = _items(tell, question.pieces)
            return {
                "kind": "pick",
                "items": items,
                "least": least,
                "most": most,
                "default": default,
            }
        case q.Place():
            return {
                "kind": "place",
                "items": _items(tell, question.pieces),
                "spots": [_spot(tell, each) for each in question.spots],
                "least": question.least,
                "ordered": question.ordered,
                "default": question.default,
                "asked": [tell.said(each) for each in question.asked],
            }
        case q.Amount(low=low, high=high, default=default):
            return {
                "kind": "amount",
                "low": low,
                "high": high,
                "default": default,
                "pictures": pictures_json(tell.pictures(question.pieces)),
                "price": pictures_json(tell.prices(question.price)),
            }
        case q.Form(parts=parts):
            return {"kind": "form", "parts": [question_json(tell, part) for part in parts]}
        case q.Drawn(count=count, values=values, unnamed=unnamed):
            return {
                "kind": "drawn",
                "count": count,
                "values": values,
                "unnamed": unnamed is not None,
            }


def _answer(tell: Telling, answer: q.Answer) -> Json:
    shown: Json = {
        "key": answer.key,
        "text": tell.begun(answer.text),
        "pictures": pictures_json(tell.pictures(answer.pieces)),
        "gains": pictures_json(tell.gains(answer.gains)),
        "minor": answer.minor,
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
            "picture": picture_json(tell.picture(piece)),
        }
        for piece in pieces
    ]


def _spot(tell: Telling, spot: q.Spot) -> Json:
    return {
        "key": spot.key,
        "text": tell.said(spot.text),
        "pictures": pictures_json(tell.pictures(spot.pieces)),
        "room": spot.room,
        "minor": spot.minor,
    }


def refusal_json(tell: Telling, refused: q.Refusal) -> Json:
    """Return why an answer is not possible, as an error."""
    message, hint, rule = tell.why(refused)
    return {"code": refused.code, "message": message, "hint": hint, "rule": rule}
