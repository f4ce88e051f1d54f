"""Buttons of a page as answers to questions: the key of a button is the answer on the wire.

A page asks for the answers of a question and shows them in its own way; a tap on one is walked
from the question of the current state to a command, or to the next question, which stays open.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from companion.games.question import (
    Answer,
    AnswerRefusedError,
    Choose,
    Form,
    NoSuchAnswerError,
    Piece,
    Question,
    Steps,
    Text,
    is_question,
    walk,
)
from companion.i18n import Translator
from companion.text_formats import from_json
from kivy_ui.common.board.pages import Option
from kivy_ui.common.ui_context import UiContext

ANSWER: Final = "answer:"
MARK: Final = "mark:"
Path = tuple[Any, ...]


def answer_key(seat: int, *path: Any) -> str:
    """Return the key of the button for an answer of a seat."""
    return ANSWER + json.dumps([seat, *path])


def answer_path(key: str) -> Path | None:
    """Return seat and path of the button of an answer; None for another button."""
    return tuple(from_json(key.removeprefix(ANSWER))) if key.startswith(ANSWER) else None


def mark_key(part: int, element: Any) -> str:
    """Return the key of the button that changes a part of the open form."""
    return MARK + json.dumps([part, element])


def said(translate: Translator, text: Text, word: Callable[[Piece], str]) -> str:
    """Return a text in the language of the screen.

    Args:
        word: returns the translated word of a piece.
    """
    arguments: dict[str, Any] = {}
    for name, value in text.arguments:
        if isinstance(value, Piece):
            arguments[name] = word(value)
        else:
            arguments[name] = said(translate, value, word) if isinstance(value, Text) else value
    if text.plural:
        return translate.plural(text.message, text.plural, arguments.pop("count"), **arguments)
    return translate(text.message, **arguments)


class Asking:
    """The answers to the questions of one table, and what is open or marked among them.

    Attributes:
        seat, path: the open question; the path is empty if none is open.
        marked: elements of the parts of the open form.

    Args:
        ui: context with the port that gets the commands.
        question: (state, seat) -> question of the game.
    """

    def __init__(self, ui: UiContext, question: Callable[[Any, int], Question | None]) -> None:
        self._ui = ui
        self._question = question
        self.close()

    def close(self) -> None:
        """Close the open question."""
        self.seat = 0
        self.path: Path = ()
        self.marked: list[Any] = []

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

    def opened(self, state: Any) -> Any:
        """Return the open question; None if none is open, or if it is over."""
        return self.at(state, self.seat, *self.path) if self.path else None

    def open(self, state: Any, seat: int, *path: Any) -> None:
        """Open a question; the parts of a form start with what is proposed."""
        self.seat, self.path = seat, path
        found = self.opened(state)
        parts: Any = found.parts if isinstance(found, Form) else ()
        self.marked = [part.default for part in parts]

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
        """Post the command of a path, or open the question there."""
        found = self.at(state, seat, *path)
        if is_question(found):
            self.open(state, seat, *path)
        elif found is not None:
            self.close()
            for command in found.commands if isinstance(found, Steps) else (found,):
                self._ui.port.post(command)

    def send_marked(self, state: Any) -> None:
        """Post the command of the open form."""
        self.send(state, self.seat, *self.path, self.marked)

    def fits(self, state: Any) -> bool:
        """Return whether what is marked is an answer to the open form."""
        return self.at(state, self.seat, *self.path, self.marked) is not None


def answer_option(seat: int, path: Path, answer: Answer, text: str, **look: Any) -> Option:
    """Return the button of an answer; one that is refused cannot be tapped.

    Args:
        path: to the question of the answer.
        look: further attributes of the button.
    """
    key = answer_key(seat, *path, answer.key)
    return Option(key, text, enabled=answer.refused is None, **look)
