"""Hard negatives: flat objects on a table that resemble tiles.

The finder may take their squares for a tile: the whole of a phase tile, a field of a board, the
picture of a card, a column of a newspaper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from models.training.arrays import F32, Random
from models.training.generator.background import flat_prints as prints
from models.training.generator.background.flat_things import draw_kind, draw_thing
from models.training.generator.paint import any_color, bare_sheet, linear, smooth_noise
from models.training.tiles.faces import invented_name, lettering, plain_words

UNIT_PX: Final = 72
"""Pixels of a rendered object for one side of a tile."""

_PHASES: Final = (
    "Explore", "Develop", "Settle", "Produce", "Ship", "Odkrycia", "Rozwój", "Kolonizacja",
    "Produkcja", "Handel", "Felfedezés", "Fejlesztés", "Telepítés", "Termelés",
)  # fmt: skip
_NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "X", "1", "2", "3", "4", "5", "A", "B", "?")


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A flat distractor.

    Attributes:
        size: width and height in sides of a tile.
    """

    made: prints.Print
    size: tuple[float, float]


def draw_lookalike(rng: Random) -> LookAlike:
    """Return a random distractor of a random kind."""
    make = _KINDS[int(rng.choice(len(_KINDS), p=_ODDS))]
    return make(rng)


def _phase(rng: Random) -> LookAlike:
    """A square of cardboard with a large icon, a number or a word, and no cost or banner."""
    side = rng.uniform(0.7, 1.3)
    pixels = round(UNIT_PX * side)
    sheet = _art(rng, pixels, pixels, rng.integers(0, 5))
    if rng.random() < 0.6:
        rim, wide = round(pixels * rng.uniform(0.02, 0.09)), max(1, round(pixels * 0.03))
        cv2.rectangle(sheet, (rim, rim), (pixels - rim - 1, pixels - rim - 1),
                      prints.ink_on(rng, sheet).tolist(), wide)  # fmt: skip
    if rng.random() < 0.5:
        _words(sheet, rng, str(rng.choice(_NUMERALS)), (0.5, 0.5), rng.uniform(0.25, 0.6))
    else:
        symbol = prints.icon(rng, round(pixels * rng.uniform(0.35, 0.8)))
        prints.pasted(sheet, symbol, (pixels / 2, pixels * rng.uniform(0.4, 0.6)))
    if rng.random() < 0.35:
        _words(sheet, rng, str(rng.choice(_PHASES)), (0.5, rng.choice((0.12, 0.88))), 0.14)
    if rng.random() < 0.3:
        _words(sheet, rng, str(rng.choice(_NUMERALS)), (0.14, 0.14), 0.16)
    cover = prints.rounded_mask(pixels, pixels, pixels * rng.uniform(0.0, 0.15))
    return LookAlike(prints.Print(sheet, cover), (side, side))


def _card(rng: Random) -> LookAlike:
    """A card or a page: a picture, lines of text, a title; upright or wide."""
    width, height = rng.uniform(0.9, 1.5), rng.uniform(1.1, 2.2)
    if rng.random() < 0.35:
        width, height = height, width
    columns, rows = round(UNIT_PX * width), round(UNIT_PX * height)
    sheet = _art(rng, columns, rows, rng.integers(0, 3))
    cut = rng.uniform(0.3, 0.7)
    if rng.random() < 0.5:
        top = int(rows * cut)
        sheet[:top] = _art(rng, columns, top, rng.integers(1, 6))
    if rng.random() < 0.5:
        middle = (rng.uniform(0.25, 0.75) * columns, rng.uniform(0.2, 0.7) * rows)
        cv2.circle(sheet, (int(middle[0]), int(middle[1])),
                   round(min(columns, rows) * rng.uniform(0.12, 0.4)), any_color(rng).tolist(), -1,
                   cv2.LINE_AA)  # fmt: skip
    _lines(sheet, rng, rng.uniform(0.05, cut), rng.uniform(0.6, 0.97))
    if rng.random() < 0.5:
        _words(sheet, rng, invented_name(rng), (0.5, rng.uniform(0.05, 0.2)), 0.12)
    if rng.random() < 0.3:
        _words(sheet, rng, str(rng.integers(0, 30)), (rng.choice((0.12, 0.88)), 0.1), 0.14)
    cover = prints.rounded_mask(columns, rows, UNIT_PX * rng.uniform(0.0, 0.12))
    return LookAlike(prints.Print(sheet, cover), (width, height))


def _note(rng: Random) -> LookAlike:
    """Paper with lines of words: rules, a note, a score pad with ruled lines or columns."""
    width, height = rng.uniform(1.0, 3.0), rng.uniform(0.8, 3.0)
    columns, rows = round(UNIT_PX * width), round(UNIT_PX * height)
    pale = linear(rng.uniform(170, 252, 3)) if rng.random() < 0.6 else any_color(rng)
    sheet = bare_sheet(columns, rows, pale)
    if rng.random() < 0.3:
        step, color = int(rng.integers(8, 30)), (pale * rng.uniform(0.3, 0.8)).tolist()
        for at in range(step, max(rows, columns), step):
            cv2.line(sheet, (0, at), (columns, at), color, 1)
            if rng.random() < 0.4:
                cv2.line(sheet, (at, 0), (at, rows), color, 1)
    _lines(sheet, rng, 0.03, 0.97)
    cover = prints.rounded_mask(columns, rows, UNIT_PX * rng.uniform(0.0, 0.08))
    return LookAlike(prints.Print(sheet, cover), (width, height))


def _newspaper(rng: Random) -> LookAlike:
    """Columns of print with headlines and pictures between them."""
    width, height = rng.uniform(2.5, 6.0), rng.uniform(2.0, 5.0)
    columns, rows = round(UNIT_PX * width), round(UNIT_PX * height)
    paper = linear(np.full(3, rng.uniform(170, 245)))
    sheet = bare_sheet(columns, rows, paper)
    ink = np.float32(rng.uniform(0.005, 0.05))
    column = rng.uniform(0.6, 1.4)
    for left in np.arange(0.05, width - 0.3, column + 0.06):
        y = 0.05
        while y < height - 0.2:
            kind, tall = rng.random(), rng.uniform(0.3, 1.3)
            x0, x1 = int(left * UNIT_PX), int(min(left + column, width) * UNIT_PX)
            y0, y1 = int(y * UNIT_PX), int(min(y + tall, height) * UNIT_PX)
            part = sheet[y0:y1, x0:x1]
            if kind < 0.3 and min(part.shape[:2]) > 8:
                art = _art(rng, part.shape[1], part.shape[0], rng.integers(0, 5))
                part[:] = art.mean(axis=2, keepdims=True) if rng.random() < 0.6 else art
            elif kind < 0.5:
                tall = rng.uniform(0.15, 0.45)
                name = " ".join(plain_words(rng).split()[:2])
                cv2.putText(sheet, name, (x0, int((y + 0.8 * tall) * UNIT_PX)),
                            int(rng.integers(0, 4)), tall * 2, [float(ink)] * 3,
                            max(1, round(tall * 9)), cv2.LINE_AA)  # fmt: skip
            else:
                pitch = int(rng.integers(3, 9))
                for line in range(y0, y1 - pitch, pitch):
                    marks = rng.random(max(1, (x1 - x0) // 3)) < 0.75
                    row = np.repeat(marks, 3)[: x1 - x0].astype(np.float32) * 0.85
                    view = sheet[line : line + max(1, pitch // 2), x0 : x0 + len(row)]
                    row = row[: view.shape[1]]
                    view += (ink - view) * row[None, :, None]
            y += tall + 0.05
    cover = np.ones((rows, columns), np.float32)
    return LookAlike(prints.Print(sheet, cover), (width, height))


def _board(rng: Random) -> LookAlike:
    """A game's board: square fields with icons, numbers, pictures, names or nothing."""
    across, down = int(rng.integers(2, 7)), int(rng.integers(2, 6))
    field, gap = rng.uniform(0.5, 1.3), rng.uniform(0.0, 0.12)
    width, height = across * (field + gap) + gap, down * (field + gap) + gap
    sheet = bare_sheet(round(UNIT_PX * width), round(UNIT_PX * height), any_color(rng))
    pixels = max(8, round(UNIT_PX * field))
    what, colors = rng.random(), [any_color(rng) for _ in range(int(rng.integers(2, 9)))]
    rim, written = int(rng.integers(0, 4)), rng.random() < 0.4
    for row in range(down):
        for column in range(across):
            color = colors[(row + column) % 2 if what < 0.2 else int(rng.integers(len(colors)))]
            cell = bare_sheet(pixels, pixels, color)
            kind = rng.random()
            if what > 0.2 and kind < 0.3:
                prints.pasted(
                    cell, prints.icon(rng, round(pixels * rng.uniform(0.4, 0.9))), (pixels / 2,) * 2
                )
            elif what > 0.2 and kind < 0.6:
                said = (
                    str(rng.integers(1, 100)) if rng.random() < 0.7 else str(rng.choice(_NUMERALS))
                )
                _words(cell, rng, said, (0.5, 0.5), rng.uniform(0.25, 0.6))
            elif what > 0.6 and kind < 0.8:
                cell = _art(rng, pixels, pixels, rng.integers(1, 5))
            if written and kind > 0.4:
                _words(cell, rng, invented_name(rng), (0.5, rng.choice((0.1, 0.9))), 0.13)
            if rim:
                cv2.rectangle(
                    cell, (0, 0), (pixels - 1, pixels - 1), prints.ink_on(rng, color).tolist(), rim
                )
            x, y = (v * (field + gap) + gap + field / 2 for v in (column, row))
            prints.pasted(sheet, prints.Print(cell, np.ones((pixels, pixels), np.float32)),
                   (x * UNIT_PX, y * UNIT_PX))  # fmt: skip
    cover = prints.rounded_mask(sheet.shape[1], sheet.shape[0], UNIT_PX * rng.uniform(0, 0.1))
    return LookAlike(prints.Print(sheet, cover), (width, height))


def _strip(rng: Random) -> LookAlike:
    """A player's strip or screen: wide cardboard with framed places, icons, headings, tables."""
    width, height = rng.uniform(2.5, 6.0), rng.uniform(0.6, 2.0)
    columns, rows = round(UNIT_PX * width), round(UNIT_PX * height)
    sheet = _art(rng, columns, rows, rng.integers(0, 4))
    count = int(rng.integers(3, 8))
    step, size = width / count, min(width / count, height) * rng.uniform(0.6, 0.95)
    pixels = max(8, round(UNIT_PX * size))
    ink, y = prints.ink_on(rng, sheet).tolist(), rng.uniform(0.35, 0.65) * height
    framed, signed = rng.random() < 0.7, rng.random()
    for number in range(count):
        x = (number + 0.5) * step
        a = (int((x - size / 2) * UNIT_PX), int((y - size / 2) * UNIT_PX))
        if signed < 0.5:
            prints.pasted(sheet, prints.icon(rng, round(pixels * 0.8)), (x * UNIT_PX, y * UNIT_PX))
        elif signed < 0.85:
            said = str(rng.choice(_NUMERALS if rng.random() < 0.7 else _PHASES))
            _words(sheet, rng, said, (x / width, y / height), 0.4 * size / height)
        if framed:
            cv2.rectangle(sheet, a, (a[0] + pixels, a[1] + pixels), ink, max(1, pixels // 24))
    if rng.random() < 0.4:
        _words(sheet, rng, invented_name(rng), (rng.uniform(0.3, 0.7), 0.1), 0.16)
    if rng.random() < 0.3:
        _lines(sheet, rng, 0.55, 0.98)
    cover = prints.rounded_mask(columns, rows, UNIT_PX * rng.uniform(0.0, 0.15))
    return LookAlike(prints.Print(sheet, cover), (width, height))


def _cover(rng: Random) -> LookAlike:
    """A small box, booklet, CD case, coaster or phone: a picture with large letters."""
    side = rng.uniform(0.7, 1.6)
    tall = side * (rng.uniform(0.9, 1.1) if rng.random() < 0.5 else rng.uniform(1.2, 1.9))
    columns, rows = round(UNIT_PX * side), round(UNIT_PX * tall)
    sheet = _art(rng, columns, rows, rng.integers(2, 9))
    for _ in range(int(rng.integers(0, 4))):
        _words(
            sheet, rng, invented_name(rng), (0.5, rng.uniform(0.1, 0.9)), rng.uniform(0.08, 0.25)
        )
    round_ = rng.uniform(0.0, 0.2) if rng.random() < 0.75 else 0.5
    cover = prints.rounded_mask(columns, rows, min(columns, rows) * round_)
    return LookAlike(prints.Print(sheet, cover), (side, tall))


def _small(rng: Random) -> LookAlike:
    """Distractors of dice, at the size of tiles: chips, coins, dominoes, playing cards."""
    made = draw_thing(rng, draw_kind(rng), UNIT_PX)
    width = rng.uniform(0.4, 1.3)
    height = width * made.cover.shape[0] / made.cover.shape[1]
    return LookAlike(made, (width, height))


_KINDS: Final[tuple[Callable[[Random], LookAlike], ...]] = (
    _phase, _card, _note, _newspaper, _board, _strip, _cover, _small,
)  # fmt: skip
_ODDS: Final = (0.2, 0.17, 0.12, 0.1, 0.12, 0.1, 0.11, 0.08)


def _art(rng: Random, columns: int, rows: int, shapes: object) -> F32:
    """Return a plain or smoothly varying background with some shapes on it."""
    sheet = bare_sheet(columns, rows, any_color(rng))
    if rng.random() < 0.4:
        share = smooth_noise(rng, (rows, columns), max(columns, rows) * rng.uniform(0.1, 0.7), 2)
        sheet += (any_color(rng) - sheet) * np.clip(0.5 + 0.4 * share, 0, 1)[..., None]
    for _ in range(int(shapes)):  # type: ignore[call-overload]
        color = any_color(rng).tolist()
        a, b, c = (rng.uniform(0, 1, 2) * (columns, rows) for _ in range(3))
        kind = rng.random()
        if kind < 0.35:
            cv2.fillPoly(sheet, [np.stack([a, b, c]).astype(np.int32)], color, cv2.LINE_AA)
        elif kind < 0.7:
            radius = int(rng.uniform(0.05, 0.4) * min(columns, rows))
            filled = -1 if rng.random() < 0.7 else 2
            cv2.circle(sheet, a.astype(int).tolist(), radius, color, filled, cv2.LINE_AA)
        else:
            cv2.rectangle(sheet, a.astype(int).tolist(), b.astype(int).tolist(), color, -1)
    return np.asarray(np.clip(sheet, 0.003, 0.93), np.float32)


def _words(sheet: F32, rng: Random, said: str, middle: tuple[float, float], tall: float) -> None:
    """Write *said* in printed letters; position and height as shares of the sheet's."""
    rows, columns = sheet.shape[:2]
    mask = lettering(rng, said.upper() if rng.random() < 0.4 else said, max(7, round(rows * tall)))
    if mask.shape[1] > columns * 0.96:
        mask = np.asarray(cv2.resize(mask, (max(4, int(columns * 0.96)), mask.shape[0])))
    ink = bare_sheet(mask.shape[1], mask.shape[0], prints.ink_on(rng, sheet))
    prints.pasted(sheet, prints.Print(ink, mask), (middle[0] * columns, middle[1] * rows))


def _lines(sheet: F32, rng: Random, top: float, bottom: float) -> None:
    """Fill a part of the sheet with lines of small words."""
    rows, columns = sheet.shape[:2]
    pitch, ink = rng.uniform(6, 20), prints.ink_on(rng, sheet).tolist()
    left, font = rng.uniform(0.02, 0.15) * columns, int(rng.integers(0, 5))
    for y in np.arange(top * rows + pitch, bottom * rows, pitch):
        words = " ".join(plain_words(rng) for _ in range(3))
        shown = words if rng.random() < 0.2 else words.lower()
        cv2.putText(sheet, shown[: int(rng.integers(6, 40))], (int(left), int(y)), font,
                    pitch / 42, ink, 1, cv2.LINE_AA)  # fmt: skip
