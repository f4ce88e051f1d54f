"""The buttons in a player's line: the answers to the seat's question, and a few of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.games.answers import proposed
from companion.games.question import (
    Answer,
    Choose,
    Path,
    Piece,
    Place,
    Question,
    Refusal,
    is_question,
    opened,
)
from kivy_ui.common.board.question_page import Questions, answer_key, mark_key
from kivy_ui.games.roll.choosing.looks import gained, is_die, is_lent
from kivy_ui.games.roll.texts.words import Words

ACCEPT: Final = "accept"
"""Key of the button that does what is proposed."""
MORE: Final = "more"
"""Key of the button that opens the question in full."""
NAME: Final = "name"
"""Key of the button that asks which tile it is."""
DECLINE: Final = "decline"
"""Key of the button that leaves a computer player's tile unnamed."""
FORGET: Final = "forget"
"""Key of the button that forgets where drawn tiles go."""

_IN_A_LINE: Final = 3
"""Most answers that have a button in the line."""


@dataclass(frozen=True, slots=True)
class TaskButton:
    """A button in a player's line.

    Attributes:
        key: of an answer (``answer_key``), of a place for a drawn tile (``mark_key``), or one of
            this module.
        short: short label for layouts with five players; None to use the text.
        gain: text beside the icon above the short label.
        dice: keys of the kinds of dice that it uses.
        primary: whether the main button performs it, too.
        refused: why it cannot be tapped now; None if it can.
    """

    key: str
    text: str
    icon: str = ""
    primary: bool = False
    dice: tuple[str, ...] = ()
    short: str | None = None
    gain: str = ""
    refused: Refusal | None = None


def answer_buttons(
    asking: Questions, words: Words, seat: int, question: Question | None, placed: int
) -> Iterator[TaskButton]:
    """Yield a button for each usual answer; other questions are only answered in full.

    Args:
        asking: words and icons.
        words: terms in the same language.
        seat: whose question it is.
        question: what the seat may do.
        placed: how many drawn tiles have a place already.
    """
    match question:
        case Choose(answers=answers):
            able = any(each.refused is None for each in answers)
            shown = [each for each in answers if able and not each.minor]
            for each in shown[:_IN_A_LINE]:
                yield _button(asking, words, seat, each, primary=each.key == question.default)
        case Place(default=None, spots=spots):
            for spot in (each for each in spots if not each.minor):
                icon = asking.icon(spot.pieces[0]).name
                yield TaskButton(mark_key(placed, spot.key), asking.said(spot.text), icon)
        case _:
            return
    if placed:
        yield TaskButton(FORGET, "", "erase")


def _button(
    asking: Questions, words: Words, seat: int, answer: Answer, *, primary: bool
) -> TaskButton:
    then: Any = None if answer.refused is not None else opened(answer.then)
    rest = proposed(then) if is_question(then) else ()
    key = answer_key(seat, answer.key, *(rest or ()))
    if rest is None:
        key = NAME if "tile" in then.by else MORE
    said, gains = asking.said(answer.text), gained(words, answer.gains)
    pieces = (*answer.pieces, *_chosen(then, rest or ()))
    icons = (asking.icon(each).name for each in (*pieces, *map(_brought, answer.gains)))
    return TaskButton(
        key,
        f"{said} {gains}".strip(),
        next((name for name in icons if name and not name.startswith("die/")), ""),
        primary,
        tuple(each.key.split("/")[1] for each in pieces if is_die(each) and not is_lent(each)),
        asking.said(answer.short or answer.text) if answer.short or gains else None,
        _number(words, answer),
        answer.refused,
    )


def _brought(gain: Any) -> Piece:
    return Piece(gain.key)


def _number(words: Words, answer: Answer) -> str:
    """Return what an answer brings where there is little room: a number, if it is only one."""
    amounts = [gain.amount for gain in answer.gains]
    if len(amounts) != 1:
        return gained(words, answer.gains)
    return f"+{amounts[0]}" if amounts[0] else words.translate("full")


def _chosen(step: Any, path: Path) -> Iterator[Piece]:
    """Yield the pieces of the answers that are proposed after an answer."""
    for element in path:
        if isinstance(step, Choose):
            found = next(each for each in step.answers if each.key == element)
            yield from found.pieces
            step = opened(found.then)
