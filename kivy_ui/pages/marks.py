"""What a laid out page consists of: surfaces, pieces, words, photos, places to touch; with boxes.

Layout needs to know how wide a text is, nothing else of Kivy: it gets a ``Measure``. Boxes are in
pixels of the window, y down.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from kivy_ui import theme
from kivy_ui.pages.photos import At, Photograph

Measure: TypeAlias = Callable[[str, int, bool], int]
"""Width in pixels of a text, from text, size in pixels and bold."""

LINE: Final = 1.18
"""Height of a line of Roboto as a multiple of its size."""

TOUCH_PX: Final = 48
"""Least edge of a place to touch, in any window."""
LEAST: Final = 16
LABEL: Final = 18
BODY: Final = 20
BUTTON: Final = 24
QUESTION: Final = 28

TEXT: Final = "F3F5F9"
MUTED: Final = "B4C0D0"
FAINT: Final = "8A98AC"
GOOD: Final = "6FDBA1"
GOLD: Final = "FFDFA0"
LOSS: Final = "FF9C90"
INK: Final = "1B1508"
INK_ON_SEAT: Final = "0B1118"
ARROW: Final = "9FB0CC"
SEATS: Final = {name: theme.code(colour) for name, colour in theme.SEAT_COLOURS.items()}
"""Colours of the seats; heads and badges are tinted with them."""


class Level(IntEnum):
    """What is drawn above what; within a level: photos, surfaces, pieces, words."""

    FRAME = 0
    """Head and foot: they stand still when the page changes."""
    STAGE = 1
    OVER = 2
    """Above the stage: an enlarged part of a photo."""
    SHEET = 3
    """A sheet over the whole page, which is not touched meanwhile."""
    TOP = 4
    """The mark of the keyboard."""


class Flight(IntEnum):
    """Ends of the way of a die that moves when an answer was given."""

    LEAVES = 0
    ARRIVES = 1


class Box(NamedTuple):
    """A rectangle; y down."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def inset(self, by: int, down: int | None = None) -> "Box":
        """Return the box without a margin; *down* is that above and below, if it differs."""
        high = by if down is None else down
        return Box(self.x + by, self.y + high, self.w - 2 * by, self.h - 2 * high)

    def cut(self, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> "Box":
        """Return what is left of the box without strips at its sides."""
        return Box(
            self.x + left, self.y + top, self.w - left - right, self.h - top - bottom
        )  # fmt: skip

    def start(self, w: int, h: int | None = None, pad: int = 0) -> "Box":
        """Return a box at the left in the middle of the height; a square without *h*."""
        high = w if h is None else h
        return Box(self.x + pad, self.y + (self.h - high) // 2, w, high)

    def end(self, w: int, h: int | None = None, pad: int = 0) -> "Box":
        """Return a box at the right in the middle of the height; a square without *h*."""
        high = w if h is None else h
        return Box(self.right - pad - w, self.y + (self.h - high) // 2, w, high)

    def cells(self, across: int, down: int, gap: int = 0, high: int | None = None) -> "list[Box]":
        """Return equal boxes row by row; at most *high*, then some room is left below them."""
        wide = (self.w - gap * (across - 1)) // across
        tall = (self.h - gap * (down - 1)) // down
        tall = tall if high is None else min(high, tall)
        return [
            Box(self.x + column * (wide + gap), self.y + row * (tall + gap), wide, tall)
            for row in range(down)
            for column in range(across)
        ]

    def centred(self, w: int, h: int) -> "Box":
        """Return a box of the given size with the same centre."""
        return Box(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.right and other.x < self.right
            and self.y < other.bottom and other.y < self.bottom
        )  # fmt: skip

    def holds(self, other: "Box") -> bool:
        return (
            self.x <= other.x and self.y <= other.y
            and other.right <= self.right and other.bottom <= self.bottom
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Patch:
    """A nine-patch surface; *of* is the key of the target that moves it when pressed.

    Attributes:
        delay_ms: how long after the page's appearance the mark appears.
        pulses: its brightness changes until the question is answered.
    """

    surface: str
    box: "Box"
    tint: str = "FFFFFF"
    of: object = None
    level: Level = Level.STAGE
    delay_ms: int = 0
    pulses: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A picture of the sheets, drawn into a square box."""

    name: str
    box: "Box"
    tint: str = "FFFFFF"
    opacity: float = 1.0
    of: object = None
    level: Level = Level.STAGE
    delay_ms: int = 0
    flight: Flight | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; *shaded* marks the dark copy below a text on a picture."""

    text: str
    box: "Box"
    size: int
    bold: bool = False
    colour: str = TEXT
    of: object = None
    level: Level = Level.STAGE
    delay_ms: int = 0
    shaded: bool = False


Part: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom of a part of a photo, as shares of it."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A part of a photo."""

    photo: Photograph
    part: Part
    box: "Box"
    level: Level = Level.STAGE


@dataclass(frozen=True, slots=True)
class Path:
    """A line from point to point of the window; a *closed* one goes back to the first one."""

    points: tuple[tuple[int, int], ...]
    tint: str
    width: float
    closed: bool = True
    level: Level = Level.STAGE


@dataclass(frozen=True, slots=True)
class Target:
    """A place that answers a touch with *key*; *part* of a photo: also with where it is in it."""

    key: object
    box: "Box"
    part: Part | None = None

    def answer(self, x: float, y: float) -> object:
        """Return the answer to a touch at a point of the window."""
        if self.part is None:
            return self.key
        left, top, right, bottom = self.part
        across, down = (x - self.box.x) / self.box.w, (y - self.box.y) / self.box.h
        return At(self.key, left + across * (right - left), top + down * (bottom - top))


@dataclass(frozen=True, slots=True)
class Scene:
    """A laid out page.

    Attributes:
        backdrop: kind of background, as in ``kivy_ui.art.files.BACKDROPS``.
        parts: into how many parts the content had to be divided; one of them is shown.
        cut: texts for which there was no room: a mistake of whoever built the page.
    """

    patches: tuple[Patch, ...] = ()
    pieces: tuple[Piece, ...] = ()
    words: tuple[Words, ...] = ()
    targets: tuple[Target, ...] = ()
    shots: tuple[Shot, ...] = ()
    paths: tuple[Path, ...] = ()
    backdrop: str = ""
    parts: int = 1
    cut: tuple[str, ...] = ()


def is_large(size_px: tuple[int, int]) -> bool:
    return min(size_px[0] / 1280, size_px[1] / 800) >= 1
