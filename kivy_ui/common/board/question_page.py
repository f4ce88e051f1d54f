"""Buttons of a page as answers to questions: the key of a button is the answer on the wire.

A page asks for the answers of a question and shows them in its own way; a tap on one is walked
from the question of the current state to a command, or to the next question, which stays open.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from companion.games.answers import AnswerRefusedError, walk
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Pick,
    Piece,
    Place,
    Question,
    Refusal,
    Steps,
    Text,
    is_question,
)
from companion.i18n import Translator
from companion.text_formats import from_json
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.telling import said, why
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext

ANSWER: Final = "answer:"
AMOUNT: Final = "amount:"
MARK: Final = "mark:"
SEND: Final = "send"
"""Key of the button that answers the open question with what is marked."""
BACK: Final = "unanswer"
"""Key of the button that leads back to the question before the open one."""
Path = tuple[Any, ...]


def answer_key(seat: int, *path: Any) -> str:
    """Return the key of the button for an answer of a seat."""
    return ANSWER + json.dumps([seat, *path])


def answer_path(key: str) -> Path | None:
    """Return seat and path of the button of an answer; None for another button."""
    return tuple(from_json(key.removeprefix(ANSWER))) if key.startswith(ANSWER) else None


def amount_key(seat: int, *path: Any) -> str:
    """Return the key of the number that answers an ``Amount``."""
    return AMOUNT + json.dumps([seat, *path])


def mark_key(part: int, element: Any) -> str:
    """Return the key of the button that changes a part of the open form."""
    return MARK + json.dumps([part, element])


def is_switch(part: Question) -> bool:
    """Return whether a part of a form is turned on and off."""
    return isinstance(part, Choose) and [each.key for each in part.answers] == ["no", "yes"]


@dataclass(frozen=True, slots=True)
class PieceLooks:
    """How a game shows the pieces of its questions; a seat has the badge of its player."""

    word: Callable[[Translator, Piece], str]
    icon: Callable[[Piece], Icon]


def once(ask: Callable[[Any, int], Question | None]) -> Callable[[Any, int], Question | None]:
    """Return a function that computes the question of a seat once for the newest state.

    A page asks many times; *ask* must depend on nothing but its arguments.
    """
    newest: Any = None
    known: dict[int, Question | None] = {}

    def asked(state: Any, seat: int) -> Question | None:
        nonlocal newest
        if newest is not state:
            newest = state
            known.clear()
        if seat not in known:
            known[seat] = ask(state, seat)
        return known[seat]

    return asked


class Questions:
    """The questions of one table, in the language of the screen.

    Args:
        ui: context with the language and the port that gets the commands.
        question: (state, seat) -> question of the game.
        looks: words and icons of the game's pieces.
    """

    def __init__(
        self, ui: UiContext, question: Callable[[Any, int], Question | None], looks: PieceLooks
    ) -> None:
        self._ui = ui
        self._question = question
        self._looks = looks

    def said(self, text: Text) -> str:
        """Return a text in the language of the screen."""
        return said(self._ui.translate, self._looks.word, text)

    def word(self, piece: Piece) -> str:
        """Return the word of a piece."""
        return self._looks.word(self._ui.translate, piece)

    def icon(self, piece: Piece) -> Icon:
        """Return the icon of a piece."""
        return self._looks.icon(piece)

    def why(self, refused: Refusal) -> tuple[str, str]:
        """Return why an answer is not possible, and how to solve it with the rule's number."""
        return why(self._ui.translate, self._looks.word, refused)

    def asked(self, state: Any, seat: int, *path: Any) -> str:
        """Return the sentence of the question at the end of a path."""
        return self.said(self.at(state, seat, *path).text)

    def at(self, state: Any, seat: int, *path: Any) -> Any:
        """Return the question or command at the end of a path; None if there is none."""
        return drafts.at(partial(self._question, state), seat, path)

    def answers(self, state: Any, seat: int, *path: Any) -> dict[str, Answer]:
        """Return the answers there by key; none where the question is of another kind."""
        found = self.at(state, seat, *path)
        return {each.key: each for each in found.answers} if isinstance(found, Choose) else {}

    def able(self, state: Any, seat: int, *path: Any) -> dict[str, Answer]:
        """Return the answers that are possible now."""
        answers = self.answers(state, seat, *path)
        return {key: each for key, each in answers.items() if each.refused is None}


class Asking(Questions):
    """The answers to the questions of one table, and what is open or marked among them.

    Attributes:
        seat, path: the open question; the path is empty if none is open.
        marked: elements of the parts of the open form.

    Args:
        ui, question, looks: as in ``Questions``.
        group: the people at the table.
    """

    def __init__(
        self,
        ui: UiContext,
        group: PlayerGroup,
        question: Callable[[Any, int], Question | None],
        looks: PieceLooks,
    ) -> None:
        super().__init__(ui, question, looks)
        self._group = group
        self.close()

    # --- what is shown -------------------------------------------------------------------------

    def option(self, answer: Answer, seat: int, *path: Any, **look: Any) -> Option:
        """Return the button of an answer; a tap on one that is refused says why.

        Args:
            answer: to the question at the end of *path*.
            look: attributes of the button that differ from the answer's text and pieces.
        """
        why = None if answer.refused is None else self.why(answer.refused)
        shown = {"text": self.said(answer.text), "enabled": why is None, "why": why, **look}
        if "icons" not in shown:
            pieces = Counter(answer.pieces)
            shown["icons"] = tuple(replace(self.icon(p), times=n) for p, n in pieces.items())
        return Option(answer_key(seat, *path, answer.key), **shown)

    def icon(self, piece: Piece) -> Icon:
        """Return the icon of a piece in its owner's colour; a seat has its player's badge."""
        if piece.key == "seat":
            return self._group.badge(piece.owner)
        icon = self._looks.icon(piece)
        return replace(icon, colour=self._group.colour(piece.owner)) if piece.owner else icon

    def options(
        self, state: Any, seat: int, *path: Any, chosen: Collection[str] = ()
    ) -> tuple[Option, ...]:
        """Return the buttons of all answers there."""
        answers = self.answers(state, seat, *path).items()
        return tuple(self.option(each, seat, *path, chosen=key in chosen) for key, each in answers)

    def number(self, state: Any, seat: int, *path: Any, **look: Any) -> Number:
        """Return the number that answers the ``Amount`` there; each step is an answer."""
        amount = self.at(state, seat, *path)
        value = self._value(amount, seat, path)
        return Number(amount_key(seat, *path), value, amount.low, amount.high, **look)

    def _value(self, amount: Amount, seat: int, path: Path) -> int:
        """Return what is entered: before the open question, else what is proposed."""
        if seat == self.seat and self.path[: len(path)] == path != self.path:
            entered: int = self.path[len(path)]
            return entered
        return amount.low if amount.default is None else amount.default

    def part(self, state: Any, part: int, **look: Any) -> Number:
        """Return the number for an ``Amount`` of the open form."""
        amount = self._parts(state)[part]
        return Number(f"{MARK}{part}", self.marked[part], amount.low, amount.high, **look)

    def choices(self, state: Any, part: int) -> tuple[Option, ...]:
        """Return the buttons of a ``Choose`` or a ``Pick`` that is open, with what is marked.

        What is picked already is put back by a tap; more than allowed cannot be picked.
        """
        asked = self._parts(state)[part]
        if isinstance(asked, Choose):
            answers = ((self.option(each, self.seat), each.key) for each in asked.answers)
            return tuple(
                replace(option, key=mark_key(part, key), chosen=key == self.marked[part])
                for option, key in answers
            )
        now = self.marked[part] or ()
        options = []
        for index, piece in enumerate(asked.pieces):
            after = [each for each in now if each != index]
            if index not in now and len(now) < asked.most:
                after = [*now, index]
            key, icons = mark_key(part, after), (self.icon(piece),)
            options.append(Option(key, self.word(piece), chosen=index in now, icons=icons))
        return tuple(options)

    def switch(self, state: Any, part: int, **look: Any) -> Option:
        """Return the button that turns a part of the open form on and off."""
        on, asked = self.marked[part] == "yes", self._parts(state)[part]
        icons = tuple(self.icon(piece) for each in asked.answers for piece in each.pieces)
        shown = {"text": self.said(asked.text), "icons": icons, **look}
        return Option(mark_key(part, "no" if on else "yes"), chosen=on, **shown)

    def spot_key(self, state: Any, spot: str, seat: int, *path: Any) -> str:
        """Return the key of the button that puts on a spot what is to be placed.

        All of it at once; if the question is open, the next piece.
        """
        place = self.at(state, seat, *path)
        if (seat, path) != (self.seat, self.path):
            return answer_key(seat, *path, [(item, spot) for item in range(len(place.items))])
        placed = [*(self.marked[0] or ()), (len(self.marked[0] or ()), spot)]
        if len(placed) < place.least:
            return mark_key(0, placed)
        return answer_key(seat, *path, placed)

    # --- what is asked -------------------------------------------------------------------------

    def close(self) -> None:
        """Close the open question."""
        self.seat = 0
        self.path: Path = ()
        self.marked: list[Any] = []

    def opened(self, state: Any) -> Any:
        """Return the open question; None if none is open, or if it is over."""
        return self.at(state, self.seat, *self.path) if self.path else None

    def _parts(self, state: Any) -> tuple[Any, ...]:
        """Return what is marked before the open question is answered."""
        found = self.opened(state)
        if isinstance(found, Form):
            return found.parts
        return (found,) if isinstance(found, Pick | Place) else ()

    def open(self, state: Any, seat: int, *path: Any, marks: Collection[Any] = ()) -> None:
        """Open a question; its parts start with these marks, the rest with what is proposed."""
        self.seat, self.path = seat, path
        parts = self._parts(state)
        self.marked = [*marks, *(part.default for part in parts[len(marks) :])]

    def show(self, state: Any, seat: int, *path: Any, marks: Collection[Any] = ()) -> None:
        """Open a question that a page shows without a tap, unless it is open already."""
        if (seat, path) != (self.seat, self.path):
            self.open(state, seat, *path, marks=marks)

    # --- input ---------------------------------------------------------------------------------

    def back(self, state: Any) -> None:
        """Open the question before the open one."""
        self.open(state, self.seat, *self.path[:-1])

    def tap(self, state: Any, key: str) -> bool:
        """Handle a tap; returns whether the button belongs to a question."""
        path = answer_path(key)
        if path is not None:
            self.send(state, *path)
        elif key.startswith(MARK):
            part, element = from_json(key.removeprefix(MARK))
            if part < len(self.marked):  # the question may be over
                self.marked[part] = element
        elif key == SEND:
            self.send_marked(state)
        elif key == BACK:
            self.back(state)
        else:
            return False
        return True

    def send(self, state: Any, seat: int, *path: Any) -> None:
        """Post the command of a path, or open the question there; an open one keeps its marks."""
        found = self.at(state, seat, *path)
        if is_question(found):
            if (seat, path) != (self.seat, self.path):
                self.open(state, seat, *path)
        elif found is not None:
            self.close()
            self._post(found)

    def _post(self, command: Any) -> None:
        for each in command.commands if isinstance(command, Steps) else (command,):
            self._ui.port.post(each)

    def change(self, state: Any, key: str, delta: int) -> bool:
        """Change a number within its limits; returns whether it belongs to a question.

        A command is posted while the open question stays open.
        """
        if key.startswith(MARK):
            part = int(key.removeprefix(MARK))
            for amount in self._parts(state)[part : part + 1]:  # the question may be over
                self.marked[part] = _within(amount, self.marked[part] + delta)
            return True
        if not key.startswith(AMOUNT):
            return False
        seat, *path = from_json(key.removeprefix(AMOUNT))
        amount = self.at(state, seat, *path)
        value = _within(amount, self._value(amount, seat, tuple(path)) + delta)
        found = self.at(state, seat, *path, value)
        if is_question(found):
            self.open(state, seat, *path, value)
        elif found is not None:
            self._post(found)
        return True

    def send_marked(self, state: Any) -> None:
        """Post the command of what is marked."""
        self.send(state, self.seat, *self.path, self._marks(state))

    def _marks(self, state: Any) -> Any:
        whole = isinstance(self.opened(state), Form) or not self.marked
        return self.marked if whole else self.marked[0]

    def entered(self, state: Any) -> Any:
        """Return the command of what is marked; None if it is no answer to the open question."""
        return self.at(state, self.seat, *self.path, self._marks(state))

    def fits(self, state: Any) -> bool:
        """Return whether what is marked is an answer to the open question."""
        return self.entered(state) is not None

    def fitting(self, state: Any, part: int) -> dict[str, Answer]:
        """Return the answers of a ``Choose`` of the open form that fit to what is marked."""
        form, found = self.opened(state), dict[str, Answer]()
        for answer in form.parts[part].answers:
            with suppress(AnswerRefusedError):
                walk(form, ([*self.marked[:part], answer.key, *self.marked[part + 1 :]],))
                found[answer.key] = answer
        return found

    def refused(self, state: Any) -> tuple[str, ...]:
        """Return why the command of what is marked is not possible; empty if it is."""
        try:
            walk(self._question(state, self.seat), (*self.path, self._marks(state)))
        except AnswerRefusedError as error:
            return tuple(filter(None, self.why(error.refused)))
        return ()


def _within(amount: Amount, number: int) -> int:
    return max(amount.low, min(amount.high, number))
