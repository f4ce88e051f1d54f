"""The full training pipeline: ``python -m models.training.make``.

Generates the images; trains, calibrates and exports finder and reader; trains tilt and light
network; fine-tunes finder and tilt network on path-traced images; quantises to int8; fits the
listing weights to the networks' outputs. Images and checkpoints in the build folder are used again,
so an interrupted run resumes. The full run takes some 300 minutes of one core with bfloat16.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.labels import LABELS
from models.store import FOLDER, SCHEMA
from models.training.data.crops import CROP_PX, CROP_SPAN
from models.training.data.light_sets import kept_set
from models.training.data.shards import (
    FRAMES_PER_SHARD,
    SPLIT_SEEDS,
    build_shard,
    finished,
    load_shard,
)
from models.training.data.tilt_data import SETS as TILT_SETS
from models.training.data.tilt_data import drawn_set
from models.training.data.traced_sets import TABLES
from models.training.generator.frames import RECIPE
from models.training.inference import (
    best_shift,
    best_temperature,
    flatness,
    network,
    reader_logits,
)
from models.training.networks import fine_tune, light, listing_weights, quantise, tilt, train
from models.training.networks.architectures import BOX_CHANNELS, STRIDE
from models.training.networks.entries import entries_of, sha256_of, write_manifest
from models.training.networks.export import export_finder, export_reader

PHOTOS = Path("../shared/photos/d6_dev")
"""Photographs of ordinary dice; not used if the folder is missing."""

DEVELOPMENT_SEEDS = (909, 910)
DEVELOPMENT_PICTURES = {
    "hard": 16, "clutter": 16, "neutral": 14, "lights": 12, "scale": 6, "mats": 8, "lamps": 8,
}  # fmt: skip
"""Sets to which the listing weights are fitted: images of each family."""

_VALIDATION_SHARDS = 4
_SHARES = {"finder": 1.0, "reader": 0.9}
"""Of the minutes: the reader needs a little less training."""

TEACHER_SHARE = 0.2
"""Share of the minutes that a finder trains on synthetic images before it labels photographs."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to train with.

    Attributes:
        out: folder of the networks and their manifest.
        build: folder of images and checkpoints.
        photos: folder of photographs, or None.
        teacher: finder that locates the photographs' dice; one is trained if it does not exist.
        shards: number of training shards.
        minutes: of one core, for the finder.
        workers: processes at a time.
        note: said about the data in the manifest.
    """

    out: Path
    build: Path
    photos: Path | None
    teacher: Path
    shards: int
    minutes: float
    workers: int
    note: str


def make(given: Options, pool: Executor) -> None:
    """Train all networks of the dice recogniser; *pool* runs the steps."""
    _finish(_images(given, pool))
    traced = find_spec("mitsuba") is not None
    if traced:
        _render_development_sets(given)
    else:
        print("no path tracer for this processor: nothing is fine-tuned")
    teacher = _teacher(given, pool) if given.photos is not None else None
    base = [_training(given, pool, name, teacher) for name in _SHARES]
    tilt_training = pool.submit(_train_tilt, given.build)
    _finish(base)
    _finish([pool.submit(publish, given)])
    _finish([tilt_training])
    tilt_lane = pool.submit(_tilt_lane, given, traced=traced)
    _finish(
        pool.submit(_make_light_set, path, given.out) for path in finished(given.build, "train")
    )
    _finish([pool.submit(_finder_lane, given, traced=traced), tilt_lane])
    _finish([pool.submit(quantise.quantise, given.out)])
    if traced:
        sets = development_sets(given.build)
        _finish([pool.submit(listing_weights.fit_weights, given.out, sets)])


def _finish(running: Iterable[Future[Any]]) -> None:
    """Wait for steps; raise the error of one that failed."""
    for step in list(running):
        step.result()


def _images(given: Options, pool: Executor) -> list[Future[Any]]:
    """Start the generation of all missing images."""
    counts = {"validation": _VALIDATION_SHARDS, "train": given.shards}
    steps: list[Future[Any]] = [
        pool.submit(build_shard, given.build, split, number)
        for split, count in counts.items()
        for number in range(count)
    ]
    steps += [pool.submit(_draw_tilt_set, given.build, number) for number in TILT_SETS]
    if find_spec("mitsuba") is not None:
        steps += [pool.submit(_trace, given.build, number) for number in TABLES]
    return steps


def _draw_tilt_set(build: Path, number: int) -> None:
    drawn_set(build, number)


def _make_light_set(shard: Path, models: Path) -> None:
    kept_set(shard, models)


def _trace(build: Path, number: int) -> None:
    """Trace a set. The path tracer exists for some processors only, so it is imported here."""
    from models.training.pathtraced.training_tables import traced_set

    traced_set(build, number)


def development_sets(build: Path) -> list[Path]:
    """Return the folders of the development sets."""
    return [build / f"development-{seed}" for seed in DEVELOPMENT_SEEDS]


def _render_development_sets(given: Options) -> None:
    """Render missing images of the development sets."""
    for seed, folder in zip(DEVELOPMENT_SEEDS, development_sets(given.build), strict=True):
        for family, count in DEVELOPMENT_PICTURES.items():
            command = [sys.executable, "-m", "models.evaluation", "render", str(folder)]
            command += ["--seed", str(seed), "--count", str(count), "--family", family]
            command += ["--workers", str(given.workers)]
            subprocess.run(command, check=True)  # noqa: S603  # our own module


def _training(
    given: Options, pool: Executor, name: str, teacher: Path | None, share: float | None = None
) -> Future[None]:
    """Start training a network; without a *teacher* no photographs are used."""
    return pool.submit(
        train.train,
        name,
        given.minutes * (_SHARES[name] if share is None else share),
        build=given.build,
        photos=given.photos,
        teacher=teacher,
        threads=max(1, given.workers // 2),
    )


def _teacher(given: Options, pool: Executor) -> Path:
    """Return the finder that locates the photographs' dice: the published one, if any.

    Without one, a new finder is trained on synthetic images first.
    """
    if given.teacher.exists():
        return given.teacher
    path = given.build / "teacher.onnx"
    if not path.exists():
        _finish([_training(given, pool, "finder", None, TEACHER_SHARE)])
        export_finder(path, build=given.build)
    return path


def _train_tilt(build: Path) -> None:
    tilt.trained(build)


def _tilt_lane(given: Options, *, traced: bool) -> None:
    """Publish the tilt network and fine-tune it."""
    tilt.publish_trained(given.out, given.build)
    if traced:
        fine_tune.fine_tune_tilt(given.out, given.build)


def _finder_lane(given: Options, *, traced: bool) -> None:
    """Train the light network, fine-tune the finder: about as long as the tilt network's lane."""
    light.train_and_publish(given.out, given.build)
    if traced:
        fine_tune.fine_tune_finder(given.out, given.build, given.photos)


def publish(given: Options) -> None:
    """Calibrate finder and reader on the validation split, export them, write the manifest.

    Figures of an earlier evaluation are dropped.
    """
    out, build = given.out, given.build
    export_finder(out / "finder.onnx", build=build)
    export_reader(out / "reader.onnx", 1.0, build=build)
    plain = network(out / "reader.onnx")
    drawn = [load_shard(path) for path in finished(build, "validation")]
    logits = np.concatenate([reader_logits(shard, plain) for shard in drawn])
    temperature = best_temperature(logits, np.concatenate([shard.labels for shard in drawn]))
    export_reader(out / "reader.onnx", temperature, build=build)
    # Training gives dice that are not flat a higher weight: correct the bias for it.
    shift = best_shift(*flatness(drawn, network(out / "finder.onnx")))
    export_finder(out / "finder.onnx", shift, build=build)
    manifest = _manifest(out, temperature, shift, given)
    manifest["models"] |= entries_of(out, "players_")  # trained separately
    manifest["models"] |= entries_of(out, "tile_")
    write_manifest(out, manifest)


def _manifest(out: Path, temperature: float, shift: float, given: Options) -> dict[str, Any]:
    recipe = {
        "recipe": RECIPE,
        "seeds": {**SPLIT_SEEDS, "training": train.SEED},
        "frames": len(finished(given.build, "train")) * FRAMES_PER_SHARD,
        "photographs": "nell-byler/dice_detection (BSD-3-Clause), where the folder was given",
        "note": given.note,
    }
    finder = {
        "file": "finder.onnx",
        "sha256": sha256_of(out / "finder.onnx"),
        "input": {"image": ["float32", 1, 3, "H", "W"], "values": "RGB 0..255", "multiple_of": 16},
        "outputs": {
            "heat": ["float32", 1, 1, "H/4", "W/4"],
            "box": ["float32", 1, len(BOX_CHANNELS), "H/4", "W/4"],
        },
        "box_channels": list(BOX_CHANNELS),
        "stride_px": STRIDE,
        "edge_px": [13, 40],
        "data": recipe,
        "flat_shift": round(shift, 3),
    }
    reader = {
        "file": "reader.onnx",
        "sha256": sha256_of(out / "reader.onnx"),
        "input": {"crops": ["float32", "N", 3, CROP_PX, CROP_PX], "values": "RGB 0..255"},
        "outputs": {
            "logits": ["float32", "N", len(LABELS)],
            "embedding": ["float32", "N", 64],
        },
        "crop": {"side_px": CROP_PX, "span_edges": CROP_SPAN, "turned_by": "-angle"},
        "labels": list(LABELS),
        "temperature": round(temperature, 4),
        "data": recipe,
    }
    return {"schema": SCHEMA, "models": {"finder": finder, "reader": reader}}


def one_thread() -> None:
    """Initialise a process of the pool: the processes share the cores."""
    cv2.setNumThreads(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the models from scratch, or resume where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, default=Path("build/training"))
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with index.json")
    parser.add_argument("--shards", type=int, default=37, help="of 200 pictures for training")
    parser.add_argument("--minutes", type=float, default=45.0, help="of one core, for the finder")
    parser.add_argument(
        "--teacher",
        type=Path,
        default=FOLDER / "finder.onnx",
        help="finder that shows where the dice of photographs are; if missing, one is trained",
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--note", default="", help="said about the data in the manifest")
    given = Options(**vars(parser.parse_args(arguments)))
    if given.photos is not None and not given.photos.exists():
        print(f"no photographs at {given.photos}: pips are learnt from drawn pictures alone")
        given = replace(given, photos=None)
    # A process for each step, which frees its memory at the end.
    with ProcessPoolExecutor(
        given.workers, get_context("spawn"), initializer=one_thread, max_tasks_per_child=1
    ) as pool:
        make(given, pool)


if __name__ == "__main__":
    main()
