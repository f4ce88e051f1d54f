"""Bodies of a round: lanes where all players act at once, columns of phases and workers."""

from dataclasses import dataclass
from typing import Final

from kivy_ui.pages.page import Doing, Look, Move, Picture, Seat

MOST_ANSWERS: Final = 3
MOST_LANES: Final = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer. *key* is what a tap returns.

    Attributes:
        under: the piece goes under a stack: an arrow and a line instead of a number.
        suggested: what the main button gives if nobody answers.
    """

    key: object
    picture: Picture
    label: str = ""
    short: str = ""
    number: str = ""
    under: bool = False
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """A piece that can be ticked, together with others; *suggested* as long as nobody has."""

    key: object
    picture: Picture
    chosen: bool = False
    suggested: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A thing with its own answers: a good that can be traded or consumed."""

    picture: Picture
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """The part of the stage that belongs to one seat.

    Attributes:
        pictures: dice that act in this phase, in their order.
        answers: answers of the current die, side by side; or stacked if there are many lanes.
        offers: rows with answers of their own, instead of *answers*.
        picks: pieces to tick, instead of *answers* and *offers*.
        leaves: pieces that move, below the offers or picks; what is ticked shows where to.
        cost: what the seat pays for it, in words.
        key: what a tap on the head returns; on the whole lane if the seat is idle.
    """

    seat: Seat
    pictures: tuple[Picture, ...] = ()
    answers: tuple[Answer, ...] = ()
    offers: tuple[Offer, ...] = ()
    picks: tuple[Pick, ...] = ()
    leaves: Move | None = None
    cost: str = ""
    key: object = None

    def __post_init__(self) -> None:
        if len(self.answers) > MOST_ANSWERS:
            raise ValueError(f"{len(self.answers)} answers of seat {self.seat.number}")
        if sum(map(bool, (self.answers, self.offers, self.picks))) > 1:
            raise ValueError("a lane has answers, or offers, or picks")
        if self.seat.doing is Doing.IDLE and (self.answers or self.offers or self.picks):
            raise ValueError(f"seat {self.seat.number} is idle and is asked")
        if sum(shown.look is Look.CHOSEN for shown in self.pictures) > 1:
            raise ValueError("one die acts at a time")


@dataclass(frozen=True, slots=True)
class Cell:
    """Dice of one seat in one phase; *selecting* is the index of the die that chose the phase."""

    pictures: tuple[Picture, ...] = ()
    selecting: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A phase with the dice of all seats, in the order of the seats.

    Attributes:
        phase: empty for dice that return to the cup whatever happens.
        key: what a tap returns, where the dice of one seat are shown; None if it has no meaning.
        adds: the die that a tap puts there.
    """

    phase: str
    name: str
    active: bool
    cells: tuple[Cell, ...]
    key: object = None
    adds: Picture | None = None


@dataclass(frozen=True, slots=True)
class Lanes:
    """Body: all players act at once."""

    lanes: tuple[Lane, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.lanes) <= MOST_LANES:
            raise ValueError(f"{len(self.lanes)} lanes")


@dataclass(frozen=True, slots=True)
class Columns:
    """Body: phases and workers of all players."""

    seats: tuple[Seat, ...]
    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        if any(len(column.cells) != len(self.seats) for column in self.columns):
            raise ValueError("each column has one cell for each seat")
