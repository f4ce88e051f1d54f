"""Distractor objects: tiles, chips, cards, coins, buttons, pens, cups, hands, cubes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from models.evaluation.glyphs import COLORS, FACES, Image, Random, Style, ink, linear
from models.evaluation.shapes import Mesh, capsule, joined, lathe, rounded_box, slab, turn_z

PICTURE: Final = 320  # side of an object's texture in pixels
PHASES: Final = ("explore", "develop", "settle", "produce", "ship")


@dataclass
class Thing:
    """A mesh standing on z = 0 around the origin; linear texture (PICTURE, PICTURE, 3)."""

    name: str
    mesh: Mesh
    picture: Image
    radius_mm: float
    metal: bool = False
    top_mm: float | None = None  # where a die can lie on it


class _Art:
    """An sRGB texture, coordinates in fractions of its side."""

    def __init__(self, color: Any) -> None:
        self.rgb = np.empty((PICTURE, PICTURE, 3), np.uint8)
        self.rgb[:] = np.asarray(color, float).clip(0, 255).astype(np.uint8)

    def px(self, *at: float) -> tuple[int, ...]:
        return tuple(round(v * PICTURE) for v in at)

    def box(self, x: float, y: float, w: float, h: float, color: Any, line: float = -1) -> None:
        thick = -1 if line < 0 else max(1, round(line * PICTURE))
        tone = [float(v) for v in color]
        cv2.rectangle(self.rgb, self.px(x, y), self.px(x + w, y + h), tone, thick)

    def disc(self, x: float, y: float, r: float, color: Any, line: float = -1) -> None:
        thick = -1 if line < 0 else max(1, round(line * PICTURE))
        tone = [float(v) for v in color]
        cv2.circle(self.rgb, self.px(x, y), round(r * PICTURE), tone, thick, cv2.LINE_AA)

    def diamond(self, x: float, y: float, r: float, color: Any) -> None:
        points = [self.px(x, y - r), self.px(x + r * 0.8, y), self.px(x, y + r)]
        points.append(self.px(x - r * 0.8, y))
        cv2.fillPoly(self.rgb, [np.array(points, np.int32)], [float(v) for v in color], cv2.LINE_AA)

    def text(self, words: str, x: float, y: float, height: float, color: Any) -> None:
        size = height * PICTURE / 22
        tone = [float(v) for v in color]
        thick = max(1, round(size * 1.6))
        cv2.putText(self.rgb, words, self.px(x, y), 2, size, tone, thick, cv2.LINE_AA)

    def glyph(self, face: str, kind: str, x: float, y: float, side: float, color: Any) -> None:
        left, top, size = *self.px(x - side / 2, y - side / 2), round(side * PICTURE)
        style = Style(0.07, 0, 1, 0.7, 0.2, 0.15, arm_round=False, bulge=0.01, jitter=0, ink_gain=1)
        alpha = ink(face, kind, style, size)[..., None] / 255
        patch = self.rgb[top : top + size, left : left + size]
        patch[:] = patch * (1 - alpha) + np.asarray(color) * alpha

    def linear(self) -> Image:
        return np.asarray(0.01 + 0.85 * linear(self.rgb), np.float32)


def _pick(rng: Random, options: Any) -> Any:
    return options[int(rng.integers(0, len(options)))]


def _die_symbol(art: _Art, rng: Random, x: float, y: float, side: float) -> None:
    kind = _pick(rng, list(COLORS))
    body, mark = COLORS[kind]
    art.box(x - side / 2, y - side / 2, side, side, body)
    art.box(x - side / 2, y - side / 2, side, side, (20, 20, 20), 0.008)
    if rng.random() < 0.7:
        art.glyph(_pick(rng, FACES[kind]), kind, x, y, side * 0.9, mark)


def tile(rng: Random) -> Thing:
    """A development (diamond) or world (circle) with its cost, dice and phase glyphs."""
    art = _Art(rng.uniform(20, 200, 3))
    art.box(0, 0, 1, 0.17, rng.uniform(20, 120, 3))
    art.text(
        _pick(rng, ["NEW PORT", "ICE WORLD", "TRADE HUB", "OLD RUINS"]),
        0.26,
        0.12,
        0.07,
        (240,) * 3,
    )
    if rng.random() < 0.5:
        art.diamond(0.15, 0.16, 0.14, (240, 240, 235))
    else:
        art.disc(0.5, 0.52, 0.3, COLORS[_pick(rng, list(COLORS))][0])
        art.disc(0.15, 0.16, 0.12, (240, 240, 235))
    art.text(str(rng.integers(1, 7)), 0.10, 0.21, 0.12, (20, 20, 20))
    for at in range(int(rng.integers(0, 4))):
        _die_symbol(art, rng, 0.2 + 0.22 * at, 0.45, 0.19)
    art.box(0.05, 0.68, 0.9, 0.27, (232, 226, 205))
    art.glyph(_pick(rng, PHASES), "home", 0.2, 0.81, 0.2, (30, 30, 30))
    for line in range(3):
        art.text("gain 1 for each", 0.34, 0.77 + 0.07 * line, 0.035, (40, 40, 40))
    size = float(rng.uniform(48, 62))
    return Thing("tile", slab((size, size, 2.0)), art.linear(), size * 0.72, top_mm=2.0)


def phase_tile(rng: Random) -> Thing:
    """A wide tile with one big phase glyph, sometimes in a circle."""
    art = _Art(_pick(rng, [(30, 34, 60), (235, 230, 215), (120, 30, 40), (60, 110, 130)]))
    light = art.rgb.mean() < 128
    tone = (240, 240, 235) if light else (25, 25, 30)
    if rng.random() < 0.4:
        art.disc(0.5, 0.5, 0.24, tone, 0.02)
    art.glyph(_pick(rng, PHASES), "home", 0.5, 0.5, float(rng.uniform(0.3, 0.46)), tone)
    size = float(rng.uniform(40, 60))
    return Thing("phase tile", slab((size, size / 2, 2.0)), art.linear(), size * 0.6)


def chip(rng: Random) -> Thing:
    """A victory point chip with its number."""
    number, color = _pick(rng, [(1, (60, 110, 190)), (5, (200, 60, 50)), (10, (225, 180, 60))])
    art = _Art(color)
    art.disc(0.5, 0.5, 0.4, np.asarray(color) * 0.6, 0.03)
    art.text(str(number), 0.39 if number < 10 else 0.29, 0.63, 0.27, (245, 245, 240))
    if rng.random() < 0.4:
        hexagon = lathe([(12, 0), (12, 2), (0, 2)], 6)
        return Thing("chip", hexagon, art.linear(), 12, top_mm=2.0)
    return Thing(
        "chip", lathe([(11, 0), (11.5, 0.5), (11.5, 1.7), (11, 2), (0, 2)]), art.linear(), 12
    )


def card(rng: Random) -> Thing:
    """A playing card: suit pips are arranged like a die's."""
    art = _Art((248, 247, 243))
    red = rng.random() < 0.5
    tone = (190, 20, 30) if red else (20, 20, 24)
    value = int(rng.integers(2, 11))
    for x, y in ((0.17, 0.12), (0.76, 0.94)):
        art.text(str(value), x, y, 0.09, tone)
    rows = [0.25, 0.42, 0.58, 0.75]
    for at in range(value):
        x, y = (0.38, 0.5, 0.62)[at % 3], rows[at // 3 % 4]
        if red:
            art.diamond(x, y, 0.055, tone)
        else:
            art.disc(x, y, 0.04, tone)
    return Thing("card", slab((63, 88, 0.4), 0.1), art.linear(), 54)


def coin(rng: Random) -> Thing:
    """A coin of copper, brass or nickel."""
    metal = _pick(rng, [(0.72, 0.42, 0.30), (0.80, 0.66, 0.36), (0.66, 0.64, 0.60)])
    radius = float(rng.uniform(8, 13.5))
    relief = _Art((200, 200, 200))
    relief.disc(0.5, 0.5, 0.44, (120, 120, 120), 0.02)
    relief.text(str(_pick(rng, [1, 2, 5, 10, 20, 50])), 0.34, 0.62, 0.26, (110, 110, 110))
    picture = relief.linear() / 0.6 * np.asarray(metal, np.float32)
    mesh = lathe([(radius, 0), (radius, 1.6), (radius - 0.3, 1.9), (0, 1.9)])
    return Thing("coin", mesh, np.asarray(picture, np.float32), radius, metal=True)


def button(rng: Random) -> Thing:
    """A shirt button with four holes, similar to a four."""
    color = _pick(rng, [(240, 238, 230), (30, 30, 40), (120, 70, 40), (60, 90, 150)])
    art = _Art(color)
    for x, y in ((0.42, 0.42), (0.58, 0.42), (0.42, 0.58), (0.58, 0.58)):
        art.disc(x, y, 0.045, np.asarray(color) * 0.2)
    r = float(rng.uniform(6, 12))
    mesh = lathe([(r, 0), (r, 2), (r * 0.9, 2.8), (r * 0.75, 2.2), (0, 2.2)])
    return Thing("button", mesh, art.linear(), r)


def pen(rng: Random) -> Thing:
    art = _Art(_pick(rng, [(20, 40, 120), (210, 40, 40), (235, 190, 40), (25, 25, 28), (230,) * 3]))
    art.box(0, 0, 0.08, 1, (200, 170, 130))
    art.box(0.7, 0, 0.03, 1, (190, 190, 195))
    body = capsule(np.array([-62.0, 0, 4.2]), np.array([62.0, 0, 4.2]), 2.0, 4.2)
    return Thing("pen", body, art.linear(), 66)


def cup(rng: Random) -> Thing:
    """A dice cup or mug, open at the top."""
    art = _Art(_pick(rng, [(40, 40, 46), (120, 80, 50), (225, 222, 215), (150, 30, 40)]))
    art.disc(0.5, 0.5, 0.44, art.rgb[0, 0] * 0.5)
    r, h = float(rng.uniform(30, 40)), float(rng.uniform(60, 90))
    profile = [(r * 0.9, 0), (r, h), (r - 2.5, h), (r * 0.82, 3), (0, 3)]
    return Thing("cup", lathe([(float(a), float(b)) for a, b in profile]), art.linear(), r)


def printed_dice(rng: Random) -> Thing:
    """A sheet with dice printed in colour: hard negatives."""
    art = _Art((250, 250, 247))
    for row in range(2):
        for column in range(3):
            x, y = 0.2 + 0.3 * column, 0.3 + 0.3 * row
            kind = _pick(rng, list(COLORS))
            body = np.asarray(COLORS[kind][0]) * 0.96
            art.box(x - 0.115, y - 0.115, 0.23, 0.23, body * 0.55, 0.012)
            art.box(x - 0.11, y - 0.11, 0.22, 0.22, body)
            art.glyph(_pick(rng, FACES[kind]), kind, x, y, 0.19, COLORS[kind][1])
    size = float(rng.uniform(65, 100))
    return Thing("printed dice", slab((size, size, 0.15), 0.05), art.linear(), size * 0.72)


def cube(rng: Random) -> Thing:
    """A blank wooden or plastic cube."""
    art = _Art(np.asarray(_pick(rng, list(COLORS.values()))[0]) * rng.uniform(0.8, 1))
    edge = float(rng.uniform(8, 16))
    mesh = joined(rounded_box((edge, edge, edge), edge * 0.07))
    mesh.vertices = mesh.vertices + np.array([0, 0, edge / 2])
    return Thing("cube", mesh, art.linear(), edge * 0.72)


def hand(rng: Random) -> Thing:
    """A hand reaching along +x, its fingertips at the origin."""
    skin = np.asarray(
        _pick(rng, [(226, 178, 150), (198, 140, 106), (120, 78, 56), (240, 200, 178)])
    )
    art = _Art(skin)
    art.rgb[:, :24] = (skin * 0.97 + 8).clip(0, 255)
    parts = []
    for y, back in ((-26, 14), (-9, 3), (9, 0), (27, 12)):
        tip = np.array([-back, y * 0.8, 10 + rng.uniform(0, 8)])
        knuckle = np.array([-38.0 - back * 0.5, y, 34 + rng.uniform(0, 6)])
        parts += [
            capsule(knuckle, tip, 9.2, 7.4),
            capsule(np.array([-80.0, y, 30]), knuckle, 10, 9.5),
        ]
        parts.append(capsule(np.array([-130.0, y * 0.8, 32]), np.array([-78.0, y, 30]), 16, 11))
    parts.append(capsule(np.array([-95.0, 34, 28]), np.array([-40.0, 50, 12]), 12, 9))
    parts.append(capsule(np.array([-330.0, 0, 45]), np.array([-130.0, 0, 34]), 34, 28))
    return Thing("hand", joined(parts), art.linear(), 30)


THINGS: Final[tuple[Callable[[Random], Thing], ...]] = (
    tile,
    tile,
    phase_tile,
    phase_tile,
    chip,
    chip,
    card,
    coin,
    button,
    pen,
    cup,
    printed_dice,
    cube,
    cube,
)


def placed(thing: Thing, at: Image, z: float, angle: float) -> Thing:
    """The object rotated about the vertical and moved to *at* (x, y)."""
    return replace(thing, mesh=thing.mesh.posed(turn_z(angle), np.array([*at, z])))
