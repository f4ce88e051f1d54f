"""Train the light network on sets of dice (`models.training.data.light_sets`).

Takes about eight minutes on two cores. Inference: `vision.classification.set_classifier`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.store import load_manifest
from models.training.arrays import F32, I64, Random
from models.training.data.light_sets import SHOTS, TYPES, Sets, kept_set
from models.training.data.shards import finished
from models.training.generator.frames import RECIPE
from models.training.networks.architectures import conv, export
from models.training.networks.entries import write_entry
from models.training.networks.learning import learn, one_cycle, steps_of
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


_WIDTH = 64
_HEADS = 4
_LAYERS = 3
_MASKED = -1e4  # attention logit of padding


class _Attention(nn.Module):
    """Transformer encoder layer over the dice (Vaswani et al. 2017, pre-norm)."""

    def __init__(self) -> None:
        super().__init__()
        self.before = nn.LayerNorm(_WIDTH)
        self.between = nn.LayerNorm(_WIDTH)
        self.asks = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.tells = nn.Linear(_WIDTH, _WIDTH)
        self.thinks = nn.Sequential(
            nn.Linear(_WIDTH, 2 * _WIDTH), nn.ReLU(), nn.Linear(2 * _WIDTH, _WIDTH)
        )

    def forward(self, dice: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
        pictures, count, _ = dice.shape
        parts = self.asks(self.before(dice)).view(pictures, count, 3, _HEADS, _WIDTH // _HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attention = query @ key.transpose(-1, -2) / (_WIDTH // _HEADS) ** 0.5
        attention = attention.masked_fill(padding[:, None, None, :], _MASKED).softmax(dim=-1)
        attended = (attention @ value).transpose(1, 2).reshape(pictures, count, _WIDTH)
        dice = dice + self.tells(attended)
        return dice + self.thinks(self.between(dice))


class LightNetwork(nn.Module):
    """Classifies the types of all dice of B images.

    Input: looks ``(B, N, 3, P, P)``, chances ``(B, N, T + 1)``, places ``(B, N, 3)`` and
    surroundings ``(B, 4)`` as in `vision.classification.set_classifier`; padding ``(B, N)``, true
    where there is no die.
    Output: logits ``(B, N, T)``.
    """

    def __init__(self, types: int) -> None:
        super().__init__()
        self.look = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 48, 2))
        self.join = nn.Linear(2 * 48 + types + 1 + 3 + 4, _WIDTH)
        self.layers = nn.ModuleList([_Attention() for _ in range(_LAYERS)])
        self.last = nn.LayerNorm(_WIDTH)
        self.change = nn.Linear(_WIDTH, types)
        nn.init.zeros_(self.change.weight)  # initially the reader's output is unchanged
        nn.init.zeros_(self.change.bias)

    def forward(
        self,
        looks: torch.Tensor,
        chances: torch.Tensor,
        places: torch.Tensor,
        surroundings: torch.Tensor,
        padding: torch.Tensor,
    ) -> torch.Tensor:
        pictures, count = looks.shape[:2]
        maps = self.look(looks.flatten(0, 1))
        seen = torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)
        around = surroundings[:, None].expand(-1, count, -1)
        known = [seen.view(pictures, count, -1), chances, places, around]
        dice = self.join(torch.cat(known, dim=2))
        for layer in self.layers:
            dice = layer(dice, padding)
        changed: torch.Tensor = chances[..., :-1] + self.change(self.last(dice))
        return changed


class Published(nn.Module):
    """The exported form of the network, for one image.

    Input: looks ``(N, 3, P, P)``; chances ``(N, T + 1)``; places ``(N, 3)``;
    surroundings ``(4,)``.
    Output: logits ``(N, T)``.
    """

    def __init__(self, network: LightNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        looks: torch.Tensor,
        chances: torch.Tensor,
        places: torch.Tensor,
        surroundings: torch.Tensor,
    ) -> torch.Tensor:
        padding = torch.zeros(1, looks.shape[0], dtype=torch.bool)
        given = (looks[None], chances[None], places[None], surroundings[None])
        logits: torch.Tensor = self.network(*given, padding)
        return logits[0]


def batches(sets: Sets, rng: Random) -> Iterator[tuple[torch.Tensor, ...]]:
    """Yield augmented batches without end.

    Each is looks (B, N, 3, P, P), chances, places, surroundings, padding and types (B, N).
    """
    all_rows = sets.rows()
    order: list[int] = []
    while True:
        while len(order) < _BATCH:
            order += rng.permutation(len(all_rows)).tolist()
        chosen, order = order[:_BATCH], order[_BATCH:]
        yield padded(sets, [_subset(all_rows[k], rng) for k in chosen], rng)


def _subset(rows: I64, rng: Random) -> I64:
    if len(rows) == 1 or rng.random() > _SUBSET_SHARE:
        return rows
    return rng.permutation(rows)[: rng.integers(1, len(rows) + 1)]


def padded(sets: Sets, chosen: Sequence[I64], rng: Random) -> tuple[torch.Tensor, ...]:
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


def _turned(places: F32, rng: Random) -> F32:
    turn, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0.0, 0.2))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    turned: F32 = (places @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])).astype(np.float32)
    return turned


def train(sets: Sets, rounds: float) -> LightNetwork:
    torch.manual_seed(SEED)
    network = LightNetwork(len(TYPES))
    source = batches(sets, np.random.default_rng(SEED))
    steps = max(1, int(rounds * len(sets.rows()) / _BATCH))
    optimiser, schedule = one_cycle(network, _RATE, steps + 1, weight_decay=0.01, warm_up=0.1)

    def loss_of_next() -> torch.Tensor:
        *given, types = next(source)
        logits = network(*given)
        return functional.cross_entropy(logits[types != _PAD], types[types != _PAD])

    shares = steps_of(steps)
    learn("light", network, loss_of_next, optimiser, shares, schedule.step, max_grad_norm=1.0)
    return network


def publish(network: LightNetwork, out: Path, data: dict[str, object]) -> None:
    """Write the network and its entry in the manifest of *out*."""
    path = out / "light.onnx"
    example = [torch.zeros(2, 3, LOOK_PX, LOOK_PX), torch.zeros(2, len(TYPES) + 1),
               torch.zeros(2, 3), torch.zeros(4)]  # fmt: skip
    dice = {0: "n"}
    axes = {"looks": dice, "chances": dice, "places": dice, "surroundings": {}, "logits": dice}
    export(Published(network), example, path, 4, axes)
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
    write_entry(path, details)


def train_and_publish(out: Path, build: Path) -> None:
    """Train with the reader of *out*; write ``light.onnx`` and its manifest entry there."""
    torch.set_num_threads(1)
    sets = Sets.join([kept_set(path, out) for path in finished(build, "train")])
    network = train(sets, ROUNDS)
    torch.save(network.state_dict(), build / "light.pt")
    recipe = {"recipe": RECIPE, "training_seed": SEED, "rounds": ROUNDS, "shots": SHOTS}
    publish(network, out, {"data": recipe})
