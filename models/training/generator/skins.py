"""Appearance of dice: albedo of the six faces, sampled for every set of dice."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from companion.drawing.glyphs import Fill, Part, Stroke, glyph, pips
from models.labels import FACE_COUNTS
from models.training.arrays import F32, Random
from models.training.generator.glyph_styles import GlyphStyle, draw_style, styled_glyph
from models.training.generator.layouts import Pose
from models.training.generator.paint import (
    BODY_SRGB,
    INK_SRGB,
    MAX_ALBEDO,
    bare_sheet,
    dots,
    encoded,
    hsv,
    ink,
    linear,
    vary,
)
from models.training.generator.stage import Piece
from models.training.generator.tracer import FACE_AXES, Body

_DOWN = 1  # index of the lower face in ``FACE_AXES``

FACE_PX = 72
"""Side of one face in an atlas; dice are at most about this large in an image."""


@dataclass(frozen=True, slots=True)
class GameSet:
    """One copy of the game: colours and printing shared by its dice."""

    body: dict[str, F32]
    ink: dict[str, F32]
    stroke_width: float
    style: GlyphStyle | None
    radius_share: float
    gloss: float
    roughness: float
    wrap: float
    wear: float
    open_fins: bool


@dataclass(frozen=True, slots=True)
class PipSet:
    """One set of ordinary pipped dice."""

    body: F32
    second: F32
    swirl: float
    pip: F32
    ace: F32
    pip_radius: float
    ace_scale: float
    spread: float
    turned: tuple[bool, bool, bool]
    radius_share: float
    gloss: float
    roughness: float
    wrap: float


def draw_game_set(rng: Random) -> GameSet:
    """Return a copy of the game with random colours, printing and finish."""
    body, inks = {}, {}
    shared = float(rng.normal(0.0, 0.05))
    for die, srgb in BODY_SRGB.items():
        pale = die in ("home", "consumption")
        color = vary(linear(srgb), rng, hue_deg=4.0, chroma=0.12 if pale else 0.14, value=0.05)
        if die == "home":  # from the scan's faint pink to neutral and ivory
            color = color + (linear((250, 247, 238)) - color) * np.float32(rng.uniform(0.0, 1.0))
        body[die] = np.clip(color * np.float32(math.exp(shared)), 0.0, 1.0) * np.float32(MAX_ALBEDO)
        mixed = linear(INK_SRGB[die]) * np.float32(math.exp(rng.normal(0.2, 0.5)))
        black = linear((35, 33, 33))
        inks[die] = np.asarray(
            mixed + (black - mixed) * np.float32(rng.uniform(0, 0.6)), np.float32
        )
    return GameSet(
        body=body,
        ink=inks,
        stroke_width=float(rng.uniform(0.046, 0.088)),
        style=draw_style(rng) if rng.random() < 0.75 else None,
        radius_share=float(rng.uniform(0.07, 0.18)),
        gloss=float(rng.uniform(0.1, 1.2)),
        roughness=float(rng.choice([0.04, 0.1, 0.2, 0.4]) * rng.uniform(0.7, 1.4)),
        wrap=float(rng.uniform(0.0, 0.3)),
        wear=float(rng.uniform(0.0, 1.0) ** 2),
        open_fins=bool(rng.random() < 0.5),
    )


_PIP_BODIES = (
    (245, 243, 238), (30, 30, 32), (200, 25, 30), (20, 90, 45), (25, 45, 140), (235, 190, 20),
    (240, 120, 20), (95, 35, 120), (120, 25, 45), (20, 120, 125), (110, 70, 35), (235, 120, 165),
    (150, 150, 155), (225, 215, 185), (90, 170, 220), (120, 190, 60),
)  # fmt: skip


_PLAIN_DIFFERENCE = 75.0  # Euclidean distance between sRGB colours


def draw_pip_set(rng: Random) -> PipSet:
    """Return a set of ordinary dice: any body colour, pips distinguishable from it."""
    if rng.random() < 0.75:
        body = vary(linear(_PIP_BODIES[rng.integers(len(_PIP_BODIES))]), rng,
                    hue_deg=6.0, chroma=0.2, value=0.15)  # fmt: skip
    else:
        body = hsv(rng.uniform(0, 360), rng.uniform(0.0, 1.0), rng.uniform(0.1, 1.0))
    second = vary(body, rng, hue_deg=40.0, chroma=0.4, value=0.4)
    bright = float(body.mean())
    light_pips = bright < 0.12 or (bright < 0.5 and rng.random() < 0.6)
    if light_pips:
        pip = linear(
            ((245, 243, 240), (245, 205, 70), (235, 225, 190))[rng.choice(3, p=[0.7, 0.2, 0.1])]
        )
        if rng.random() < 0.3:  # e.g. red on black: contrast in hue, not in brightness
            hue = rng.normal(0.0, 12.0) if rng.random() < 0.5 else rng.uniform(0, 360)
            pip = hsv(float(hue), rng.uniform(0.6, 1.0), rng.uniform(0.55, 1.0))
    else:
        pip = linear(((25, 24, 25), (30, 40, 110), (170, 20, 25))[rng.choice(3, p=[0.8, 0.1, 0.1])])
    if np.linalg.norm(encoded(pip) - encoded(body)) < _PLAIN_DIFFERENCE:
        pip = linear((245, 243, 240) if bright < 0.3 else (25, 24, 25))
    if rng.random() < 0.2:  # pips of low contrast
        pip = pip + (body - pip) * np.float32(rng.uniform(0.2, 0.6))
    body, second = (np.asarray(c * MAX_ALBEDO, np.float32) for c in (body, second))
    red_ace = not light_pips and bright > 0.5 and rng.random() < 0.15
    return PipSet(
        body=body,
        second=second,
        swirl=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.4 else 0.0,
        pip=np.asarray(pip * np.float32(rng.uniform(0.75, 0.95)), np.float32),
        ace=linear((190, 25, 30)) if red_ace else np.asarray(pip * np.float32(0.9), np.float32),
        pip_radius=float(rng.uniform(0.07, 0.118)),
        ace_scale=float(rng.uniform(1.25, 2.0))
        if rng.random() < (0.8 if red_ace else 0.2)
        else 1.0,
        spread=float(rng.uniform(0.2, 0.285)),
        turned=(bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))),
        radius_share=float(rng.uniform(0.08, 0.3)),
        gloss=float(rng.uniform(0.2, 1.4)),
        roughness=float(rng.choice([0.04, 0.08, 0.15, 0.3]) * rng.uniform(0.7, 1.4)),
        wrap=float(rng.uniform(0.0, 0.4)),
    )


def die_piece(
    rng: Random, pose: Pose, label: str, sets: tuple[GameSet, PipSet], edge_mm: float
) -> Piece:
    """Return the die *label* ("type/face") in a pose, with its set's appearance."""
    die, face = label.split("/")
    game, pips = sets
    skin: GameSet | PipSet = pips if die == "d6" else game
    atlas = pip_atlas(pips, face, rng) if die == "d6" else game_atlas(game, die, face, rng)
    body = Body(
        (edge_mm / 2,) * 3, skin.radius_share * edge_mm, pose.rotation, pose.center_mm, atlas,
        skin.gloss, skin.roughness, skin.wrap,
    )  # fmt: skip
    return Piece(body, label, pose.stacked)


def game_atlas(game: GameSet, die: str, top: str, rng: Random) -> F32:
    """Return the atlas of one die of the game with *top* as its upper face.

    Shape ``(6 * FACE_PX, FACE_PX, 3)``, linear; the upper face is printed upright.
    """
    others = list(FACE_COUNTS[die])
    if top in others:
        others.remove(top)
    rng.shuffle(others)
    body = _body(game.body[die], game.wear, rng)
    for index, face in enumerate([top, *others][: len(FACE_AXES)]):
        if index == _DOWN:
            continue  # never visible
        mask = _printed(game, die, face, rng)
        if index:
            mask = np.ascontiguousarray(np.rot90(mask, int(rng.integers(4))))
        _print(body, index, mask, game.ink[die])
    return body


def pip_atlas(dice: PipSet, top: str, rng: Random) -> F32:
    """Return the atlas of one ordinary die with *top* up; opposite faces add up to seven."""
    value = int(top)
    rest = [v for v in range(1, 7) if v not in (value, 7 - value)]
    first = int(rng.choice(rest))
    second = int(rng.choice([v for v in rest if v not in (first, 7 - first)]))
    order = [value, 7 - value, first, 7 - first, second, 7 - second]
    body = _body(dice.body, 0.2, rng)
    if dice.swirl:
        noise = cv2.GaussianBlur(rng.normal(size=body.shape[:2]).astype(np.float32), (0, 0), 9.0)
        share = np.clip(0.5 + noise * 12.0, 0, 1)[..., None] * np.float32(dice.swirl)
        body = body + (dice.second - body) * share
    body = np.asarray(body, np.float32)
    for index, v in enumerate(order):
        turned = dice.turned[{2: 0, 3: 1, 6: 2}.get(v, 0)]
        spread = dice.spread * float(rng.uniform(0.97, 1.03))
        radius = min(dice.pip_radius, spread * 0.46) * (dice.ace_scale if v == 1 else 1.0)
        mask = dots(pips(str(v), spread=spread, turned=turned), radius, FACE_PX)
        # A drilled pip is darker on one side and shows a bright far rim.
        shift = rng.uniform(-1.5, 1.5, 2)
        moved = np.roll(mask, tuple(np.round(shift).astype(int)), axis=(0, 1))
        color = dice.ace if v == 1 else dice.pip
        depth = np.clip(1.0 - 0.35 * (mask - moved).clip(0, 1), 0.3, 1.0)[..., None]
        rows = body[index * FACE_PX : (index + 1) * FACE_PX]
        rows += (color * depth - rows) * (mask[..., None] * np.float32(rng.uniform(0.9, 1.0)))
    return body


def blank_atlas(color: F32, rng: Random) -> F32:
    """Return an atlas without any print: a wooden cube, a tile's rim, a pen."""
    return _body(np.asarray(color, np.float32), 0.5, rng)


def _body(color: F32, wear: float, rng: Random) -> F32:
    atlas = bare_sheet(FACE_PX, 6 * FACE_PX, color)
    coarse = rng.normal(0.0, 0.015 + 0.03 * wear, (24, 4)).astype(np.float32)
    grain = cv2.resize(coarse, (FACE_PX, 6 * FACE_PX), interpolation=cv2.INTER_LINEAR)
    return np.asarray(atlas * (1.0 + grain[..., None]), np.float32)


def _printed(game: GameSet, die: str, face: str, rng: Random) -> F32:
    """The ink mask of one face: drawn, shifted, slightly warped, worn."""
    shift = (float(rng.uniform(-0.06, 0.06)), float(rng.uniform(-0.06, 0.06)))
    scale = (float(rng.uniform(0.92, 1.06)), float(rng.uniform(0.92, 1.06)))
    if game.style is not None:
        turn = float(rng.normal(0.0, 1.8))
        parts = styled_glyph(face, die, game.style, shift=shift, scale=scale, turn_deg=turn)
        mask = ink(parts, FACE_PX, supersample=2)
    else:
        width = game.stroke_width * float(rng.uniform(0.95, 1.05))
        parts = glyph(face, die=die, stroke_width=width, shift=shift, scale=scale)
        if face == "ship" and game.open_fins:
            parts = _open_fins(parts, game.stroke_width)
        mask = ink(parts, FACE_PX, supersample=2)
        slant = cv2.getRotationMatrix2D((FACE_PX / 2, FACE_PX / 2), rng.normal(0.0, 1.5), 1.0)
        mask = np.asarray(cv2.warpAffine(mask, slant, (FACE_PX, FACE_PX)), np.float32)
    if rng.random() < 0.5:  # another drawing: elastic deformation, thinner or thicker strokes
        amount = 1.8 if rng.random() < 0.25 else 0.9
        bend = rng.normal(0.0, amount, (2, 4, 4)).astype(np.float32)
        flow = [cv2.resize(b, (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC) for b in bend]
        grid = np.mgrid[0:FACE_PX, 0:FACE_PX].astype(np.float32)
        bent = cv2.remap(mask, grid[1] + flow[0], grid[0] + flow[1], cv2.INTER_LINEAR)
        blurred = np.asarray(cv2.GaussianBlur(bent, (0, 0), 1.2), np.float32)
        level = np.float32(rng.uniform(0.36, 0.62))
        mask = np.clip((blurred - level) * np.float32(3.0) + np.float32(0.5), 0.0, 1.0)
    strength = rng.uniform(0.82, 1.0) if rng.random() < 0.85 else rng.uniform(0.5, 0.85)
    if game.wear > 0.2 and rng.random() < 0.6:
        noise = cv2.resize(rng.random((18, 18)).astype(np.float32), (FACE_PX, FACE_PX))
        mask = mask * np.clip(1.0 - (noise - 0.75) * 3.0 * game.wear, 0.3, 1.0)
    return np.asarray(mask * strength, np.float32)


def _open_fins(parts: tuple[Part, ...], width: float) -> tuple[Part, ...]:
    """Variant of the rocket: fins and tail in outline instead of filled."""
    return tuple(
        Stroke(part.points, 0.8 * width, closed=True) if isinstance(part, Fill) and k < 3 else part
        for k, part in enumerate(parts)
    )


def _print(atlas: F32, index: int, mask: F32, color: F32) -> None:
    rows = atlas[index * FACE_PX : (index + 1) * FACE_PX]
    rows += (color - rows) * mask[..., None]
