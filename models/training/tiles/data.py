"""Synthetic training images, rendered once: ``python -m models.training.tiles.data OUT``.

A shard is an ``.npz`` file: images as JPEG bytes (quality 95), rows of ground truth with the number
of the image first.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from models.training.generator.camera import F32
from models.training.tiles.scenes import Scene, draw_scene

RECIPE: Final = "tiles/2"
TABLE_SIZE: Final = (416, 240)
TABLE_EDGE_PX: Final = (22.0, 62.0)
SHARD: Final = 250

_SEED: Final = 31


def draw(seed: int, index: int) -> Scene:
    """Return the table of a seed and an index."""
    rng = np.random.default_rng([_SEED, seed, index])
    low, high = np.log(TABLE_EDGE_PX)
    return draw_scene(rng, TABLE_SIZE, float(np.exp(rng.uniform(low, high))))


def rows_of(scene: Scene, number: int) -> F32:
    """Return rows of: number, visible share, corners (8)."""
    rows = [(number, tile.visible, *tile.corners.ravel()) for tile in scene.tiles]
    return np.array(rows, np.float32).reshape(-1, 10)


def write_shard(path: Path, seed: int, first: int, count: int = SHARD) -> None:
    """Render and store a shard."""
    pictures, truths = [], [np.zeros((0, 10), np.float32)]
    for number in range(count):
        scene = draw(seed, first + number)
        coded = cv2.imencode(".jpg", scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        pictures.append(np.asarray(coded, np.uint8).ravel())
        truths.append(rows_of(scene, number))
    ends = np.cumsum([len(p) for p in pictures])
    partial = path.with_suffix(".tmp.npz")
    np.savez(partial, bytes=np.concatenate(pictures), ends=ends, rows=np.concatenate(truths))
    partial.rename(path)


def main() -> None:
    """Render missing shards."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="1 to train, 2 to validate")
    parser.add_argument("--shards", type=int, default=14)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for shard in range(options.shards):
        path = options.out / f"tables-{options.seed}-{shard:03}.npz"
        if not path.exists():
            write_shard(path, options.seed, shard * SHARD)
            print(path, flush=True)


if __name__ == "__main__":
    main()
