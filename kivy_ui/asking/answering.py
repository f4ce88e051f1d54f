"""The part of a page that comes from a question: its sentence, its answers, the main button.

A choice shows its answers as cards. Where one of them leads on by itself (``draft.leading``), its
question is shown at once, and the other answers stand beside it: "Draw a card" shows the cards,
with a button "Stop drawing". Seldom wanted answers are shown on request.
"""

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
    is_question,
    text,
)
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Action, Ask, Back, Confirm, Draft, Give, Mark, More, Why
from kivy_ui.asking.parts import entry_of, field_of, tally_of
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.forms import Field
from kivy_ui.pages.page import Card, Chip, Main, Side

_FEW: Final = 13
"""So many numbers are cards; more are typed."""

_BESIDE: Final = 2
"""Answers that stand as buttons beside a form or a number; more are among the seldom wanted."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page shows of a question.

    Attributes:
        cards: the answers by their keys.
        places: key of an answer -> place of the board that it is, so that the board can show it.
        command: what the main button would send; None if it sends nothing.
        fields: the parts of a form, instead of cards.
        typed: a number that is typed, or the score of several players, instead of cards.
        main: the one next step; None if the answers themselves continue.
        side: further steps, where there are no cards.
        chips: steps between the parts of a score.
        back: leads to the question before; None at the first one.
        more: leads to the seldom wanted answers; None if there are none.
    """

    question: str
    cards: dict[str, Card] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    command: Any = None
    fields: tuple[Field, ...] = ()
    typed: Body | None = None
    main: Main | None = None
    side: tuple[Side, ...] = ()
    chips: tuple[Chip, ...] = ()
    back: Back | More | None = None
    more: More | None = None

    @property
    def on_board(self) -> dict[str, Card]:
        """The answers that are places of the board, the first one of each place."""
        found: dict[str, Card] = {}
        for key, place in self.places.items():
            found.setdefault(place, self.cards[key])
        return found

    @property
    def beside_board(self) -> dict[str, Card]:
        first = {place: key for key, place in reversed(self.places.items())}
        return {key: card for key, card in self.cards.items() if key not in first.values()}


@dataclass(frozen=True, slots=True)
class Asking:
    """Shows the open question of a draft.

    Attributes:
        seats: those that may be asked.
    """

    tell: Telling
    ask: Ask
    draft: Draft
    seats: tuple[int, ...] = ()

    def shown(self) -> Asked:
        """Return what is shown of the open question, or of its seldom wanted answers."""
        minor: dict[str, Card] = {}
        others: dict[str, Card] = {}
        for answer, seat, path in self._beside():
            group = minor if answer.minor else others
            group[answer.key] = self._card(answer, seat, path)
        for seat, answer in self._of_others():
            others[f"{seat}/{answer.key}"] = self._card(answer, seat, ())
        found = self._of(drafts.at(self.ask, self.draft.seat, self.draft.path))
        verbs = [key for key, card in others.items() if card.able and not card.pictures]
        main = found.main
        if main is None and verbs:
            verb = others.pop(verbs[0])
            main = Main(verb.title, verb.key, quiet=_offers(found.cards))
        side: tuple[Side, ...] = ()
        if (found.fields and not found.places) or found.typed is not None:
            if len(others) > _BESIDE:
                minor, others = others | minor, {}
            side, others = tuple(Side(each.key, each.title, "next") for each in others.values()), {}
        if self.draft.more:
            return self._seldom(minor)
        pictured = {key: card for key, card in others.items() if card.pictures}
        cards = pictured | found.cards | others
        if main is not None and len(cards) <= _BESIDE and all(map(_is_verb, cards.values())):
            side = (*side, *(Side(each.key, each.title, "next") for each in cards.values()))
            cards = {}
        return replace(
            found,
            cards=cards,
            command=self._command(main),
            main=main,
            side=(*found.side, *side),
            back=Back() if self.draft.given else None,
            more=More() if minor or (self._waiting() and not self._aside()) else None,
        )

    def _command(self, main: Main | None) -> Any:
        """Return what is marked, else what the main button sends; None if that is no command."""
        made = drafts.made(self.ask, self.draft)
        if made is None and main is not None and isinstance(main.key, Give):
            found = drafts.at(self.ask, main.key.seat, main.key.path)
            return None if is_question(found) else found
        return made

    def _seldom(self, minor: dict[str, Card]) -> Asked:
        """Return the seldom wanted answers; those of other seats are a touch further."""
        tell = self.tell
        if self._aside():
            asked = tell.translate("%(name)s: what else?", name=tell.name(self.draft.seat))
            return Asked(asked, minor, back=More())
        people = {f"seat-{seat}": self._of_seat(seat) for seat in self._waiting()}
        return Asked(tell.translate("What else?"), minor | people, back=More())

    def _of_seat(self, seat: int) -> Card:
        """Return what a seat may answer: the only answer, else what leads to its answers."""
        badge, answers = Piece("seat", seat), self._idle(seat)
        if len(answers) == 1:
            only = replace(answers[0], pieces=(badge, *answers[0].pieces))
            return self._card(only, seat, ())
        question, tell = self.ask(seat), self.tell
        text = () if question is None else (tell.said(question.text),)
        return Card(More(seat), tell.pictures((badge,)), tell.name(seat), text)

    def _aside(self) -> bool:
        """Whether the answers are those of a seat for which nobody waits."""
        question = self.ask(self.draft.seat)
        return bool(self.draft.seat) and question is not None and not question.urgent

    def _waiting(self) -> tuple[int, ...]:
        """Return the other seats that have something to answer for which nobody waits."""
        return tuple(
            seat for seat in self.seats if seat and seat != self.draft.seat and self._idle(seat)
        )

    def _idle(self, seat: int) -> tuple[Answer, ...]:
        """Return what a seat may answer though nobody waits for it."""
        question = self.ask(seat)
        if not isinstance(question, Choose) or question.urgent:
            return ()
        return tuple(each for each in question.answers if each.refused is None)

    def _of_others(self) -> Iterator[tuple[int, Answer]]:
        """Yield what others may answer, with their badges; not beside a pick, which is ticked."""
        now = drafts.at(self.ask, self.draft.seat, self.draft.path)
        if self.draft.given or isinstance(now, Pick):
            return
        for seat in self._waiting():
            for each in self._idle(seat):
                if not each.minor:
                    yield seat, replace(each, pieces=(Piece("seat", seat), *each.pieces))

    def _beside(self) -> Iterator[tuple[Answer, int, Path]]:
        """Yield the answers beside those that led on by themselves, and the minor ones here.

        With the seat and the path of their question; those of the table are always there, those of
        answers given already once the seldom wanted ones are shown.
        """
        seat, path = self.draft.seat, self.draft.path
        for length in range(0 if self.draft.more else self.draft.given, len(path) + 1):
            question = drafts.at(self.ask, seat, path[:length])
            for each in question.answers if isinstance(question, Choose) else ():
                ended = length == len(path) or length < self.draft.given
                if each.minor if ended else each.key != path[length]:
                    yield each, seat, path[:length]
        table = self.ask(0) if seat and not self.draft.given else None
        for each in table.answers if isinstance(table, Choose) else ():
            if each.minor and getattr(self.ask(seat), "urgent", True):
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
            tell.begun(answer.text),
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
        proposed = [each for each in verbs if each.key == question.default]
        verb = next(iter(proposed), verbs[0] if len(verbs) == 1 else None)
        cards = {
            each.key: self._card(each, seat, path, suggested=each.key == question.default)
            for each in usual
            if each is not verb
        }
        main = None
        if verb is not None:
            quiet = not proposed and _offers(cards)
            main = Main(self.tell.said(verb.text), _key(verb, seat, path), quiet=quiet)
        return self._placed(
            Asked(self.tell.begun(question.text), cards, main=main),
            {each.key: each.pieces for each in usual},
        )

    def _placed(self, found: Asked, pieces: dict[str, tuple[Piece, ...]]) -> Asked:
        """Add which of the answers are places of a board."""
        places = {key: self.tell.looks.place(key, each) for key, each in pieces.items()}
        return replace(found, places={key: place for key, place in places.items() if place})

    def _pick(self, question: Pick) -> Asked:
        now = self.draft.marks[0]
        cards = {}
        for index, piece in enumerate(question.pieces):
            key = Mark(0, drafts.toggled(question, now, index))
            picture = self.tell.pictures((piece,))
            card = Card(key, picture, self.tell.word(piece))
            cards[str(index)] = self._ticked(card, question) if index in now else card
        missing, asked = question.least - len(now), self.tell.begun(question.text)
        verb = question.verb if now else question.none or question.verb
        return self._placed(
            Asked(asked, cards, main=self._confirm(verb, missing)),
            {str(index): (piece,) for index, piece in enumerate(question.pieces)},
        )

    def _ticked(self, card: Card, question: Pick | Place) -> Card:
        """Return a card as marked by the player, or by the proposal until somebody changes it."""
        own = self.draft.marks[0] != question.default
        return replace(card, chosen=own, suggested=not own)

    def _confirm(self, verb: Text | None, missing: int, to_go: Text | None = None) -> Main:
        """Return the button that answers with what is marked; it says what is missing."""
        if missing > 0:
            tap = text("Tap %(count)s more", "Tap %(count)s more", count=missing)
            return Main(self.tell.said(to_go or tap))
        element = drafts.marked(self.ask, self.draft)
        refused = drafts.refusal(self.ask, self.draft.seat, (*self.draft.path, element))
        words = self.tell.translate("Done") if verb is None else self.tell.said(verb)
        return Main(words, Confirm() if refused is None else Why(refused))

    def _place(self, question: Place) -> Asked:
        """Show the spots of the next item; a full one gives its item back.

        The last item answers, unless all were proposed: then the main button does.
        """
        if question.ordered and question.default is not None:
            return self._in_order(question)
        placed = self.draft.marks[0]
        lie = {index for index, _ in placed}
        index = next((i for i in range(len(question.items)) if i not in lie), None)
        cards = {}
        for spot in question.spots:
            here = [each for each in placed if each[1] == spot.key]
            full = spot.room is not None and len(here) >= spot.room
            if index is None and not full:
                continue
            now = tuple(each for each in placed if each not in here)
            if not full:
                now = tuple(sorted((*placed, (index, spot.key))))
            whole = len(now) == len(question.items) and question.default is None
            key = Give(self.draft.seat, (*self.draft.path, now)) if whole else Mark(0, now)
            pictures = self.tell.pictures(spot.pieces)
            card = Card(key, pictures, self.tell.begun(spot.text))
            cards[spot.key] = self._ticked(card, question) if here else card
        asked, main = question.text, None
        if index is not None and question.asked:
            asked = question.asked[index]
        if question.default is not None or question.least <= len(placed):
            main = self._confirm(question.verb, question.least - len(placed))
        side = (self._anew(),) if placed and question.default is None else ()
        return self._placed(
            Asked(self.tell.begun(asked), cards, main=main, side=side),
            {spot.key: spot.pieces for spot in question.spots if spot.key in cards},
        )

    def _in_order(self, question: Place) -> Asked:
        """Show each item with each place it can go to next; once all lie, what lies where."""
        placed, spots = self.draft.marks[0], {spot.key: spot for spot in question.spots}
        words = self.tell.begun(question.text)
        lying = {index for index, _ in placed}
        free = [index for index in range(len(question.items)) if index not in lying]
        ways = [(index, key) for index in free for key in spots] if free else placed
        cards = {}
        for index, key in ways:
            item, spot = question.pieces[index], spots[key]
            now = (*placed, (index, key)) if free else tuple(e for e in placed if e[0] != index)
            card = Card(
                Mark(0, now),
                self.tell.pictures((item, *spot.pieces)),
                f"{self.tell.word(item)}: {self.tell.said(spot.text)}",
            )
            cards[f"{index}/{key}"] = card if free else self._ticked(card, question)
        main = self._confirm(question.verb, len(free))
        return Asked(words, cards, main=main, side=(self._anew(),) if placed else ())

    def _amount(self, question: Amount) -> Asked:
        words = self.tell.begun(question.text)
        if question.high - question.low >= _FEW:
            mark = self.draft.marks[0]
            now = None if question.urgent else question.default  # as it is recorded
            lacks = mark in {None, now} or mark < question.low
            main = self._confirm(None, int(lacks), text("Type the number"))
            return Asked(words, typed=entry_of(self.tell, question, mark), main=main)
        cards = {
            str(number): Card(
                Give(self.draft.seat, (*self.draft.path, number)),
                self.tell.counted(question.pieces, number),
                str(number),
                suggested=number == question.default,
            )
            for number in range(question.low, question.high + 1)
        }
        return Asked(words, cards)

    def _drawn(self, question: Drawn) -> Asked:
        """Show the values; each touch names one, the last one answers.

        Each value says how often it was named.
        """
        named = self.draft.marks[0]
        last, cards = len(named) + 1 == question.count, {}
        for value in question.values:
            now, times = (*named, value), named.count(value)
            key = Give(self.draft.seat, (*self.draft.path, now)) if last else Mark(0, now)
            pictures = self.tell.pictures((Piece(f"die/{value}"),) * max(1, times))
            cards[str(value)] = Card(key, pictures, str(value), chosen=times > 0)
        side = (self._anew(),) if named else ()
        main = self._confirm(None, question.count - len(named))
        return Asked(self.tell.begun(question.text), cards, main=main, side=side)

    def _anew(self) -> Side:
        return Side(Mark(0, ()), self.tell.translate("Start again"), "undo")

    def _form(self, question: Form) -> Asked:
        """Show the parts; a part whose answers are places of the board is answered there."""
        marks, asked = self.draft.marks, self.tell.begun(question.text)
        if all(map(drafts.is_of_seat, question.parts)):
            return self._tally(question)
        on_board = next((i for i, each in enumerate(question.parts) if self._is_place(each)), None)
        if on_board is not None:
            return self._beside_places(question, on_board)
        fields = tuple(
            field_of(self.tell, part, place, mark)
            for place, (part, mark) in enumerate(zip(question.parts, marks, strict=True))
        )
        main = self._confirm(question.verb, sum(mark is None for mark in marks))
        return Asked(asked, fields=fields, main=main)

    def _tally(self, question: Form) -> Asked:
        """Show numbers of several players as their score, whose parts are typed in any order."""
        missing = sum(mark is None for mark in self.draft.marks)
        to_go = text("%(count)s to go", "%(count)s to go", count=missing)
        finish = self._confirm(question.verb, missing, to_go)
        page = tally_of(self.tell, question, self.draft, finish)
        return Asked(page.question, typed=page.body, main=page.main, chips=page.chips)

    def _is_place(self, part: Question) -> bool:
        answers = part.answers if isinstance(part, Choose) and not part.default else ()
        place = self.tell.looks.place
        return bool(answers) and all(place(each.key, each.pieces) for each in answers)

    def _beside_places(self, question: Form, on_board: int) -> Asked:
        """Show a form whose last answer is a place: its switches are cards, its numbers fields."""
        seat, path, marks = self.draft.seat, self.draft.path, self.draft.marks
        cards: dict[str, Card] = {}
        fields: list[Field] = []
        for place, (part, mark) in enumerate(zip(question.parts, marks, strict=True)):
            if place == on_board:
                continue
            if isinstance(part, Choose) and {each.key for each in part.answers} == {"yes", "no"}:
                yes = next(each for each in part.answers if each.key == "yes")
                other, on = ("no", True) if mark == "yes" else ("yes", False)
                pictures, words = self.tell.pictures(yes.pieces), self.tell.said(part.text)
                cards[f"part-{place}"] = Card(Mark(place, other), pictures, words, chosen=on)
            else:
                fields.append(field_of(self.tell, part, place, mark))
        places: Any = question.parts[on_board]
        for each in places.answers:
            whole = (*path, (*marks[:on_board], each.key, *marks[on_board + 1 :]))
            refused = drafts.refusal(self.ask, seat, whole)
            key = Give(seat, whole) if refused is None else Why(refused, whole)
            pictures = self.tell.pictures(each.pieces)
            words = self.tell.said(each.text)
            cards[each.key] = Card(key, pictures, words, able=refused is None)
        found = Asked(self.tell.begun(question.text), cards, fields=tuple(fields))
        return self._placed(found, {each.key: each.pieces for each in places.answers})


def _key(answer: Answer, seat: int, path: Path) -> Action | Why:
    """Return what a touch on an answer does: it gives it, or says why that is not possible."""
    whole = (*path, answer.key)
    return Give(seat, whole) if answer.refused is None else Why(answer.refused, whole)


def _is_verb(card: Card) -> bool:
    return card.able and not (card.pictures or card.gains)


def _offers(cards: dict[str, Card]) -> bool:
    """Return whether one of the cards is a possible answer."""
    return any(card.able for card in cards.values())
