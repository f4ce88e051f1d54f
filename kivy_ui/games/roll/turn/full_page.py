"""A question in full: of a seat with all its answers, or what the table can correct."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.question import Choose, Drawn, Path, Place, Steps, is_question
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.answering import Asked, Asking
from kivy_ui.asking.draft import Back, Confirm, Draft, Give
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import asked_of, telling
from kivy_ui.games.roll.turn.keys import Close, NameOf, Whole
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.forms import Form
from kivy_ui.pages.page import Card, Cards, Chip, Page, Seat


@dataclass(frozen=True)
class FullQuestion:
    """An open question with what is marked.

    Attributes:
        begun: how many answers were given before it was opened.
    """

    ui: RollContext
    draft: Draft
    begun: int

    @staticmethod
    def at(ui: RollContext, seat: int, path: Path = ()) -> FullQuestion:
        """Open the question of a seat at the end of a path; seat 0 is the table."""
        empty = FullQuestion(ui, Draft(seat), len(path))
        return replace(empty, draft=empty.opened(path))

    def ask(self, seat: int) -> Any:
        """Return a question with its seldom wanted answers among the others."""
        question = asked_of(self.ui.view, seat)
        if not isinstance(question, Choose):
            return question
        return replace(question, answers=tuple(replace(e, minor=False) for e in question.answers))

    def opened(self, path: Path) -> Draft:
        """Return the draft at the end of a path, where nothing leads on by itself."""
        return drafts.still(self.ask, self.draft.seat, path)

    @property
    def question(self) -> Any:
        """The open question; None if it is over."""
        return drafts.at(self.ask, self.draft.seat, self.draft.path)

    # --- what is shown -------------------------------------------------------------------------

    def page(self, head: Page) -> Page:
        """Return its page, in the frame of the round."""
        tell, question = telling(self.ui), self.question
        asked = Asking(tell, self.ask, self.draft).shown()
        back = Back() if self.draft.given > self.begun else Close()
        cards = {key: self._searching(card) for key, card in asked.cards.items()}
        return replace(
            head,
            question=asked.question,
            body=self._body(replace(asked, cards=cards), question),
            main=asked.main,
            side=asked.side,
            back=back,
            chips=tuple(self._chips(question)),
        )

    @staticmethod
    def _body(asked: Asked, _question: Any) -> Body:
        if asked.fields:
            return Form(asked.fields)
        return asked.entry or Cards(tuple(asked.cards.values()))

    def _searching(self, card: Card) -> Card:
        """Return a card; one that asks for the name of a tile opens the search."""
        if not isinstance(card.key, Give):
            return card
        then = drafts.at(self.ask, card.key.seat, card.key.path)
        if not _by_tile(then):
            return card
        seat = self.draft.seat
        return replace(card, key=NameOf(seat, None if seat else card.key.path))

    def _chips(self, question: Any) -> Any:
        if isinstance(question, Place) and self.draft.marks:
            index = len(self.draft.marks[0])
            if index < len(question.pieces) and not question.ordered:
                yield Chip(picture=telling(self.ui).picture(question.pieces[index]))
        seat = self.ui.seat(self.draft.seat)
        if seat is not None:
            yield Chip(icon="tile", key=Whole(seat.seat))
            yield Chip(seat=Seat(seat.seat, seat.name, seat.colour))

    # --- input ---------------------------------------------------------------------------------

    def after(self, key: Any) -> tuple[FullQuestion | None, tuple[Any, ...]]:
        """Return what is open after a touch, and the commands to send."""
        match key:
            case Give(path=path):
                return self._given(path)
            case Confirm():
                return self._given((*self.draft.path, drafts.marked(self.ask, self.draft)))
            case Back():
                path = self.draft.path[:-1]
                return replace(self, draft=self.opened(path)), ()
            case _:
                return replace(self, draft=drafts.after(self.ask, self.draft, key)[0]), ()

    def _given(self, path: Path) -> tuple[FullQuestion | None, tuple[Any, ...]]:
        found = drafts.at(self.ask, self.draft.seat, path)
        while isinstance(found, Drawn) and found.unnamed is not None:
            path = (*path, ())
            found = drafts.at(self.ask, self.draft.seat, path)
        if found is None:
            return self, ()
        if is_question(found):
            return replace(self, draft=self.opened(path)), ()
        commands = found.commands if isinstance(found, Steps) else (found,)
        return (None if self.draft.seat else self), commands

    def after_change(self) -> FullQuestion | None:
        """Return what is left of it in a new state; corrections go on where they were."""
        path = self.draft.path
        if not self.draft.seat:
            path = path[: self.begun]
        draft = self.opened(path)
        fits = is_question(drafts.at(self.ask, self.draft.seat, path))
        return replace(self, draft=draft) if fits else None


def _by_tile(step: Any) -> bool:
    return isinstance(step, Choose) and "tile" in step.by
