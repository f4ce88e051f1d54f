"""Flat prints as hard negatives: icons, phase tiles, tiles with small dice, symbols, chips.

A print is a small image with an alpha mask, placed on the background or drawn on a board.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.drawing.glyphs import FACES, glyph
from models.training.arrays import F32, Random
from models.training.generator.paint import (
    BODY_SRGB,
    any_color,
    bare_sheet,
    body_color,
    by_name,
    hsv,
    ink,
    linear,
    smooth_noise,
)


@dataclass(frozen=True, slots=True)
class Print:
    """Linear albedo ``(H, W, 3)`` with its alpha mask *cover* ``(H, W)``.

    Attributes:
        square: x, y and side of the region most like a top face, in pixels; None without one.
        blank: that square contains no glyph, no pips and nothing similar.
    """

    albedo: F32
    cover: F32
    square: tuple[float, float, float] | None = None
    blank: bool = False


def pasted(sheet: F32, flat: Print, middle: tuple[float, float]) -> None:
    """Paste a print upright over a sheet, in place, clipped to the sheet."""
    height, width = flat.cover.shape
    x, y = round(middle[0] - width / 2), round(middle[1] - height / 2)
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + width, sheet.shape[1]), min(y + height, sheet.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part = slice(y0 - y, y1 - y), slice(x0 - x, x1 - x)
    view = sheet[y0:y1, x0:x1]
    view += (flat.albedo[part] - view) * flat.cover[part][..., None]


def rounded_mask(width: int, height: int, radius: float) -> F32:
    """Return the alpha mask of a rectangle with round corners, shape ``(height, width)``."""
    x = np.abs(np.arange(width) - (width - 1) / 2)[None, :] - (width / 2 - radius)
    y = np.abs(np.arange(height) - (height - 1) / 2)[:, None] - (height / 2 - radius)
    gap = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - radius
    return np.asarray(np.clip(0.5 - gap, 0, 1), np.float32)


def ink_on(rng: Random, ground: F32) -> F32:
    """Return a colour that contrasts with *ground*, mostly black or white."""
    dark = float(ground.mean()) > 0.2
    if rng.random() < 0.25:
        return hsv(rng.uniform(0, 360), rng.uniform(0.3, 1), 0.35 if dark else 1.0)
    return linear(np.full(3, rng.uniform(10, 80) if dark else rng.uniform(190, 250)))


def phase_sign(rng: Random, side: int) -> F32:
    """Return the ink mask of a random phase glyph with a random stroke width."""
    parts = glyph(
        str(rng.choice(FACES)), die=str(rng.choice(list(BODY_SRGB))),
        stroke_width=float(rng.uniform(0.04, 0.09)),
    )  # fmt: skip
    return ink(parts, side, supersample=2)


def write(
    sheet: F32, text: str, at: tuple[float, float], height: float, color: F32, font: int = 0
) -> None:
    """Write a line of text centred at a position."""
    scale = height / 22.0
    thick = max(1, round(height / 8))
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    where = (round(at[0] - wide / 2), round(at[1] + high / 2))
    cv2.putText(sheet, text, where, font, scale, tuple(map(float, color)), thick, cv2.LINE_AA)


def stamp(sheet: F32, mask: F32, middle: tuple[float, float], color: F32) -> None:
    """Print a mask in one colour, centred at a position."""
    height, width = mask.shape
    pasted(sheet, Print(bare_sheet(width, height, color), mask), middle)


def any_or_body(rng: Random) -> F32:
    """Return the colour of a die, or any other."""
    return body_color(rng) if rng.random() < 0.6 else any_color(rng)


def whole_square(side: int) -> tuple[float, float, float]:
    """Return ``Print.square`` of a print that is itself the square."""
    return (side - 1) / 2, (side - 1) / 2, float(side)


def _icon_body(rng: Random, side: int) -> tuple[F32, F32]:
    """A square with sharp or round corners; some have a border or a bevel like a button's."""
    color = any_or_body(rng)
    sheet = bare_sheet(side, side, color)
    cover = rounded_mask(side, side, side * float(rng.choice([0.0, rng.uniform(0.03, 0.3)])))
    kind = rng.random()
    rim = max(1, round(side * rng.uniform(0.03, 0.12)))
    if kind < 0.3:
        low, high = np.float32(rng.uniform(0.3, 0.9)), np.float32(rng.uniform(1.05, 1.5))
        for part, factor in ((sheet[:rim], high), (sheet[:, :rim], high),
                             (sheet[-rim:], low), (sheet[:, -rim:], low)):  # fmt: skip
            part *= factor
    elif kind < 0.65:
        border = ink_on(rng, color)
        inner = np.zeros((side, side), np.float32)
        core = side - 2 * rim
        if core > 2:
            inner[rim:-rim, rim:-rim] = rounded_mask(core, core, core * 0.1)
        sheet = border + (sheet - border) * inner[..., None]
    if rng.random() < 0.4:
        ramp = np.linspace(-1, 1, side, dtype=np.float32) * np.float32(rng.uniform(-0.25, 0.25))
        sheet = sheet * (1 + (ramp[:, None] if rng.random() < 0.5 else ramp[None, :]))[..., None]
    return np.asarray(sheet, np.float32), cover


def icon(rng: Random, side: int) -> Print:
    """Return a square with a phase glyph, a letter or a number."""
    sheet, cover = _icon_body(rng, side)
    middle = sheet[side // 2, side // 2].copy()
    if rng.random() < 0.75:
        mask = phase_sign(rng, max(6, round(side * rng.uniform(0.6, 1.0))))
        color = ink_on(rng, middle)
        stamp(sheet, mask * np.float32(rng.uniform(0.6, 1)), (side / 2, side / 2), color)
    else:
        text = str(rng.choice(list("0123456789ABCEKMRSXZ?!+$")))
        write(sheet, text, (side / 2, side / 2), side * 0.55, ink_on(rng, middle),
                 int(rng.integers(5)))  # fmt: skip
    return Print(sheet, cover, whole_square(side))


def bare(rng: Random, side: int) -> Print:
    """Return such a square without any print."""
    sheet, cover = _icon_body(rng, side)
    return Print(sheet, cover, whole_square(side), blank=True)


def _sign(rng: Random, side: int) -> Print:
    """A phase glyph printed directly on the background, as next to the columns of a mat."""
    sheet = bare_sheet(side, side, linear(np.full(3, rng.uniform(10, 190))))
    if rng.random() < 0.2:
        sheet[:] = any_color(rng)
    return Print(
        sheet, phase_sign(rng, side) * np.float32(rng.uniform(0.5, 1.0)), whole_square(side)
    )


def _tile(rng: Random, side: int) -> Print:
    """A phase tile: a large phase glyph in the centre, a name or number, a frame."""
    width, height = (round(side * v) for v in rng.uniform(1.15, 2.6, 2))
    color = any_color(rng) if rng.random() < 0.7 else body_color(rng)
    sheet = bare_sheet(width, height, color)
    if rng.random() < 0.6:
        rim = max(1, round(side * rng.uniform(0.03, 0.12)))
        cv2.rectangle(sheet, (rim, rim), (width - rim - 1, height - rim - 1),
                      tuple(map(float, ink_on(rng, color))), rim)  # fmt: skip
    if rng.random() < 0.4:  # a panel behind the glyph
        panel, cover = _icon_body(rng, side)
        pasted(sheet, Print(panel, cover), (width / 2, height / 2))
        color = panel[side // 2, side // 2].copy()
    sign = phase_sign(rng, max(6, round(side * rng.uniform(0.75, 1.0))))
    stamp(sheet, sign, (width / 2, height / 2), ink_on(rng, color))
    if height > 1.6 * side:
        names = ["EXPLORE", "DEVELOP", "SETTLE", "PRODUCE", "SHIP", "I", "II", "III", "IV", "V"]
        text = str(rng.choice(names))
        write(sheet, text, (width / 2, height * 0.1), side * 0.18, ink_on(rng, color))
    cover = rounded_mask(width, height, side * rng.uniform(0.02, 0.2))
    return Print(sheet, cover, ((width - 1) / 2, (height - 1) / 2, float(side)))


def _game_tile(rng: Random, side: int) -> Print:
    """A game tile: artwork, small printed dice, symbols in rhombs and discs, a price, a name."""
    full = round(side * rng.uniform(2.6, 5.0))
    sheet = bare_sheet(full, full, any_color(rng))
    field = smooth_noise(rng, (full, full), full * 0.3, 3)
    sheet *= np.exp(field * np.float32(rng.uniform(0.1, 0.7)))[..., None]
    bar = round(full * rng.uniform(0.12, 0.25))
    sheet[:bar] = ink_on(rng, sheet.mean(axis=(0, 1)))
    write(sheet, "".join(rng.choice(list("AEIORSTNLDM "), 9)), (full * 0.55, bar / 2),
             bar * 0.5, ink_on(rng, sheet[0, 0]))  # fmt: skip
    square = None
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.uniform(0.15, 0.85, 2) * full
        small = max(8, round(side * rng.uniform(0.45, 1.0)))
        kind = rng.random()
        if kind < 0.6:  # a printed die
            flat = (icon if rng.random() < 0.6 else bare)(rng, small)
            pasted(sheet, flat, (x, y))
            square = (x, y, float(small))
        else:
            color = any_color(rng)
            if kind < 0.8:
                box = cv2.boxPoints(((x, y), (small, small), 45.0))
                cv2.fillPoly(sheet, [np.round(box * 16).astype(np.int32)],
                             tuple(map(float, color)), cv2.LINE_AA, 4)  # fmt: skip
            else:
                cv2.circle(sheet, (round(x), round(y)), small // 2 + 1, tuple(map(float, color)),
                           -1, cv2.LINE_AA)  # fmt: skip
            if rng.random() < 0.6:
                stamp(
                    sheet, phase_sign(rng, max(6, round(small * 0.7))), (x, y), ink_on(rng, color)
                )
            else:
                write(sheet, str(rng.integers(10)), (x, y), small * 0.5, ink_on(rng, color))
    return Print(sheet, rounded_mask(full, full, full * 0.03), square)


def _chip(rng: Random, side: int) -> Print:
    """A round, six-sided or square chip with a number: victory points, money."""
    color = any_or_body(rng)
    sheet = bare_sheet(side, side, color)
    if rng.random() < 0.7:
        cv2.circle(sheet, (side // 2, side // 2), round(side * rng.uniform(0.3, 0.45)),
                   tuple(map(float, ink_on(rng, color))), max(1, round(side * 0.05)),
                   cv2.LINE_AA)  # fmt: skip
    text = str(rng.choice(["1", "2", "3", "5", "10", "VP", "*", "$", "+", "25"]))
    height = side * rng.uniform(0.3, 0.6)
    write(sheet, text, (side / 2, side / 2), height, ink_on(rng, color), int(rng.integers(5)))
    cover = polygon_mask(side, int(rng.choice([40, 40, 6])), rng.uniform(0, 6))
    if rng.random() < 0.25:
        cover = rounded_mask(side, side, side * rng.uniform(0.05, 0.3))
    return Print(sheet, cover, whole_square(side))


def polygon_mask(side: int, corners: int, turn: float) -> F32:
    """Return the alpha mask of a regular polygon, ``(side, side)``; with 40 corners a disc."""
    angles = turn + np.linspace(0, 2 * np.pi, corners, endpoint=False)
    points = (side - 1) / 2 * (1 + np.column_stack([np.cos(angles), np.sin(angles)]))
    cover = np.zeros((side, side), np.float32)
    cv2.fillPoly(cover, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return cover


GAME_PRINTS = by_name(icon, bare, _sign, _tile, _game_tile, _chip)
"""Functions of a random stream and the side of the face-like region in pixels."""
