"""Flat household objects as distractors: cards, dominoes, coins, buttons, phones, dice images."""

import math

import cv2
import numpy as np

from companion.drawing.glyphs import D6_FACES, PIP_RADIUS, pips
from models.training.arrays import Random
from models.training.generator.background import flat_prints as prints
from models.training.generator.paint import any_color, bare_sheet, by_name, dots, linear


def _card(rng: Random, side: int) -> prints.Print:
    """A playing card: rank in two corners, pips of its suit in rows, or a back with a pattern."""
    width, height = round(side * 4.0), round(side * 5.6)
    white = linear(np.full(3, rng.uniform(215, 252)))
    sheet = bare_sheet(width, height, white)
    color = linear((190, 20, 30)) if rng.random() < 0.5 else linear((20, 20, 25))
    if rng.random() < 0.2:
        back = any_color(rng)
        rim = round(side * 0.25)
        sheet[rim:-rim, rim:-rim] = back
        for k in range(rim, width - rim, max(4, round(side * 0.35))):
            cv2.line(sheet, (k, rim), (width - rim, height - k), tuple(map(float, white)), 1, 16)
    else:
        pip = prints.polygon_mask(
            max(5, round(side * rng.uniform(0.5, 0.8))), int(rng.choice([4, 3, 40])), 0
        )
        rows = int(rng.integers(1, 5))
        for row in range(rows):
            for column in (1.3, 2.7) if rows > 1 else (2.0,):
                at = (side * column, side * 5.6 * (row + 1) / (rows + 1))
                prints.stamp(sheet, pip, at, color)
        rank = str(rng.choice(["A", "2", "4", "7", "9", "10", "J", "Q", "K"]))
        for x, y in ((0.45, 0.5), (3.55, 5.1)):
            prints.write(sheet, rank, (side * x, side * y), side * 0.5, color)
    return prints.Print(sheet, prints.rounded_mask(width, height, side * 0.3))


def _domino(rng: Random, side: int) -> prints.Print:
    """A domino or mah-jong tile: pips, discs or strokes on ivory or black."""
    if rng.random() < 0.5:
        dark = rng.random() < 0.4
        color = linear(np.full(3, 25.0)) if dark else linear((240, 235, 220))
        sheet = bare_sheet(side, 2 * side, color)
        for middle in (0.5, 1.5):
            mask = dots(pips(str(rng.choice(D6_FACES))), PIP_RADIUS, side, supersample=2)
            prints.stamp(sheet, mask, (side / 2, side * middle), prints.ink_on(rng, color))
        cv2.line(sheet, (2, side), (side - 3, side), tuple(map(float, prints.ink_on(rng, color))),
                 max(1, side // 24), cv2.LINE_AA)  # fmt: skip
        cover = prints.rounded_mask(side, 2 * side, side * rng.uniform(0.05, 0.2))
        return prints.Print(sheet, cover, ((side - 1) / 2, side * 1.5, float(side)))
    height = round(side * 1.35)
    sheet = bare_sheet(side, height, linear((238, 232, 212)))
    inks = (linear((20, 120, 60)), linear((190, 30, 35)), linear((25, 50, 130)))
    rows, columns = (int(v) for v in rng.integers(1, 4, 2))
    for y in np.linspace(0, height, 2 * rows + 1)[1::2]:
        for x in np.linspace(0, side, 2 * columns + 1)[1::2]:
            radius = max(2, round(side * 0.35 / max(rows, columns)))
            print_color = tuple(map(float, inks[int(rng.integers(3))]))
            thick = max(1, radius // 3)
            cv2.circle(sheet, (round(x), round(y)), radius, print_color, thick, cv2.LINE_AA)
    cover = prints.rounded_mask(side, height, side * rng.uniform(0.05, 0.2))
    return prints.Print(sheet, cover, ((side - 1) / 2, (height - 1) / 2, float(side)))


def _dice_picture(rng: Random, side: int) -> prints.Print:
    """Dice drawn in perspective on paper: three faces, each in its own shade."""
    full = round(side * rng.uniform(2.2, 3.5))
    sheet = bare_sheet(
        full, full, any_color(rng) if rng.random() < 0.5 else linear((245, 245, 242))
    )
    square = None
    for _ in range(int(rng.integers(1, 3))):
        color = prints.any_or_body(rng)
        at = rng.uniform(0.32, 0.68, 2) * full
        turn = rng.uniform(0, 2 * math.pi)
        flat = np.float32(rng.uniform(0.5, 0.95))
        tall = np.array([0.0, side * math.sqrt(1.0 - float(flat) ** 2)])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
        c, s = math.cos(turn), math.sin(turn)
        top = corners @ np.array([[c, s], [-s, c]]) * (1.0, float(flat)) + at - tall / 2
        for k in range(4):
            a, b = top[k], top[(k + 1) % 4]
            if b[0] < a[0]:  # a visible side face
                quad = np.array([a, b, b + tall, a + tall])
                shade = color * np.float32(0.35 + 0.4 * (k % 2))
                cv2.fillPoly(sheet, [np.round(quad * 16).astype(np.int32)],
                             tuple(map(float, shade)), cv2.LINE_AA, 4)  # fmt: skip
        cv2.fillPoly(sheet, [np.round(top * 16).astype(np.int32)], tuple(map(float, color)),
                     cv2.LINE_AA, 4)  # fmt: skip
        if rng.random() < 0.7:
            mask = prints.phase_sign(rng, side)
        else:
            mask = dots(pips(str(rng.choice(D6_FACES))), PIP_RADIUS, side, supersample=2)
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        to_sheet = cv2.getPerspectiveTransform(source, top.astype(np.float32))
        cover = cv2.warpPerspective(mask, to_sheet, (full, full))[..., None]
        sheet += (prints.ink_on(rng, color) - sheet) * cover
        if rng.random() < 0.4:
            cv2.polylines(sheet, [np.round(top * 16).astype(np.int32)], True,  # noqa: FBT003
                          (0.02, 0.02, 0.02), max(1, side // 20), cv2.LINE_AA, 4)  # fmt: skip
        square = (float(top[:, 0].mean()), float(top[:, 1].mean()), float(side))
    return prints.Print(sheet, prints.rounded_mask(full, full, full * 0.02), square)


def _coin(rng: Random, side: int) -> prints.Print:
    """A coin: metal, a rim, letters or a head."""
    color = linear(((205, 165, 80), (190, 190, 190), (165, 95, 60))[int(rng.integers(3))])
    sheet = bare_sheet(side, side, color * np.float32(rng.uniform(0.5, 1.0)))
    ramp = np.linspace(0.7, 1.3, side, dtype=np.float32)
    sheet *= ramp[:, None, None]
    middle = (side // 2, side // 2)
    dark = tuple(map(float, color * np.float32(0.25)))
    cv2.circle(sheet, middle, round(side * 0.43), dark, max(1, side // 25), cv2.LINE_AA)
    if rng.random() < 0.6:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
        prints.write(sheet, text, (side / 2, side / 2), side * 0.45, color * np.float32(0.3))
    else:
        cv2.ellipse(sheet, middle, (side // 5, side // 4), 20, 0, 360, dark, -1, cv2.LINE_AA)
    return prints.Print(sheet, prints.polygon_mask(side, 40, 0.0), prints.whole_square(side))


def _button(rng: Random, side: int) -> prints.Print:
    """A shirt's button with two or four holes."""
    color = prints.any_or_body(rng)
    sheet = bare_sheet(side, side, color)
    cv2.circle(sheet, (side // 2, side // 2), round(side * 0.36),
               tuple(map(float, color * np.float32(0.6))), max(1, side // 16), 16)  # fmt: skip
    spread = float(rng.uniform(0.09, 0.16))
    value = "4" if rng.random() < 0.7 else "2"
    holes = dots(pips(value, spread=spread), float(rng.uniform(0.04, 0.07)), side, supersample=2)
    prints.stamp(sheet, holes, (side / 2, side / 2), linear(np.full(3, rng.uniform(5, 60))))
    return prints.Print(sheet, prints.polygon_mask(side, 40, 0.0), prints.whole_square(side))


def _phone(rng: Random, side: int) -> prints.Print:
    """A phone's screen with rows of square icons."""
    columns, rows = int(rng.integers(3, 5)), int(rng.integers(4, 8))
    step = round(side * rng.uniform(1.2, 1.7))
    width, height = step * columns + side // 2, step * rows + side
    sheet = bare_sheet(width, height, linear(np.full(3, rng.uniform(5, 30))))
    rim = max(2, side // 8)
    sheet[rim * 2 : -rim * 2, rim:-rim] = any_color(rng)
    drawn = [(prints.icon if rng.random() < 0.6 else prints.bare)(rng, side) for _ in range(5)]
    for row in range(rows):
        for column in range(columns):
            at = (side // 4 + step * (column + 0.5), side // 2 + step * (row + 0.5))
            prints.pasted(sheet, drawn[int(rng.integers(5))], at)
    return prints.Print(sheet, prints.rounded_mask(width, height, side * 0.4))


_DRAWERS = {
    **prints.GAME_PRINTS,
    **by_name(_card, _domino, _dice_picture, _coin, _button, _phone),
}
_ODDS = (0.17, 0.13, 0.08, 0.16, 0.11, 0.11, 0.05, 0.06, 0.04, 0.03, 0.03, 0.03)


def draw_kind(rng: Random) -> str:
    """Return a random kind of flat object."""
    return str(rng.choice(list(_DRAWERS), p=_ODDS))


def draw_thing(rng: Random, kind: str, side_px: float) -> prints.Print:
    """Return an object of a kind; *side_px* is the side of its face-like region."""
    return _DRAWERS[kind](rng, max(8, round(side_px)))
