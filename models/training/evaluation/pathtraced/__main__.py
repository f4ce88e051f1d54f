"""Render a validation set; see the package's docstring."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.pathtraced.scene import GROUNDS, LIGHTS, render


def main() -> None:
    """Render a set of pictures, resuming where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    entries = []
    for k in range(args.count):
        light, ground = LIGHTS[k % len(LIGHTS)], GROUNDS[(k // len(LIGHTS)) % len(GROUNDS)]
        note = args.out / f"{k:04d}.json"
        if not note.exists():
            picture, dice = render(np.random.default_rng([args.seed, k]), light, ground)
            cv2.imwrite(str(args.out / f"{k:04d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            entry = {"image": f"{k:04d}.jpg", "light": light, "ground": ground, "dice": dice}
            note.write_text(json.dumps(entry))
        entries.append(json.loads(note.read_text()))
        (args.out / "index.json").write_text(json.dumps({"seed": args.seed, "images": entries}))


if __name__ == "__main__":
    main()
