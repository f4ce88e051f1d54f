"""What the questions of the table share: judging, pieces, whose something is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from companion.games.question import Answer, Choose, Judge, Later, Piece, Refusal, Text, named
from companion.games.roll.model.effects import Category
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.judge import decide
from companion.games.roll.rules.lookup import Rules

BY_HAND: Final = "by hand"
"""Reason of corrections."""

Answers = Callable[..., Iterable[Answer]]
"""Yields the answers of a question one after the other, so that nobody judges more than needed."""


def judge_of(rules: Rules, state: GameState) -> Judge:
    """Return the judge of commands that bring nothing."""
    return Judge(partial(decide, rules, state))


@dataclass(frozen=True)
class Table:
    """A state, asked about as a whole."""

    rules: Rules
    state: GameState

    @cached_property
    def judge(self) -> Judge:
        """Asks ``decide`` in this state."""
        return judge_of(self.rules, self.state)

    def owners(
        self,
        asked: Text,
        answers: Answers,
        *arguments: Any,
        box: tuple[str, Text] | None = None,
    ) -> Iterator[Answer]:
        """Yield whose something is: ``answers(*arguments, seat)`` follow; seat 0 is the *box*."""
        for empire in self.state.empires:
            key, name, badge = str(empire.seat), named(empire.name), (seat_piece(empire.seat),)
            yield from branch(key, name, asked, answers, *arguments, empire.seat, pieces=badge)
        if box is not None:
            yield from branch(*box, asked, answers, *arguments, 0)


def seat_piece(seat: int) -> Piece:
    """Return a player's badge."""
    return Piece("seat", seat)


def tile_piece(kind: Category, number: int) -> Piece:
    """Return a side of a tile; number 0: it is unnamed."""
    return Piece(f"tile/{kind.value}/{number}")


def branch(
    key: str,
    words: Text,
    asked: Text,
    answers: Answers,
    *arguments: Any,
    pieces: tuple[Piece, ...] = (),
    by: tuple[str, ...] = (),
) -> Iterator[Answer]:
    """Yield an answer that leads to a choice among ``answers(*arguments)``; none if it is empty.

    It is refused if all of them are.
    """
    then = Later(_choice, (asked, answers, arguments, by))
    first: Refusal | None = None
    for each in answers(*arguments):
        if each.refused is None:
            yield Answer(key, words, then, pieces)
            return
        first = first or each.refused
    if first is not None:
        yield Answer(key, words, then, pieces, refused=first)


def _choice(
    asked: Text, answers: Answers, arguments: tuple[Any, ...], by: tuple[str, ...]
) -> Choose:
    return Choose(asked, tuple(answers(*arguments)), by=by)
