"""Render a set of tile images: ``python -m models.evaluation.tiles DIR --seed N --count M``.

Writes the images and ``index.json``. With ``--enrol`` all images show one copy of the box; images
of every tile under the first lamp and the labels for ``companion enroll-tiles`` are added.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.evaluation.tiles.prints import faces, random_copy
from models.evaluation.tiles.tables import FAMILIES, LAMPS, Job, picture


def plan(seed: int, count: int, *, one_copy: bool) -> list[Job]:
    """The images of a seed, each of a different copy of the box or all of one."""
    rng = np.random.default_rng([seed, 9])
    lamps = list(LAMPS)
    jobs = []
    for number in range(count):
        family = (
            FAMILIES[number % len(FAMILIES)] if not one_copy else ("rows", "thrown")[number % 2]
        )
        lamp = str(rng.choice(lamps)) if not one_copy else str(rng.choice(lamps[1:]))
        copy = random_copy(seed if one_copy else seed * 1000 + number)
        jobs.append(Job(seed, number, family, lamp, copy))
    return jobs


def enrolment(seed: int) -> list[Job]:
    """Images of all tiles of one copy, twelve at a time, in neutral light."""
    keys = list(faces())
    groups = [tuple(keys[n : n + 12]) for n in range(0, len(keys), 12)]
    return [Job(seed, 500 + n, "thrown", "neutral", random_copy(seed), group)
            for n, group in enumerate(groups)]  # fmt: skip


def main() -> None:
    """Render the set."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation.tiles", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--enrol", action="store_true")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "index.json"
    images: list[dict[str, Any]] = json.loads(index.read_text())["images"] if index.exists() else []
    done = {image["image"] for image in images}
    jobs = plan(chosen.seed, chosen.count, one_copy=chosen.enrol)
    if chosen.enrol:
        jobs += enrolment(chosen.seed)
    for job in jobs:
        if job.name in done:
            continue
        data, tiles = picture(job)
        (folder / job.name).write_bytes(data)
        images.append({"image": job.name, "family": job.family, "lamp": job.lamp,
                       "enrol": job.number >= 500, "tiles": tiles})  # fmt: skip
        index.write_text(json.dumps({"seed": chosen.seed, "images": images}, indent=1))
    labels = {
        str(folder / image["image"]): [
            {
                "centre_px": np.mean(tile["corners_px"], axis=0).round(1).tolist(),
                "tile": tile["tile"],
            }
            for tile in image["tiles"]
        ]
        for image in images
        if image["enrol"]
    }
    (folder / "labels.json").write_text(json.dumps(labels, indent=1))


if __name__ == "__main__":
    main()
