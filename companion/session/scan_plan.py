"""What passes between the owner of the state and the thread that looks at the mats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.session.ports import DiceKind, Expectation
from companion.session.table_port import Picture

STRIP: Final = "strip-"
"""Mat ids of players are this and the seat."""

Outline = tuple[tuple[float, float], ...]
"""Corners of a die's top face as fractions of a picture's width and height."""


def _no_answer(_mat_id: str, _dice: tuple[SeenDie, ...]) -> MatAnswer:
    return MatAnswer(None)


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """What the table wants to have read.

    Attributes:
        mats: ids of the mats, such as ``strip-1`` and ``tray``.
        ticket: grows whenever a mat is wanted again, so that an unchanged mat is passed on again.
        secret: what lies on the mats may not be shown now, not even as a preview.
        expect: dice that must lie on the mats by the tracking of the game; None where it has none.
        judge: what the game makes of a mat's dice; a pure function.
        dice: which dice lie there.
        throws: how many throws were counted; None where dice are laid on the mats, not thrown.
        asked: grows whenever people ask for a reading: then everything that lies there counts.
    """

    mats: tuple[str, ...] = ()
    ticket: int = 0
    secret: bool = False
    expect: Expectation | None = None
    judge: Callable[[str, tuple[SeenDie, ...]], MatAnswer] = _no_answer
    dice: DiceKind = DiceKind.ROLL
    throws: int | None = None
    asked: int = 0


@dataclass(frozen=True, slots=True)
class SettledMat:
    """A mat whose dice lie still: what to record, and the picture to show it by.

    Attributes:
        ticket: of the plan that it answers.
        outlines: one for each of ``dice``.
        unread: outlines of things on the mat that were not recognised.
    """

    mat_id: str
    ticket: int
    dice: tuple[SeenDie, ...]
    picture: Picture
    outlines: tuple[Outline, ...]
    unread: tuple[Outline, ...] = ()


def seat_of(mat_id: str) -> int | None:
    """Return whose mat it is; None for the tray."""
    number = mat_id.removeprefix(STRIP)
    return int(number) if number != mat_id and number.isdigit() else None
