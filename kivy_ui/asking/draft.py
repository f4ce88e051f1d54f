"""What a person has open and marked of a seat's question, and how touches change it.

Pure: the draft and the question of the current state go in, the next draft and the commands to
send come out. A draft holds keys and numbers only, so it survives a new state as far as it fits.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, walk
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Drawn,
    Form,
    Path,
    Pick,
    Place,
    Question,
    Refusal,
    Steps,
    is_question,
)
from companion.games.question import opened as step

Ask: TypeAlias = Callable[[int], Question | None]
"""The question of a seat in the current state."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is open before an answer is complete.

    Attributes:
        seat, path: whose question, and the answers so far.
        given: how many of them a touch gave; the rest led on by themselves.
        marks: elements of the parts of the open question; None for a part without one.
        part: which of them is open, where they are entered one after the other.
        more: whether the seldom wanted answers are shown instead of the usual ones.
    """

    seat: int = 0
    path: Path = ()
    given: int = 0
    marks: tuple[Any, ...] = ()
    part: int = 0
    more: bool = False


# --- what a touch means --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Give:
    """Answer: sends the command at the end of the path, or opens the question there."""

    seat: int
    path: Path


@dataclass(frozen=True, slots=True)
class Mark:
    """Set an element of a part of the open question.

    Attributes:
        by: the key that does it, where another one has the same effect now.
    """

    part: int
    element: Any
    by: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Open a part of the open question."""

    part: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Answer the open question with what is marked."""


@dataclass(frozen=True, slots=True)
class Back:
    """Return to the question before the open one."""


@dataclass(frozen=True, slots=True)
class More:
    """Show the seldom wanted answers, or the usual ones again.

    Attributes:
        seat: shows those of another seat; None for the one whose question is open.
    """

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Say why the answer at the end of a path is not possible."""

    refused: Refusal
    path: Path = ()


Action: TypeAlias = Give | Mark | Part | Confirm | Back | More


Opens: TypeAlias = Callable[[Ask, int, Path], Draft]
"""``opened``, or ``still``."""


def after(
    ask: Ask, draft: Draft, action: Action, opens: Opens | None = None
) -> tuple[Draft, tuple[Any, ...]]:
    """Return the draft after a touch, and the commands to send.

    A touch that no longer fits, because the question is over, changes nothing.
    """
    opens = opens or opened
    match action:
        case Give(seat, path):
            return _given(ask, draft, seat, path, opens)
        case Mark(part, element, _):
            marks = (*draft.marks[:part], element, *draft.marks[part + 1 :])
            return (replace(draft, marks=marks) if part < len(draft.marks) else draft), ()
        case Part(part):
            return replace(draft, part=part), ()
        case Confirm():
            return _given(ask, draft, draft.seat, (*draft.path, marked(ask, draft)), opens)
        case Back():
            return opens(ask, draft.seat, draft.path[: max(0, draft.given - 1)]), ()
        case More(seat):
            if seat is not None:
                return replace(opened(ask, seat), more=True), ()
            return replace(draft, more=not draft.more), ()


def _given(
    ask: Ask, draft: Draft, seat: int, path: Path, opens: Opens
) -> tuple[Draft, tuple[Any, ...]]:
    found = at(ask, seat, path)
    if isinstance(found, Drawn) and found.unnamed is not None:  # nobody names what is drawn
        found = at(ask, seat, (*path, ()))
    if found is None:
        return draft, ()
    if is_question(found):
        return opens(ask, seat, path), ()
    return draft, found.commands if isinstance(found, Steps) else (found,)


def opened(ask: Ask, seat: int, path: Path = ()) -> Draft:
    """Return the draft at the end of *path*, or further where one answer leads on by itself.

    Its parts start with what the question there proposes.
    """
    given, question = len(path), at(ask, seat, path)
    while isinstance(question, Choose) and (lead := leading(question)) is not None:
        path = (*path, lead.key)
        question = at(ask, seat, path)
    return Draft(seat, path, given, tuple(_proposed(part) for part in parts(question)))


def still(ask: Ask, seat: int, path: Path = ()) -> Draft:
    """Return the draft at the end of *path*, even where one answer would lead on by itself."""
    marks = tuple(_proposed(part) for part in parts(at(ask, seat, path)))
    return Draft(seat, path, len(path), marks)


def leading(question: Choose) -> Answer | None:
    """Return the answer whose question is asked at once; None if the answers are the question.

    It is a verb, not a piece: the proposed one, else the only one that leads on.
    """
    usual = [each for each in question.answers if not each.minor]
    verbs = [each for each in usual if each.refused is None and not each.pieces]
    further = [each for each in verbs if is_question(step(each.then))]
    proposed = [each for each in further if each.key == question.default]
    if proposed or len(further) != 1:
        return proposed[0] if proposed else None
    taken = any(each.key == question.default for each in verbs)
    return None if taken else further[0]


def fitting(ask: Ask, draft: Draft) -> Draft:
    """Return what is left of a draft in a new state.

    After a correction the question before it is open again, so that several are made one after the
    other; other answers start anew.
    """
    path = draft.path[: max(0, draft.given - 1)]
    while path and not (
        _is_minor(ask, draft.seat, path) and is_question(at(ask, draft.seat, path))
    ):
        path = path[:-1]
    return opened(ask, draft.seat, path) if path else Draft()


def _is_minor(ask: Ask, seat: int, path: Path) -> bool:
    first = at(ask, seat, ())
    answers = first.answers if isinstance(first, Choose) else ()
    return any(each.minor for each in answers if each.key == path[0])


# --- what is open --------------------------------------------------------------------------------


def at(ask: Ask, seat: int, path: Path) -> Any:
    """Return the question or command at the end of a path; None if there is none."""
    question = ask(seat)
    try:
        return None if question is None else walk(question, path)
    except (NoSuchAnswerError, AnswerRefusedError):
        return None


def parts(question: Any) -> tuple[Any, ...]:
    """Return what is marked before a question is answered: its parts, or the question itself."""
    if isinstance(question, Form):
        return question.parts
    return () if isinstance(question, Choose) or not is_question(question) else (question,)


def _proposed(part: Question) -> Any:
    match part:
        case Choose(default=default):
            return default or None
        case Amount():
            return part.default
        case Pick() | Place():
            return part.default or ()
        case _:
            return ()


def is_of_seat(part: Question) -> bool:
    """Tell whether a part is a number of a player: it says so with their badge."""
    return isinstance(part, Amount) and bool(part.pieces) and part.pieces[0].key == "seat"


def marked(ask: Ask, draft: Draft) -> Any:
    """Return the element that the marks are for the open question."""
    whole = isinstance(at(ask, draft.seat, draft.path), Form)
    return draft.marks if whole else draft.marks[0]


def made(ask: Ask, draft: Draft) -> Any:
    """Return the command that the marks are; None if they are none yet."""
    found = at(ask, draft.seat, (*draft.path, marked(ask, draft))) if draft.marks else None
    return None if is_question(found) else found


def refusal(ask: Ask, seat: int, path: Path) -> Refusal | None:
    """Return why an answer is refused; None if it is accepted, or not yet an answer."""
    try:
        walk(ask(seat), path)
    except AnswerRefusedError as error:
        return error.refused
    except NoSuchAnswerError:
        pass
    return None


def toggled(question: Pick, now: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return the picked items after a touch on one; the oldest gives way where no more fit."""
    if index in now:
        return tuple(each for each in now if each != index)
    return (*now, index) if len(now) < question.most else (*now[1:], index)
