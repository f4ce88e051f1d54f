"""Render a validation set; see the package's docstring."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training.pathtraced.rendered_sets import write_set
from models.training.pathtraced.scene import GROUNDS, LIGHTS, render


def main() -> None:
    """Render a set of images, resuming where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()

    def one(k: int) -> dict[str, Any]:
        light, ground = LIGHTS[k % len(LIGHTS)], GROUNDS[(k // len(LIGHTS)) % len(GROUNDS)]
        picture, dice = render(np.random.default_rng([args.seed, k]), light, ground)
        cv2.imwrite(str(args.out / f"{k:04d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        return {"image": f"{k:04d}.jpg", "light": light, "ground": ground, "dice": dice}

    write_set(args.out, args.count, one, {"seed": args.seed})


if __name__ == "__main__":
    main()
