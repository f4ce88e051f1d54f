"""Photos of the camera, and the body that shows one with what was found and marked in it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy_ui.pages.page import Card, Picture, Seat
    from kivy_ui.pages.rounds import Column


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture of the camera: rows from the top, three bytes for each pixel."""

    width: int
    height: int
    rgb: bytes

    def __post_init__(self) -> None:
        if len(self.rgb) != 3 * self.width * self.height:
            raise ValueError(f"{len(self.rgb)} bytes for {self.width} x {self.height} pixels")


@dataclass(frozen=True, slots=True)
class At:
    """Key of a touch on a photo: where, from its upper left, as shares of its width and height."""

    key: object
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Found:
    """A die in a photo: left, top, right, bottom as shares of it; and what it was read as.

    Attributes:
        chosen: the question is about this one.
        selects: it selects a phase: of the dice beside rows only these have the seat's colour.
    """

    box: tuple[float, float, float, float]
    doubtful: bool = False
    read: "Picture | None" = None
    chosen: bool = False
    selects: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A place marked in a photo: its corners as shares of it, and what belongs there."""

    corners: tuple[tuple[float, float], ...]
    picture: "Picture | None" = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Photo:
    """Body: a photo with the dice found in it, and how they were read.

    Attributes:
        photo: None shows that there is none.
        rows: the phases, each with one cell, to be touched; none if the dice are of no phases.
        seat: whose dice these are; their frames have its colour.
        close_up: index of the die that is shown enlarged.
        lines: what to do and why, beside the photo instead of rows; the first one is bold.
        pictures: pieces that the lines speak of.
        cards: answers below the lines; those that do not fit are on further parts.
        key: a touch on the photo returns ``At`` of this key; None if it has no meaning.
        whole: shows the whole photo, however small the dice are then.
        points: of these places; ``point`` is the one that acts, shown enlarged.
    """

    photo: Photograph | None
    found: tuple[Found, ...] = ()
    rows: "tuple[Column, ...]" = ()
    seat: "Seat | None" = None
    close_up: int | None = None
    lines: tuple[str, ...] = ()
    pictures: "tuple[Picture, ...]" = ()
    cards: "tuple[Card, ...]" = ()
    key: object = None
    whole: bool = False
    zones: tuple[Zone, ...] = ()
    points: tuple[tuple[float, float], ...] = ()
    point: int | None = None

    def __post_init__(self) -> None:
        if any(len(row.cells) != 1 for row in self.rows):
            raise ValueError("each row has one cell")
        if self.rows and (self.cards or self.lines):
            raise ValueError("beside a photo there are rows, or lines and cards")
