"""Photographed surfaces from installed Debian packages; none of them is shipped.

The result of a seed depends on the installed files: without the packages, or with other versions
of them, images with the background "photo" differ, all others stay the same.
"""

import math
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.training.arrays import F32, Random
from models.training.generator.colors import linear

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
