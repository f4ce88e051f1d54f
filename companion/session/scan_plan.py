"""Messages between the owner of the state and the scanner thread."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.definition import MatAnswer, SeenDie
from companion.session.ports import Corners, DiceKind, Expectation
from companion.session.table_port import Picture


def _no_answer(_mat_id: str, _dice: tuple[SeenDie, ...]) -> MatAnswer:
    return MatAnswer(None)


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """What the scanner shall read.

    Attributes:
        mats: ids of the mats, such as ``strip-1`` and ``tray``.
        ticket: incremented when a mat is wanted again, so that an unchanged mat is redelivered.
        secret: the mats must not be shown now, not even as a preview.
        expect: dice on the mats known from the game state; None where unknown.
        judge: the game's validation of a mat's dice; a pure function.
        dice: the kind of dice.
        throws: number of counted throws; None where dice are placed on the mats, not thrown.
        asked: incremented by every manual rescan: then all dice on the mats count.
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
    """A mat with settled dice: the dice to record, and the image for display.

    Attributes:
        ticket: of the plan that requested it.
        outlines: of the top face of each of ``dice``, as fractions of the picture's size.
        unread: outlines of unrecognised objects on the mat.
    """

    mat_id: str
    ticket: int
    dice: tuple[SeenDie, ...]
    picture: Picture
    outlines: tuple[Corners, ...]
    unread: tuple[Corners, ...] = ()
