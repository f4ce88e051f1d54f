"""The part of a page that comes from a question: its sentence, its answers, the main button.

A choice shows its answers as cards. Where one of them leads on by itself (``draft.leading``), its
question is shown at once, and the other answers stand beside it: "Draw a card" shows the cards,
with a button "Stop drawing". Seldom wanted answers are shown on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Drawn,
    Form,
    Path,
    Pick,
    Piece,
    Place,
    Question,
    Text,
    text,
)
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Action, Ask, Back, Confirm, Draft, Give, Mark, More, Why
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.page import Card, Choice, Entry, Field, Main, Side, Stepper

_FEW: Final = 12
"""So many numbers are cards; more are typed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page shows of a question.

    Attributes:
        cards: the answers by their keys, so that a board can show some of them itself.
        fields: the parts of a form, instead of cards.
        entry: a number that is typed, instead of cards.
        main: the one next step; None if the answers themselves continue.
        side: further steps, where there are no cards.
        back: leads to the question before; None at the first one.
        more: leads to the seldom wanted answers; None if there are none.
    """

    question: str
    cards: dict[str, Card] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    entry: Entry | None = None
    main: Main | None = None
    side: tuple[Side, ...] = ()
    back: Back | More | None = None
    more: More | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """Shows the open question of a draft.

    Attributes:
        ask: the questions of the current state.
    """

    tell: Telling
    ask: Ask
    draft: Draft

    def shown(self) -> Asked:
        """Return what is shown of the open question, or of its seldom wanted answers."""
        minor: dict[str, Card] = {}
        others: dict[str, Card] = {}
        for answer, seat, path in self._beside():
            group = minor if answer.minor else others
            group[answer.key] = self._card(answer, seat, path)
        if self.draft.more:
            return Asked(self.tell.translate("What else?"), minor, back=More())
        found = self._of(drafts.at(self.ask, self.draft.seat, self.draft.path))
        verbs = [key for key, card in others.items() if card.able and not card.pictures]
        main = found.main
        if main is None and verbs:
            verb = others.pop(verbs[0])
            main = Main(verb.title, verb.key)
        pictured = {key: card for key, card in others.items() if card.pictures}
        side: tuple[Side, ...] = ()
        if found.fields or found.entry is not None:
            side, others = tuple(Side(each.key, each.title, "next") for each in others.values()), {}
        return replace(
            found,
            cards=pictured | found.cards | others,
            main=main,
            side=(*found.side, *side),
            back=Back() if self.draft.given else None,
            more=More() if minor else None,
        )

    def _beside(self) -> Iterator[tuple[Answer, int, Path]]:
        """Yield the answers beside those that led on by themselves, and the minor ones here.

        With the seat and the path of their question; those of the table are always there.
        """
        seat, path = self.draft.seat, self.draft.path
        for length in range(self.draft.given, len(path) + 1):
            question = drafts.at(self.ask, seat, path[:length])
            for each in question.answers if isinstance(question, Choose) else ():
                last = length == len(path)
                if each.minor if last else each.key != path[length]:
                    yield each, seat, path[:length]
        table = self.ask(0) if seat and not self.draft.given else None
        for each in table.answers if isinstance(table, Choose) else ():
            if each.minor:
                yield each, 0, ()

    def _of(self, question: Question | None) -> Asked:
        match question:
            case Choose():
                return self._choice(question)
            case Form():
                return self._form(question)
            case Pick():
                return self._pick(question)
            case Place():
                return self._place(question)
            case Amount():
                return self._amount(question)
            case Drawn():
                return self._drawn(question)
            case None:
                return Asked("")

    # --- answers -------------------------------------------------------------------------------

    def _card(self, answer: Answer, seat: int, path: Path, *, suggested: bool = False) -> Card:
        tell = self.tell
        return Card(
            _key(answer, seat, path),
            tell.pictures(answer.pieces),
            tell.said(answer.text),
            gains=tell.gains(answer.gains),
            suggested=suggested,
            able=answer.refused is None,
            short="" if answer.short is None else tell.said(answer.short),
        )

    # --- kinds of questions --------------------------------------------------------------------

    def _choice(self, question: Choose) -> Asked:
        """Show the answers as cards; the only one that is a verb now is the main button."""
        seat, path = self.draft.seat, self.draft.path
        usual = [each for each in question.answers if not each.minor]
        verbs = [each for each in usual if each.refused is None and not each.pieces]
        main = None
        if len(verbs) == 1:
            usual.remove(verbs[0])
            main = Main(self.tell.said(verbs[0].text), _key(verbs[0], seat, path))
        cards = {
            each.key: self._card(each, seat, path, suggested=each.key == question.default)
            for each in usual
        }
        return Asked(self.tell.said(question.text), cards, main=main)

    def _pick(self, question: Pick) -> Asked:
        now = self.draft.marks[0]
        cards = {}
        for index, piece in enumerate(question.pieces):
            key = Mark(0, _toggled(question, now, index))
            picture = self.tell.pictures((piece,))
            cards[str(index)] = Card(key, picture, self.tell.word(piece), chosen=index in now)
        missing = question.least - len(now)
        return Asked(
            self.tell.said(question.text), cards, main=self._confirm(question.verb, missing)
        )

    def _confirm(self, verb: Text | None, missing: int) -> Main:
        """Return the button that answers with what is marked; it says what is missing."""
        if missing > 0:
            to_go = text("%(count)s to go", "%(count)s to go", count=missing)
            return Main(self.tell.said(to_go))
        refused = drafts.refusal(self.ask, self.draft)
        words = self.tell.translate("Done") if verb is None else self.tell.said(verb)
        return Main(words, Confirm() if refused is None else Why(refused))

    def _place(self, question: Place) -> Asked:
        """Show the spots of the next item; the last one answers."""
        placed = self.draft.marks[0]
        index = len(placed)
        cards = {}
        for spot in question.spots:
            now = (*placed, (index, spot.key))
            whole = len(now) == len(question.items)
            key = Give(self.draft.seat, (*self.draft.path, now)) if whole else Mark(0, now)
            full = spot.room is not None and [k for _, k in placed].count(spot.key) >= spot.room
            if not full:
                pictures = self.tell.pictures(spot.pieces)
                cards[spot.key] = Card(key, pictures, self.tell.said(spot.text))
        main = self._confirm(question.verb, 0) if question.least <= index else None
        side = (self._anew(),) if placed else ()
        return Asked(self.tell.said(question.text), cards, main=main, side=side)

    def _amount(self, question: Amount) -> Asked:
        words = self.tell.said(question.text)
        if question.high - question.low >= _FEW:
            entry = _entry(self.tell, question, self.draft.marks[0])
            return Asked(words, entry=entry, main=self._confirm(None, 0))
        path = self.draft.path
        cards = {
            str(number): Card(
                Give(self.draft.seat, (*path, number)),
                self.tell.pictures(question.pieces),
                str(number),
                suggested=number == question.default,
            )
            for number in range(question.low, question.high + 1)
        }
        return Asked(words, cards)

    def _drawn(self, question: Drawn) -> Asked:
        """Show the values; each touch names one, the last one answers."""
        named = self.draft.marks[0]
        last, cards = len(named) + 1 == question.count, {}
        for value in question.values:
            now = (*named, value)
            key = Give(self.draft.seat, (*self.draft.path, now)) if last else Mark(0, now)
            pictures = self.tell.pictures((Piece(f"die/{value}"),))
            cards[str(value)] = Card(key, pictures, str(value))
        side = (self._anew(),) if named else ()
        main = None
        if question.unnamed is not None and not named:
            main = self._confirm(text("Not named"), 0)
        return Asked(self.tell.said(question.text), cards, main=main, side=side)

    def _anew(self) -> Side:
        return Side(Mark(0, ()), self.tell.translate("Start again"), "undo")

    def _form(self, question: Form) -> Asked:
        marks = self.draft.marks
        fields = tuple(
            self._field(part, place, mark)
            for place, (part, mark) in enumerate(zip(question.parts, marks, strict=True))
        )
        main = self._confirm(None, sum(mark is None for mark in marks))
        return Asked(self.tell.said(question.text), fields=fields, main=main)

    def _field(self, part: Question, place: int, mark: Any) -> Field:
        """Return a part of a form: its choices with what is marked, or a number."""
        tell = self.tell
        match part:
            case Choose():
                choices = tuple(
                    Choice(
                        Mark(place, each.key),
                        tell.said(each.text),
                        tell.pictures(each.pieces),
                        chosen=each.key == mark,
                    )
                    for each in part.answers
                )
                return Field(tell.said(part.text), choices=choices)
            case Pick():
                choices = tuple(
                    Choice(
                        Mark(place, _toggled(part, mark, index)),
                        tell.word(piece),
                        tell.pictures((piece,)),
                        chosen=index in mark,
                    )
                    for index, piece in enumerate(part.pieces)
                )
                return Field(tell.said(part.text), choices=choices)
            case Amount():
                less = Mark(place, mark - 1) if mark > part.low else None
                more = Mark(place, mark + 1) if mark < part.high else None
                number = Stepper(mark, less, more)
                return Field(tell.said(part.text), tell.pictures(part.pieces), number=number)
            case _:
                message = f"a form cannot show {type(part).__name__}"
                raise TypeError(message)


def _toggled(question: Pick, now: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return the picked items after a touch on one; the oldest gives way where no more fit."""
    if index in now:
        return tuple(each for each in now if each != index)
    return (*now, index) if len(now) < question.most else (*now[1:], index)


def _entry(tell: Telling, question: Amount, now: int) -> Entry:
    """Return the number with its keys; a digit that makes it too large begins a new one."""

    def typed(digit: int) -> int:
        longer = now * 10 + (digit if now >= 0 else -digit)
        return longer if question.low <= longer <= question.high else digit

    negative = question.low < 0 and question.low <= -now <= question.high
    return Entry(
        str(now),
        tuple(Mark(0, typed(digit)) for digit in range(10)),
        Mark(0, int(now / 10)),
        Mark(0, -now) if negative else None,
        next(iter(tell.pictures(question.pieces)), None),
    )


def _key(answer: Answer, seat: int, path: Path) -> Action | Why:
    """Return what a touch on an answer does: it gives it, or says why that is not possible."""
    whole = (*path, answer.key)
    return Give(seat, whole) if answer.refused is None else Why(answer.refused, whole)
