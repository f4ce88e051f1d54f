"""Tables with tiles in a phone camera's view, with the ground truth of each tile."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from models.evaluation.backgrounds import DRAWN, ground, noise
from models.evaluation.camera import MARGIN, Camera, compress, develop, random_phone
from models.evaluation.glyphs import COLORS, FACES, Image, Random, Style, face_texture, linear
from models.evaluation.tiles.prints import (
    SIDE,
    Copy,
    Face,
    cover,
    drawn,
    faces,
    other_things,
    random_copy,
)

WIDTH, HEIGHT = 1536, 864
FAMILIES: Final = ("rows", "overlap", "thrown", "empty", "fanned", "oblique")
TILT_DEG: Final = {"oblique": (28.0, 42.0)}
"""Least and largest tilt of the camera where a family has its own."""
LAMPS: Final = {
    "neutral": (1.0, 1.0, 1.0), "warm": (1.35, 1.0, 0.55), "cool": (0.8, 1.0, 1.3),
    "dim": (1.15, 1.0, 0.8),
}  # fmt: skip


@dataclass(frozen=True)
class Job:
    """One image: seed, number, family, lamp; copy of the box; tiles, None for a random choice.

    Without ``dice`` there are no dice and no other cardboard. ``scale`` multiplies the resolution.
    """

    seed: int
    number: int
    family: str
    lamp: str
    copy: Copy
    tiles: tuple[str, ...] | None = None
    dice: bool = True
    scale: int = 1

    @property
    def name(self) -> str:
        return f"{self.family}-{self.lamp}-{self.number:03}.jpg"


def plan(seed: int, count: int) -> list[Job]:
    """The images of a set, each of a different copy of the box."""
    rng = np.random.default_rng([seed, 9])
    return [
        Job(seed, number, FAMILIES[number % len(FAMILIES)], str(rng.choice(list(LAMPS))),
            random_copy(seed * 1000 + number))
        for number in range(count)
    ]  # fmt: skip


def world(points: Image, height_mm: float) -> Image:
    """Points of the table (y down as in an image) in the camera's world (y away, z up)."""
    return np.column_stack([points[:, 0], -points[:, 1], np.full(len(points), height_mm)])


class _Table:
    """Linear light of a plane, drawn into one camera's image, millimetres to pixels."""

    def __init__(self, rng: Random, camera: Camera, kind: str) -> None:
        self.rng, self.camera = rng, camera
        span = 900.0
        albedo = ground(kind, rng, span, 1100)
        self.light = np.zeros((camera.height, camera.width, 3), np.float32)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * span / 2
        self._paste(albedo, np.ones(albedo.shape[:2], np.float32), corners, 0.0)

    def place(self, points: Image, height_mm: float) -> Image:
        """Pixels of the undistorted render."""
        seen = (world(points, height_mm) - self.camera.origin) @ self.camera.axes.T
        middle = np.array([(self.camera.width - 1) / 2, (self.camera.height - 1) / 2])
        return np.asarray(self.camera.focal_px * seen[:, :2] / seen[:, 2:] * MARGIN + middle)

    def _paste(self, albedo: Image, mask: Image, corners: Image, height_mm: float) -> None:
        h, w = mask.shape
        to = self.place(corners, height_mm).astype(np.float32)
        low = np.maximum(np.floor(to.min(0)).astype(int) - 2, 0)
        high = np.minimum(
            np.ceil(to.max(0)).astype(int) + 3, (self.camera.width, self.camera.height)
        )
        if (high <= low).any():
            return
        reduce = max(1.0, max(w, h) / max(8.0, float(np.hypot(*(to[1] - to[0])))) / 1.3)
        if reduce > 1.2:
            size = (max(4, round(w / reduce)), max(4, round(h / reduce)))
            albedo = cv2.resize(albedo, size, interpolation=cv2.INTER_AREA)
            mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
            w, h = size
        source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, (to - low).astype(np.float32))
        box = (int(high[0] - low[0]), int(high[1] - low[1]))
        flat = cv2.warpPerspective(albedo, matrix, box, borderMode=cv2.BORDER_REPLICATE)
        over = np.asarray(cv2.warpPerspective(mask, matrix, box), np.float32)
        part = np.s_[low[1] : high[1], low[0] : high[0]]
        self.light[part] += (flat - self.light[part]) * over[..., None]

    def shade(self, corners: Image) -> None:
        """A soft contact shadow of a card on the table."""
        away = self.rng.normal(0, 0.8, 2)
        outline = self.place((corners - corners.mean(0)) * 1.03 + corners.mean(0) + away, 0.0)
        mask = np.zeros(self.light.shape[:2], np.float32)
        cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1.0)
        scale = float(np.hypot(*(outline[1] - outline[0]))) / float(
            np.hypot(*(corners[1] - corners[0]))
        )
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, 1.2 * scale))
        self.light *= (1 - 0.5 * mask)[..., None]

    def card(self, picture: Image, mask: Image, corners: Image, thick_mm: float) -> None:
        """A printed piece of cardboard with a pale edge."""
        self.shade(corners)
        edge = np.full((8, 8, 3), 0.35, np.float32)
        for height in np.linspace(0, thick_mm, 4)[:-1]:
            self._paste(edge, np.ones((8, 8), np.float32), corners, height)
        self._paste(np.asarray(0.02 + 0.8 * linear(picture), np.float32), mask, corners, thick_mm)

    def die(self, at: Image, edge: float, base_mm: float) -> None:
        """A cube, drawn in layers from bottom to top."""
        rng = self.rng
        kind = str(rng.choice(list(COLORS)))
        up = int(rng.integers(0, 6))
        body, mark = (linear(np.array(rgb, np.float32)) for rgb in COLORS[kind])
        style = Style.random(rng)
        texture = face_texture(FACES[kind][up], kind, style, rng, 64, body, mark)
        corners = _corners(at, rng.uniform(0, 2 * np.pi), (edge, edge))
        mask = cover(64, 64, 8)
        for height in np.linspace(0, edge, 12)[:-1]:
            side = np.full((8, 8, 3), 0.45, np.float32) * body
            self._paste(side, np.ones((8, 8), np.float32), corners, base_mm + height)
        self._paste(np.asarray(texture, np.float32), mask, corners, base_mm + edge)


def picture(
    job: Job, known: dict[str, tuple[Face, ...]] | None = None
) -> tuple[bytes, list[dict[str, Any]]]:
    """The JPEG file and its labels: key, corners clockwise from the tile's top left, side in px.

    *known* are the faces of the box; those with English names unless given.
    """
    rng = np.random.default_rng([job.seed, job.number, FAMILIES.index(job.family)])
    edge = float(rng.uniform(44, 64))
    side_px = float(rng.uniform(172, 215))
    tilt = TILT_DEG.get(job.family, (0.0, 22.0))
    camera = _camera(rng, side_px / edge, job.scale, tilt)
    table = _Table(rng, camera, list(DRAWN)[int(rng.integers(len(DRAWN)))])
    things = int(rng.integers(2, 7)) if job.family == "empty" else int(rng.integers(0, 4))
    for _ in range(things if job.dice else 0):
        sheet, size, radius = other_things(rng, job.copy.font)
        corners = _corners(rng.uniform(-1, 1, 2) * (220, 120), rng.uniform(0, 6.3),
                           (size[0] * edge, size[1] * edge))  # fmt: skip
        mask = cover(sheet.shape[1], sheet.shape[0], radius)
        table.card(sheet, mask, corners, 0.4 if size[0] > 1.1 else 2.0)
    labels = []
    known = faces() if known is None else known
    by_piece = {known[key][0].piece: key for key in rng.permutation(list(known)).tolist()}
    chosen = job.tiles or tuple(rng.permutation(list(by_piece.values()))[:12].tolist())
    places = [] if job.family == "empty" else _places(rng, job.family, chosen, edge)
    for tile, at, turn in places:
        parts = known[tile]
        labels.append(_lay(table, job.copy, parts, at, turn, edge))
        if job.dice and rng.random() < (0.5 if job.family == "thrown" else 0.2):
            table.die(at + rng.uniform(-0.1, 0.3, 2) * edge, rng.uniform(13, 16), 2.0)
    for _ in range(int(rng.integers(0, 6)) if job.dice else 0):
        table.die(rng.uniform(-1, 1, 2) * (230, 130), rng.uniform(13, 16), 0.0)
    lamp = np.array(LAMPS[job.lamp], np.float32) * np.exp(rng.normal(0, 0.03, 3))
    height, width = camera.height, camera.width
    field = np.exp(0.25 * noise(rng, (height, width), 900.0 * job.scale, 2))
    light = np.asarray(table.light * field[..., None] * lamp, np.float32)
    balance = 1 / lamp ** rng.uniform(0.5, 1.0)
    phone = random_phone(rng, float(rng.normal(-0.8 if job.lamp == "dim" else 0.0, 0.25)), balance)
    shot = develop(light, camera, phone, rng)
    for label, (tile, _, _) in zip(labels, places, strict=True):
        label["tile"] = tile
    return compress(shot, phone), labels


def _camera(rng: Random, px_per_mm: float, scale: int, tilt_deg: tuple[float, float]) -> Camera:
    tilt, round_ = np.radians(rng.uniform(*tilt_deg)), rng.uniform(0, 2 * np.pi)
    focal = rng.uniform(1150, 1700)
    away = focal / px_per_mm
    origin = away * np.array(
        [np.sin(tilt) * np.cos(round_), np.sin(tilt) * np.sin(round_), np.cos(tilt)]
    )
    return Camera(WIDTH * scale, HEIGHT * scale, origin, np.zeros(3), float(rng.normal(0, 0.1)),
                  focal * scale, float(rng.normal(0, 0.015)), 0.0)  # fmt: skip


def _corners(at: Image, turn: float, size: tuple[float, float]) -> Image:
    c, s = np.cos(turn), np.sin(turn)
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(size) / 2
    return np.asarray(box @ np.array([(c, s), (-s, c)]) + at)


def _lay(
    table: _Table, copy: Copy, parts: tuple[Face, ...], at: Image, turn: float, edge: float
) -> dict[str, Any]:
    sheet = np.hstack([drawn(face, copy) for face in parts])
    mask = cover(sheet.shape[1], sheet.shape[0], copy.radius * SIDE)
    corners = _corners(at, turn, (edge * len(parts), edge))
    table.card(sheet, mask, corners, 2.0)
    seen = table.camera.project(world(corners, 2.0))
    return {
        "corners_px": seen.round(1).tolist(),
        "size_px": round(float(np.hypot(*(seen[3] - seen[0]))), 1),
    }


def _places(
    rng: Random, family: str, tiles: tuple[str, ...], edge: float
) -> list[tuple[str, Image, float]]:
    wide = {tile: 2 if tile.startswith("faction_") else 1 for tile in tiles}
    if family in ("thrown", "oblique"):
        return _thrown(rng, tiles, wide, edge)
    if family == "fanned":
        return _fanned(rng, [tile for tile in tiles if wide[tile] == 1], edge)
    step = rng.uniform(0.7, 0.95) if family == "overlap" else rng.uniform(1.0, 1.12)
    turn = float(rng.normal(0, 0.04) + rng.choice([0, 0, np.pi / 2 * 0, np.pi]))
    found = []
    per_row = 5 if family == "overlap" else 4
    rows = [tiles[n : n + per_row] for n in range(0, len(tiles), per_row)]
    for row, keys in enumerate(rows):
        x = -2.15 * edge
        for tile in keys:
            middle = np.array(
                [x + wide[tile] * edge / 2, (row - (len(rows) - 1) / 2) * 1.08 * edge]
            )
            x += edge * (wide[tile] - 1) + step * edge
            middle = middle + rng.normal(0, 0.012, 2) * edge
            c, s = np.cos(turn), np.sin(turn)
            spun = middle @ np.array([(c, s), (-s, c)])
            if abs(spun[0]) < 3.3 * edge and abs(spun[1]) < 1.75 * edge:
                found.append((tile, spun, turn + float(rng.normal(0, 0.015))))
    return [one for one in found if wide[one[0]] == 1 or abs(one[1][0]) < 2.8 * edge]


def _fanned(rng: Random, tiles: list[str], edge: float) -> list[tuple[str, Image, float]]:
    """Two hands of four tiles, each tile on the one before, turned around a place below them."""
    found: list[tuple[str, Image, float]] = []
    spread = float(np.radians(rng.uniform(6, 11)))
    radius = float(rng.uniform(0.76, 0.9)) * edge / spread
    for hand, side in enumerate((-2.0, 2.0)):
        turn = float(rng.choice([0, np.pi])) + float(rng.normal(0, 0.05))
        for number, tile in enumerate(tiles[4 * hand : 4 * hand + 4]):
            angle = turn + (number - 1.5) * spread
            away = np.array([np.sin(angle), -np.cos(angle)]) * radius
            away -= np.array([np.sin(turn), -np.cos(turn)]) * radius
            found.append((tile, away + np.array([side * edge, 0]), angle))
    return found


def _thrown(
    rng: Random, tiles: tuple[str, ...], wide: dict[str, int], edge: float
) -> list[tuple[str, Image, float]]:
    found: list[tuple[str, Image, float]] = []
    for tile in tiles:
        for _ in range(60):
            at = rng.uniform(-1, 1, 2) * (3.1 * edge, 1.4 * edge)
            reach = 1.05 if wide[tile] == 1 else 1.6
            if all(np.hypot(*(at - other)) > max(reach, 1.05 if wide[k] == 1 else 1.6) * edge
                   for k, other, _ in found):  # fmt: skip
                found.append((tile, at, float(rng.uniform(0, 2 * np.pi))))
                break
    return found
