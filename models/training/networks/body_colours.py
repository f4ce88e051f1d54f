"""Statistics of the body colours in synthetic images, for `vision.classification`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from models.labels import FACES_OF, LABELS
from models.training.data.shards import Shard
from models.training.generator.lights import LIGHTS
from vision.classification.colour_constancy import body_measures

_INNER = slice(16, 80)  # the reader's crop inside a stored one
_MIN_DICE = 5
_FLOOR = 1e-4
_MAX_RESIDUAL = 0.5  # larger residuals: overexposed or hidden body


def body_colours(shards: Sequence[Shard]) -> dict[str, object]:
    """Return the manifest's ``body_colours``: types, mean, covariances ``spread`` and ``cast``."""
    types = list(FACES_OF)
    type_of = [types.index(label.split("/")[0]) for label in LABELS[:30]]
    pictures: list[tuple[str, npt.NDArray[np.int64], npt.NDArray[np.float64]]] = []
    for shard in shards:
        rows = np.flatnonzero(shard.labels < len(type_of))
        crops = np.asarray(shard.crops)[rows][:, _INNER, _INNER, ::-1]
        looks, clipped = body_measures(crops)
        kinds = np.array([type_of[label] for label in shard.labels[rows]])
        frames = shard.crop_frames[rows]
        for frame in np.unique(frames):
            chosen = (frames == frame) & (clipped < 0.3)
            pictures.append((LIGHTS[shard.lights[frame]], kinds[chosen], looks[chosen]))
    neutral = [(k, c) for light, k, c in pictures if light == "neutral"]
    kinds = np.concatenate([k for k, _ in neutral])
    looks = np.concatenate([c for _, c in neutral])
    mean = np.array([np.median(looks[kinds == t], axis=0) for t in range(len(types))])
    residuals: dict[int, list[npt.NDArray[np.float64]]] = defaultdict(list)
    shifts = []
    for _, k, c in pictures:
        if len(k) < _MIN_DICE:
            continue
        shift = np.median(c - mean[k], axis=0)
        shifts.append(shift)
        for kind, residual in zip(k, c - mean[k] - shift, strict=True):
            if np.abs(residual).max() < _MAX_RESIDUAL:
                residuals[int(kind)].append(residual)
    floor = np.eye(looks.shape[1]) * _FLOOR
    spread = [np.cov(np.array(residuals[t]).T) + floor for t in range(len(types))]
    return {
        "types": types,
        "mean": np.round(mean, 4).tolist(),
        "spread": np.round(spread, 6).tolist(),
        "cast": np.round(np.cov(np.array(shifts).T) + floor, 6).tolist(),
    }
