"""Patterned backgrounds: woven, chequered, printed cloth, tiles, stone; black and white cloth.

The finder may detect patterns as dice, so each function also returns squares of its pattern: hard
negatives for the reader. Scales are relative to a die's edge, from threads to large tiles.
"""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from models.training.arrays import F32, F64, Random
from models.training.generator.paint import (
    any_color,
    bare_sheet,
    body_color,
    by_name,
    hsv,
    linear,
    smooth_noise,
)

_MOST_SQUARES = 24
NO_SQUARES = np.zeros((0, 3))


@dataclass(frozen=True, slots=True)
class Texture:
    """A pattern.

    Attributes:
        albedo: linear, ``(H, W, 3)``.
        squares: some of its squares: centres and sides, ``(N, 3)``.
        printed: the same for squares with a symbol in them.
    """

    albedo: F32
    squares: F64
    printed: F64 = field(default_factory=NO_SQUARES.copy)


Size = tuple[int, int]


def _print_color(rng: Random) -> F32:
    """Return the colour of a die, of white or dark print, or any other."""
    kind = rng.random()
    if kind < 0.4:
        return body_color(rng)
    if kind < 0.6:
        return linear(np.clip(rng.uniform(190, 250) + rng.normal(0, 4, 3), 0, 255))
    return any_color(rng)


def _two_colors(rng: Random) -> tuple[F32, F32]:
    """Return two print colours; in a third of the cases they hardly differ."""
    one, other = _print_color(rng), _print_color(rng)
    share = rng.uniform(0.1, 0.5) if rng.random() < 0.3 else 1.0
    return one, np.asarray(one + (other - one) * np.float32(share), np.float32)


def square_side(rng: Random, edge_px: float, least: float, most: float) -> float:
    """Return the side of a square: often about a die's edge, else *least* to *most* edges."""
    if rng.random() < 0.4:
        return edge_px * float(rng.uniform(0.92, 1.12))
    return edge_px * float(np.exp(rng.uniform(math.log(least), math.log(most))))


def grid_steps(rng: Random, size: Size, cell: float) -> tuple[F64, F64, float, float]:
    """Return rows and columns in units of the cell, slightly uneven, and their offsets."""
    ways = []
    starts = rng.uniform(0, 1, 2)
    for length, start in zip(size, starts, strict=True):
        t = np.arange(length) / cell + start
        wave = rng.uniform(0, 0.06) * np.sin(t * rng.uniform(0.3, 1.0) + rng.uniform(0, 6))
        ways.append(t + wave)
    return ways[0], ways[1], float(starts[0]), float(starts[1])


def grid_squares(rng: Random, size: Size, cell: float, start: tuple[float, float]) -> F64:
    rows, columns = (max(1, int(n / cell)) for n in size)
    at = np.column_stack([rng.integers(columns, size=_MOST_SQUARES),
                          rng.integers(rows, size=_MOST_SQUARES)])  # fmt: skip
    centers = (at + 0.5 + 1.0 - np.array([start[1], start[0]])) * cell
    return np.column_stack([centers, np.full(_MOST_SQUARES, cell)])


def _worn(rng: Random, cloth: F32, edge_px: float, *, woven: bool) -> F32:
    """Add threads and wrinkles."""
    height, width = cloth.shape[:2]
    factor = np.ones((height, width), np.float32)
    if rng.random() < 0.7:
        depth = np.float32(rng.uniform(0.0, 0.18))
        factor += depth * smooth_noise(rng, (height, width), edge_px * rng.uniform(1.5, 9), 2)
    if woven and rng.random() < 0.7:
        period = max(2.2, edge_px * rng.uniform(0.05, 0.2))
        y, x = (np.sin(np.arange(n, dtype=np.float32) * np.float32(2 * math.pi / period))
                for n in (height, width))  # fmt: skip
        factor += y[:, None] * x[None, :] * np.float32(rng.uniform(0.03, 0.3))
    return np.asarray(cloth * factor[..., None], np.float32)


def _weave(rng: Random, size: Size, edge_px: float) -> Texture:
    """Coarse cloth with visible threads, plain weave or twill, of two colours."""
    period = edge_px * float(np.exp(rng.uniform(math.log(0.06), math.log(0.5))))
    one, other = _two_colors(rng)
    y, x = (np.arange(n, dtype=np.float32) / np.float32(max(period, 2.0)) for n in size)
    if rng.random() < 0.6:
        over = (np.floor(y)[:, None] + np.floor(x)[None, :]) % 2
    else:  # twill
        over = (np.floor(y)[:, None] + np.floor(x * 2)[None, :]) % 3 > 1
    bow = np.where(over, np.abs(np.sin(np.pi * y))[:, None], np.abs(np.sin(np.pi * x))[None, :])
    colors = np.stack([one, other])[over.astype(np.int8)]
    depth = np.float32(rng.uniform(0.2, 0.8))
    return Texture(
        _worn(rng, colors * (1 - depth + depth * bow)[..., None], edge_px, woven=False), NO_SQUARES
    )


def _checks(rng: Random, size: Size, edge_px: float) -> Texture:
    """Checks, gingham, tartan, or a grid of lines; squares from a third to four edges."""
    cell = square_side(rng, edge_px, 0.3, 4.0)
    y, x, y0, x0 = grid_steps(rng, size, cell)
    one, other = _two_colors(rng)
    kind = rng.random()
    if kind < 0.35:  # a chess board's pattern
        odd = (np.floor(y)[:, None] + np.floor(x)[None, :]).astype(np.int32) % 2
        albedo = np.stack([one, other])[odd]
    elif kind < 0.7:  # gingham: where stripes cross, the full colour
        across = (np.floor(y) % 2)[:, None] + (np.floor(x) % 2)[None, :]
        tones = np.stack([one, (one + other) / 2, other])
        albedo = tones[across.astype(np.int8)]
    elif kind < 0.87:  # tartan: the same stripes both ways
        count = int(rng.integers(4, 9))
        stripes = np.stack([_print_color(rng) for _ in range(3)])[rng.integers(3, size=count)]
        rows, columns = (stripes[(np.floor(t * 2) % count).astype(int)] for t in (y, x))
        albedo = (rows[:, None] + columns[None, :]) / 2
    else:
        thin = rng.uniform(0.03, 0.25)
        line = ((y % 1) < thin)[:, None] | ((x % 1) < thin)[None, :]
        albedo = np.stack([one, other])[line.astype(np.int8)]
    albedo = np.asarray(albedo, np.float32)
    if rng.random() < 0.5:
        albedo = np.asarray(cv2.GaussianBlur(albedo, (0, 0), max(0.4, cell * rng.uniform(0, 0.04))))
    woven = _worn(rng, albedo, edge_px, woven=bool(rng.random() < 0.8))
    return Texture(woven, grid_squares(rng, size, cell, (y0, x0)))


def _motif(rng: Random, side: int, ink: F32, second: F32) -> tuple[F32, F32, bool]:
    """Return a flower, dot, ring, rhomb, square or star, its mask, and whether no face has it."""
    color = bare_sheet(side, side, ink)
    mask = np.zeros((side, side), np.float32)
    middle, reach = side / 2, side * 0.46
    kind = int(rng.integers(6))
    turn = float(rng.uniform(0, 360))
    if kind == 0:
        petals = int(rng.integers(4, 9))
        for k in range(petals):
            angle = math.radians(turn + 360 * k / petals)
            at = (round(middle + math.cos(angle) * reach * 0.55),
                  round(middle + math.sin(angle) * reach * 0.55))  # fmt: skip
            axes = (max(1, round(reach * 0.45)), max(1, round(reach * rng.uniform(0.18, 0.3))))
            cv2.ellipse(mask, at, axes, math.degrees(angle), 0, 360, 1.0, -1, cv2.LINE_AA)
        disc = np.zeros_like(mask)
        cv2.circle(disc, (round(middle), round(middle)), max(1, round(reach * 0.3)), 1.0, -1, 16)
        color += (second - color) * disc[..., None]
        mask = np.maximum(mask, disc)
    elif kind == 1:
        cv2.circle(mask, (round(middle), round(middle)), max(1, round(reach)), 1.0, -1, cv2.LINE_AA)
    elif kind == 2:
        thick = max(1, round(reach * rng.uniform(0.15, 0.5)))
        cv2.circle(mask, (round(middle), round(middle)), max(1, round(reach * 0.7)), 1.0, thick, 16)
    else:
        corners = (4, 4, 10)[kind - 3]
        radii = np.full(corners, reach)
        if kind == 5:
            radii[1::2] *= rng.uniform(0.4, 0.7)
        angles = np.radians(turn) + np.linspace(0, 2 * np.pi, corners, endpoint=False)
        points = middle + radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
        if kind == 4:
            points = np.array([[0.06, 0.06], [0.94, 0.06], [0.94, 0.94], [0.06, 0.94]]) * side
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return color, mask, kind in (0, 4, 5)


def _print(rng: Random, size: Size, edge_px: float) -> Texture:
    """Cloth or paper with a repeated motif, in rows or shifted."""
    base, ink = _two_colors(rng)
    period = max(8, round(square_side(rng, edge_px, 0.35, 3.0) * rng.uniform(1.0, 1.9)))
    side = max(5, round(period * rng.uniform(0.3, 0.9)))
    tile = bare_sheet(2 * period, period, base)
    shift = period // 2 if rng.random() < 0.5 else 0
    if rng.random() < 0.2:  # stripes
        tile[: max(1, side // 2)] += (ink - tile[: max(1, side // 2)]) * np.float32(0.8)
        squares = NO_SQUARES
    else:
        color, mask, odd = _motif(rng, side, ink, _print_color(rng))
        low = (period - side) // 2
        for x, y in ((low, low), (low + period, (low + shift) % period)):
            rows = np.arange(y, y + side) % period
            view = tile[rows, x : x + side]
            tile[rows, x : x + side] = view + (color - view) * mask[..., None]
        squares = grid_squares(rng, size, 2.0 * period, (0.0, 0.0))
        squares[:, :2] -= period * np.array([2.5, 1.5 + 0.0])
        squares[:, 1] = np.round(squares[:, 1] / period) * period + period / 2
        squares[:, 2] = side
        squares = squares if odd else NO_SQUARES
    rows_n, columns_n = (-(-n // p) for n, p in zip(size, tile.shape, strict=False))
    cloth = np.tile(tile, (rows_n, columns_n, 1))[: size[0], : size[1]]
    return Texture(_worn(rng, cloth, edge_px, woven=bool(rng.random() < 0.7)), squares)


def _tiles(rng: Random, size: Size, edge_px: float) -> Texture:
    """Floor tiles or a mosaic with joints, each tile a little different."""
    cell = square_side(rng, edge_px, 0.6, 8.0)
    y, x, y0, x0 = grid_steps(rng, size, cell)
    rows, columns = np.floor(y).astype(int), np.floor(x).astype(int)
    base, other = _two_colors(rng)
    grid = (rows[-1] + 2, columns[-1] + 2)
    share = rng.random(grid, dtype=np.float32) ** 2 * np.float32(rng.uniform(0, 1))
    each = base + (other - base) * share[..., None]
    if rng.random() < 0.25:
        each = np.stack([body_color(rng) for _ in range(5)])[rng.integers(5, size=grid)]
    each = each * np.exp(rng.normal(0, 0.06, (*grid, 1)))
    albedo = each.astype(np.float32)[rows][:, columns]
    joint = rng.uniform(0.02, 0.12)
    line = ((y % 1) < joint)[:, None] | ((x % 1) < joint)[None, :]
    albedo[line] = _print_color(rng) * np.float32(rng.uniform(0.1, 1.0))
    grain = smooth_noise(rng, size, edge_px * rng.uniform(0.1, 2), 3)
    albedo *= 1.0 + grain[..., None] * np.float32(rng.uniform(0, 0.12))
    return Texture(albedo, grid_squares(rng, size, cell, (y0, x0)))


def _marble(rng: Random, size: Size, edge_px: float) -> Texture:
    """Polished stone: veins, clouds, or speckles."""
    base, vein = any_color(rng), any_color(rng)
    if rng.random() < 0.6:
        base = linear(np.clip(rng.choice([235.0, 215.0, 60.0, 25.0]) + rng.normal(0, 8, 3), 5, 252))
    field = smooth_noise(rng, size, edge_px * rng.uniform(1.0, 6.0), 4)
    if rng.random() < 0.7:
        share = np.exp(-np.abs(field) * np.float32(rng.uniform(4, 25)))
    else:
        share = (smooth_noise(rng, size, edge_px * rng.uniform(0.06, 0.3), 1) > 0.9).astype(
            np.float32
        )
    share = share * np.float32(rng.uniform(0.2, 1.0))
    clouds = 1.0 + 0.06 * field
    return Texture(
        np.asarray((base + (vein - base) * share[..., None]) * clouds[..., None], np.float32),
        NO_SQUARES,
    )


def _dark(rng: Random, size: Size, edge_px: float) -> Texture:
    """Black or very dark cloth or board, on which a camera overexposes the dice."""
    base = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.03, 0.3))
    cloth = bare_sheet(size[1], size[0], base)
    if rng.random() < 0.5:
        fuzz = rng.standard_normal(size, dtype=np.float32) * np.float32(rng.uniform(0.05, 0.4))
        cloth *= (1.0 + cv2.GaussianBlur(fuzz, (0, 0), float(rng.uniform(0.5, 1.2))))[..., None]
    return Texture(_worn(rng, cloth, edge_px, woven=True), NO_SQUARES)


def _white(rng: Random, size: Size, edge_px: float) -> Texture:
    """White cloth or bare paper, wrinkled, on which white dice hardly stand out."""
    paper = linear(np.clip(rng.uniform(215, 250) + rng.normal(0, 5, 3), 0, 255))
    cloth = bare_sheet(size[1], size[0], paper)
    return Texture(_worn(rng, cloth, edge_px, woven=bool(rng.random() < 0.6)), NO_SQUARES)


CLOTHS = by_name(_weave, _checks, _print, _tiles, _marble, _dark, _white)
