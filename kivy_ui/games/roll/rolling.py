"""Entering by touch what a cup has shown: a computer player's, or one that a hint is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.roll.model.commands import RollDice
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.view.camera import rolling_seat
from kivy_ui.games.roll.context import RollContext


@dataclass(frozen=True, slots=True)
class RollRow:
    """A die of the cup: its faces, and which of them lies up; None while nobody has said it."""

    index: int
    die: DieType
    faces: tuple[Face, ...]
    shown: Face | None


class RollEntry:
    """The dice of a cup, one after the other.

    Args:
        number: the seat.
        dice: what is in the cup; empty where nobody has to say what it shows any more.
        enter: is told the whole roll.
        note: what happens then; empty where that is clear.
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
        """Return the dice; empty where nobody has to roll this cup any more."""
        if self._dice() != self._cup:
            return ()
        return tuple(
            RollRow(index, die, tuple(dict.fromkeys(FACES[die])), self._shown.get(index))
            for index, die in enumerate(self._cup)
        )

    def choose(self, index: int, face: Face) -> None:
        """Say what a die shows."""
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
    """Return the entry of a computer player's cup, which people roll."""

    def dice() -> tuple[DieType, ...]:
        view = ui.view
        seat = rolling_seat(view) if view is not None else None
        if seat is None or seat.seat != number or seat.tracking is None:
            return ()
        return seat.tracking.cup

    return RollEntry(number, dice, lambda rolled: ui.port.post(RollDice(number, rolled)))
