"""Render an evaluation set: images and ``index.json`` with their labels.

    python -m models.evaluation render DIR --seed N --count M [--family NAME]
    python -m models.evaluation render DIR --seed N --count M --tiles

Images that DIR holds already are kept, so an interrupted run resumes.
"""

import argparse
import json
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import cv2

from companion.simulation.executors import add_worker_options, executor
from models.evaluation.camera import compress, develop
from models.evaluation.families import FAMILIES, Job, Mats, plan, printed_mats, scene_of
from models.evaluation.render import build, hidden_from, trace
from models.evaluation.scene import entry
from models.evaluation.tiles import tables

AnyJob = TypeVar("AnyJob", Job, tables.Job)


def dice_image(folder: Path, mats: Mats, job: Job) -> dict[str, Any]:
    """Render one image of dice into the folder; return its entry in the index."""
    scene = scene_of(job, mats)
    rng = job.chance(1)
    built = build(scene, rng, folder / "mats")
    linear = trace(built, scene.samples, job.number)
    picture = develop(linear, scene.camera, scene.phone, rng)
    (folder / job.name).write_bytes(compress(picture, scene.phone))
    return entry(scene, job.name, lambda points: hidden_from(built, scene.camera.origin, points))


def tile_image(folder: Path, job: tables.Job) -> dict[str, Any]:
    """Draw one image of tiles into the folder; return its entry in the index."""
    cv2.setNumThreads(1)
    data, tiles = tables.picture(job)
    (folder / job.name).write_bytes(data)
    return {"image": job.name, "family": job.family, "lamp": job.lamp, "tiles": tiles}


def render_set(
    folder: Path,
    jobs: list[AnyJob],
    make: Callable[[AnyJob], dict[str, Any]],
    seed: int,
    pool: Executor,
) -> None:
    """Make the images that the folder lacks in *pool*."""
    index = folder / "index.json"
    images = json.loads(index.read_text())["images"] if index.exists() else []
    done = {image["image"] for image in images}
    missing = [job for job in jobs if job.name not in done]
    running = [pool.submit(make, job) for job in missing]
    for job, image in zip(missing, running, strict=True):
        images.append(image.result())
        index.write_text(json.dumps({"seed": seed, "images": images}, indent=1))
        print(job.name, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Render the set."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation render", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--family", choices=sorted(FAMILIES))
    parser.add_argument("--tiles", action="store_true", help="draw tables with tiles, not dice")
    add_worker_options(parser, workers=1)  # for dice each uses several cores
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    with executor(chosen) as pool:
        if chosen.tiles:
            some = tables.plan(chosen.seed, chosen.count)
            render_set(folder, some, partial(tile_image, folder), chosen.seed, pool)
        else:
            jobs = plan(chosen.seed, chosen.count, chosen.family)
            make = partial(dice_image, folder, printed_mats(folder))
            render_set(folder, jobs, make, chosen.seed, pool)
    return 0
