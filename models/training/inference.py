"""Finder and reader as ONNX files, run by onnxruntime, and the calibration of their outputs."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime

from models.training.arrays import F32, I64, ImageU8, Mask
from models.training.data.batches import jitter_crop
from models.training.data.shards import COLUMN, Shard
from models.training.generator.camera import Square

FINDER_EDGE_PX = 24.0
CELL_PX = 4

Network = Callable[[F32], tuple[F32, F32]]
"""Runs a network on a float32 input and returns its two outputs."""


@dataclass(frozen=True, slots=True)
class Found(Square):
    """One detection of the finder, with heat and flatness."""

    heat: float
    flat: float


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


def as_input(images: ImageU8) -> F32:
    """Return ``(N, H, W, 3)`` bytes as ``(N, 3, H, W)`` float32."""
    return np.ascontiguousarray(images.transpose(0, 3, 1, 2), dtype=np.float32)


def find(image: ImageU8, scale: float, finder: Network) -> list[Found]:
    """Return the detections in an image, in its pixels; the finder's input is resized."""
    height, width = (max(16, round(n * scale / 16) * 16) for n in image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=way)
    heat, box = finder(as_input(np.asarray(small, np.uint8)[None]))
    fx, fy = image.shape[1] / width, image.shape[0] / height

    def enlarged(found: Found) -> Found:
        x, y = found.center_px
        place = (x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5
        return replace(found, center_px=place, edge_px=found.edge_px * fx)

    return [enlarged(found) for found in peaks(heat[0, 0], box[0])]


def peaks(heat: F32, box: F32, *, least: float = 0.3) -> list[Found]:
    """Return the peaks of the finder's heatmap, strongest first, after non-maximum suppression.

    Args:
        heat: ``(rows, columns)``; *box*: ``(6, rows, columns)``.
    """
    dilated = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= dilated) & (heat >= least))
    order = np.argsort(-heat[ys, xs])
    kept: list[Found] = []
    for y, x in zip(ys[order], xs[order], strict=True):
        dx, dy, log_edge, cos4, sin4, flat = (float(v) for v in box[:, y, x])
        found = Found(
            center_px=(CELL_PX * (x + dx) + 1.5, CELL_PX * (y + dy) + 1.5),
            edge_px=math.exp(min(log_edge, 6.0)),
            angle_rad=(math.atan2(sin4, cos4) / 4) % (math.pi / 2),
            heat=float(heat[y, x]),
            flat=1.0 / (1.0 + math.exp(-flat)),
        )
        away = [math.dist(found.center_px, k.center_px) / min(found.edge_px, k.edge_px)
                for k in kept]  # fmt: skip
        if min(away, default=math.inf) > 0.55:
            kept.append(found)
    return kept


def probabilities(logits: F32) -> F32:
    """Return the softmax of logits, shape ``(N, K)``."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def reader_logits(shard: Shard, reader: Network, seed: int = 5) -> F32:
    """Return the reader's logits for a shard's crops, jittered with a fixed seed."""
    rng = np.random.default_rng(seed)
    crops = np.stack([jitter_crop(np.asarray(c), rng) for c in shard.crops])
    parts = [reader(as_input(crops[i : i + 256]))[0] for i in range(0, len(crops), 256)]
    return np.concatenate(parts)


def best_temperature(logits: F32, labels: I64) -> float:
    """Return the divisor of the logits with the lowest mean negative log likelihood."""
    rows = np.arange(len(labels))
    tries = np.exp(np.linspace(math.log(0.5), math.log(4.0), 60))
    losses = [
        -np.log(probabilities(logits / np.float32(t))[rows, labels] + 1e-12).mean() for t in tries
    ]
    return float(tries[int(np.argmin(losses))])


def flatness(shards: Sequence[Shard], finder: Network) -> tuple[F32, Mask]:
    """Return the finder's flatness output for each detected die, and the truth.

    Dice at the image border are left out: they may be cut off.
    """
    predicted: list[float] = []
    truth: list[bool] = []
    for shard in shards:
        for number, image in enumerate(shard.frames):
            rows = shard.dice[shard.dice[:, COLUMN["frame"]] == number]
            if not len(rows):
                continue
            edges = rows[:, COLUMN["edge"]]
            found = find(np.asarray(image), FINDER_EDGE_PX / float(np.median(edges)), finder)
            places = np.array([each.center_px for each in found]).reshape(-1, 2)
            away = np.linalg.norm(rows[:, None, 1:3] - places, axis=2) / edges[:, None]
            for die, index in sorted(paired(np.where(away <= 0.25, away, np.inf)).items()):
                row = rows[die]
                gap = min(row[1], row[2], image.shape[1] - row[1], image.shape[0] - row[2])
                if gap < 0.8 * row[COLUMN["edge"]]:
                    continue
                visible, tilt, stacked = (row[COLUMN[k]] for k in ("visible", "tilt", "stacked"))
                predicted.append(found[index].flat)
                truth.append(bool(visible > 0.9 and tilt < 7.0 and not stacked))
    return np.array(predicted, np.float32), np.array(truth)


def best_shift(shares: F32, truth: Mask) -> float:
    """Return the shift of the logits of *shares* that makes their mean that of *truth*."""
    kept = np.clip(shares, 1e-6, 1.0 - 1e-6)
    odds = np.log(kept / (1.0 - kept))
    tries = np.linspace(-4.0, 4.0, 801)
    means = [float((1.0 / (1.0 + np.exp(-(odds + shift)))).mean()) for shift in tries]
    return float(tries[int(np.argmin(np.abs(np.array(means) - truth.mean())))])


def paired(cost: npt.NDArray[np.floating]) -> dict[int, int]:
    """Pair rows with columns, cheapest first; what costs infinity is no pair."""
    pairs: dict[int, int] = {}
    for index in np.argsort(cost, axis=None, kind="stable").tolist():
        row, column = divmod(index, cost.shape[1])
        if not np.isfinite(cost[row, column]):
            break
        if row not in pairs and column not in pairs.values():
            pairs[row] = column
    return pairs
