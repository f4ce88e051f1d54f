"""Distractor objects on the table: chips, meeples, tiles, pens, cups, hands, shadows."""

import math

import cv2
import numpy as np

from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator.background.grounds import ground
from models.training.generator.camera import Camera
from models.training.generator.layouts import flat_pose
from models.training.generator.paint import BODY_SRGB, hsv, linear
from models.training.generator.skins import FACE_PX, blank_atlas
from models.training.generator.stage import OCCLUDER, Piece
from models.training.generator.tracer import Body, Canvas

Region = tuple[float, float, float, float]


def _color(rng: Random) -> F32:
    if rng.random() < 0.4:  # hard negatives have a die's colour
        srgb = list(BODY_SRGB.values())[rng.integers(len(BODY_SRGB))]
        return linear(srgb) * np.float32(0.8)
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 1.0))


def solid_clutter(rng: Random, region: Region, edge_mm: float) -> Piece:
    """Return a tile, card, pen, wooden cube or stick as a traced body."""
    kind = rng.choice(["tile", "card", "pen", "cube", "stick"], p=[0.25, 0.1, 0.1, 0.47, 0.08])
    x, y = rng.uniform(region[0], region[2]), rng.uniform(region[1], region[3])
    angle = rng.uniform(0, 2 * math.pi)
    atlas = blank_atlas(_color(rng), rng)
    match kind:
        case "tile" | "card":
            thick = 2.0 if kind == "tile" else 0.4
            half = (rng.uniform(10, 32), rng.uniform(10, 32), thick / 2)
            art = ground(str(rng.choice(["board", "paper"])), rng, (FACE_PX, FACE_PX), 22.0)
            atlas[:FACE_PX] = art
        case "pen":
            half = (rng.uniform(50, 75), rng.uniform(3.5, 5), rng.uniform(3.5, 5))
        case "cube":
            exact = rng.random() < 0.6
            side = edge_mm * (rng.uniform(0.95, 1.05) if exact else rng.uniform(0.45, 1.3)) / 2
            half = (side, side, side)
            if rng.random() < 0.4:
                _mark(atlas, rng)
        case _:
            half = (rng.uniform(12, 20), rng.uniform(2, 4), rng.uniform(2, 4))
    pose = flat_pose(x, y, angle, half[2] * 2)
    radius = min(half) * (0.9 if kind == "pen" else rng.uniform(0.1, 0.4))
    gloss = float(rng.uniform(0, 1))
    body = Body(half, radius, pose.rotation, pose.center_mm, atlas, gloss, 0.15, 0.05)
    return Piece(body)


def tile_beside(rng: Random, die_mm: F64, side: float, high_mm: float, edge_mm: float) -> Piece:
    """Return a tile under the raised side of a die, in the direction *side* of it."""
    half = (rng.uniform(10, 30), rng.uniform(10, 30), high_mm / 2)
    away = half[0] + edge_mm * rng.uniform(0.1, 0.35)
    x, y = die_mm[0] + away * math.cos(side), die_mm[1] + away * math.sin(side)
    atlas = blank_atlas(_color(rng), rng)
    if rng.random() < 0.5:
        atlas[:FACE_PX] = ground(str(rng.choice(["board", "paper"])), rng, (FACE_PX, FACE_PX), 22.0)
    pose = flat_pose(x, y, side, high_mm)
    body = Body(half, high_mm * 0.1, pose.rotation, pose.center_mm, atlas, 0.4, 0.15, 0.05)
    return Piece(body)


def _mark(atlas: F32, rng: Random) -> None:
    """Print a letter, a number or a simple shape on each face of a cube, in place."""
    dark = float(atlas.mean()) > 0.15
    color = linear(np.full(3, rng.uniform(10, 70) if dark else rng.uniform(190, 250)))
    ink = tuple(map(float, color))
    for face in range(6):
        rows = np.ascontiguousarray(atlas[face * FACE_PX : (face + 1) * FACE_PX])
        kind = rng.random()
        if kind < 0.6:
            text = str(rng.choice(list("ABCDEFGHJKLMNPRSTUVXYZ0123456789?!+=#&")))
            scale = FACE_PX / rng.uniform(28, 45)
            font, thick = int(rng.integers(5)), int(rng.integers(2, 9))
            (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
            at = ((FACE_PX - wide) // 2, (FACE_PX + high) // 2)
            cv2.putText(rows, text, at, font, scale, ink, thick, cv2.LINE_AA)
        else:  # a star, a ring, a rhomb
            count = int(rng.choice([8, 10, 12, 40]))
            radii = np.full(count, FACE_PX * rng.uniform(0.25, 0.4))
            radii[1::2] *= rng.uniform(0.35, 1.0)
            angles = rng.uniform(0, 6.3) + np.linspace(0, 2 * np.pi, count, endpoint=False)
            points = radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
            outline = np.round((points + FACE_PX / 2) * 16).astype(np.int32)
            if kind < 0.8:
                cv2.fillPoly(rows, [outline], ink, cv2.LINE_AA, 4)
            else:
                closed, thick = True, int(rng.integers(3, 8))
                cv2.polylines(rows, [outline], closed, ink, thick, cv2.LINE_AA, 4)
        atlas[face * FACE_PX : (face + 1) * FACE_PX] = rows


def paint_slab(rgb: F32, camera: Camera, rng: Random, region: Region) -> None:
    """Paint a chip, coin, meeple or hexagon with its rim on the lit background, in place."""
    x, y = rng.uniform(region[0], region[2]), rng.uniform(region[1], region[3])
    size = rng.uniform(5.0, 16.0)
    thick = rng.uniform(1.0, 4.0)
    kind = rng.choice(["disc", "hexagon", "meeple"], p=[0.65, 0.15, 0.2])
    if kind == "meeple":
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        radii = size * (0.7 + 0.35 * np.abs(np.cos(angles * 2.5 + rng.uniform(0, 3))))
        thick = rng.uniform(6, 10)
    else:
        angles = np.linspace(0, 2 * np.pi, 6 if kind == "hexagon" else 40, endpoint=False)
        radii = np.full(len(angles), size)
    turn = rng.uniform(0, 6.3)
    flat = np.column_stack([x + radii * np.cos(angles + turn), y + radii * np.sin(angles + turn)])
    level = float(rgb.mean() / 0.4)
    color = _color(rng) * np.float32(level)
    shadow = flat + rng.uniform(-1, 1, 2) * thick
    dark = np.zeros(rgb.shape[:2], np.uint8)
    _poly(dark, camera.project(np.column_stack([shadow, np.zeros(len(flat))])), 255)
    rgb *= 1.0 - cv2.GaussianBlur(dark, (0, 0), 3.0)[..., None].astype(np.float32) / 255 * 0.4
    top = camera.project(np.column_stack([flat, np.zeros(len(flat))]))
    for step in range(4):
        height = thick * (step + 1) / 4
        top = camera.project(np.column_stack([flat, np.full(len(flat), -height)]))
        shade = color * np.float32(0.45 + 0.1 * step if step < 3 else 1.0)
        _poly(rgb, top, tuple(float(c) for c in shade))
    middle = top.mean(axis=0)
    radius = float(np.linalg.norm(top - middle, axis=1).mean())
    ink = tuple(float(c) for c in _color(rng) * np.float32(level * rng.uniform(0.05, 1)))
    if kind == "disc" and rng.random() < 0.7:
        spot = (int(middle[0]), int(middle[1]))
        thickness = max(1, int(radius * rng.uniform(0.05, 0.25)))
        cv2.circle(
            rgb, spot, max(2, int(radius * rng.uniform(0.4, 0.85))), ink, thickness, cv2.LINE_AA
        )
        text = str(rng.choice(["1", "2", "5", "10", "VP", "*", "$", "+"]))
        where = (int(spot[0] - radius * 0.3), int(spot[1] + radius * 0.3))
        cv2.putText(rgb, text, where, 0, radius / 32, ink, max(1, int(radius / 14)), cv2.LINE_AA)


def _poly(image: cv2.typing.MatLike, points: cv2.typing.MatLike, color: object) -> None:
    fixed = np.round(np.clip(points, -3000, 3000) * 16).astype(np.int32)
    cv2.fillPoly(image, [fixed], color, cv2.LINE_AA, 4)  # type: ignore[call-overload]  # stub wants Scalar


def paint_hand(canvas: Canvas, rng: Random, edge_px: float) -> None:
    """Paint fingers that reach in from the image border, with a soft shadow."""
    height, width = canvas.owner.shape
    start = _on_border(rng, width, height)
    target = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    along = (target - start) / (np.linalg.norm(target - start) + 1e-6)
    across = np.array([-along[1], along[0]])
    mask = np.zeros((height, width), np.uint8)
    finger = edge_px * rng.uniform(0.95, 1.4)
    for k in range(int(rng.integers(1, 5))):
        base = start + across * finger * 1.05 * (k - 1.5)
        tip = target + across * finger * 1.15 * (k - 1.5) - along * finger * rng.uniform(0, 2)
        knee = (base + tip) / 2 + across * rng.normal(0, finger * 0.4)
        line = np.round(np.array([base - along * finger * 3, knee, tip]) * 16).astype(np.int32)
        cv2.polylines(
            mask,
            [line.reshape(-1, 1, 2)],
            isClosed=False,
            color=255,
            thickness=int(finger),
            lineType=cv2.LINE_AA,
            shift=4,
        )
    skin = hsv(rng.uniform(12, 30), rng.uniform(0.25, 0.65), rng.uniform(0.25, 0.98))
    if rng.random() < 0.15:
        skin = _color(rng)  # a sleeve or a glove
    _lay(canvas, rng, mask, skin, finger)


def paint_card(canvas: Canvas, rng: Random, edge_px: float, tops: F64) -> None:
    """Cover part of one of the dice with a card or tile; *tops* are their top-face centres."""
    if not len(tops):
        return
    turn = rng.uniform(0, 2 * math.pi)
    half = edge_px * rng.uniform(0.8, 2.4, 2)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    c, s = math.cos(turn), math.sin(turn)
    gap = half[0] + edge_px * rng.uniform(-0.35, 0.45)  # its border crosses the face
    along = rng.uniform(-1, 1) * half[1]
    middle = tops[int(rng.integers(len(tops)))] + np.array([c * gap - s * along,
                                                           s * gap + c * along])  # fmt: skip
    outline = corners @ np.array([[c, s], [-s, c]]) + middle
    mask = np.zeros(canvas.owner.shape, np.uint8)
    _poly(mask, outline, 255)
    _lay(canvas, rng, mask, _color(rng), edge_px * 0.05)


def paint_cup(canvas: Canvas, rng: Random, edge_px: float) -> None:
    """Paint the rim of a cup or bowl that is partly in the image."""
    height, width = canvas.owner.shape
    x, y = _on_border(rng, width, height) + rng.normal(0, edge_px, 2)
    radius = edge_px * rng.uniform(2.0, 3.4)
    mask = np.zeros((height, width), np.uint8)
    cv2.circle(mask, (int(x), int(y)), int(radius), 255, -1, cv2.LINE_AA)
    level = float(canvas.rgb.mean() / 0.4)
    outer = _color(rng) * np.float32(level)
    _lay(canvas, rng, mask, _color(rng), radius * 0.4)
    rim = tuple(float(c) for c in outer)
    cv2.circle(
        canvas.rgb, (int(x), int(y)), int(radius * 0.94), rim, max(2, int(edge_px * 0.18)), 16
    )
    inner = tuple(float(c) for c in outer * np.float32(0.25))
    cv2.circle(canvas.rgb, (int(x), int(y)), int(radius * 0.86), inner, -1, cv2.LINE_AA)


def paint_shadow(canvas: Canvas, rng: Random, edge_px: float) -> None:
    """Darken a part of the image like the shadow of a person or a lid."""
    height, width = canvas.owner.shape
    corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (width, height)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 255)
    sigma = edge_px * float(np.exp(rng.uniform(np.log(0.03), np.log(1.0))))
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, sigma)).astype(np.float32) / 255
    tint = 1.0 - np.float32(rng.uniform(0.15, 0.6)) * (
        1 + rng.normal(0, 0.06, 3).astype(np.float32)
    )
    canvas.rgb *= 1.0 + (tint - 1.0) * soft[..., None]


def _lay(canvas: Canvas, rng: Random, mask: ImageU8, color: F32, thick: float) -> None:
    """Composite a rounded object over the image, with its cast shadow."""
    level = float(canvas.rgb.mean() / 0.4)
    shift = rng.uniform(-0.6, 0.6, 2) * thick
    moved = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), mask.shape[::-1])
    dark = cv2.GaussianBlur(moved, (0, 0), max(1.0, thick * 0.25)).astype(np.float32) / 255
    canvas.rgb *= (1.0 - 0.5 * dark)[..., None]
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_ = np.clip(depth / (thick * 0.5), 0, 1)
    shade = (0.45 + 0.55 * np.sqrt(round_))[..., None] * color * np.float32(level)
    share = mask[..., None].astype(np.float32) / 255
    canvas.rgb += (shade - canvas.rgb) * share
    canvas.owner[mask > 127] = OCCLUDER


def _on_border(rng: Random, width: int, height: int) -> F32:
    side, t = int(rng.integers(4)), rng.uniform(0, 1)
    places = (
        (t * width, 0.0),
        (t * width, float(height)),
        (0.0, t * height),
        (float(width), t * height),
    )
    return np.array(places[side])
