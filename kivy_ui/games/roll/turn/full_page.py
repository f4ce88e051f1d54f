"""A question in full: of a seat with all its answers, or what the table can correct."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.games.question import Choose, Path, Place, is_question
from companion.games.roll.ask.mat import faces
from companion.games.roll.model.state import Step
from companion.games.roll.phases.assign import RollDice
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.answering import Asking
from kivy_ui.asking.draft import Ask, Back, Draft, Give
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import asked_of, telling
from kivy_ui.games.roll.turn.keys import Close, NameOf, Whole
from kivy_ui.pages.forms import Form
from kivy_ui.pages.page import Card, Cards, Chip, Page, Seat


def in_full(ui: RollContext, seat: int) -> Any:
    """Return the question of a seat with its seldom wanted answers among the others."""
    question = asked_of(ui.view, seat)
    if not isinstance(question, Choose):
        return question
    return replace(question, answers=tuple(replace(e, minor=False) for e in question.answers))


def roll(ui: RollContext, seat: int) -> Any:
    """Return the question for the faces of a cup that is rolled; None where nobody rolls."""
    player = ui.seat(seat) if ui.step is Step.ASSIGN else None
    cup = player.tracking.cup if player is not None and player.tracking is not None else ()
    return faces(cup, partial(RollDice, seat)) if cup else None


@dataclass(frozen=True)
class FullQuestion:
    """An open question with what is marked.

    Attributes:
        private: whether the answer is not sent, as that of a player who asks for hints.
        begun: how many answers were given before it was opened.
    """

    ui: RollContext
    ask: Ask
    draft: Draft
    begun: int = 0
    private: bool = False

    @staticmethod
    def at(ui: RollContext, seat: int, path: Path = ()) -> FullQuestion:
        """Open the question of a seat at the end of a path; seat 0 is the table."""
        ask = partial(in_full, ui)
        return FullQuestion(ui, ask, drafts.still(ask, seat, path), len(path))

    @staticmethod
    def of_roll(ui: RollContext, seat: int, *, private: bool) -> FullQuestion:
        """Open the question for the faces of a cup."""
        ask = partial(roll, ui)
        return FullQuestion(ui, ask, drafts.still(ask, seat), private=private)

    @property
    def question(self) -> Any:
        """The open question; None if it is over."""
        return drafts.at(self.ask, self.draft.seat, self.draft.path)

    # --- what is shown -------------------------------------------------------------------------

    def page(self, head: Page) -> Page:
        """Return its page, in the frame of the round."""
        asked = Asking(telling(self.ui), self.ask, self.draft).shown()
        cards = Cards(tuple(map(self._searching, asked.cards.values())))
        return replace(
            head,
            question=asked.question,
            body=Form(asked.fields) if asked.fields else asked.typed or cards,
            main=asked.main,
            side=asked.side,
            back=Back() if self.draft.given > self.begun else Close(),
            chips=tuple(self._chips(self.question)),
        )

    def _searching(self, card: Card) -> Card:
        """Return a card; one that asks for the name of a tile opens the search."""
        if not isinstance(card.key, Give):
            return card
        then = drafts.at(self.ask, card.key.seat, card.key.path)
        if not isinstance(then, Choose) or "tile" not in then.by:
            return card
        seat = self.draft.seat
        return replace(card, key=NameOf(seat, None if seat else card.key.path))

    def _chips(self, question: Any) -> Iterator[Chip]:
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
        draft, commands = drafts.after(self.ask, self.draft, key, drafts.still)
        answered = commands and draft.seat
        return None if answered else replace(self, draft=draft), commands

    def after_change(self) -> FullQuestion | None:
        """Return what is left of it in a new state; corrections go on where they were."""
        seat, path = self.draft.seat, self.draft.path
        path = path if seat else path[: self.begun]
        found = replace(self, draft=drafts.still(self.ask, seat, path))
        return found if is_question(found.question) else None
