"""Render an evaluation set: images and ``index.json`` with their labels.

    python -m models.evaluation render DIR --seed N --count M [--family NAME] [--photos DIR]

Images that DIR holds already are kept, so an interrupted run resumes.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from models.evaluation.camera import compress, develop
from models.evaluation.families import FAMILIES, Job, Mats, plan, printed_mats, scene_of
from models.evaluation.render import build, hidden_from, trace
from models.evaluation.scene import entry


def make(job: Job, folder: Path, mats: Mats, photos: list[Path]) -> dict[str, Any]:
    """Render one image into the folder; return its entry in the index."""
    scene = scene_of(job, mats)
    rng = job.chance(1)
    built = build(scene, rng, photos, folder / "mats")
    linear = trace(built, scene.samples, job.number)
    picture = develop(linear, scene.camera, scene.phone, rng)
    (folder / job.name).write_bytes(compress(picture, scene.phone))
    return entry(scene, job.name, lambda points: hidden_from(built, scene.camera.origin, points))


def render_set(
    folder: Path, seed: int, jobs: list[Job], photos: list[Path], pool: Executor
) -> None:
    """Render the images that the folder lacks; *pool* renders them."""
    mats = printed_mats(folder)
    index = folder / "index.json"
    images = json.loads(index.read_text())["images"] if index.exists() else []
    done = {image["image"] for image in images}
    missing = [job for job in jobs if job.name not in done]
    running = [pool.submit(make, job, folder, mats, photos) for job in missing]
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
    parser.add_argument("--photos", type=Path, help="folder of photographic textures (JPEG)")
    parser.add_argument("--workers", type=int, default=1, help="each uses several cores")
    chosen = parser.parse_args(arguments)
    photos = sorted(chosen.photos.glob("*.jpg")) if chosen.photos else []
    jobs = plan(chosen.seed, chosen.count, chosen.family)
    with ProcessPoolExecutor(chosen.workers, get_context("spawn")) as pool:
        render_set(chosen.folder, chosen.seed, jobs, photos, pool)
    return 0
