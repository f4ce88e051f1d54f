"""Buttons of a page as answers to questions: the key of a button is the answer on the wire.

A page asks for the answers of a question and shows them in its own way; a tap on one is walked
from the question of the current state to a command, or to the next question, which stays open.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from companion.games.question import (
    Answer,
    Choose,
    Piece,
    Question,
    Refusal,
    Text,
)
from companion.i18n import Translator
from companion.text_formats import from_json
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.telling import said, why
from kivy_ui.common.board.icons import Icon
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
