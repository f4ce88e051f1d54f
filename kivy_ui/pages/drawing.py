"""Collects the marks of a page while templates lay out their parts."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final, Self, TypeVar

from kivy_ui.pages.marks import (
    BODY,
    BUTTON,
    LABEL,
    LEAST,
    LINE,
    QUESTION,
    TEXT,
    Box,
    Flight,
    Level,
    Measure,
    Part,
    Patch,
    Path,
    Piece,
    Scene,
    Shot,
    Target,
    Words,
    is_large,
)  # fmt: skip
from kivy_ui.pages.photos import Photograph

_SIZES: Final = (168, 140, 112, 88, 72, 56, 40, QUESTION, BUTTON, BODY, LABEL, LEAST)
"""Sizes that a text may shrink to."""
_SHADE: Final = "000000"
_T = TypeVar("_T")


@dataclass
class Canvas:
    """Collects marks, texts among them; all sizes are given for scale 1.

    Attributes:
        scale: 1.35 on large windows, times the text size that the players chose.
        part: which part of content that does not fit at once is shown; from 0.
        spared: texts that are missing beside a picture that says the same.
        level, delay_ms, of: of the marks that follow; *of* is the target that moves them.
    """

    width: int
    height: int
    scale: float
    measure: Measure
    part: int = 0
    level: Level = Level.STAGE
    delay_ms: int = 0
    of: object = None
    backdrop: str = ""
    parts: int = 1
    spared: list[str] = field(default_factory=list)
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

    @property
    def bottom(self) -> int:
        """Where the lowest surface ends."""
        return max((each.box.bottom for each in self._patches), default=self.height)

    def apart(self, scale: float) -> Self:
        """Return an empty canvas to try something on."""
        return type(self)(
            self.width, self.height, scale, self.measure, self.part, self.level, self.delay_ms
        )

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

    def filled(self, heights: Sequence[tuple[_T, int]], room: int, most: int = 99) -> Sequence[_T]:
        parts = in_rows(heights, lambda each: each[1], room, most) or [[]]
        return [item for item, _ in self.turn(parts, 1)[0]]

    # --- marks -----------------------------------------------------------------------------------

    def patch(
        self, surface: str, box: Box, tint: str = "FFFFFF", *, pulses: bool = False,
        opacity: float = 1.0,
    ) -> None:  # fmt: skip
        self._patches.append(
            Patch(surface, box, tint, self.of, self.level, self.delay_ms, pulses, opacity)
        )

    def piece(
        self, name: str, box: Box, tint: str = "FFFFFF", opacity: float = 1.0,
        flight: Flight | None = None,
    ) -> None:  # fmt: skip
        self._pieces.append(
            Piece(name, box, tint, opacity, self.of, self.level, self.delay_ms, flight)
        )

    def symbol(self, name: str, box: Box, tint: str = TEXT, opacity: float = 1.0) -> None:
        """Add a symbol; all of them are white and tinted."""
        self.piece(f"symbol/{name}", box, tint, opacity)

    def shot(self, photo: Photograph, part: Part, box: Box) -> None:
        self._shots.append(Shot(photo, part, box, self.level))

    def path(
        self, points: Sequence[tuple[int, int]], tint: str, width: float, *, closed: bool = True
    ) -> None:
        """Add a line; *width* is in pixels."""
        self._paths.append(Path(tuple(points), tint, width, closed, self.level))

    def target(self, key: object, box: Box, part: Part | None = None) -> None:
        """Add a place to touch; nothing for a key of None."""
        if key is not None:
            self._targets.append(Target(key, box, part))

    @contextmanager
    def on(self, key: object) -> Iterator[None]:
        """Let the marks within a ``with`` statement move with the target of a key."""
        before, self.of = self.of, key
        yield
        self.of = before

    @contextmanager
    def over(self) -> Iterator[None]:
        """Lay the marks within a ``with`` statement over the stage, where nothing moves them."""
        before, self.level = self.level, Level.OVER
        with self.on(None):
            yield
        self.level = before

    def button(
        self, key: object, box: Box, surface: str, tint: str = "FFFFFF"
    ) -> AbstractContextManager[None]:
        """Add a surface that answers with a key, if it has one; what stands on it moves with it."""
        self.target(key, box)
        with self.on(key):
            self.patch(surface, box, tint)
        return self.on(key)

    def no_room_for(self, what: str) -> None:
        self._cut.append(what)

    def cover(self, box: Box) -> None:
        """Take away all places to touch below a box: what follows lies over them."""
        self._targets = [each for each in self._targets if not each.box.overlaps(box)]

    # --- texts -----------------------------------------------------------------------------------

    def width_of(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width in pixels of a text whose size is given for scale 1."""
        return self.measure(text, self.px(size), bold) if text else 0

    def widest(self, texts: Sequence[str], size: int, *, bold: bool = False) -> int:
        """Return the width of the widest text; 0 if there is none."""
        return max((self.width_of(each, size, bold=bold) for each in texts), default=0)

    def fitting(
        self, texts: Sequence[str], wide: int, sizes: Sequence[int], *, bold: bool = True
    ) -> int:
        """Return the first of *sizes* at which all texts fit into a width, else the last one."""
        fits = (each for each in sizes if self.widest(texts, each, bold=bold) <= wide)
        return next(fits, sizes[-1])

    def line(self, size: int) -> int:
        """Return the height in pixels of a line of text."""
        return -int(-self.px(size) * LINE // 1)

    def words(
        self, texts: str | tuple[str, ...], box: Box, size: int = BODY, *, bold: bool = False,
        colour: str = TEXT, align: int = 0, least: int = LEAST, shaded: bool = False,
        spare: bool = False,
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
                        text, place, self.px(each), bold, colour, self.of, self.level, self.delay_ms
                    )
                    if shaded:
                        low = place._replace(x=place.x + 1, y=place.y + 2)
                        self._words.append(replace(mark, box=low, colour=_SHADE, shaded=True))
                    self._words.append(mark)
                    return place
        if forms:
            (self.spared if spare else self._cut).append(forms[-1])
        return None

    def block(
        self, lines: Sequence[str], box: Box, size: int, step: int, *, bold: bool = False,
        colour: str = TEXT, align: int = 0, spare: bool = False,
    ) -> None:  # fmt: skip
        """Add lines, *step* pixels each, in the middle of a box's height."""
        top = box.y + (box.h - step * len(lines)) // 2
        for index, line in enumerate(lines):
            place = Box(box.x, top + index * step, box.w, step)
            self.words(line, place, size, bold=bold, colour=colour, align=align, spare=spare)

    def text(
        self, text: str, box: Box, size: int, *, bold: bool = True, colour: str = TEXT,
        align: int = 0, spare: bool = False,
    ) -> None:  # fmt: skip
        """Add a text in the middle of a box's height: in one line, else in lines of least size."""
        lines = self.lines(text, box.w, LEAST, bold=bold)
        if len(lines) > 1:
            size = LEAST
        self.block(lines, box, size, self.line(size), bold=bold, colour=colour, align=align,
                   spare=spare)  # fmt: skip

    def lines(self, text: str, wide: int, size: int, *, bold: bool = False) -> list[str]:
        """Break a text between words into the fewest lines that fit, of about the same width."""
        return list(_broken(self.measure, text, wide, self.px(size), bold)) if text else []

    def paragraph(self, text: str, wide: int, size: int, *, bold: bool = False) -> list[str]:
        """Break a long text between words, each line as full as it can be."""
        lines: list[str] = []
        for word in _words(text):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size, bold=bold) <= wide:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def scene(self) -> Scene:
        return Scene(
            tuple(self._patches), tuple(self._pieces), tuple(self._words), tuple(self._targets),
            tuple(self._shots), tuple(self._paths), self.backdrop, self.parts, tuple(self._cut),
        )  # fmt: skip


def in_rows(
    items: Iterable[_T], size: Callable[[_T], int], room: int, most: int = 99
) -> list[list[_T]]:
    """Divide items into rows that fit a room, at most so many each; at least one."""
    rows: list[list[_T]] = []
    left = 0
    for item in items:
        needed = size(item)
        if not rows or needed > left or len(rows[-1]) == most:
            rows.append([])
            left = room
        rows[-1].append(item)
        left -= needed
    return rows


@lru_cache(maxsize=64)
def _sizes(size: int, least: int) -> tuple[int, ...]:
    """Return the sizes to try for a text, from the wanted one down."""
    return (size, *(each for each in _SIZES if least <= each < size))


def _words(text: str) -> list[str]:
    """Return the parts between which a line may end.

    No line begins with a number or a sign; a number of things is not parted from them.
    """
    return re.split(r"(?<!\u00d7)[ \n]+(?![\d\u00b7\u00bb\u00d7])|(?<=\u00b7)[ \n]+", text)


@lru_cache(maxsize=2048)
def _broken(measure: Measure, text: str, wide: int, size_px: int, bold: bool) -> tuple[str, ...]:  # noqa: FBT001  # as Measure
    """Return a text in the fewest lines that fit, else each word by itself.

    The widest line is as narrow as it can be; of such divisions the one whose first lines are the
    shortest.
    """
    words = _words(text)

    @cache
    def line(start: int, end: int) -> int:
        return measure(" ".join(words[start:end]), size_px, bold)

    @cache
    def widest(start: int, count: int) -> int:
        """Return the width of the widest of so many lines from a word on."""
        if count == 1:
            return line(start, len(words))
        ends = range(start + 1, len(words) - count + 2)
        return min(max(line(start, end), widest(end, count - 1)) for end in ends)

    count = next((each for each in range(1, len(words)) if widest(0, each) <= wide), len(words))
    least, start, lines = widest(0, count), 0, []
    for left in range(count - 1, 0, -1):
        end = next(
            each for each in range(start + 1, len(words))
            if max(line(start, each), widest(each, left)) <= least
        )  # fmt: skip
        lines.append(" ".join(words[start:end]))
        start = end
    return (*lines, " ".join(words[start:]))
