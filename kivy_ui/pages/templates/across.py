"""One word as large as it fits, and the players who are waited for: read from two metres."""

from collections.abc import Iterator, Sequence
from typing import Final

from kivy_ui.pages.marks import BODY, GOLD, INK_ON_SEAT, SEATS, TEXT, Box
from kivy_ui.pages.opening import Across
from kivy_ui.pages.templates.parts import Drawing

_BADGE: Final = 118
_MOST: Final = 240
_LEGIBLE: Final = 90
"""Size from which a word is read from two metres; smaller, it is rather broken."""
_VOWELS: Final = "AEIOUYÁÉÍÓÖŐÚÜŰĄĘ"
_PAIRS: Final = ("CH", "CS", "CZ", "DZ", "GY", "LY", "NY", "RZ", "SH", "SZ", "TH", "TY", "ZS")
"""Digraphs, which are not split: two letters for one sound in one of the languages."""


def across(draw: Drawing, stage: Box, body: Across) -> None:
    """Draw the word, below it the picture and the players; with several only their numbers."""
    draw.target(body.key, stage)
    gap, count = draw.px(16), len(body.seats)
    edge = min(draw.px(_BADGE), (stage.w - count * gap) // (count + 1))
    row = stage.cut(top=stage.h - edge)
    with draw.on(body.key):
        draw.picture(body.picture, row.start(edge))
        for seat in body.seats:
            row = row.cut(left=edge + gap)
            draw.patch("badge", row.start(edge), SEATS[seat.colour])
            _large(draw, str(seat.number), row.start(edge), INK_ON_SEAT, align=1)
        if count == 1:
            _large(draw, body.seats[0].name, row.cut(left=edge + gap), TEXT)
        _word(draw, body.word.upper(), stage.cut(bottom=edge + gap))


def _word(draw: Drawing, word: str, box: Box) -> None:
    """Draw the word in one line, or in two if its letters are larger then."""

    def size_of(lines: Sequence[str]) -> int:
        return min(_fitting(draw, line, box.w, box.h // len(lines)) for line in lines)

    whole = [word]
    legible = " " not in word and size_of(whole) >= _LEGIBLE
    lines = whole if legible else max((whole, broken(word)), key=size_of)
    size = size_of(lines)
    draw.block(lines, box, size, draw.line(size), bold=True, colour=GOLD, align=1)


def _large(draw: Drawing, text: str, box: Box, colour: str, align: int = 0) -> None:
    size = _fitting(draw, text, box.w, box.h)
    draw.words(text, box, size, bold=True, colour=colour, align=align)


def _fitting(draw: Drawing, text: str, wide: int, high: int) -> int:
    """Return the largest size of a line that fits."""
    return next(
        (size for size in range(_MOST, BODY, -2)
         if draw.line(size) <= high and draw.width_of(text, size, bold=True) <= wide), BODY
    )  # fmt: skip


def broken(word: str) -> list[str]:
    """Return a word or a title in capitals in up to two lines, broken nearest to the middle.

    A title is broken between words, a word before a syllable.
    """
    parted = [(word[:at], word[at + 1 :]) for at, letter in enumerate(word) if letter == " "]

    def off_middle(two: tuple[str, str]) -> float:
        return abs(len(two[0].rstrip("-")) - len(word) / 2)

    return list(min(parted or _syllables(word), key=off_middle, default=(word,)))


def _syllables(word: str) -> Iterator[tuple[str, str]]:
    """Yield each way to break a word before a syllable."""
    for at in range(2, len(word) - 2):
        if word[at] not in _VOWELS and word[at + 1] in _VOWELS:
            start = at - (word[at - 1 : at + 1] in _PAIRS)
            yield f"{word[:start]}-", word[start:]
