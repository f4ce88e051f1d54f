"""Synthetic images of tiles, in shards that are rendered once, and the tile finder's batches."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np

from models.training.arrays import F32, F64, I64, ImageU8, Random
from models.training.data.batches import CELL_PX, FinderBatch, TargetMaps, jitter_light
from models.training.data.columns import Columns
from models.training.tiles.scenes import Scene, draw_scene

PATCH_PX = 240
EDGE_RANGE_PX = (15.0, 66.0)
_LEAST_VISIBLE = 0.4
"""Tiles with a smaller visible share have weight 0."""

_CORNERS = slice(2, 10)


@dataclass(frozen=True, slots=True)
class TileShard(Columns):
    """JPEG images and their tiles.

    Attributes:
        data: bytes of all images.
        lengths: number of bytes of each image, ``(P,)``.
        rows: ground truth of the tiles (`models.training.tiles.data.rows_of`), ``(N, 10)``.
    """

    data: ImageU8
    lengths: I64
    rows: F32

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return all images as one shard, with those of the rows renumbered."""
        joined = super(TileShard, cls).join(parts)
        first = np.cumsum([0, *(len(part.lengths) for part in parts)])
        joined.rows[:, 0] += np.repeat(first[:-1], [len(part.rows) for part in parts])
        return joined

    def picture(self, number: int) -> ImageU8:
        """Return an image, RGB."""
        begin = int(self.lengths[:number].sum())
        data = self.data[begin : begin + int(self.lengths[number])]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR_RGB), np.uint8)


def pose(corners: F64) -> tuple[F64, float, float]:
    """Return centre, side and rotation (radians) of a tile with these corners, (4, 2)."""
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    edge = math.sqrt(max(1.0, float(cv2.contourArea(corners.astype(np.float32)))))
    return corners.mean(axis=0), edge, math.atan2(float(along[1]), float(along[0]))


def table_batches(shard: TileShard, rng: Random, size: int) -> Iterator[FinderBatch]:
    """Yield batches of patches of tables without end."""
    while True:
        some = [_patch(shard, int(n), rng) for n in rng.integers(len(shard.lengths), size=size)]
        yield FinderBatch(*(np.stack(parts) for parts in zip(*some, strict=True)))


def _patch(shard: TileShard, number: int, rng: Random) -> tuple[F32, ...]:
    picture = shard.picture(number)
    rows = shard.rows[shard.rows[:, 0] == number]
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
    made = TargetMaps(height, width)
    for quad, share in zip(corners, visible, strict=True):
        (x, y), edge, turn = pose(quad)
        x, y = (x - 1.5) / CELL_PX, (y - 1.5) / CELL_PX
        overhang = (
            quad.min() < -0.12 * edge or (quad.max(axis=0) > (width + 0.12 * edge,) * 2).any()
        )
        low, high = EDGE_RANGE_PX
        inside = made.holds(round(x), round(y))
        if share < _LEAST_VISIBLE or overhang or not inside or not low < edge < high:
            made.ignore(x, y, 0.45 * edge / CELL_PX)
        else:  # the text says which side is the upper one
            made.add(x, y, edge, turn, 0.1, whole=bool(share > 0.85))
    return made.maps


RECIPE: Final = "tiles/2"
SHARDS: Final = 14
PICTURES_PER_SHARD: Final = 250

_SIZE_PX = (416, 240)
_EDGE_PX = (22.0, 62.0)
_SEEDS = (31, 1)


def draw(index: int) -> Scene:
    """Return an image with its tiles."""
    rng = np.random.default_rng([*_SEEDS, index])
    low, high = np.log(_EDGE_PX)
    return draw_scene(rng, _SIZE_PX, float(np.exp(rng.uniform(low, high))))


def rows_of(scene: Scene) -> F32:
    """Return rows of: number of the image, visible share, corners (8)."""
    rows = [(0, tile.visible, *tile.corners.ravel()) for tile in scene.tiles]
    return np.array(rows, np.float32).reshape(-1, 10)


def kept_tiles(build: Path, shard: int) -> TileShard:
    """Return a shard, rendered unless it exists."""
    indices = range(shard * PICTURES_PER_SHARD, (shard + 1) * PICTURES_PER_SHARD)
    path = _folder(build) / f"tables-{shard:03}"
    return TileShard.kept(path, lambda: TileShard.join([_of_picture(index) for index in indices]))


def finished_tiles(build: Path) -> list[Path]:
    """Return the folders of the finished shards, in their order."""
    return sorted(_folder(build).glob("tables-???"))


def _folder(build: Path) -> Path:
    return build / RECIPE.replace("/", "-")


def _of_picture(index: int) -> TileShard:
    scene = draw(index)
    coded = cv2.imencode(".jpg", scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
    data = np.asarray(coded, np.uint8).ravel()
    return TileShard(data, np.array([len(data)]), rows_of(scene))
