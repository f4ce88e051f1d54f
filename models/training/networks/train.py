"""Train the finders of dice and tiles and the reader, with checkpoints.

A run resumes from its checkpoint until it has used its budget of CPU minutes, so other load makes
it longer, not worse. The learning rate depends on the used share of the budget, so a larger budget
gives a better network with the same recipe.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.training.arrays import F32, I64
from models.training.data.batches import FinderBatch, finder_batches, reader_batches
from models.training.data.photos import photo_shard
from models.training.data.shards import Shard, finished
from models.training.inference import network as run_network
from models.training.networks.architectures import Finder, Reader
from models.training.networks.learning import COARSE_SHARE, averaged, learn
from models.training.tiles.data import TileShard, finished_tiles, table_batches

SEED = 4242
_SAVE_S = 60.0
_PREFETCHED_BATCHES = 4
_Batch = TypeVar("_Batch")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network is trained; rate is the highest learning rate."""

    batch: int
    rate: float
    weight_decay: float = 0.02
    max_grad_norm: float = 5.0


RECIPES: Final = {
    "finder": Recipe(16, 3e-3),
    "reader": Recipe(96, 2.5e-3),
    "tile_finder": Recipe(12, 2.5e-3, weight_decay=1e-4, max_grad_norm=20.0),
}


def new_network(name: str) -> nn.Module:
    """Return one of the untrained networks of ``RECIPES``."""
    torch.manual_seed(SEED)
    if name == "reader":
        return Reader()
    return Finder(typical_log_edge=3.5 if name == "tile_finder" else 3.1)


def load_network(name: str, build: Path) -> nn.Module:
    """Return a network with the EMA weights of its checkpoint, in eval mode."""
    state = torch.load(build / f"{name}.pt", weights_only=True)
    network = new_network(name)
    network.load_state_dict(state["average"])
    return network.eval()


def finder_loss(network: nn.Module, batch: FinderBatch) -> torch.Tensor:
    """Return the heatmap's focal loss (CenterNet, Zhou et al. 2019) plus the box maps' losses."""
    heat, weight, box, near = (
        torch.from_numpy(a) for a in (batch.heat, batch.weight, batch.box, batch.near)
    )
    logits, found = network(_images(batch.images))
    logits, found = logits[:, 0].float(), found.float()
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    peak = heat >= 0.999
    count = peak.sum().clamp(min=1)
    gain = torch.where(
        peak,
        (1 - chance) ** 2 * torch.log(chance),
        (1 - heat) ** 4 * chance**2 * torch.log(1 - chance),
    )
    total = -(gain * weight).sum() / count
    share = near / near.sum().clamp(min=1)
    error = functional.smooth_l1_loss(found[:, :5], box[:, :5], reduction="none", beta=0.1)
    scale = torch.tensor([1.0, 1.0, 4.0, 1.0, 1.0]).view(1, 5, 1, 1)
    total = total + (error * scale * share[:, None]).sum()
    flat = functional.binary_cross_entropy_with_logits(found[:, 5], box[:, 5], reduction="none")
    rare = 1.0 + 4.0 * (1.0 - box[:, 5])  # few dice are tilted, stacked or covered
    return total + (flat * share * rare).sum()


def _images(pixels: F32) -> torch.Tensor:
    return torch.from_numpy(pixels).contiguous(memory_format=torch.channels_last)


def reader_loss(network: nn.Module, batch: tuple[F32, I64]) -> torch.Tensor:
    """Return the cross entropy over all labels."""
    logits, _ = network(_images(batch[0]))
    return functional.cross_entropy(logits.float(), torch.from_numpy(batch[1]))


def _prefetched(batches: Iterator[_Batch]) -> Iterator[_Batch]:
    """Prefetch batches in a background thread."""
    made: queue.Queue[_Batch] = queue.Queue(_PREFETCHED_BATCHES)

    def work() -> None:
        for batch in batches:
            made.put(batch)

    threading.Thread(target=work, daemon=True).start()
    while True:
        yield made.get()


def train(
    name: str,
    minutes: float,
    *,
    build: Path,
    photos: Path | None = None,
    teacher: Path | None = None,
    threads: int = 1,
) -> None:
    """Train a network until its checkpoint has used *minutes* of CPU time in total.

    Args:
        photos: folder of photographs; without a *teacher* none are used.
        teacher: finder that locates the photographs' dice.
    """
    torch.set_num_threads(threads)
    recipe = RECIPES[name]
    network = new_network(name).to(memory_format=torch.channels_last)
    average = averaged(network)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=recipe.weight_decay)
    path = build / f"{name}.pt"
    used_s, step = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average.module.load_state_dict(state["average"])
        used_s, step = state["used_s"], state["step"]
        average.n_averaged.fill_(step)
    shown = photo_shard(photos, run_network(teacher)) if photos and teacher else None
    batches, loss_of = _source(name, build, step, shown)

    def shares() -> Iterator[float]:
        nonlocal used_s, step
        began = saved = time.process_time()
        before_s = used_s
        while used_s < minutes * 60:
            share = used_s / (minutes * 60)
            warm, decay = min(1.0, (step + 1) / 200), 0.5 + 0.5 * math.cos(math.pi * share)
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * (warm * decay + 0.002)
            yield share
            step += 1
            now = time.process_time()
            used_s = before_s + now - began
            if now - saved > _SAVE_S or used_s >= minutes * 60:
                saved = now
                _save(path, network, average.module, optimizer, used_s, step)

    learn(name, network, lambda: loss_of(network, next(batches)), optimizer, shares(),
          lambda: average.update_parameters(network), max_grad_norm=recipe.max_grad_norm,
          coarse_share=COARSE_SHARE)  # fmt: skip


def _source(
    name: str, build: Path, step: int, photos: Shard | None
) -> tuple[Iterator[Any], Callable[[nn.Module, Any], torch.Tensor]]:
    """Return the batches of a network and its loss."""
    rng, size = np.random.default_rng([SEED, step]), RECIPES[name].batch
    if name == "tile_finder":
        tables = TileShard.join([TileShard.load(path) for path in finished_tiles(build)])
        return _prefetched(table_batches(tables, rng, size)), finder_loss
    shards = [Shard.load(path) for path in finished(build, "train")]
    if name == "finder":
        return _prefetched(finder_batches(shards, rng, size, photos)), finder_loss
    return _prefetched(reader_batches(shards, rng, size, photos)), reader_loss


def _save(
    path: Path,
    network: nn.Module,
    average: nn.Module,
    optimizer: torch.optim.Optimizer,
    used_s: float,
    step: int,
) -> None:
    partial = path.with_suffix(".part")
    state = {
        "network": network.state_dict(),
        "average": average.state_dict(),
        "optimizer": optimizer.state_dict(),
        "used_s": used_s,
        "step": step,
    }
    torch.save(state, partial)
    partial.replace(path)
