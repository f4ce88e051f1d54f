"""Metrics of finder and reader, die by die, on images that training has not seen.

``python -m models.training.evaluation.evaluate`` prints them as JSON. Uses onnxruntime, not
PyTorch.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime

from models.labels import LABELS, NONE
from models.training.data.batches import jitter_crop
from models.training.data.build_folder import BUILD
from models.training.data.crops import cut
from models.training.data.photos import LabelledPhoto, photos
from models.training.data.shards import (
    DICE_LABELS,
    TRUTH_FIELDS,
    Shard,
    finished,
    load_shard,
)
from models.training.evaluation.measure import (
    OK_CONFIDENCE,
    Found,
    Network,
    match,
    peaks,
    probabilities,
    reading_figures,
)
from models.training.generator.background.grounds import GROUNDS
from models.training.generator.camera import F32
from models.training.generator.lights import LIGHTS

FINDER_EDGE_PX = 24.0

_COLUMN = {name: i for i, name in enumerate(TRUTH_FIELDS)}
_NONE = LABELS.index(NONE)


@dataclass(frozen=True, slots=True)
class Networks:
    """The detector and the single-die classifier."""

    finder: Network
    reader: Network


def network(path: Path) -> Network:
    """Return an ONNX file as a function of one input and two outputs, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(value: F32) -> tuple[F32, F32]:
        first, second = session.run(None, {name: value})
        return first, second

    return run


def as_input(images: npt.NDArray[np.uint8]) -> F32:
    """Return ``(N, H, W, 3)`` bytes as ``(N, 3, H, W)`` float32."""
    return np.ascontiguousarray(images.transpose(0, 3, 1, 2), dtype=np.float32)


def find(image: npt.NDArray[np.uint8], scale: float, finder: Network) -> list[Found]:
    """Return the detections in an image, in its pixels; the finder's input is resized."""
    height, width = (max(16, round(n * scale / 16) * 16) for n in image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=way)
    heat, box = finder(as_input(np.asarray(small, np.uint8)[None]))
    fx, fy = image.shape[1] / width, image.shape[0] / height
    return [
        Found((f.x + 0.5) * fx - 0.5, (f.y + 0.5) * fy - 0.5, f.edge * fx, f.angle, f.heat, f.flat)
        for f in peaks(heat[0, 0], box[0])
    ]


def read(image: npt.NDArray[np.uint8], found: Sequence[Found], reader: Network) -> F32:
    """Return the reader's probabilities for detections, shape ``(N, K)``."""
    if not found:
        return np.zeros((0, len(LABELS)), np.float32)
    crops = np.stack([cut(image, (f.x, f.y), f.edge, f.angle) for f in found])
    return probabilities(reader(as_input(crops))[0])


def reader_logits(shard: Shard, reader: Network, seed: int = 5) -> F32:
    """Return the reader's logits for a shard's crops, jittered with a fixed seed."""
    rng = np.random.default_rng(seed)
    crops = np.stack([jitter_crop(np.asarray(c), rng) for c in shard.crops])
    parts = [reader(as_input(crops[i : i + 256]))[0] for i in range(0, len(crops), 256)]
    return np.concatenate(parts)


def evaluate_reader(shards: Sequence[Shard], reader: Network) -> dict[str, object]:
    """Return metrics over all crops, by lighting and by background."""
    logits = np.concatenate([reader_logits(s, reader) for s in shards])
    labels = np.concatenate([s.labels for s in shards])
    lights = np.concatenate([s.lights[s.crop_frames] for s in shards])
    grounds = np.concatenate([s.grounds[s.crop_frames] for s in shards])
    return {
        "all": reading_figures(logits, labels),
        "by_light": {
            n: _short(logits[lights == i], labels[lights == i]) for i, n in enumerate(LIGHTS)
        },
        "by_ground": {
            n: _short(logits[grounds == i], labels[grounds == i]) for i, n in enumerate(GROUNDS)
        },
    }


def _short(logits: F32, labels: npt.NDArray[np.int64]) -> dict[str, object]:
    if not len(labels):
        return {"dice": 0}
    figures = reading_figures(logits, labels)
    return {key: figures[key] for key in ("dice", "right", "wrong_and_sure_per_1000")}


def evaluate_pictures(shards: Sequence[Shard], networks: Networks) -> dict[str, object]:
    """Return metrics of the finder and of both networks together on whole frames."""
    tally: dict[str, list[float]] = defaultdict(list)
    for shard in shards:
        for number in range(len(shard.frames)):
            rows = shard.dice[shard.dice[:, 0] == number]
            _picture(np.asarray(shard.frames[number]), rows, networks, tally)
    mean: dict[str, object] = {
        key: round(float(np.mean(values)), 5) for key, values in sorted(tally.items()) if values
    }
    mean["dice"] = len(tally["found"])
    return mean


def _picture(
    image: npt.NDArray[np.uint8],
    rows: F32,
    networks: Networks,
    tally: dict[str, list[float]],
) -> None:
    edge = float(np.median(rows[:, _COLUMN["edge"]])) if len(rows) else 45.0
    found = find(image, FINDER_EDGE_PX / edge, networks.finder)
    chance = read(image, found, networks.reader)
    indices = match(found, rows[:, 1:3], rows[:, _COLUMN["edge"]])
    exact, used, ghosts = True, set(), 0
    for row, index in zip(rows, indices, strict=True):
        used.add(index)
        visible, tilt, stacked = (float(row[_COLUMN[k]]) for k in ("visible", "tilt", "stacked"))
        if visible < 0.92 or tilt > 7.0 or stacked:
            if index >= 0 and (visible < 0.8 or tilt > 12.0):
                tally["unfit_flat_score"].append(found[index].flat)
            continue
        tally["found"].append(index >= 0)
        if index < 0:
            tally["right"].append(0.0)
            exact = False
            continue
        exact = _detected_die(found[index], row, chance[index], tally) and exact
    for i, ghost in enumerate(found):
        if i not in used:
            real = chance[i].argmax() != _NONE and ghost.flat > 0.5
            ghosts += bool(real and chance[i].max() > OK_CONFIDENCE)
            exact = exact and not real
    tally["picture_exact"].append(exact)
    tally["sure_ghosts_per_picture"].append(ghosts)


def _detected_die(die: Found, row: F32, chance: F32, tally: dict[str, list[float]]) -> bool:
    """Count one detected die; return whether type and face are right."""
    size = float(row[_COLUMN["edge"]])
    tally["center_error_edges"].append(float(np.hypot(die.x - row[1], die.y - row[2])) / size)
    tally["edge_error"].append(abs(die.edge / size - 1))
    turn = abs((die.angle - row[_COLUMN["angle"]] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    tally["angle_error_deg"].append(float(np.degrees(turn)))
    tally["flat_score"].append(die.flat)
    right = LABELS[int(chance.argmax())] == DICE_LABELS[int(row[_COLUMN["label"]])]
    sure = chance.max() > OK_CONFIDENCE and die.flat > 0.5
    tally["right"].append(right)
    tally["wrong_and_sure"].append(bool(sure and not right))
    tally["doubtful"].append(not sure)
    return right


def flatness(shards: Sequence[Shard], finder: Network) -> tuple[F32, npt.NDArray[np.bool_]]:
    """Return the finder's flatness output for each detected die, and the truth.

    Dice at the image border are left out: they may be cut off.
    """
    predicted: list[float] = []
    truth: list[bool] = []
    for shard in shards:
        for number in range(len(shard.frames)):
            rows = shard.dice[shard.dice[:, 0] == number]
            if not len(rows):
                continue
            image = np.asarray(shard.frames[number])
            edges = rows[:, _COLUMN["edge"]]
            found = find(image, FINDER_EDGE_PX / float(np.median(edges)), finder)
            for row, index in zip(rows, match(found, rows[:, 1:3], edges), strict=True):
                gap = min(row[1], row[2], image.shape[1] - row[1], image.shape[0] - row[2])
                if index < 0 or gap < 0.8 * row[_COLUMN["edge"]]:
                    continue
                visible, tilt, stacked = (row[_COLUMN[k]] for k in ("visible", "tilt", "stacked"))
                predicted.append(found[index].flat)
                truth.append(bool(visible > 0.9 and tilt < 7.0 and not stacked))
    return np.array(predicted, np.float32), np.array(truth)


def evaluate_photos(
    pictures: Sequence[LabelledPhoto], finder: Network, reader: Network
) -> dict[str, object]:
    """Return metrics on photographs of ordinary dice, with only d6 labels and none allowed."""
    allowed = np.array([name.startswith("d6/") or name == NONE for name in LABELS])
    dice = right = missed = wrong_sure = ghosts = 0
    confusions: dict[str, int] = defaultdict(int)
    for photo in pictures:
        edge = float(np.median(photo.boxes[:, 2] - photo.boxes[:, 0])) * 0.8
        found = find(photo.image, FINDER_EDGE_PX / edge, finder)
        chance = read(photo.image, found, reader)
        chance = np.where(allowed, chance, 0)
        chance /= chance.sum(axis=1, keepdims=True) + 1e-9
        taken = assigned(found, photo)
        for k, value in enumerate(photo.values):
            dice += 1
            index = taken.get(k)
            if index is None:
                missed += 1
                continue
            best = int(chance[index].argmax())
            good = LABELS[best] == f"d6/{value}"
            right += good
            if not good:
                confusions[f"d6/{value} as {LABELS[best]}"] += 1
                wrong_sure += best != _NONE and chance[index].max() > OK_CONFIDENCE
        ghosts += _false_positives(found, chance, photo, set(taken.values()))
    top = sorted(confusions.items(), key=lambda item: -item[1])[:12]
    return {
        "photographs": len(pictures),
        "dice": dice,
        "value_right": round(right / max(dice, 1), 5),
        "missed": missed,
        "wrong_and_sure": int(wrong_sure),
        "ghosts": ghosts,
        "confusions": dict(top),
    }


def assigned(found: Sequence[Found], photo: LabelledPhoto) -> dict[int, int]:
    """Assign detections to boxes that contain their centre, nearest to the box centre first."""
    pairs = []
    for k, (x0, y0, x1, y1) in enumerate(photo.boxes):
        for i, f in enumerate(found):
            if x0 <= f.x <= x1 and y0 <= f.y <= y1:
                pairs.append((abs(f.x - (x0 + x1) / 2) + abs(f.y - (y0 + y1) / 2), k, i))
    taken: dict[int, int] = {}
    for _, k, i in sorted(pairs):
        if k not in taken and i not in taken.values():
            taken[k] = i
    return taken


def _false_positives(
    found: Sequence[Found], chance: F32, photo: LabelledPhoto, used: set[int]
) -> int:
    """Count unmatched detections read as dice inside the convex hull of the labelled dice."""
    corners = photo.boxes.reshape(-1, 2)
    hull = cv2.convexHull(corners)
    count = 0
    for i, f in enumerate(found):
        if i not in used and chance[i].argmax() != _NONE and chance[i].max() > 0.5:
            count += cv2.pointPolygonTest(hull, (f.x, f.y), measureDist=False) >= 0
    return int(count)


def all_figures(
    models: Path,
    build: Path,
    photo_folder: Path | None,
    *,
    split: str = "test",
) -> dict[str, object]:
    """Return all metrics of the models in a folder."""
    finder, reader = network(models / "finder.onnx"), network(models / "reader.onnx")
    shards = [load_shard(path) for path in finished(build, split)]
    figures: dict[str, object] = {
        "reader": evaluate_reader(shards, reader),
        "pictures": evaluate_pictures(shards, Networks(finder, reader)),
    }
    if photo_folder is not None and photo_folder.exists():
        held = list(photos(photo_folder, evaluation=True))
        figures["d6_photographs"] = evaluate_photos(held, finder, reader)
    return figures


def main() -> None:
    """Print the metrics of the models as JSON."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--photos", type=Path, default=None)
    parser.add_argument("--split", default="test")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    figures = all_figures(options.models, options.build, options.photos, split=options.split)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
