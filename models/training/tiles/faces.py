"""Invented tile faces: banner with a name, cost at the top left, illustration made of shapes.

No artwork, name plate or typeface of the published game is copied: the layout of all tiles (a
square with round corners, a cost in a diamond or a circle at the top left, a name on a banner) is
rendered in a random style for each box.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.training.arrays import F32, Random
from models.training.generator.background.flat_prints import Print, rounded_mask
from models.training.generator.paint import BODY_SRGB, any_color, linear, smooth_noise

SIDE_PX = 144
"""Side of a rendered face."""

COLOURS = ("gray", "novelty", "rare_elements", "genes", "alien_technology")
MOST_COST = 6

_FONT_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/noto")
_FONT_NAMES = (
    "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf", "DejaVuSans-Bold.ttf",
    "DejaVuSerifCondensed-Bold.ttf", "DejaVuSerif.ttf", "NotoSans-Regular.ttf",
    "NotoSans-Bold.ttf", "NotoSans-BoldItalic.ttf", "NotoSerif-Bold.ttf",
    "NotoSansDisplay-Bold.ttf",
)  # fmt: skip
_LETTERS = "abcdefghijklmnoprstuwyząęółśżáéíöőúüű"


@dataclass(frozen=True, slots=True)
class Style:
    """How all tiles of one invented box look; lengths in shares of the tile's side.

    Attributes:
        banner: top and bottom of the name's strip, left and right end.
        badge: centre and diameter of the cost's shape.
        text_fill: share of the banner's height that capital letters take.
    """

    font: str
    upper: bool
    banner: tuple[float, float, float, float]
    banner_rgb: F32 | None
    banner_cover: float
    text_rgb: F32
    text_fill: float
    badge: tuple[float, float, float]
    badge_rgb: F32
    badge_ink: F32
    by_colour: bool
    corner: float
    frame: float
    frame_rgb: F32
    night: float


@cache
def fonts() -> tuple[str, ...]:
    """Return the font files of the list that are installed."""
    paths = (Path(folder, name) for name in _FONT_NAMES for folder in _FONT_FOLDERS)
    return tuple(str(path) for path in paths if path.exists())


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def draw_style(rng: Random) -> Style:
    dark = rng.random() < 0.6
    height = rng.uniform(0.10, 0.18)
    size = rng.uniform(0.17, 0.32)
    centre = rng.uniform(0.03, 0.07) + size / 2
    place = rng.choice(
        ("beside", "top", "low", "bottom", "middle"), p=(0.34, 0.16, 0.14, 0.26, 0.1)
    )
    left, right = 0.0, 1.0
    if place == "beside":
        top = rng.uniform(0.03, 0.12)
        left = centre + size / 2 * rng.uniform(0.6, 1.1)
        right = rng.uniform(0.93, 1.0)
    elif place == "top":
        top = rng.uniform(0.0, 0.03)
    elif place == "low":
        top = rng.uniform(0.6, 0.75)
    elif place == "bottom":
        top = rng.uniform(0.97, 1.0) - height
    else:
        top = rng.uniform(0.33, 0.5)
    if place != "beside" and rng.random() < 0.4:
        left, right = rng.uniform(0.02, 0.08), rng.uniform(0.92, 0.98)
    ink = linear(rng.uniform(215, 255, 3)) if dark else linear(rng.uniform(0, 50, 3))
    strip = linear(rng.uniform(0, 75, 3)) if dark else linear(rng.uniform(185, 255, 3))
    if rng.random() < 0.35:
        hue = any_color(rng)
        strip = hue * 0.18 if dark else np.clip(hue * 0.3 + 0.55, 0, 0.92)
    bare = rng.random() < 0.12
    night = float(rng.uniform(0.05, 0.5) if rng.random() < 0.6 else rng.uniform(0.5, 1.0))
    if bare:
        ink = linear(rng.uniform(225, 255, 3)) if night < 0.5 else linear(rng.uniform(0, 40, 3))
    light_badge = rng.random() < 0.6
    return Style(
        font=str(rng.choice(fonts())),
        upper=bool(rng.random() < 0.5),
        banner=(float(top), float(top + height), float(left), float(right)),
        banner_rgb=None if bare else np.asarray(strip, np.float32),
        banner_cover=float(rng.uniform(0.65, 1.0)),
        text_rgb=ink,
        text_fill=float(rng.uniform(0.42, 0.68)),
        badge=(float(centre), float(centre * rng.uniform(0.9, 1.1)), float(size)),
        badge_rgb=linear(rng.uniform(200, 255, 3) if light_badge else rng.uniform(0, 70, 3)),
        badge_ink=linear(rng.uniform(0, 60, 3) if light_badge else rng.uniform(215, 255, 3)),
        by_colour=bool(rng.random() < 0.5),
        corner=float(rng.uniform(0.015, 0.12)),
        frame=float(rng.uniform(0.008, 0.05)) if rng.random() < 0.5 else 0.0,
        frame_rgb=any_color(rng) * np.float32(0.5 if dark else 1.0),
        night=night,
    )


def invented_name(rng: Random) -> str:
    """Return random words that resemble names of tiles in any language at low resolution."""
    words = []
    for _ in range(int(rng.choice((1, 2, 3, 4), p=(0.12, 0.6, 0.22, 0.06)))):
        count = int(rng.integers(3, 12))
        letters = [_LETTERS[int(i)] for i in rng.integers(0, len(_LETTERS), count)]
        words.append("".join(letters).capitalize())
    return " ".join(words)


def plain_words(rng: Random) -> str:
    """Return such words in ASCII letters, which OpenCV can draw."""
    letters = unicodedata.normalize("NFKD", invented_name(rng).replace("ł", "l"))
    return letters.encode("ascii", "ignore").decode()


def draw_face(
    rng: Random, style: Style, name: str, *, round_left: bool = True, round_right: bool = True
) -> Print:
    """Return a random face in *style* with *name* on its banner.

    Halves of a double tile have no round corners on their inner side.
    """
    kind = int(rng.integers(2))
    colour = int(rng.choice(5, p=(0.2, 0.25, 0.22, 0.18, 0.15))) if kind else 0
    cost = int(rng.integers(0 if rng.random() < 0.2 else 1, MOST_COST + 1))
    albedo = _picture(rng, style, kind, colour)
    _extras(albedo, rng, style, kind)
    _banner(albedo, rng, style, name)
    _badge(albedo, rng, style, kind, colour, cost)
    if style.frame:
        edge = max(1, round(style.frame * SIDE_PX))
        for part in (np.s_[:edge], np.s_[-edge:], np.s_[:, :edge], np.s_[:, -edge:]):
            albedo[part] = style.frame_rgb
    cover = rounded_mask(SIDE_PX, SIDE_PX, style.corner * SIDE_PX)
    half = SIDE_PX // 2
    if not round_left:
        cover[:, :half] = 1.0
    if not round_right:
        cover[:, half:] = 1.0
    return Print(np.clip(albedo, 0.003, 0.93), cover)


def _picture(rng: Random, style: Style, kind: int, colour: int) -> F32:
    side = (SIDE_PX, SIDE_PX)
    first, second = any_color(rng), any_color(rng)
    share = np.clip(0.5 + 0.4 * smooth_noise(rng, side, SIDE_PX * rng.uniform(0.1, 0.8), 3), 0, 1)
    albedo = (first + (second - first) * share[..., None]) * np.float32(style.night)
    for _ in range(int(rng.integers(2, 9))):
        _blot(albedo, rng, any_color(rng) * np.float32(rng.uniform(0.2, 1.0)))
    if rng.random() < 0.5:  # stars
        at = rng.integers(1, SIDE_PX - 1, (int(rng.integers(5, 60)), 2))
        albedo[at[:, 0], at[:, 1]] = rng.uniform(0.3, 0.9, (len(at), 1))
    tint = linear(BODY_SRGB[COLOURS[colour]]) if colour else linear(rng.uniform(90, 190, 3))
    if kind and rng.random() < 0.8:  # a planet
        mask = np.zeros(side, np.float32)
        centre = rng.uniform(0.35, 0.7, 2) * SIDE_PX
        radius = rng.uniform(0.15, 0.42) * SIDE_PX
        cv2.circle(mask, _px(centre), int(radius), 1.0, -1, cv2.LINE_AA)
        body = tint * (0.6 + 0.4 * smooth_noise(rng, side, radius * 0.5, 3))[..., None]
        body *= np.linspace(rng.uniform(0.2, 1), rng.uniform(0.2, 1), SIDE_PX)[None, :, None]
        albedo += (body - albedo) * mask[..., None]
    elif rng.random() < 0.4:  # a large outline
        ring = np.asarray(any_color(rng), np.float32)
        width = int(rng.integers(2, 10))
        _shape(albedo, kind, (0.5, 0.5), rng.uniform(0.5, 0.9), ring, width)
    return np.asarray(np.clip(albedo, 0.003, 0.9), np.float32)


def _blot(albedo: F32, rng: Random, color: F32) -> None:
    points = rng.uniform(0, SIDE_PX, (int(rng.integers(3, 7)), 2)).astype(np.int32)
    mask = np.zeros(albedo.shape[:2], np.float32)
    if rng.random() < 0.5:
        cv2.fillPoly(mask, [points], 1.0, cv2.LINE_AA)
    else:
        axes = (int(rng.integers(4, 60)), int(rng.integers(3, 40)))
        cv2.ellipse(mask, _px(points[0]), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    if rng.random() < 0.6:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.7, 9))), np.float32)
    albedo += (color - albedo) * (mask * np.float32(rng.uniform(0.3, 1)))[..., None]


def _extras(albedo: F32, rng: Random, style: Style, kind: int) -> None:
    """Draw lines of small text on developments, small dice on worlds."""
    if rng.random() < 0.2:
        return
    top, bottom = style.banner[:2]
    y = rng.uniform(bottom + 0.05, 0.7) if bottom < 0.6 else rng.uniform(0.35, max(0.36, top - 0.3))
    if kind == 0:
        ink = any_color(rng)
        if rng.random() < 0.6:
            part = albedo[int(y * SIDE_PX) : int((y + 0.3) * SIDE_PX), 4:-4]
            part += (any_color(rng) - part) * np.float32(rng.uniform(0.4, 1))
        for line in range(int(rng.integers(1, 5))):
            words = plain_words(rng).lower()
            at = (rng.uniform(0.05, 0.3), y + 0.07 * line + 0.04)
            cv2.putText(albedo, words, _px(np.array(at) * SIDE_PX), cv2.FONT_HERSHEY_SIMPLEX,
                        0.22, ink.tolist(), 1, cv2.LINE_AA)  # fmt: skip
        return
    for number in range(int(rng.integers(1, 3))):
        size = rng.uniform(0.13, 0.22)
        x0 = rng.uniform(0.5, 0.75) - number * 0.25
        a, b = _px(np.array((x0, y)) * SIDE_PX), _px(np.array((x0 + size, y + size)) * SIDE_PX)
        body = linear(list(BODY_SRGB.values())[int(rng.integers(7))])
        cv2.rectangle(albedo, a, b, body.tolist(), -1)
        cv2.rectangle(albedo, a, b, (0.02, 0.02, 0.02), 1)


def _banner(albedo: F32, rng: Random, style: Style, name: str) -> None:
    top, bottom, left, right = (round(v * SIDE_PX) for v in style.banner)
    if style.banner_rgb is not None:
        part = albedo[top:bottom, left:right]
        part += (style.banner_rgb - part) * np.float32(style.banner_cover)
    said = name.upper() if style.upper else name
    mask = _letters(style.font, style.text_fill, said, bottom - top)
    room = (right - left) - round(0.04 * SIDE_PX)
    width = min(mask.shape[1], room)
    mask = np.asarray(cv2.resize(mask, (width, mask.shape[0]), interpolation=cv2.INTER_AREA))
    free = room - width
    x = left + round(0.02 * SIDE_PX) + int(free * (0.5 if rng.random() < 0.6 else rng.random()))
    y = top + (bottom - top - mask.shape[0]) // 2
    y = int(np.clip(y, 0, SIDE_PX - mask.shape[0]))
    part = albedo[y : y + mask.shape[0], x : x + width]
    if style.banner_rgb is None:  # a bare name has an outline
        halo = np.clip(cv2.GaussianBlur(mask, (0, 0), 1.5) * 2.5, 0, 1)[..., None]
        part += (np.float32(0.02 if style.text_rgb.mean() > 0.4 else 0.9) - part) * halo
    part += (style.text_rgb - part) * mask[..., None]


def lettering(rng: Random, said: str, height: int) -> F32:
    """Return the ink mask of words in a random typeface, *height* pixels high, 0..1."""
    return _letters(str(rng.choice(fonts())), 0.7, said, height)


def _letters(path: str, fill: float, name: str, height: int) -> F32:
    scale = 3
    font = _font(path, max(8, round(height * fill * 1.38 * scale)))
    x0, y0, x1, y1 = font.getbbox(name)
    sheet = Image.new("L", (int(x1 - x0) + 2 * scale, height * scale))
    middle = (height * scale - (y0 + y1)) / 2
    ImageDraw.Draw(sheet).text((scale - x0, middle), name, fill=255, font=font)
    size = (max(1, sheet.width // scale), height)
    small = cv2.resize(np.asarray(sheet), size, interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / np.float32(255)


def _badge(albedo: F32, rng: Random, style: Style, kind: int, colour: int, cost: int) -> None:
    x, y, size = style.badge
    fill = style.badge_rgb
    if kind and style.by_colour and colour:
        fill = linear(BODY_SRGB[COLOURS[colour]])
    _shape(albedo, kind, (x, y), size, fill, -1)
    _shape(albedo, kind, (x, y), size, style.badge_ink, max(1, round(size * 8)))
    said = f"{cost}" + ("+" if cost == MOST_COST and not kind and rng.random() < 0.7 else "")
    ink = linear((20, 20, 20)) if fill.mean() > 0.3 else style.badge_ink
    if fill.mean() <= 0.3 and ink.mean() < 0.3:
        ink = linear((240, 240, 240))
    scale = size * SIDE_PX / 44
    (width, height), _ = cv2.getTextSize(said, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    at = (round(x * SIDE_PX - width / 2), round(y * SIDE_PX + height / 2))
    cv2.putText(albedo, said, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink.tolist(), 2, cv2.LINE_AA)


def _shape(
    albedo: F32, kind: int, at: tuple[float, float], size: float, color: F32, width: int
) -> None:
    """Draw a diamond for developments, a circle for worlds; a negative width fills it."""
    x, y, half = at[0] * SIDE_PX, at[1] * SIDE_PX, size * SIDE_PX / 2
    if kind:
        cv2.circle(albedo, _px((x, y)), round(half), color.tolist(), width, cv2.LINE_AA)
        return
    corners = np.array([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
    points = corners.round().astype(np.int32)
    if width < 0:
        cv2.fillPoly(albedo, [points], color.tolist(), cv2.LINE_AA)
    else:
        cv2.polylines(albedo, [points], True, color.tolist(), width, cv2.LINE_AA)  # noqa: FBT003


def _px(at: object) -> tuple[int, int]:
    x, y = np.asarray(at, np.float64).round().astype(int).tolist()
    return x, y
