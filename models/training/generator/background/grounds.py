"""Backgrounds under the dice: plain boards, wood, felt, cloth, printed paper as a hard case."""

import cv2
import numpy as np

from companion.drawing.glyphs import D6_FACES, PIP_RADIUS, pips
from models.training.arrays import F32, Random
from models.training.generator.background.boards import BOARDS
from models.training.generator.background.flat_prints import phase_sign, stamp
from models.training.generator.background.textures import CLOTHS, NO_SQUARES, Texture
from models.training.generator.paint import (
    BODY_SRGB,
    any_color,
    bare_sheet,
    by_name,
    dots,
    hsv,
    linear,
    smooth_noise,
)

_PATTERNED = {**CLOTHS, **BOARDS}


def ground(kind: str, rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    """Return linear albedo of a background, shape ``(H, W, 3)``.

    Args:
        size: height and width in pixels.
        edge_px: length of a die's edge, to which the pattern is scaled.
    """
    return texture(kind, rng, size, edge_px).albedo


def texture(kind: str, rng: Random, size: tuple[int, int], edge_px: float) -> Texture:
    """Return the same with squares of its pattern as hard negatives."""
    if kind in _PATTERNED:
        made = _PATTERNED[kind](rng, size, edge_px)
    else:
        made = Texture(_SIMPLE[kind](rng, size, edge_px), NO_SQUARES)
    return Texture(np.clip(made.albedo, 0.004, 0.95).astype(np.float32), made.squares, made.printed)


def _plain(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    field = smooth_noise(rng, size, edge_px * rng.uniform(1, 8), 2) * rng.uniform(0.0, 0.08)
    return any_color(rng) * (1.0 + field[..., None])


def _wood(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    height, width = size
    light = hsv(rng.uniform(18, 42), rng.uniform(0.3, 0.7), rng.uniform(0.35, 0.95))
    dark = light * np.float32(rng.uniform(0.35, 0.75))
    stretch = rng.uniform(8, 30)
    along = smooth_noise(
        rng, (height, max(4, int(width / stretch))), edge_px * rng.uniform(0.1, 0.4), 4
    )
    grain = cv2.resize(along, (width, height), interpolation=cv2.INTER_LINEAR)
    rings = np.sin(grain * rng.uniform(3, 9) + np.linspace(0, rng.uniform(5, 40), height)[:, None])
    share = np.clip(0.5 + 0.3 * rings + 0.25 * grain, 0, 1)[..., None].astype(np.float32)
    wood = light + (dark - light) * share
    if rng.random() < 0.5:  # planks
        step = int(edge_px * rng.uniform(2.5, 7))
        for y in range(int(rng.integers(step)), height, step):
            wood[y : y + max(1, int(edge_px * 0.04))] *= 0.35
            wood[y:] *= np.float32(rng.uniform(0.85, 1.15))
    return np.asarray(
        np.rot90(wood) if height == width and rng.random() < 0.5 else wood, np.float32
    )


def _felt(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    hue = rng.choice([120.0, 140.0, 220.0, 355.0, 280.0, 30.0]) + rng.normal(0, 10)
    value = rng.uniform(0.12, 0.6)
    base = hsv(float(hue), rng.uniform(0.0, 0.9), value)
    fuzz = rng.standard_normal(size, dtype=np.float32) * np.float32(rng.uniform(0.1, 0.4))
    soft = np.asarray(cv2.GaussianBlur(fuzz, (0, 0), float(rng.uniform(0.5, 1.3))), np.float32)
    return base * (1.0 + soft + 0.08 * smooth_noise(rng, size, edge_px))[..., None]


def _cloth(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    base, other = any_color(rng), any_color(rng)
    period = edge_px * rng.uniform(0.06, 0.25)
    y, x = (np.arange(n, dtype=np.float32) / np.float32(period) * 2 * np.pi for n in size)
    weave = (np.sin(x)[None, :] * np.sin(y)[:, None]) * np.float32(rng.uniform(0.03, 0.3))
    folds = smooth_noise(rng, size, edge_px * rng.uniform(3, 9), 2) * np.float32(
        rng.uniform(0.02, 0.15)
    )
    cloth = base * (1.0 + weave + folds)[..., None]
    if rng.random() < 0.5:  # a print of stripes or flowers
        share = np.clip(smooth_noise(rng, size, edge_px * rng.uniform(0.3, 3), 2) * 3, 0, 1)[
            ..., None
        ]
        cloth = cloth + (other - cloth) * share * np.float32(rng.uniform(0.2, 1.0))
    return np.asarray(cloth, np.float32)


def _checker(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    cell = edge_px * rng.uniform(0.5, 2.5)
    y, x = (np.floor(np.arange(n) / cell).astype(int) for n in size)
    odd = ((y[:, None] + x[None, :]) % 2)[..., None].astype(np.float32)
    a, b = any_color(rng), any_color(rng)
    squares = (a + (b - a) * odd) * (1.0 + 0.05 * smooth_noise(rng, size, edge_px))[..., None]
    return np.asarray(squares, np.float32)


def _noise(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    layers = [smooth_noise(rng, size, edge_px * rng.uniform(0.1, 2), 4) for _ in range(3)]
    field = np.stack(layers, axis=-1) * np.float32(rng.uniform(0.1, 0.9))
    return np.asarray(any_color(rng) * np.exp(field), np.float32)


def _board(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    """A printed game board: coloured areas, lines, squares of a die's size, words."""
    height, width = size
    board = _plain(rng, size, edge_px)
    for _ in range(int(rng.integers(6, 30))):
        color = tuple(float(c) for c in any_color(rng))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        w, h = (int(edge_px * v) for v in rng.uniform(0.4, 4, 2))
        kind = rng.random()
        if kind < 0.4:
            box = cv2.boxPoints(((x, y), (w, h), float(rng.choice([0, 0, rng.uniform(0, 90)]))))
            cv2.fillPoly(board, [box.astype(np.int32)], color, cv2.LINE_AA)
        elif kind < 0.6:
            cv2.circle(board, (x, y), w // 2 + 1, color, -1, cv2.LINE_AA)
        else:
            thick = max(1, int(edge_px * rng.uniform(0.03, 0.15)))
            cv2.line(board, (x, y), (x + w - h, y + h), color, thick, cv2.LINE_AA)
    _print_things(board, rng, edge_px, int(rng.integers(3, 14)))
    return board


def _paper(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    """A printed sheet: rules, columns, words, markers, and glyphs as hard negatives."""
    height, width = size
    pale = linear(np.clip(rng.uniform(205, 252) + rng.normal(0, 4, 3), 150, 255))
    paper = bare_sheet(width, height, pale)
    if rng.random() < 0.2:
        paper[:] = any_color(rng)
    step = int(edge_px * rng.uniform(2, 5))
    level = float(rng.uniform(0.02, 0.5))
    thick = max(1, int(edge_px * rng.uniform(0.02, 0.08)))
    for x in range(int(rng.integers(step)), width, step):
        if rng.random() < 0.3:
            tint = paper[:, x : x + step]
            tint *= np.clip(any_color(rng) + 0.6, 0, 1)
        cv2.line(paper, (x, 0), (x, height), (level,) * 3, thick, cv2.LINE_AA)
    for y in range(int(rng.integers(step)), height, step * int(rng.integers(1, 4))):
        cv2.line(paper, (0, y), (width, y), (level,) * 3, thick, cv2.LINE_AA)
    _print_things(paper, rng, edge_px, int(rng.integers(6, 24)))
    return paper


def _print_things(sheet: F32, rng: Random, edge_px: float, count: int) -> None:
    height, width = sheet.shape[:2]
    for _ in range(count):
        side = int(edge_px * np.exp(rng.uniform(np.log(0.35), np.log(2.2))))
        x, y = int(rng.integers(-side, width)), int(rng.integers(-side, height))
        kind = rng.random()
        if kind < 0.5:
            _stamp(sheet, rng, x, y, max(side, 8))
        elif kind < 0.65:
            _marker(sheet, rng, x, y, max(side, 12))
        elif kind < 0.85:
            color = tuple(float(c) for c in any_color(rng) * np.float32(rng.uniform(0.02, 0.6)))
            text = "".join(
                rng.choice(list("ABCDEFGHIKLMNOPRSTUVWZ0123456789 "), int(rng.integers(2, 16)))
            )
            scale = edge_px * rng.uniform(0.006, 0.03)
            font = int(rng.integers(0, 4))
            cv2.putText(
                sheet, text, (x, y), font, scale, color, max(1, int(scale * 2)), cv2.LINE_AA
            )
        else:  # a slot drawn for a die
            color = tuple(float(c) for c in any_color(rng))
            thick = -1 if rng.random() < 0.3 else max(1, int(edge_px * rng.uniform(0.02, 0.1)))
            slot = int(edge_px * rng.uniform(0.8, 1.6))
            cv2.rectangle(sheet, (x, y), (x + slot, y + slot), color, thick, cv2.LINE_AA)


def _stamp(sheet: F32, rng: Random, x: int, y: int, side: int) -> None:
    """A printed glyph or pips, sometimes inside a coloured square: a flat hard negative."""
    height, width = sheet.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + side, width), min(y + side, height)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    if rng.random() < 0.8:
        mask = phase_sign(rng, side)
    else:
        mask = dots(pips(str(rng.choice(D6_FACES))), PIP_RADIUS, side, supersample=2)
    view = sheet[y0:y1, x0:x1]
    if rng.random() < 0.18:
        srgb = list(BODY_SRGB.values())[rng.integers(len(BODY_SRGB))]
        color = linear(srgb) if rng.random() < 0.7 else any_color(rng)
        view += (color - view) * np.float32(rng.uniform(0.3, 1.0))
    gray = rng.random() < 0.6
    print_color = np.ones(3, np.float32) if gray else any_color(rng)
    print_color = print_color * np.float32(rng.uniform(0.01, 0.4))
    stamp(
        sheet, mask * np.float32(rng.uniform(0.3, 1.0)), (x + side / 2, y + side / 2), print_color
    )


_ARUCO = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _marker(sheet: F32, rng: Random, x: int, y: int, side: int) -> None:
    height, width = sheet.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + side, width), min(y + side, height)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    image = cv2.aruco.generateImageMarker(_ARUCO, int(rng.integers(50)), side)
    cut = image[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255.0
    sheet[y0:y1, x0:x1] = 0.02 + cut * 0.8


_SIMPLE = by_name(_plain, _wood, _felt, _cloth, _paper, _checker, _board, _noise)
GROUNDS = (*_SIMPLE, *_PATTERNED)
