"""What a laid out page consists of: surfaces, pieces, words, photos, places to touch; with boxes.

Layout needs to know how wide a text is, nothing else of Kivy: it gets a ``Measure``. Boxes are in
pixels of the window, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias, TypeVar

from kivy_ui.pages.photos import At, Photograph

Measure: TypeAlias = Callable[[str, int, bool], int]
"""Width in pixels of a text, from text, size in pixels and bold."""

LINE: Final = 1.18
"""Height of a line of Roboto as a multiple of its size."""

LEAST: Final = 16
LABEL: Final = 18
BODY: Final = 20
BUTTON: Final = 24
QUESTION: Final = 28

_SIZES: Final = (168, 140, 112, 88, 72, 56, 40, QUESTION, BUTTON, BODY, LABEL, LEAST)
"""Sizes that a text may shrink to."""
_SHADE: Final = "000000"
_T = TypeVar("_T")


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
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.y + self.h

    def inset(self, by: int) -> Box:
        """Return the box without a margin."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def centred(self, w: int, h: int) -> Box:
        """Return a box of the given size with the same centre."""
        return Box(self.x + (self.w - w) // 2, self.y + (self.h - h) // 2, w, h)

    def overlaps(self, other: Box) -> bool:
        """Tell whether the boxes have a pixel in common."""
        return (
            self.x < other.right and other.x < self.right
            and self.y < other.bottom and other.y < self.bottom
        )  # fmt: skip

    def holds(self, other: Box) -> bool:
        """Tell whether the other box lies within this one."""
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
    box: Box
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
    box: Box
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
    box: Box
    size: int
    bold: bool = False
    colour: str = "F3F5F9"
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
    box: Box
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
    box: Box
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


@dataclass
class Drawing:
    """Collects marks while a template lays out its part; all sizes are given for scale 1.

    Attributes:
        scale: 1.35 on large windows, times the text size that the players chose.
        part: which part of content that does not fit at once is shown; from 0.
        level, delay_ms: of the marks that follow.
    """

    width: int
    height: int
    scale: float
    measure: Measure
    part: int = 0
    level: Level = Level.STAGE
    delay_ms: int = 0
    backdrop: str = ""
    parts: int = 1
    _patches: list[Patch] = field(default_factory=list)
    _pieces: list[Piece] = field(default_factory=list)
    _words: list[Words] = field(default_factory=list)
    _targets: list[Target] = field(default_factory=list)
    _shots: list[Shot] = field(default_factory=list)
    _paths: list[Path] = field(default_factory=list)
    _cut: list[str] = field(default_factory=list)

    @property
    def portrait(self) -> bool:
        """Whether columns become rows."""
        return self.height > self.width

    @property
    def large(self) -> bool:
        """Whether there is room for larger pieces and further facts."""
        return is_large((self.width, self.height))

    def px(self, size: float) -> int:
        """Return a size for this window's scale in pixels."""
        return round(size * self.scale)

    def turn(self, items: Sequence[_T], most: int) -> Sequence[_T]:
        """Return those of *items* that belong to the shown part, at most *most*.

        The foot then offers the other parts. Where several lists are divided, a shorter one stays
        at its last part.
        """
        parts = max(1, -(-len(items) // most))
        self.parts = max(self.parts, parts)
        first = min(self.part, parts - 1) * most
        return items[first : first + most]

    def patch(
        self, surface: str, box: Box, tint: str = "FFFFFF", of: object = None, *,
        pulses: bool = False, opacity: float = 1.0,
    ) -> None:  # fmt: skip
        """Add a surface."""
        self._patches.append(
            Patch(surface, box, tint, of, self.level, self.delay_ms, pulses, opacity)
        )

    def piece(
        self, name: str, box: Box, tint: str = "FFFFFF", opacity: float = 1.0, of: object = None,
        flight: Flight | None = None,
    ) -> None:  # fmt: skip
        """Add a picture."""
        self._pieces.append(Piece(name, box, tint, opacity, of, self.level, self.delay_ms, flight))

    def shot(self, photo: Photograph, part: Part, box: Box) -> None:
        """Add a part of a photo."""
        self._shots.append(Shot(photo, part, box, self.level))

    def path(
        self, points: Sequence[tuple[int, int]], tint: str, width: float, *, closed: bool = True
    ) -> None:
        """Add a line; *width* is in pixels."""
        self._paths.append(Path(tuple(points), tint, width, closed, self.level))

    def target(self, key: object, box: Box, part: Part | None = None) -> None:
        """Add a place to touch."""
        self._targets.append(Target(key, box, part))

    def no_room_for(self, what: str) -> None:
        """Report that something has no room, in ``Scene.cut``."""
        self._cut.append(what)

    def cover(self) -> None:
        """Take away all places to touch: what follows lies over them."""
        self._targets.clear()

    def width_of(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width in pixels of a text whose size is given for scale 1."""
        return self.measure(text, self.px(size), bold)

    def line(self, size: int) -> int:
        """Return the height in pixels of a line of text."""
        return -int(-self.px(size) * LINE // 1)

    def words(
        self, texts: str | tuple[str, ...], box: Box, size: int = BODY, *, bold: bool = False,
        colour: str = "F3F5F9", align: int = 0, least: int = LEAST, of: object = None,
        shaded: bool = False, spare: bool = False,
    ) -> Box | None:  # fmt: skip
        """Add one line: the first of *texts* that fits, at *size* or a step smaller.

        *align* is 0 for left, 1 for centre, 2 for right. *spare*: a picture beside it says the
        same, so it may be missing.
        Returns the box that the text covers, or None if no form of it fits: then nothing is shown,
        which ``Scene.cut`` reports.
        """
        forms = tuple(each for each in ((texts,) if isinstance(texts, str) else texts) if each)
        for text in forms:
            for each in _sizes(size, least):
                wide = self.width_of(text, each, bold=bold)
                if wide <= box.w:
                    high = self.line(each)
                    x = box.x + (box.w - wide) * align // 2
                    place = Box(x, box.y + (box.h - high) // 2, wide, high)
                    mark = Words(
                        text, place, self.px(each), bold, colour, of, self.level, self.delay_ms
                    )
                    if shaded:
                        low = place._replace(x=place.x + 1, y=place.y + 2)
                        self._words.append(replace(mark, box=low, colour=_SHADE, shaded=True))
                    self._words.append(mark)
                    return place
        if forms and not spare:
            self._cut.append(forms[-1])
        return None

    def lines(self, text: str, wide: int, size: int, *, bold: bool = False) -> list[str]:
        """Break a text between words into the fewest lines that fit, of about the same width."""
        words = text.split(" ")

        def widest(lines: list[str]) -> int:
            return max(self.width_of(line, size, bold=bold) for line in lines)

        best = [text]
        for count in range(1, len(words) + 1):
            best = min(
                (
                    [" ".join(words[a:b]) for a, b in pairwise((0, *cuts, len(words)))]
                    for cuts in combinations(range(1, len(words)), count - 1)
                ),
                key=widest,
            )
            if widest(best) <= wide:
                break
        return best

    def paragraph(self, text: str, wide: int, size: int, *, bold: bool = False) -> list[str]:
        """Break a long text between words, each line as full as it can be."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size, bold=bold) <= wide:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def scene(self) -> Scene:
        """Return everything that was added."""
        return Scene(
            tuple(self._patches), tuple(self._pieces), tuple(self._words), tuple(self._targets),
            tuple(self._shots), tuple(self._paths), self.backdrop, self.parts, tuple(self._cut),
        )  # fmt: skip


@lru_cache(maxsize=64)
def _sizes(size: int, least: int) -> tuple[int, ...]:
    """Return the sizes to try for a text, from the wanted one down."""
    return (size, *(each for each in _SIZES if least <= each < size))


def is_large(size_px: tuple[int, int]) -> bool:
    """Tell whether a window has room for larger pieces."""
    return min(size_px[0] / 1280, size_px[1] / 800) >= 1
