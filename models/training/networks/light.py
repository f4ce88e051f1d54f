"""Train the light network on sets of dice (`models.training.data.light_sets`).

Takes about eight minutes on two cores. Inference: `vision.classification.set_classifier`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from models.store import load_manifest
from models.training.data.light_sets import SHOTS, TYPES, Sets, kept_set
from models.training.data.shards import finished
from models.training.generator.camera import F32
from models.training.generator.frames import RECIPE
from models.training.networks.entries import write_entry
from models.training.networks.export import export_sets
from models.training.networks.light_network import LightNetwork, Published
from models.training.networks.short_run import learn, one_cycle
from vision.classification.set_classifier import LOOK, LOOK_PX

SEED = 4244
ROUNDS = 6.0
"""Epochs."""

_BATCH = 48
_RATE = 2e-3
_SUBSET_SHARE = 0.3  # share of the sets of which only a random subset of the dice is used
_READER_NOISE = 0.4  # standard deviation of the noise on the reader's log probabilities
_READER_DROPOUT = 0.1  # share of the sets without information from the reader
_SURROUNDINGS_NOISE = 0.15  # standard deviation of the noise on the surroundings: tables differ
_PAD = -1


class Batches:
    """Draws batches of augmented sets.

    Args:
        sets: all sets.
        rng: random generator.
    """

    def __init__(self, sets: Sets, rng: np.random.Generator) -> None:
        self._sets = sets
        self._rows = sets.rows()
        self._rng = rng
        self._order: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def next(self) -> tuple[torch.Tensor, ...]:
        """Return looks (B, N, 3, P, P), chances, places, surroundings, padding and types (B, N)."""
        while len(self._order) < _BATCH:
            self._order += self._rng.permutation(len(self._rows)).tolist()
        chosen, self._order = self._order[:_BATCH], self._order[_BATCH:]
        return padded(self._sets, [self._subset(self._rows[k]) for k in chosen], self._rng)

    def _subset(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        if len(rows) == 1 or self._rng.random() > _SUBSET_SHARE:
            return rows
        return self._rng.permutation(rows)[: self._rng.integers(1, len(rows) + 1)]


def padded(
    sets: Sets, chosen: Sequence[npt.NDArray[np.int64]], rng: np.random.Generator
) -> tuple[torch.Tensor, ...]:
    """Return the *chosen* sets as a batch, padded to the largest and augmented."""
    size = len(chosen), max(map(len, chosen))
    crops = np.zeros((*size, LOOK_PX, LOOK_PX, 3), np.uint8)
    likely = np.zeros((*size, len(TYPES) + 1), np.float32)
    places = np.zeros((*size, 3), np.float32)
    around = np.stack([sets.surroundings[rows[0]] for rows in chosen])
    types = np.full(size, _PAD)
    for b, rows in enumerate(chosen):
        n = len(rows)
        crops[b, :n], likely[b, :n] = sets.crops[rows], sets.chances[rows]
        places[b, :n], types[b, :n] = sets.places[rows], sets.types[rows]
        crops[b, :n] = np.rot90(crops[b, :n], int(rng.integers(4)), axes=(1, 2))
        likely[b, :n] += rng.normal(0.0, _READER_NOISE, likely[b, :n].shape)
        if rng.random() < _READER_DROPOUT:
            likely[b, :n, :-1] = likely[b, :n, :-1].mean()
        places[b, :n] = _turned(places[b, :n], rng)
    around[:, :-1] += rng.normal(0.0, _SURROUNDINGS_NOISE, (len(around), 3))
    looks = torch.from_numpy(LOOK[crops]).permute(0, 1, 4, 2, 3)
    return looks, *(torch.from_numpy(a) for a in (likely, places, around, types == _PAD, types))


def _turned(places: F32, rng: np.random.Generator) -> F32:
    turn, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0.0, 0.2))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    turned: F32 = (places @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])).astype(np.float32)
    return turned


def train(sets: Sets, rounds: float) -> LightNetwork:
    """Return a network trained for *rounds* epochs."""
    torch.manual_seed(SEED)
    network = LightNetwork(len(TYPES))
    source = Batches(sets, np.random.default_rng(SEED))
    steps = max(1, int(rounds * len(source) / _BATCH))
    optimiser, schedule = one_cycle(network, _RATE, steps + 1, weight_decay=0.01, warm_up=0.1)

    def loss_of_next() -> torch.Tensor:
        *given, types = source.next()
        logits = network(*given)
        return functional.cross_entropy(logits[types != _PAD], types[types != _PAD])

    learn("light", network, loss_of_next, optimiser, schedule, steps=steps, max_grad_norm=1.0)
    return network


def publish(network: LightNetwork, out: Path, data: dict[str, object]) -> None:
    """Write the network and its entry in the manifest of *out*."""
    path = out / "light.onnx"
    export_sets(Published(network), len(TYPES), path)
    details = {
        "made_with": load_manifest(out).models["reader"].sha256,
        "types": list(TYPES),
        "input": {
            "looks": ["float32", "N", 3, LOOK_PX, LOOK_PX],
            "chances": ["float32", "N", len(TYPES) + 1],
            "places": ["float32", "N", 3],
            "surroundings": ["float32", 4],
        },
        "outputs": {"logits": ["float32", "N", len(TYPES)]},
        **data,
    }
    write_entry(path, "light", details)


def train_and_publish(out: Path, build: Path) -> None:
    """Train with the reader of *out*; write ``light.onnx`` and its manifest entry there."""
    torch.set_num_threads(1)
    sets = Sets.join([kept_set(path, out) for path in finished(build, "train")])
    network = train(sets, ROUNDS)
    torch.save(network.state_dict(), build / "light.pt")
    recipe = {"recipe": RECIPE, "training_seed": SEED, "rounds": ROUNDS, "shots": SHOTS}
    publish(network, out, {"data": recipe})
