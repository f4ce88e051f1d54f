"""Buttons of a page as answers to questions: the key of a button is the answer on the wire.

A page asks for the answers of a question and shows them in its own way; a tap on one is walked
from the question of the current state to a command, or to the next question, which stays open.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, walk
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Piece,
    Question,
    Refusal,
    Steps,
    Text,
    is_question,
)
from companion.i18n import Translator
from companion.text_formats import from_json
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Number, Option
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext

ANSWER: Final = "answer:"
AMOUNT: Final = "amount:"
MARK: Final = "mark:"
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


@dataclass(frozen=True, slots=True)
class PieceLooks:
    """How a game shows the pieces of its questions; a seat has the badge of its player."""

    word: Callable[[Translator, Piece], str]
    icon: Callable[[Piece], Icon]


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
        translate = self._ui.translate
        values: dict[str, Any] = {name: self._said(value) for name, value in text.arguments}
        if text.plural:
            return translate.plural(text.message, text.plural, values.pop("count"), **values)
        return translate(text.message, **values)

    def _said(self, value: str | int | Piece | Text) -> str | int:
        if isinstance(value, Piece):
            return self.word(value)
        return self.said(value) if isinstance(value, Text) else value

    def word(self, piece: Piece) -> str:
        """Return the word of a piece."""
        return self._looks.word(self._ui.translate, piece)

    def icon(self, piece: Piece) -> Icon:
        """Return the icon of a piece."""
        return self._looks.icon(piece)

    def why(self, refused: Refusal) -> tuple[str, str]:
        """Return why an answer is not possible, and how to solve it with the rule's number."""
        hint = "" if refused.hint is None else self.said(refused.hint)
        rule = self._ui.translate("Rule %(rule)s", rule=refused.rule) if refused.rule else ""
        return self.said(refused.text), f"{hint} {rule}".strip()

    def asked(self, state: Any, seat: int, *path: Any) -> str:
        """Return the sentence of the question at the end of a path."""
        return self.said(self.at(state, seat, *path).text)

    def at(self, state: Any, seat: int, *path: Any) -> Any:
        """Return the question or command at the end of a path; None if there is none."""
        question = self._question(state, seat)
        try:
            return None if question is None else walk(question, path)
        except (NoSuchAnswerError, AnswerRefusedError):
            return None

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
        """Return the button of an answer; one that is refused cannot be tapped.

        Args:
            answer: to the question at the end of *path*.
            look: attributes of the button that differ from the answer's text and pieces.
        """
        shown = {"text": self.said(answer.text), "enabled": answer.refused is None, **look}
        if "icons" not in shown:
            pieces = Counter(answer.pieces)
            shown["icons"] = tuple(replace(self.icon(p), times=n) for p, n in pieces.items())
        return Option(answer_key(seat, *path, answer.key), **shown)

    def icon(self, piece: Piece) -> Icon:
        """Return the icon of a piece; a seat has the badge of its player."""
        return self._group.badge(piece.owner) if piece.key == "seat" else self._looks.icon(piece)

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
        amount = self.opened(state).parts[part]
        return Number(f"{MARK}{part}", self.marked[part], amount.low, amount.high, **look)

    def choices(self, state: Any, part: int) -> tuple[Option, ...]:
        """Return the buttons of a ``Choose`` or a ``Pick`` of the open form, with what is marked.

        What is picked already is put back by a tap; more than allowed cannot be picked.
        """
        asked = self.opened(state).parts[part]
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

    # --- what is asked -------------------------------------------------------------------------

    def close(self) -> None:
        """Close the open question."""
        self.seat = 0
        self.path: Path = ()
        self.marked: list[Any] = []

    def opened(self, state: Any) -> Any:
        """Return the open question; None if none is open, or if it is over."""
        return self.at(state, self.seat, *self.path) if self.path else None

    def open(self, state: Any, seat: int, *path: Any) -> None:
        """Open a question; the parts of a form start with what is proposed."""
        self.seat, self.path = seat, path
        found = self.opened(state)
        parts: Any = found.parts if isinstance(found, Form) else ()
        self.marked = [part.default for part in parts]

    # --- input ---------------------------------------------------------------------------------

    def back(self, state: Any) -> None:
        """Open the question before the open one."""
        self.open(state, self.seat, *self.path[:-1])

    def tap(self, state: Any, key: str) -> bool:
        """Handle a tap; returns whether the button is an answer or a mark."""
        if key.startswith(MARK):
            part, element = from_json(key.removeprefix(MARK))
            self.marked[part] = element
            return True
        path = answer_path(key)
        if path is not None:
            self.send(state, *path)
        return path is not None

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
            amount = self.opened(state).parts[part]
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
        """Post the command of the open form."""
        self.send(state, self.seat, *self.path, self.marked)

    def fits(self, state: Any) -> bool:
        """Return whether what is marked is an answer to the open form."""
        return self.at(state, self.seat, *self.path, self.marked) is not None


def _within(amount: Amount, number: int) -> int:
    return max(amount.low, min(amount.high, number))
