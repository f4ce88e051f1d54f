"""Printed and photographed backgrounds: newspaper, chess and game boards, our mats, surfaces.

Photographs come from installed Debian packages; none is shipped. Without the packages, or with
other versions, images with the background "photo" differ, all others stay the same.
"""

import math
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator.background import flat_prints as prints
from models.training.generator.background.textures import (
    CLOTHS,
    NO_SQUARES,
    Size,
    Texture,
    grid_squares,
    grid_steps,
    square_side,
)
from models.training.generator.paint import (
    MAX_ALBEDO,
    any_color,
    bare_sheet,
    body_color,
    by_name,
    hsv,
    linear,
    smooth_noise,
)
from vision.mats.layout import MatKind, Paper, mat_layouts

PACKAGES = ("gnome-backgrounds", "supertuxkart-data")
_FILE_LISTS = Path("/var/lib/dpkg/info")
_NO_SURFACES = ("_nm", "_alpha", "sky", "gloss")  # normal maps, masks, skies
_LEAST_SIDE_PX = 256
_MOST_SIDE_PX = 768
_LIGHT = linear(np.arange(256))


@lru_cache(maxsize=1)
def photo_paths() -> tuple[Path, ...]:
    """Return the packages' image files, sorted by path; none where they are missing."""
    found = []
    for package in PACKAGES:
        listing = _FILE_LISTS / f"{package}.list"
        if listing.exists():
            paths = map(Path, listing.read_text(encoding="utf-8").splitlines())
            found += [path for path in paths if path.suffix in (".jpg", ".webp")]
    found = [path for path in found if not any(word in path.stem for word in _NO_SURFACES)]
    return tuple(sorted(found))


@lru_cache(maxsize=64)
def _surface(path: Path) -> F32 | None:
    """Return an image as linear RGB; None if it is small or cannot be read."""
    image = cv2.imread(str(path))
    if image is None or min(image.shape[:2]) < _LEAST_SIDE_PX:
        return None
    factor = _MOST_SIDE_PX / max(image.shape[:2])
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(_LIGHT[image[..., ::-1]], np.float32)


def photo_texture(rng: Random, size: tuple[int, int], edge_px: float) -> F32:
    """Return a photographed surface as albedo, tiled with mirroring to fill *size*."""
    paths = photo_paths()
    order = rng.permutation(len(paths))[:20]
    surface = next((s for s in (_surface(paths[int(k)]) for k in order) if s is not None), None)
    if surface is None:
        return np.full((*size, 3), 0.4, np.float32)
    scale = edge_px * math.exp(rng.uniform(math.log(3), math.log(16))) / max(surface.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(surface, None, fx=scale, fy=scale, interpolation=way)
    tile = np.concatenate([small, small[:, ::-1]], axis=1)
    tile = np.concatenate([tile, tile[::-1]], axis=0)
    counts = (-(-n // m) for n, m in zip(size, tile.shape, strict=False))
    filled = np.tile(tile, (*counts, 1))[: size[0], : size[1]]
    gain = np.float32(math.exp(rng.normal(0, 0.3)))
    return np.asarray(np.clip(filled * gain, 0.003, 0.9), np.float32)


_MAT_PX_PER_MM = 4.0
_LEVELS = linear(np.arange(256))
_FIELD_SIGNS = 12
_MOST_FIELDS = 12


def _news(rng: Random, size: Size, edge_px: float) -> Texture:
    """Columns of text, headlines and images, as in a newspaper or a book."""
    paper = linear(np.clip(rng.uniform(195, 248) + rng.normal(0, 5, 3), 0, 255))
    ink = linear(np.full(3, rng.uniform(10, 90)))
    step = max(6, round(edge_px * rng.uniform(0.16, 0.6)))
    wide = round(edge_px * rng.uniform(3, 7))
    block = np.zeros((step * 24, wide), np.float32)
    letters = np.array(list("aeioustnrlmdhcpbgfyvkw,. ABEM"))
    scale, thick = step / 32.0, max(1, round(step / 18))
    font = int(rng.choice([0, 2, 3, 4]))
    for row in range(24):
        if rng.random() < 0.08:
            continue
        text = "".join(rng.choice(letters, max(4, int(wide / step * 2.6))))
        big = 1.0
        if rng.random() < 0.06:
            big, text = 1.9, text[: max(3, len(text) // 2)].upper()
        at = (0, int((row + 0.8) * step))
        cv2.putText(block, text, at, font, scale * big, 1.0, max(1, int(thick * big)), cv2.LINE_AA)
    block[:, -max(2, step // 2) :] = 0.0
    rows, columns = -(-size[0] // block.shape[0]), -(-size[1] // block.shape[1])
    parts = [np.roll(block, int(rng.integers(24)) * step, axis=0) for _ in range(columns)]
    mask = np.tile(np.concatenate(parts, axis=1), (rows, 1))[: size[0], : size[1]]
    sheet = paper + (ink - paper) * (mask * np.float32(rng.uniform(0.5, 1)))[..., None]
    sheet = np.asarray(sheet, np.float32)
    for _ in range(int(rng.integers(0, 4))):  # images
        h, w = (int(edge_px * v) for v in rng.uniform(1.0, 5.0, 2))
        y, x = (int(rng.integers(max(1, n - m))) for n, m in zip(size, (h, w), strict=True))
        view = sheet[y : y + h, x : x + w]
        tone = smooth_noise(rng, (view.shape[0], view.shape[1]), edge_px * 0.5, 3)
        view[:] = any_color(rng) * np.exp(tone * np.float32(0.6))[..., None]
    return Texture(sheet, NO_SQUARES)


def _chess(rng: Random, size: Size, edge_px: float) -> Texture:
    """A chess board of wood or cardboard: squares of a die's size to three times that."""
    cell = square_side(rng, edge_px, 0.8, 3.0)
    y, x, y0, x0 = grid_steps(rng, size, cell)
    light = hsv(rng.uniform(20, 45), rng.uniform(0.1, 0.6), rng.uniform(0.6, 1.0))
    dark = hsv(rng.uniform(0, 40), rng.uniform(0.2, 0.8), rng.uniform(0.08, 0.5))
    if rng.random() < 0.3:
        light, dark = body_color(rng), linear(np.full(3, rng.uniform(10, 60)))
    odd = (np.floor(y)[:, None] + np.floor(x)[None, :]).astype(np.int32) % 2
    narrow = smooth_noise(rng, (size[0], max(4, size[1] // 14)), edge_px * 0.15, 3)
    grain = cv2.resize(narrow, (size[1], size[0]), interpolation=cv2.INTER_LINEAR)
    albedo = np.stack([light, dark])[odd] * (1.0 + 0.12 * grain)[..., None]
    if rng.random() < 0.4:
        thin = rng.uniform(0.01, 0.05)
        albedo[((y % 1) < thin)[:, None] | ((x % 1) < thin)[None, :]] *= 0.3
    return Texture(np.asarray(albedo, np.float32), grid_squares(rng, size, cell, (y0, x0)))


def _fields(rng: Random, size: Size, edge_px: float) -> Texture:
    """A game board of square fields in many colours, with symbols or numbers, or blank."""
    cell = max(8, round(square_side(rng, edge_px, 0.7, 2.2)))
    signs = [
        prints.phase_sign(rng, round(cell * rng.uniform(0.55, 0.95))) for _ in range(_FIELD_SIGNS)
    ]
    colors = [prints.any_or_body(rng) for _ in range(int(rng.integers(3, 12)))]
    inks = [any_color(rng) for _ in range(int(rng.integers(1, 6)))] if rng.random() < 0.6 else []
    line, thin = any_color(rng), int(rng.integers(0, max(1, round(cell * 0.08)) + 1))
    sheet = bare_sheet(size[1], size[0], line)
    bare: list[tuple[float, float, float]] = []
    printed: list[tuple[float, float, float]] = []
    y0, x0 = rng.integers(-cell, 1, 2).tolist()
    for y in range(y0, size[0], cell):
        for x in range(x0, size[1], cell):
            color = colors[int(rng.integers(len(colors)))]
            sheet[max(y, 0) : y + cell, max(x, 0) : x + cell] = line  # over a neighbour's symbol
            sheet[max(y + thin, 0) : y + cell, max(x + thin, 0) : x + cell] = color
            middle = (x + (cell + thin) / 2, y + (cell + thin) / 2)
            kind = rng.random()
            dark = prints.ink_on(rng, color) if not inks else inks[int(rng.integers(len(inks)))]
            if kind < 0.35:
                prints.stamp(sheet, signs[int(rng.integers(_FIELD_SIGNS))], middle, dark)
            elif kind < 0.6:
                prints.write(sheet, str(rng.integers(1, 60)), middle, cell * 0.4, dark)
            (printed if kind < 0.6 else bare).append((*middle, float(cell)))
    squares = (_some(rng, found) for found in (bare, printed))
    return Texture(sheet, *squares)


def _some(rng: Random, squares: list[tuple[float, float, float]]) -> F64:
    """Return at most _MOST_FIELDS of squares."""
    chosen = rng.permutation(len(squares))[:_MOST_FIELDS]
    return np.array([squares[k] for k in chosen], float).reshape(-1, 3)


def _icons(rng: Random, size: Size, edge_px: float) -> Texture:
    """A game board with rows of squares, printed or blank, or one of ``_fields``."""
    if rng.random() < 0.5:
        return _fields(rng, size, edge_px)
    sheet = bare_sheet(size[1], size[0], any_color(rng))
    field = smooth_noise(rng, size, edge_px * rng.uniform(0.5, 4), 2)
    sheet *= 1.0 + field[..., None] * np.float32(rng.uniform(0, 0.15))
    squares: list[tuple[float, float, float]] = []
    printed: list[tuple[float, float, float]] = []
    for _ in range(int(rng.integers(4, 11))):
        side = square_side(rng, edge_px, 0.5, 1.8)
        gap = side * rng.uniform(1.02, 1.6)
        kind = str(rng.choice(["icon", "bare", "tile", "chip"], p=[0.45, 0.3, 0.15, 0.1]))
        x, y = rng.uniform(0, size[1]), rng.uniform(0, size[0])
        across = rng.random() < 0.6
        for _ in range(int(rng.integers(2, 8))):
            if x > size[1] + side or y > size[0] + side:
                break
            flat = prints.GAME_PRINTS[kind](rng, max(8, round(side)))
            prints.pasted(sheet, flat, (x, y))
            if flat.blank or kind == "icon":
                (squares if flat.blank else printed).append((x, y, side))
            x, y = (x + gap, y) if across else (x, y + gap)
    return Texture(sheet, _some(rng, squares), _some(rng, printed))


@lru_cache(maxsize=16)
def _mat_sheet(number: int) -> ImageU8:
    layout = [mat for paper in Paper for mat in mat_layouts(paper)][number]
    return raster(draw_sheet(layout), _MAT_PX_PER_MM)


@lru_cache(maxsize=1)
def _mat_numbers() -> tuple[tuple[int, ...], tuple[int, ...]]:
    layouts = [mat for paper in Paper for mat in mat_layouts(paper)]
    strips = tuple(k for k, mat in enumerate(layouts) if mat.kind is MatKind.STRIP)
    return strips, tuple(k for k in range(len(layouts)) if k not in strips)


def _mat(rng: Random, size: Size, edge_px: float) -> Texture:
    """A part of one of the printed mats with its words, frames and phase icons."""
    strips, others = _mat_numbers()
    sheet = _mat_sheet(int(rng.choice(strips if rng.random() < 0.7 else others)))
    scale = edge_px / 14.0 / _MAT_PX_PER_MM * float(rng.uniform(0.85, 1.2))
    table = any_color(rng)
    high, wide = (int(n * scale) for n in sheet.shape)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(sheet, (wide, high), interpolation=way)
    albedo = bare_sheet(size[1], size[0], table)
    tint = np.exp(rng.normal(0, 0.015, 3)).astype(np.float32) * np.float32(MAX_ALBEDO)
    ink = np.float32(rng.uniform(0.6, 1.3))  # print density
    light = 1.0 - (1.0 - _LEVELS[small]) * ink
    y0, x0 = (int(rng.uniform(-0.75 * m, max(n - 0.25 * m, 1 - 0.7 * m)))
              for m, n in zip((high, wide), size, strict=True))  # fmt: skip
    y1, x1 = min(y0 + high, size[0]), min(x0 + wide, size[1])
    top, left = max(y0, 0), max(x0, 0)
    albedo[top:y1, left:x1] = light[top - y0 : y1 - y0, left - x0 : x1 - x0, None] * tint
    return Texture(albedo, NO_SQUARES)


def _photo(rng: Random, size: Size, edge_px: float) -> Texture:
    """A photographed surface if packages with such images are installed, else marble."""
    if not photo_paths():
        return CLOTHS["marble"](rng, size, edge_px)
    return Texture(photo_texture(rng, size, edge_px), NO_SQUARES)


BOARDS = by_name(_news, _chess, _icons, _mat, _photo)
