"""Which seats the companion plays itself, and whose dice are rolled by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A seat that no person plays.

    Attributes:
        level: key of how well it plays, such as ``normal``.
        style: key of what it likes, such as ``builder``.
    """

    seat: int
    level: str
    style: str = "usual"


@dataclass(frozen=True, slots=True)
class Computers:
    """All computer players of a table.

    Attributes:
        virtual_dice: whether the companion rolls for them (their dice stay in the box); else people
            roll their cups and the camera reads them, or somebody enters the dice.
        seed: of everything that happens to them by chance; the same game takes the same course.
    """

    seats: tuple[ComputerSeat, ...] = ()
    virtual_dice: bool = True
    seed: str = ""

    def at(self, seat: int) -> ComputerSeat | None:
        """Return who plays *seat*; None where a person does."""
        return next((each for each in self.seats if each.seat == seat), None)


NO_COMPUTERS: Final = Computers()

LEVELS: Final = ("random", "easy", "normal", "hard")
"""From the weakest to the strongest."""

STYLES: Final = ("usual", "producer", "builder", "opportunist")
