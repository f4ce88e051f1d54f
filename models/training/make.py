"""The full training pipeline: ``python -m models.training.make``.

Generates the images, trains finder and reader, calibrates, exports, evaluates and writes the
manifest; then trains the small tilt and light networks. Finally finder and tilt network are
fine-tuned on path-traced images, the networks are quantised to int8, and the listing weights
are fitted to their outputs. Each step resumes where it was interrupted. The full run takes some 300
minutes of one core with bfloat16, shared by two cores.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from models.labels import LABELS
from models.store import FOLDER, SCHEMA
from models.training.data import shards, tilt_data
from models.training.data.build_folder import BUILD
from models.training.data.crops import CROP_PX, CROP_SPAN
from models.training.data.shards import (
    FRAMES_PER_SHARD,
    SPLIT_SEEDS,
    finished,
    load_shard,
    shard_path,
)
from models.training.data.tilt_data import SETS as TILT_SETS
from models.training.data.traced_sets import TABLES
from models.training.evaluation.evaluate import all_figures, flatness, network, reader_logits
from models.training.evaluation.measure import best_shift, best_temperature
from models.training.generator.frames import RECIPE
from models.training.networks import (
    fine_tune,
    light,
    listing_weights,
    quantise,
    tilt,
    train,
)
from models.training.networks.architectures import BOX_CHANNELS, STRIDE
from models.training.networks.entries import entries_of, sha256_of, write_manifest
from models.training.networks.export import export_finder, export_reader
from models.training.networks.train import SEED

PHOTOS = Path("../shared/photos/d6_dev")
"""Photographs of ordinary dice; not used if the folder is missing."""

_TABLES = "models.training.pathtraced.training_tables"
_EVALUATION = "models.evaluation"
"""Not imported: their path tracer exists for some processors only."""

DEVELOPMENT_SEEDS = (909, 910)
DEVELOPMENT_PICTURES = {
    "hard": 16, "clutter": 16, "neutral": 14, "lights": 12, "scale": 6, "mats": 8, "lamps": 8,
}  # fmt: skip
"""Sets to which the listing weights are fitted: images of each family."""

_VALIDATION_SHARDS = 4
_TEST_SHARDS = 2
_SHARES = {"finder": 1.0, "reader": 0.9}
"""Of the minutes: the reader needs a little less training."""

TEACHER_SHARE = 0.2
"""Share of the minutes that a finder trains on synthetic images before it labels photographs."""


def draw_pictures(build: Path, train_shards: int, workers: int) -> None:
    """Generate all missing shards and the tilt network's images, in *workers* processes."""
    for module, split, count, path_of in (
        (shards, ["validation"], _VALIDATION_SHARDS, partial(shard_path, build, "validation")),
        (shards, ["test"], _TEST_SHARDS, partial(shard_path, build, "test")),
        (shards, ["train"], train_shards, partial(shard_path, build, "train")),
        (tilt_data, [], TILT_SETS, partial(tilt_data.set_path, build)),
    ):
        if all(path_of(n).exists() for n in range(count)):
            continue
        _generate_in_parallel([module.__name__, *split], range(count), build, workers)
    if _can_trace():
        _generate_in_parallel([_TABLES], TABLES, build, workers)
        _render_development_sets(build)


def _generate_in_parallel(
    command: Sequence[str], numbers: range, build: Path, workers: int
) -> None:
    """Generate the numbered sets of a module, with its arguments, in *workers* processes."""
    more = [str(numbers.stop), "--step", str(workers), "--build", str(build)]
    running = [_run(*command, str(numbers.start + first), *more) for first in range(workers)]
    if any(process.wait() for process in running):
        raise SystemExit(f"generating the images of {' '.join(command)} failed")


def development_sets(build: Path) -> list[Path]:
    """Return the folders of the development sets."""
    return [build / f"development-{seed}" for seed in DEVELOPMENT_SEEDS]


def _render_development_sets(build: Path) -> None:
    """Render missing images of the development sets, all sets in parallel."""
    lanes = [
        [
            (
                _EVALUATION,
                [str(folder), "--seed", str(seed), "--count", str(count), "--family", name],
            )
            for name, count in DEVELOPMENT_PICTURES.items()
        ]
        for seed, folder in zip(DEVELOPMENT_SEEDS, development_sets(build), strict=True)
    ]
    with ThreadPoolExecutor() as pool:
        if not all(pool.map(_run_in_sequence, lanes)):
            raise SystemExit("drawing the development sets failed")


def train_network(
    name: str, minutes: float, options: argparse.Namespace, teacher: Path | None, threads: int
) -> subprocess.Popen[bytes]:
    """Start training one network.

    Args:
        teacher: finder that locates the photographs' dice; None trains without photographs.
    """
    arguments = [name, "--minutes", str(minutes)]
    arguments += ["--threads", str(threads), "--build", str(options.build)]
    if teacher is not None:
        arguments += ["--photos", str(options.photos), "--teacher", str(teacher)]
    return _module(train, *arguments)


def publish(out: Path, build: Path, photos: Path | None, *, note: str = "") -> dict[str, object]:
    """Calibrate on the validation split, export, evaluate on the test split, write the manifest."""
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
    figures = all_figures(out, build, photos)
    manifest = _manifest(out, temperature, figures, build, note)
    manifest["models"]["finder"]["flat_shift"] = round(shift, 3)
    manifest["models"] |= entries_of(out, "players_")  # trained separately
    manifest["models"] |= entries_of(out, "tile_")
    write_manifest(out, manifest)
    return figures


def _manifest(
    out: Path, temperature: float, figures: dict[str, object], build: Path, note: str
) -> dict[str, Any]:
    recipe = {
        "recipe": RECIPE,
        "seeds": {**SPLIT_SEEDS, "training": SEED},
        "frames": len(finished(build, "train")) * FRAMES_PER_SHARD,
        "photographs": "nell-byler/dice_detection (BSD-3-Clause), where the folder was given",
        "note": note,
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
        "figures": {key: figures[key] for key in ("pictures", "d6_photographs") if key in figures},
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
        "figures": figures["reader"],
    }
    return {"schema": SCHEMA, "models": {"finder": finder, "reader": reader}}


def _train_base(options: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Train finder and reader; return the process that trains the tilt network.

    It starts when the reader is finished, and may still run.
    """
    teacher = _teacher(options) if options.photos is not None else None
    half = max(1, options.threads // 2)
    finder, reader = (
        train_network(name, options.minutes * share, options, teacher, half)
        for name, share in _SHARES.items()
    )
    if reader.wait():
        finder.terminate()
        raise SystemExit("training failed")
    tilt_training = _module(tilt, "--build", str(options.build), "--train-only")
    if finder.wait():
        tilt_training.terminate()
        raise SystemExit("training failed")
    return tilt_training


def _teacher(options: argparse.Namespace) -> Path:
    """Return the finder that locates the photographs' dice: the published one, if any.

    Without one, a new finder is trained on synthetic images first.
    """
    if options.teacher.exists():
        return Path(options.teacher)
    path = Path(options.build) / "teacher.onnx"
    if not path.exists():
        minutes = options.minutes * TEACHER_SHARE
        if train_network("finder", minutes, options, None, options.threads).wait():
            raise SystemExit("training the finder failed")
        export_finder(path, build=options.build)
    return path


def _train_rest(options: argparse.Namespace, tilt_training: subprocess.Popen[bytes]) -> None:
    """Train the light network, fine-tune finder and tilt network, quantise, fit the weights.

    Two lanes of about the same length use two cores better than one network after the other.
    """
    where = ["--out", str(options.out), "--build", str(options.build)]
    finder_lane = [(light.__name__, [*where, "--threads", "1"])]
    tilt_lane = [(tilt.__name__, where)]
    if _can_trace():
        photos = [] if options.photos is None else ["--photos", str(options.photos)]
        finder_lane.append((fine_tune.__name__, ["finder", *where, *photos]))
        tilt_lane.append((fine_tune.__name__, ["tilt", *where]))
    else:
        print("no path tracer for this processor: the second stage is left out")
    with ThreadPoolExecutor() as pool:
        first = pool.submit(_run_in_sequence, finder_lane)
        second = pool.submit(_run_in_sequence, tilt_lane, after=tilt_training)
        if not (first.result() and second.result()):
            raise SystemExit("training failed")
    quantise.quantise(options.out)
    if _can_trace():
        listing_weights.fit_weights(options.out, development_sets(options.build))


def _run_in_sequence(
    lane: Sequence[tuple[str, Sequence[str]]], after: subprocess.Popen[bytes] | None = None
) -> bool:
    """Run modules in sequence, once *after* has ended; return whether all succeeded."""
    if after is not None and after.wait():
        return False
    return all(_run(module, *arguments).wait() == 0 for module, arguments in lane)


def _can_trace() -> bool:
    """Whether there is a path tracer for this processor."""
    return find_spec("mitsuba") is not None


def _module(module: ModuleType, *arguments: str) -> subprocess.Popen[bytes]:
    """Start one of our modules in a separate process, which frees its memory at the end."""
    return _run(module.__name__, *arguments)


def _run(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command)  # noqa: S603  # our own module


def main() -> None:
    """Train the models from scratch, or resume where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with index.json")
    parser.add_argument("--shards", type=int, default=37, help="of 200 pictures for training")
    parser.add_argument(
        "--minutes",
        type=float,
        default=45.0,
        help="of one core, for the finder",
    )
    parser.add_argument(
        "--teacher",
        type=Path,
        default=FOLDER / "finder.onnx",
        help="finder that shows where the dice of photographs are; if missing, one is trained",
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--note", default="", help="said about the data in the manifest")
    parser.add_argument(
        "--publish-only", action="store_true", help="use the checkpoints as they are"
    )
    options = parser.parse_args()
    began = time.monotonic()
    cv2.setNumThreads(1)
    if not options.photos.exists():
        print(f"no photographs at {options.photos}: pips are learnt from drawn pictures alone")
        options.photos = None
    if not options.publish_only:
        draw_pictures(options.build, options.shards, options.threads)
        tilt_training = _train_base(options)
    else:
        tilt_training = _module(tilt, "--build", str(options.build), "--train-only")
    figures = publish(options.out, options.build, options.photos, note=options.note)
    _train_rest(options, tilt_training)
    print(json.dumps(figures, indent=1))
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor_s = sum(one.ru_utime + one.ru_stime for one in used)
    print(f"{(time.monotonic() - began) / 60:.1f} min, {processor_s / 60:.1f} min of one core")


if __name__ == "__main__":
    main()
