"""Synthetic images of tables with invented tiles, with ground truth for each tile."""

import math
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator.background.flat_prints import icon, rounded_mask
from models.training.generator.background.grounds import GROUNDS, ground
from models.training.generator.camera import mapped
from models.training.generator.paint import illuminant, smooth_noise
from models.training.generator.sensor import draw_sensor, expose
from models.training.tiles.faces import draw_face, draw_style, invented_name
from models.training.tiles.lookalikes import draw_lookalike

_UNIT = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
_MOST_TILES = 18
_GRID, _SCATTERED, _ROWS, _FEW, _NONE = range(5)


@dataclass(frozen=True, slots=True)
class TileTruth:
    """One tile, or one half of a double tile, in an image.

    Attributes:
        corners: from its own top left, clockwise, pixels, (4, 2).
        visible: share of it that is not covered and lies inside the image.
    """

    corners: F64
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """An image, RGB uint8 (H, W, 3), and its tiles."""

    image: ImageU8
    tiles: tuple[TileTruth, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Centre and rotation of a tile on the table; in edges."""

    x: float
    y: float
    turn: float
    half: int = 0
    """0 a whole tile, 1 the left half of a double one, 2 the right one."""


def draw_scene(rng: Random, size: tuple[int, int], edge_px: float) -> Scene:
    """Return a random image.

    Args:
        size: width and height in pixels.
        edge_px: side of a tile at the image centre.
    """
    camera = _camera(rng, size, edge_px)
    style = draw_style(rng)
    kind = str(rng.choice(GROUNDS))
    light = ground(kind, rng, (size[1], size[0]), max(4.0, edge_px * 0.3)).copy()
    reach = (size[0] / edge_px / 2, size[1] / edge_px / 2)
    _distractors(light, rng, camera, reach, edge_px)
    owner = np.zeros(light.shape[:2], np.int16)
    tiles: list[tuple[F64, float]] = []
    for place in _places(rng, reach):
        name = invented_name(rng)
        face = draw_face(rng, style, name, round_left=place.half != 2, round_right=place.half != 1)
        corners = mapped(camera, _on_table(place, _UNIT - 0.5))
        area = cv2.contourArea(corners.astype(np.float32))
        if area < 16 or place.half != 2:
            _shadow(light, rng, corners, edge_px)
        tiles.append((corners, area))
        _lay(light, owner, face.albedo, face.cover, corners, len(tiles))
    _dice(light, owner, rng, camera, reach, [corners for corners, _ in tiles])
    seen = np.bincount(owner.ravel(), minlength=len(tiles) + 1)
    image = _photograph(rng, light, edge_px, [corners for corners, _ in tiles])
    truths = tuple(
        TileTruth(corners, float(min(1.0, seen[number] / max(area * 0.985, 1.0))))
        for number, (corners, area) in enumerate(tiles, 1)
    )
    return Scene(image, truths)


def _camera(rng: Random, size: tuple[int, int], edge_px: float) -> F64:
    """Return the homography from the table, in edges from its centre, to pixels."""
    width, height = size
    focal = max(size) * rng.uniform(0.8, 1.6)
    tilt = abs(rng.normal(0.0, 12.0)) if rng.random() < 0.8 else rng.uniform(15, 38)
    toward = rng.uniform(0, 2 * math.pi)
    axis = np.array([math.cos(toward), math.sin(toward), 0.0]) * math.radians(min(tilt, 40.0))
    rotation = cv2.Rodrigues(axis)[0]
    distance = focal / edge_px
    k = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], (0.0, 0.0, distance)])
    turn = rng.uniform(0, 2 * math.pi) if rng.random() < 0.35 else rng.normal(0, 0.12)
    c, s = math.cos(turn), math.sin(turn)
    return np.asarray(k @ pose @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))


def _on_table(place: _Place, points: F64) -> F64:
    c, s = math.cos(place.turn), math.sin(place.turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + (place.x, place.y))


def _places(rng: Random, reach: tuple[float, float]) -> list[_Place]:
    mode = int(rng.choice(5, p=(0.30, 0.19, 0.21, 0.12, 0.18)))
    span = (min(reach[0], 5.0), min(reach[1], 4.0))
    if mode in (_GRID, _ROWS):
        found = _in_rows(rng, span, overlapping=mode == _ROWS)
    else:
        most = 0 if mode == _NONE else int(rng.integers(1, 4)) if mode == _FEW else 40
        found = _scattered(rng, span, most)
    found = [found[int(i)] for i in rng.permutation(len(found))[:_MOST_TILES]]
    return _with_doubles(rng, found)


def _in_rows(rng: Random, span: tuple[float, float], *, overlapping: bool) -> list[_Place]:
    step = rng.uniform(0.68, 0.98) if overlapping else rng.uniform(0.98, 1.3)
    down = rng.uniform(1.0, 1.4)
    if rng.random() < 0.3:
        step, down = down, step
    turn = rng.choice((0.0, 0.0, 0.0, math.pi / 2, math.pi, -math.pi / 2))
    mess = rng.uniform(0.0, 0.05)
    shift = rng.uniform(-0.5, 0.5, 2)
    found = []
    for row, column in product(range(-4, 5), range(-6, 7)):
        x, y = column * step + shift[0], row * down + shift[1]
        if abs(x) > span[0] or abs(y) > span[1]:
            continue
        if rng.random() < 0.12:
            continue
        jitter = rng.normal(0, mess, 3)
        found.append(_Place(x + jitter[0], y + jitter[1], turn + jitter[2] * 1.5))
    if rng.random() < 0.5:
        found.reverse()
    return found


def _scattered(rng: Random, span: tuple[float, float], most: int) -> list[_Place]:
    found: list[_Place] = []
    for _ in range(most):
        place = _Place(
            rng.uniform(-span[0], span[0]),
            rng.uniform(-span[1], span[1]),
            rng.uniform(0, 2 * math.pi),
        )
        apart = rng.uniform(0.8, 1.4)
        if all(math.hypot(place.x - p.x, place.y - p.y) > apart for p in found):
            found.append(place)
    return found


def _with_doubles(rng: Random, places: list[_Place]) -> list[_Place]:
    """Replace a place by both halves of a double tile where its right neighbour is free."""
    if not places or rng.random() < 0.4:
        return places
    first = places[int(rng.integers(len(places)))]
    c, s = math.cos(first.turn), math.sin(first.turn)
    left = _Place(first.x, first.y, first.turn, 1)
    right = _Place(first.x + c, first.y + s, first.turn, 2)
    others = [p for p in places if p is not first
              and math.hypot(p.x - right.x, p.y - right.y) > 0.75]  # fmt: skip
    return [*others, left, right]


def _lay(
    light: F32, owner: npt.NDArray[np.int16] | None, albedo: F32, cover: F32, corners: F64,
    number: int,
) -> None:  # fmt: skip
    """Warp a flat texture to its corners and composite it into the image of the table."""
    height, width = light.shape[:2]
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    rows, columns = cover.shape
    edge = math.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32))))
    while max(rows, columns) > 2.2 * edge and min(rows, columns) > 8:
        rows, columns = rows // 2, columns // 2
        albedo = np.asarray(cv2.resize(albedo, (columns, rows), interpolation=cv2.INTER_AREA))
        cover = np.asarray(cv2.resize(cover, (columns, rows), interpolation=cv2.INTER_AREA))
    source = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - 0.5
    to = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(albedo, to, size, borderMode=cv2.BORDER_REPLICATE)
    over = np.asarray(cv2.warpPerspective(cover, to, size), np.float32)
    part = light[low[1] : high[1], low[0] : high[0]]
    part += (laid - part) * over[..., None]
    if owner is not None:
        owner[low[1] : high[1], low[0] : high[0]][over > 0.5] = number


def _shadow(light: F32, rng: Random, corners: F64, edge_px: float) -> None:
    mask = np.zeros(light.shape[:2], np.float32)
    moved = corners + rng.normal(0, 0.02, 2) * edge_px
    cv2.fillConvexPoly(mask, moved.round().astype(np.int32), 1.0, cv2.LINE_AA)
    low = np.maximum(corners.min(axis=0).astype(int) - int(edge_px * 0.2) - 2, 0)
    high = corners.max(axis=0).astype(int) + int(edge_px * 0.2) + 3
    if (high <= 0).any() or (low >= np.array(light.shape[1::-1])).any():
        return
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    soft = cv2.GaussianBlur(mask[part], (0, 0), max(0.5, edge_px * rng.uniform(0.008, 0.05)))
    light[part] *= (1.0 - np.float32(rng.uniform(0.1, 0.7)) * soft)[..., None]


def _distractors(
    light: F32, rng: Random, camera: F64, reach: tuple[float, float], edge_px: float
) -> None:
    for _ in range(int(rng.integers(0, 9))):
        thing = draw_lookalike(rng)
        turn = rng.uniform(0, 2 * math.pi)
        at = rng.uniform(-1, 1, 2) * reach
        place = _Place(float(at[0]), float(at[1]), turn)
        corners = mapped(camera, _on_table(place, (_UNIT - 0.5) * thing.size))
        if rng.random() < 0.7:
            _shadow(light, rng, corners, edge_px)
        _lay(light, None, thing.made.albedo, thing.made.cover, corners, 0)


def _dice(
    light: F32, owner: npt.NDArray[np.int16], rng: Random, camera: F64,
    reach: tuple[float, float], tiles: list[F64],
) -> None:  # fmt: skip
    """Render dice on tiles and next to them."""
    edge = rng.uniform(0.22, 0.36)
    on = [rng.uniform(0.15, 0.85, 2) for _ in tiles if rng.random() < 0.3]
    for share, corners in zip(
        on, rng.permutation(np.array(tiles or [np.zeros((4, 2))])), strict=False
    ):
        to = cv2.getPerspectiveTransform(_UNIT.astype(np.float32), corners.astype(np.float32))
        at = mapped(np.asarray(to, np.float64), share[None].astype(np.float64))[0]
        back = mapped(np.asarray(np.linalg.inv(camera), np.float64), at[None])[0]
        _die(light, owner, rng, camera, (float(back[0]), float(back[1])), edge)
    for _ in range(int(rng.integers(0, 8)) if rng.random() < 0.5 else 0):
        at = rng.uniform(-1, 1, 2) * reach
        _die(light, owner, rng, camera, (float(at[0]), float(at[1])), edge)


def _die(
    light: F32, owner: npt.NDArray[np.int16], rng: Random, camera: F64,
    at: tuple[float, float], edge: float,
) -> None:  # fmt: skip
    top = icon(rng, 32)
    corners = mapped(camera, _on_table(_Place(*at, rng.uniform(0, 6.3)), (_UNIT - 0.5) * edge))
    size = math.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32))))
    away = (corners.mean(axis=0) - np.array(light.shape[1::-1]) / 2) * 0.05
    away += rng.normal(0, 0.05, 2) * size
    _shadow(light, rng, corners, size)
    cover = rounded_mask(32, 32, 4.0)
    side = np.asarray(top.albedo * np.float32(rng.uniform(0.3, 0.8)), np.float32)
    side[:] = side.mean(axis=(0, 1))
    for share in (0.0, 0.5):
        _lay(light, owner, side, cover, corners + away * share, 0)
    _lay(light, owner, top.albedo, cover, corners + away, 0)


def _photograph(rng: Random, light: F32, edge_px: float, tiles: list[F64]) -> ImageU8:
    height, width = light.shape[:2]
    lamp = illuminant(float(np.exp(rng.uniform(np.log(2600), np.log(9500)))), rng.normal(0, 0.02))
    slope = rng.normal(0, 0.25, 2)
    field = (1.0 + slope[0] * np.linspace(-1, 1, width, dtype=np.float32)[None, :]
             + slope[1] * np.linspace(-1, 1, height, dtype=np.float32)[:, None])  # fmt: skip
    if rng.random() < 0.3:  # a soft shadow over the table
        shadow = smooth_noise(rng, (height, width), max(height / 3, width / 3, 8), 2)
        field = field * (1 - 0.5 * np.clip(shadow, 0, 1))
    light *= np.clip(field, 0.25, 2.0)[..., None].astype(np.float32) * lamp
    if tiles and rng.random() < 0.25:  # specular reflection on a glossy tile
        middle = tiles[int(rng.integers(len(tiles)))].mean(axis=0) + rng.normal(0, 0.3, 2) * edge_px
        mask = np.zeros((height, width), np.float32)
        axes = (rng.uniform(0.1, 0.5, 2) * edge_px + 1).astype(int).tolist()
        cv2.ellipse(
            mask, middle.astype(int).tolist(), axes, float(rng.uniform(0, 180)), 0, 360, 1, -1
        )
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.7, edge_px * rng.uniform(0.03, 0.2)))
        light += soft[..., None] * np.float32(rng.uniform(0.1, 0.9)) * lamp
    scene = np.asarray(cv2.mean(light)[:3], np.float32)
    sensor = draw_sensor(rng, lamp, scene, scale=min(edge_px, 60.0) / 60.0)
    level = float((lamp * np.asarray(sensor.gains, np.float32)).mean())
    return expose(light, sensor, level * 0.9, rng)
