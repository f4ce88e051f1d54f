"""A question in full: of a seat with all its answers, or what the table can correct."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.games.question import Choose, Path, Place, is_question
from companion.games.roll.ask.mat import faces
from companion.games.roll.model.state import Step
from companion.games.roll.phases.assign import RollDice
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.answering import Asking
from kivy_ui.asking.draft import Action, Ask, Draft, Give
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import asked_of, loaded, shown_seat, telling
from kivy_ui.pages.forms import Form
from kivy_ui.pages.page import Card, Cards, Chip, Page

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages


def _in_full(ui: RollContext, seat: int) -> Any:
    """Return the question of a seat with its seldom wanted answers among the others."""
    question = asked_of(ui.view, seat)
    if not isinstance(question, Choose):
        return question
    return replace(question, answers=tuple(replace(e, minor=False) for e in question.answers))


def _roll(ui: RollContext, seat: int) -> Any:
    """Return the question for the faces of a cup that is rolled; None where nobody rolls."""
    player = ui.seat(seat) if ui.step is Step.ASSIGN else None
    cup = player.tracking.cup if player is not None and player.tracking is not None else ()
    return faces(cup, partial(RollDice, seat)) if cup else None


def _by_tile(question: Any) -> bool:
    """Return whether a question is answered by a search for a tile."""
    return isinstance(question, Choose) and "tile" in question.by


def _opened(ask: Ask, seat: int, path: Path = ()) -> Draft:
    """Return the draft at the end of a path, further where there is one answer only."""
    question = drafts.at(ask, seat, path)
    if isinstance(question, Choose) and len(question.answers) == 1:
        further = (*path, question.answers[0].key)
        then = drafts.at(ask, seat, further)
        if is_question(then) and not _by_tile(then):
            return _opened(ask, seat, further)
    return drafts.still(ask, seat, path)


@dataclass(frozen=True)
class FullQuestion:
    """An open question with what is marked; one that follows an answer is opened over it.

    Attributes:
        private: whether the answer is not sent, as that of a player who asks for hints.
    """

    on: "RoundPages"
    ask: Ask
    draft: Draft
    private: bool = False

    @staticmethod
    def at(on: "RoundPages", seat: int, path: Path = ()) -> "FullQuestion":
        """Open the question of a seat at the end of a path; seat 0 is the table."""
        ask = partial(_in_full, on.ui)
        return FullQuestion(on, ask, _opened(ask, seat, path))

    @staticmethod
    def of_roll(on: "RoundPages", seat: int, *, private: bool) -> "FullQuestion":
        """Open the question for the faces of a cup."""
        ask = partial(_roll, on.ui)
        return FullQuestion(on, ask, _opened(ask, seat), private)

    def anew(self) -> "FullQuestion":
        """Return it in a new state, with what is proposed there."""
        return replace(self, draft=_opened(self.ask, self.draft.seat, self.draft.path))

    def after(self, key: Action) -> "tuple[FullQuestion, tuple[Any, ...]]":
        """Return what is open after a touch, and the commands to send."""
        draft, commands = drafts.after(self.ask, self.draft, key, _opened)
        return replace(self, draft=draft), commands

    def page(self, head: Page) -> Page | None:
        """Return its page, in the frame of the round; None if the question is over."""
        question = drafts.at(self.ask, self.draft.seat, self.draft.path)
        if not is_question(question):
            return None
        asked = Asking(telling(self.on.ui), self.ask, self.draft).shown()
        cards = Cards(tuple(map(self._searching, asked.cards.values())))
        return replace(
            head,
            question=asked.question,
            body=Form(asked.fields) if asked.fields else asked.typed or cards,
            main=asked.main,
            side=asked.side,
            chips=tuple(self._chips(question)),
        )

    def _searching(self, card: Card) -> Card:
        """Return a card; one that asks for the name of a tile opens the search."""
        card = replace(card, pictures=loaded(card.pictures))
        if not isinstance(card.key, Give):
            return card
        seat, path = card.key.seat, card.key.path
        if not _by_tile(drafts.at(self.ask, seat, path)):
            return card
        return replace(card, key=do(self.on.name, seat, None if seat else path))

    def _chips(self, question: Any) -> Iterator[Chip]:
        if isinstance(question, Place) and self.draft.marks:
            index = len(self.draft.marks[0])
            if index < len(question.pieces) and not question.ordered:
                yield Chip(picture=telling(self.on.ui).picture(question.pieces[index]))
        seat = self.on.ui.seat(self.draft.seat)
        if seat is not None:
            yield Chip(icon="tile", key=do(self.on.whole, seat.seat))
            yield Chip(seat=shown_seat(seat))
