"""Entering by touch what a computer player's cup has shown."""

from __future__ import annotations

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
        ui: the presenters' context.
        number: the computer player's seat.
    """

    def __init__(self, ui: RollContext, number: int) -> None:
        self._ui = ui
        self.number = number
        self._cup = self._dice()
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
            self._ui.port.post(RollDice(self.number, tuple(dice)))

    def _dice(self) -> tuple[DieType, ...]:
        view = self._ui.view
        seat = rolling_seat(view) if view is not None else None
        if seat is None or seat.seat != self.number or seat.tracking is None:
            return ()
        return seat.tracking.cup
