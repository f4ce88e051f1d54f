"""Synthetic training images of tiles, in shards that are rendered once."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from models.training.arrays import F32
from models.training.tiles.batches import TileShard
from models.training.tiles.scenes import Scene, draw_scene

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
