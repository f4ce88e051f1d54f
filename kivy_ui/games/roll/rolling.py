"""Entry of a cup's rolled faces by touch, for a computer player or for a hint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.view.camera import rolling_seat
from kivy_ui.games.roll.context import RollContext


@dataclass(frozen=True, slots=True)
class RollRow:
    """A die of the cup, its faces, and the face shown; None while it is not entered."""

    index: int
    die: DieType
    faces: tuple[Face, ...]
    shown: Face | None


class RollEntry:
    """Entry of the rolled faces of a cup's dice.

    Args:
        number: the seat.
        dice: returns the dice in the cup; empty if the roll is no longer needed.
        enter: called with the whole roll.
        note: what happens next; empty if that is obvious.
    """

    def __init__(
        self,
        number: int,
        dice: Callable[[], tuple[DieType, ...]],
        enter: Callable[[tuple[RolledDie, ...]], None],
        note: str = "",
    ) -> None:
        self.number, self.note = number, note
        self._dice, self._enter = dice, enter
        self._cup = dice()
        self._shown: dict[int, Face] = {}

    def rows(self) -> tuple[RollRow, ...]:
        """Return the dice; empty if this roll is no longer needed."""
        if self._dice() != self._cup:
            return ()
        return tuple(
            RollRow(index, die, tuple(dict.fromkeys(FACES[die])), self._shown.get(index))
            for index, die in enumerate(self._cup)
        )

    def choose(self, index: int, face: Face) -> None:
        """Set the face of a die."""
        self._shown[index] = face

    @property
    def complete(self) -> bool:
        """Whether every die has a face."""
        return len(self._shown) == len(self._cup)

    def save(self) -> None:
        """Enter the roll once it is complete."""
        if self.complete and self.rows():
            dice = (RolledDie(die, self._shown[index]) for index, die in enumerate(self._cup))
            self._enter(tuple(dice))


def computer_roll(ui: RollContext, number: int) -> RollEntry:
    """Return the entry for a computer player's cup, whose dice are rolled by people."""

    def dice() -> tuple[DieType, ...]:
        view = ui.view
        seat = rolling_seat(view) if view is not None else None
        if seat is None or seat.seat != number or seat.tracking is None:
            return ()
        return seat.tracking.cup

    return RollEntry(number, dice, lambda rolled: ui.port.post(RollDice(number, rolled)))
