"""Seats that the companion plays itself, and who rolls their dice."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ComputerSeat:
    """A seat played by the companion: keys of level and style, as in ``LEVELS``, ``STYLES``."""

    seat: int
    level: str
    style: str = "usual"


@dataclass(frozen=True, slots=True)
class Computers:
    """All computer players of a table.

    Attributes:
        virtual_dice: whether the companion rolls for them (their dice stay in the box); else people
            roll their cups and the camera reads them, or somebody enters the dice.
        seed: random seed of all their chance events; makes a game reproducible.
    """

    seats: tuple[ComputerSeat, ...] = ()
    virtual_dice: bool = True
    seed: str = ""

    def at(self, seat: int) -> ComputerSeat | None:
        """Return the computer player at *seat*; None for a person."""
        return next((each for each in self.seats if each.seat == seat), None)


NO_COMPUTERS: Final = Computers()

LEVELS: Final = ("random", "easy", "normal", "hard")
"""From weakest to strongest."""

STYLES: Final = ("usual", "producer", "builder", "opportunist")


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """One player at set-up.

    Attributes:
        seat: 1..5, the number on the player's strip mat.
        colour: key of the seat's colour on the screen, such as ``blue``.
        faction: number printed on the faction tile, 1..9 (timing order, R-5.6); None if unknown.
        home_world: key of the home world; None if unknown. ``doomed_world`` starts with $8 (R-1.7).
    """

    seat: int
    name: str
    colour: str
    faction: int | None = None
    home_world: str | None = None
