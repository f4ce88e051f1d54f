"""Parts of an answer: a choice or a number of a form, a typed number, the score of all players."""

from typing import Any

from companion.games.question import Amount, Choose, Form, Pick, Piece, Question, text
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Draft, Mark, Part
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.forms import Choice, Entry, Field, Stepper
from kivy_ui.pages.page import Main, Page
from kivy_ui.pages.scores import ScorePart, Scorer, Tally, tally_page


def field_of(tell: Telling, part: Question, place: int, mark: Any) -> Field:
    """Return a part of a form: its choices with what is marked, or a number."""
    label = tell.begun(part.text)
    match part:
        case Choose():
            choices = tuple(
                Choice(
                    Mark(place, each.key),
                    tell.begun(each.text),
                    tell.pictures(each.pieces),
                    chosen=each.key == mark,
                )
                for each in part.answers
            )
            asked = (each for _, each in part.text.arguments if isinstance(each, Piece))
            return Field(label, tell.pictures(asked), choices)
        case Pick():
            choices = tuple(
                Choice(
                    Mark(place, drafts.toggled(part, mark, index)),
                    tell.word(piece),
                    tell.pictures((piece,)),
                    chosen=index in mark,
                )
                for index, piece in enumerate(part.pieces)
            )
            return Field(label, choices=choices)
        case Amount():
            less = Mark(place, mark - 1) if mark > part.low else None
            more = Mark(place, mark + 1) if mark < part.high else None
            return Field(
                label,
                tell.pictures(part.pieces),
                number=Stepper(mark, less, more),
                price=tell.prices(part.price),
            )
        case _:
            message = f"a form cannot show {type(part).__name__}"
            raise TypeError(message)


def entry_of(tell: Telling, question: Amount, mark: int | None, part: int = 0) -> Entry:
    """Return a number with its keys; *mark* is None before there is any digit.

    The first digit takes the place of what was proposed; so does one that makes it too large.
    """
    now = mark or 0

    def typed(digit: int) -> int:
        longer = now * 10 + (digit if now >= 0 else -digit)
        fits = mark not in {None, question.default} and question.low <= longer <= question.high
        return longer if fits else digit

    shorter = int(now / 10) or None
    negative = now and question.low < 0 and question.low <= -now <= question.high
    return Entry(
        "" if mark is None else str(now),
        tuple(Mark(part, typed(digit)) for digit in range(10)),
        Mark(part, shorter, "erase") if mark != shorter else None,
        Mark(part, -now, "sign") if negative else None,
        next(iter(tell.pictures(question.pieces[-1:])), None),
        less=Mark(part, now - 1, "less") if now > question.low else None,
        more=Mark(part, max(now + 1, question.low), "more") if now < question.high else None,
    )


def tally_of(tell: Telling, question: Form, draft: Draft, finish: Main) -> Page:
    """Return the score of all players, whose parts are numbers of them; *finish* ends it."""
    numbers = [part for part in question.parts if isinstance(part, Amount)]
    owners = [part.pieces[0].owner for part in numbers]
    seats, kinds = list(dict.fromkeys(owners)), list(dict.fromkeys(part.text for part in numbers))
    at = {(seat, part.text): i for i, (seat, part) in enumerate(zip(owners, numbers, strict=True))}

    def scorer(seat: int) -> Scorer:
        marks = [draft.marks[at[seat, kind]] if (seat, kind) in at else 0 for kind in kinds]
        missing = [kind for kind, mark in zip(kinds, marks, strict=True) if mark is None]
        first = next(kind for kind in (*missing, *kinds) if (seat, kind) in at)
        total = "" if missing else str(sum(marks))
        who = tell.seat(seat)
        return Scorer(who, tuple(mark is not None for mark in marks), total, Part(at[seat, first]))

    now, seat = numbers[draft.part], owners[draft.part]
    to_go = tell.said(text("%(count)s to go", "%(count)s to go", count=1))
    parts = []
    for kind in kinds:
        place, words = at.get((seat, kind)), tell.said(kind)
        pieces = next(part.pieces[-1:] for part in numbers if part.text == kind)
        key = None if place is None else Part(place)
        parts.append(ScorePart(key, tell.pictures(pieces)[0], words, words, to_go))
    players = tuple(map(scorer, seats))
    entry = entry_of(tell, now, draft.marks[draft.part], draft.part)
    tally = Tally(players, tuple(parts), seats.index(seat), kinds.index(now.text), entry)
    return tally_page(tally, "", finish)
