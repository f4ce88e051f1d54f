"""The full training pipeline: ``python -m models.training.make``.

Generates the images; trains, calibrates and exports finder, reader and tile finder; trains tilt and
light network; fine-tunes finder and tilt network on path-traced images; quantises to int8; fits the
listing weights to the networks' outputs. Images and checkpoints in the build folder are used again,
so an interrupted run resumes. The full run takes some 330 minutes of one core with bfloat16.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.labels import LABELS
from models.store import FOLDER
from models.training import inference
from models.training.data.crops import CROP_PX, CROP_SPAN
from models.training.data.light_sets import kept_set
from models.training.data.shards import FRAMES_PER_SHARD, SPLIT_SEEDS, Shard, finished, kept_shard
from models.training.data.tilt_data import SETS as TILT_SETS
from models.training.data.tilt_data import drawn_set
from models.training.data.traced_sets import TABLES
from models.training.generator.frames import RECIPE
from models.training.networks import fine_tune, light, listing_weights, quantise, tilt, train
from models.training.networks.architectures import (
    BOX_CHANNELS,
    STRIDE,
    export_finder,
    export_reader,
)
from models.training.networks.entries import manifest_of, write_entry
from models.training.tiles import data as tiles
from models.training.tiles.data import EDGE_RANGE_PX as TILE_EDGE_PX

PHOTOS = Path("../shared/photos/d6_dev")
"""Photographs of ordinary dice; not used if the folder is missing."""

DEVELOPMENT_SEEDS = (909, 910)
DEVELOPMENT_PICTURES = {
    "hard": 16, "clutter": 16, "neutral": 14, "lights": 12, "scale": 6, "mats": 8, "lamps": 8,
}  # fmt: skip
"""Sets to which the listing weights are fitted: images of each family."""

TEACHER_SHARE = 0.2
"""Share of the minutes that a finder trains on synthetic images before it labels photographs."""

_VALIDATION_SHARDS = 4
_SHARES = {"finder": 1.0, "reader": 0.9, "tile_finder": 0.55}
"""Of the minutes: the other two need a little less training."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to train with.

    Attributes:
        out: folder of the networks and their manifest.
        build: folder of images and checkpoints.
        minutes: of one core, for the finder.
    """

    out: Path
    build: Path
    photos: Path | None
    shards: int
    minutes: float
    workers: int


def make(given: Options, pool: Executor) -> None:
    """Train all networks that recognise dice and tiles; *pool* runs the steps."""
    traced = find_spec("mitsuba") is not None
    _finish(_images(given, pool, traced=traced))
    if traced:
        _render_development_sets(given)
    else:
        print("no path tracer for this processor: nothing is fine-tuned")
    teacher = _teacher(given, pool) if given.photos is not None else None
    base = [_training(given, pool, name, teacher, share) for name, share in _SHARES.items()]
    tilt_training = pool.submit(_make, tilt.trained, given.build)
    _finish(base)
    _finish([pool.submit(publish, given)])
    _finish([tilt_training])
    tilt_lane = pool.submit(_tilt_lane, given, traced=traced)
    shards = finished(given.build, "train")
    _finish([pool.submit(_make, kept_set, path, given.out) for path in shards])
    _finish([pool.submit(_finder_lane, given, traced=traced), tilt_lane])
    _finish([pool.submit(quantise.quantise, given.out)])
    if traced:
        sets = development_sets(given.build)
        _finish([pool.submit(listing_weights.fit_weights, given.out, sets)])


def _finish(running: Iterable[Future[Any]]) -> None:
    """Wait for steps; raise the error of one that failed."""
    for step in list(running):
        step.result()


def _images(given: Options, pool: Executor, *, traced: bool) -> list[Future[None]]:
    """Start the generation of all missing images."""
    counts = {"validation": _VALIDATION_SHARDS, "train": given.shards}
    wanted: list[tuple[Any, ...]] = [
        (kept_shard, given.build, split, number)
        for split, count in counts.items()
        for number in range(count)
    ]
    wanted += [(drawn_set, given.build, number) for number in TILT_SETS]
    wanted += [(tiles.kept_tiles, given.build, number) for number in range(tiles.SHARDS)]
    wanted += [(_trace, given.build, number) for number in TABLES if traced]
    return [pool.submit(_make, *each) for each in wanted]


def _make(made: Callable[..., object], *arguments: Any) -> None:
    """Make and keep something; what it returns stays in the process of the pool."""
    made(*arguments)


def _trace(build: Path, number: int) -> None:
    """Trace a set. The path tracer exists for some processors only, so it is imported here."""
    from models.training.pathtraced.training_tables import traced_set

    traced_set(build, number)


def development_sets(build: Path) -> list[Path]:
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
    given: Options, pool: Executor, name: str, teacher: Path | None, share: float
) -> Future[None]:
    """Start training a network; without a *teacher* no photographs are used."""
    return pool.submit(
        train.train,
        name,
        given.minutes * share,
        build=given.build,
        photos=given.photos,
        teacher=teacher,
        threads=max(1, given.workers // 2),
    )


def _teacher(given: Options, pool: Executor) -> Path:
    """Return the finder that locates the photographs' dice: the published one, if any.

    Without one, a new finder is trained on synthetic images first.
    """
    published, path = FOLDER / "finder.onnx", given.build / "teacher.onnx"
    if published.exists():
        return published
    if not path.exists():
        _finish([_training(given, pool, "finder", None, TEACHER_SHARE)])
        export_finder(train.load_network("finder", given.build), path)
    return path


def _tilt_lane(given: Options, *, traced: bool) -> None:
    """Publish the tilt network and fine-tune it."""
    tilt.publish(tilt.trained(given.build), given.out, {"data": tilt.data_of_base()})
    if traced:
        fine_tune.fine_tune_tilt(given.out, given.build)


def _finder_lane(given: Options, *, traced: bool) -> None:
    """Train the light network, fine-tune the finder: about as long as the tilt network's lane."""
    light.train_and_publish(given.out, given.build)
    if traced:
        fine_tune.fine_tune_finder(given.out, given.build, given.photos)


def publish(given: Options) -> None:
    """Calibrate finder and reader on the validation split, export them and the tile finder.

    Figures of an earlier evaluation are dropped.
    """
    finder, reader, tile_finder = (train.load_network(name, given.build) for name in _SHARES)
    drawn = [Shard.load(path) for path in finished(given.build, "validation")]
    path = given.out / "reader.onnx"
    export_reader(reader, path)
    plain = inference.network(path)
    logits = np.concatenate([inference.reader_logits(shard, plain) for shard in drawn])
    temperature = inference.best_temperature(
        logits, np.concatenate([shard.labels for shard in drawn])
    )
    export_reader(reader, path, temperature)
    write_entry(path, _reader_entry(given, temperature))
    # Training gives dice that are not flat a higher weight: correct the bias for it.
    path = given.out / "finder.onnx"
    export_finder(finder, path)
    shift = inference.best_shift(*inference.flatness(drawn, inference.network(path)))
    export_finder(finder, path, shift)
    about = {"edge_px": [13, 40], "data": _data(given), "flat_shift": round(shift, 3)}
    write_entry(path, _MAPS | about)
    path = given.out / "tile_finder.onnx"
    export_finder(tile_finder, path)
    edges = {"edge_px": list(TILE_EDGE_PX), "data": {"recipe": tiles.RECIPE, "seed": train.SEED}}
    write_entry(path, _MAPS | edges)
    with manifest_of(given.out) as content:
        content.pop("evaluation", None)


_MAPS: dict[str, object] = {
    "input": {"image": ["float32", 1, 3, "H", "W"], "values": "RGB 0..255", "multiple_of": 16},
    "outputs": {
        "heat": ["float32", 1, 1, "H/4", "W/4"],
        "box": ["float32", 1, len(BOX_CHANNELS), "H/4", "W/4"],
    },
    "box_channels": list(BOX_CHANNELS),
    "stride_px": STRIDE,
}


def _data(given: Options) -> dict[str, object]:
    return {
        "recipe": RECIPE,
        "seeds": {**SPLIT_SEEDS, "training": train.SEED},
        "frames": len(finished(given.build, "train")) * FRAMES_PER_SHARD,
        "photographs": "nell-byler/dice_detection (BSD-3-Clause), where the folder was given",
    }


def _reader_entry(given: Options, temperature: float) -> dict[str, object]:
    return {
        "input": {"crops": ["float32", "N", 3, CROP_PX, CROP_PX], "values": "RGB 0..255"},
        "outputs": {
            "logits": ["float32", "N", len(LABELS)],
            "embedding": ["float32", "N", 64],
        },
        "crop": {"side_px": CROP_PX, "span_edges": CROP_SPAN, "turned_by": "-angle"},
        "labels": list(LABELS),
        "temperature": round(temperature, 4),
        "data": _data(given),
    }


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
    parser.add_argument("--workers", type=int, default=2)
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
