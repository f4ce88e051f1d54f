"""Batches for the tile finder: stored images with random geometric and light augmentation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.data.batches import CELL_PX, FinderBatch, jitter_light
from models.training.generator.camera import F32, F64

PATCH_PX = 240
EDGE_RANGE_PX = (15.0, 66.0)
_LEAST_VISIBLE = 0.4
"""Tiles with a smaller visible share have weight 0."""

_NEAR = 0.3
_CORNERS = slice(2, 10)


@dataclass(frozen=True, slots=True)
class TileShard:
    """JPEG images with their rows of ground truth (`models.training.tiles.data.rows_of`)."""

    pictures: tuple[npt.NDArray[np.uint8], ...]
    rows: tuple[F32, ...]

    def picture(self, number: int) -> npt.NDArray[np.uint8]:
        """Return an image, RGB."""
        return np.asarray(cv2.imdecode(self.pictures[number], cv2.IMREAD_COLOR_RGB), np.uint8)


def load(paths: Sequence[Path]) -> TileShard:
    """Return all images of the files."""
    pictures: list[npt.NDArray[np.uint8]] = []
    rows: list[F32] = []
    for path in paths:
        with np.load(path) as shard:
            starts = np.concatenate([[0], shard["ends"]])
            data, truth = shard["bytes"], shard["rows"]
        for number in range(len(starts) - 1):
            pictures.append(data[starts[number] : starts[number + 1]])
            rows.append(truth[truth[:, 0] == number])
    return TileShard(tuple(pictures), tuple(rows))


def pose(corners: F64) -> tuple[F64, float, float]:
    """Return centre, side and rotation (radians) of a tile with these corners, (4, 2)."""
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    edge = math.sqrt(max(1.0, float(cv2.contourArea(corners.astype(np.float32)))))
    return corners.mean(axis=0), edge, math.atan2(float(along[1]), float(along[0]))


def table_batches(shard: TileShard, rng: np.random.Generator, size: int) -> Iterator[FinderBatch]:
    """Yield batches of patches of tables without end."""
    while True:
        some = [_patch(shard, int(n), rng) for n in rng.integers(len(shard.pictures), size=size)]
        yield FinderBatch(*(np.stack(parts) for parts in zip(*some, strict=True)))


def _patch(shard: TileShard, number: int, rng: np.random.Generator) -> tuple[F32, ...]:
    picture = shard.picture(number)
    rows = shard.rows[number]
    scale = float(np.exp(rng.uniform(np.log(0.7), np.log(1.2))))
    turn = math.pi / 2 * int(rng.integers(4)) + float(rng.normal(0, 0.05))
    height, width = picture.shape[:2]
    reach = PATCH_PX / 2 / scale
    x = rng.uniform(min(reach, width / 2), max(width - reach, width / 2))
    y = rng.uniform(min(reach, height / 2), max(height - reach, height / 2))
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    half = (PATCH_PX - 1) / 2
    matrix = np.array([[c, -s, half - c * x + s * y], [s, c, half - s * x - c * y]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    border = rng.integers(0, 256, 3).tolist()
    image = cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX), flags=flags, borderValue=border)
    image = jitter_light(image.astype(np.float32), rng)
    corners = rows[:, _CORNERS].reshape(-1, 4, 2).astype(np.float64) @ matrix[:, :2].T
    truth = targets(corners + matrix[:, 2], rows[:, 1], PATCH_PX, PATCH_PX)
    return (np.ascontiguousarray(image.transpose(2, 0, 1)), *truth)


def targets(corners: F64, visible: F32, height: int, width: int) -> tuple[F32, F32, F32, F32]:
    """Return the target maps heat, weight, box and near of tiles with *corners* (N, 4, 2)."""
    rows, columns = height // CELL_PX, width // CELL_PX
    heat, near = np.zeros((2, rows, columns), np.float32)
    weight = np.ones((rows, columns), np.float32)
    box = np.zeros((6, rows, columns), np.float32)
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    for quad, share in zip(corners, visible, strict=True):
        (x, y), edge, turn = pose(quad)
        x, y = (x - 1.5) / CELL_PX, (y - 1.5) / CELL_PX
        cells = edge / CELL_PX
        square = (xs - x) ** 2 + (ys - y) ** 2
        inside = 0 <= round(x) < columns and 0 <= round(y) < rows
        overhang = (
            quad.min() < -0.12 * edge or (quad.max(axis=0) > (width + 0.12 * edge,) * 2).any()
        )
        low, high = EDGE_RANGE_PX
        if share < _LEAST_VISIBLE or overhang or not inside or not low < edge < high:
            weight[square < (0.45 * cells) ** 2] = 0.0
            continue
        peak = np.exp(-square / (2 * max(0.65, 0.1 * cells) ** 2))
        peak[round(y), round(x)] = 1.0
        close = (square < max(1.2, _NEAR * cells) ** 2) & (peak > near)
        near[close] = peak[close]
        np.maximum(heat, peak, out=heat)
        # Modulo a quarter turn; the text says which side is the upper one.
        turn4 = 4.0 * turn
        values = (x - xs, y - ys, math.log(edge), math.cos(turn4), math.sin(turn4), share > 0.85)
        for channel, value in zip(box, values, strict=True):
            channel[close] = value[close] if isinstance(value, np.ndarray) else float(value)
    return heat, weight, box, near
