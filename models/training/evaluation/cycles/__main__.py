"""Render a judging set; see the package's docstring."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.cycles.studio import GROUNDS, LIGHTS, shoot
from models.training.evaluation.rendered_sets import write_set

_MATS_EVERY = 3  # every third picture shows a printed mat


def main() -> None:
    """Render pictures one by one, going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mats", type=Path, help="folder written by `companion mats`")
    parser.add_argument(
        "--askew-every", type=int, default=0, help="every so many pictures with many leaning dice"
    )
    parser.add_argument("--dice", choices=["roll", "d6"], default="roll")
    args = parser.parse_args()
    head = {"seed": args.seed, "dice": args.dice}
    write_set(args.out, args.count, lambda k: _one(args, k), head)


def _one(args: argparse.Namespace, k: int) -> dict[str, object]:
    rng = np.random.default_rng([args.seed, k])
    light = LIGHTS[k % len(LIGHTS)]
    ground = GROUNDS[int(rng.integers(len(GROUNDS)))]
    mat = args.mats is not None and k % _MATS_EVERY == _MATS_EVERY - 1
    picture, dice = shoot(
        rng,
        light,
        ground,
        mats=args.mats if mat else None,
        pips=args.dice == "d6",
        many_askew=args.askew_every > 0 and k % args.askew_every == args.askew_every - 1,
    )
    name = f"{k:04d}.jpg"
    quality = int(rng.integers(70, 97))
    cv2.imwrite(str(args.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    half = "tune" if (k // len(LIGHTS)) % 2 == 0 else "report"
    return {
        "image": name,
        "light": light,
        "ground": "mat" if mat else ground,
        "half": half,
        "dice": dice,
    }


if __name__ == "__main__":
    main()
