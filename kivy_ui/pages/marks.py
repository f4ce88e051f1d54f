"""What a laid out page consists of: surfaces, pieces, words and places to touch, with boxes.

Layout needs to know how wide a text is, nothing else of Kivy: it gets a ``Measure``. Boxes are in
pixels of the window, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

Measure: TypeAlias = Callable[[str, int, bool], int]
"""Width in pixels of a text, from text, size in pixels and bold."""

LINE: Final = 1.18
"""Height of a line of Roboto as a multiple of its size."""

LEAST: Final = 16
LABEL: Final = 18
BODY: Final = 20
BUTTON: Final = 24
QUESTION: Final = 28

_SHADE: Final = "000000"


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
    """A nine-patch surface; *of* is the target that moves it when pressed."""

    surface: str
    box: Box
    tint: str = "FFFFFF"
    of: object = None
    still: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A picture of the atlas, drawn into a square box."""

    name: str
    box: Box
    tint: str = "FFFFFF"
    opacity: float = 1.0
    of: object = None
    still: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; *shaded* marks the dark copy below a text on a picture."""

    text: str
    box: Box
    size: int
    bold: bool = False
    colour: str = "F3F5F9"
    of: object = None
    still: bool = False
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A place that answers a touch with *key*."""

    key: object
    box: Box


@dataclass(frozen=True, slots=True)
class Scene:
    """A laid out page."""

    patches: tuple[Patch, ...]
    pieces: tuple[Piece, ...]
    words: tuple[Words, ...]
    targets: tuple[Target, ...]


@dataclass
class Drawing:
    """Collects marks while a template lays out its part; all sizes are given for scale 1.

    Attributes:
        scale: 1.35 on large windows.
        still: marks of head and foot do not move when the page changes.
    """

    width: int
    height: int
    scale: float
    measure: Measure
    still: bool = False
    _patches: list[Patch] = field(default_factory=list)
    _pieces: list[Piece] = field(default_factory=list)
    _words: list[Words] = field(default_factory=list)
    _targets: list[Target] = field(default_factory=list)

    @property
    def portrait(self) -> bool:
        """Whether columns become rows."""
        return self.height > self.width

    def px(self, size: float) -> int:
        """Return a size for this window's scale in pixels."""
        return round(size * self.scale)

    def patch(self, surface: str, box: Box, tint: str = "FFFFFF", of: object = None) -> None:
        """Add a surface."""
        self._patches.append(Patch(surface, box, tint, of, self.still))

    def piece(
        self, name: str, box: Box, tint: str = "FFFFFF", opacity: float = 1.0, of: object = None
    ) -> None:
        """Add a picture."""
        self._pieces.append(Piece(name, box, tint, opacity, of, self.still))

    def target(self, key: object, box: Box) -> None:
        """Add a place to touch."""
        self._targets.append(Target(key, box))

    def width_of(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width in pixels of a text whose size is given for scale 1."""
        return self.measure(text, self.px(size), bold)

    def line(self, size: int) -> int:
        """Return the height in pixels of a line of text."""
        return -int(-self.px(size) * LINE // 1)

    def words(
        self, texts: str | tuple[str, ...], box: Box, size: int = BODY, *, bold: bool = False,
        colour: str = "F3F5F9", align: int = 0, least: int = LEAST, of: object = None,
        shaded: bool = False,
    ) -> Box | None:  # fmt: skip
        """Add one line: the first of *texts* that fits, at *size* or a step smaller.

        *align* is 0 for left, 1 for centre, 2 for right.
        Returns the box that the text covers, or None if no form of it fits: then nothing is shown.
        """
        forms = (texts,) if isinstance(texts, str) else tuple(each for each in texts if each)
        steps = [each for each in (QUESTION, BUTTON, BODY, LABEL, LEAST) if least <= each < size]
        for text in forms:
            for each in (size, *steps):
                wide = self.width_of(text, each, bold=bold)
                if wide <= box.w:
                    high = self.line(each)
                    x = box.x + (box.w - wide) * align // 2
                    place = Box(x, box.y + (box.h - high) // 2, wide, high)
                    mark = Words(text, place, self.px(each), bold, colour, of, self.still)
                    if shaded:
                        low = place._replace(x=place.x + 1, y=place.y + 2)
                        self._words.append(replace(mark, box=low, colour=_SHADE, shaded=True))
                    self._words.append(mark)
                    return place
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

    def scene(self) -> Scene:
        """Return everything that was added."""
        return Scene(
            tuple(self._patches), tuple(self._pieces), tuple(self._words), tuple(self._targets)
        )
