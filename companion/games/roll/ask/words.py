"""What the questions of the table share: judging, pieces, whose something is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from companion.games.question import Answer, Judge, Later, Piece, Refusal, Text, named
from companion.games.roll.model.effects import Category
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.judge import decide
from companion.games.roll.rules.lookup import Rules


def judge_of(rules: Rules, state: GameState) -> Judge:
    """Return the judge of commands that bring nothing."""
    return Judge(partial(decide, rules, state))


def seat_piece(seat: int) -> Piece:
    """Return a player's badge."""
    return Piece("seat", seat)


def tile_piece(kind: Category, number: int) -> Piece:
    """Return a side of a tile; number 0: it is unnamed."""
    return Piece(f"tile/{kind.value}/{number}")


def players(
    rules: Rules,
    state: GameState,
    ask: Callable[[Rules, GameState, int], Any],
    commands: Callable[[Rules, GameState, int], Iterable[Any]],
) -> tuple[Answer, ...]:
    """Return an answer for each player for whom *ask* offers *commands*."""
    judge = judge_of(rules, state)
    answers = (
        leading(
            judge,
            str(seat),
            named(state.empire(seat).name),
            Later(ask, (rules, state, seat)),
            commands(rules, state, seat),
            (seat_piece(seat),),
        )
        for seat in state.seats
    )
    return tuple(each for each in answers if each is not None)


def leading(
    judge: Judge,
    key: str,
    words: Text,
    then: Any,
    commands: Iterable[Any],
    pieces: tuple[Piece, ...] = (),
) -> Answer | None:
    """Return an answer to a question with *commands*; refused if all are, None without any."""
    first: Refusal | None = None
    for command in commands:
        refused = judge.refuses(command)
        if refused is None:
            return Answer(key, words, then, pieces)
        first = first or refused
    return None if first is None else Answer(key, words, then, pieces, refused=first)
