"""Train finder and reader, with checkpoints.

A run resumes from its checkpoint until it has used its budget of CPU minutes, so other load makes
it longer, not worse. The learning rate depends on the used share of the budget, so a larger budget
gives a better network with the same recipe.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from models.training.data.batches import FinderBatch, finder_batches, reader_batches
from models.training.data.photo_labels import photo_shard
from models.training.data.shards import Shard, finished, load_shard
from models.training.inference import network as run_network
from models.training.networks.architectures import Finder, Reader
from models.training.networks.short_run import COARSE_SHARE, bfloat16_pays

SEED = 4242
_BATCH = {"finder": 16, "reader": 96}
_PEAK_RATE = {"finder": 3e-3, "reader": 2.5e-3}
_EMA_DECAY = 0.998
_SAVE_S = 60.0
_PREFETCHED_BATCHES = 4
_Batch = TypeVar("_Batch")


def new_network(name: str) -> nn.Module:
    """Return the untrained network "finder" or "reader"."""
    torch.manual_seed(SEED)
    return Finder() if name == "finder" else Reader()


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


def _images(pixels: npt.NDArray[np.float32]) -> torch.Tensor:
    return torch.from_numpy(pixels).contiguous(memory_format=torch.channels_last)


def reader_loss(
    network: nn.Module, batch: tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]
) -> torch.Tensor:
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
    network = new_network(name).to(memory_format=torch.channels_last).train()
    average = {k: v.clone() for k, v in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    path = build / f"{name}.pt"
    used_s, step = 0.0, 0
    if path.exists():
        state = torch.load(path, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average, used_s, step = state["average"], state["used_s"], state["step"]
    shown = photo_shard(photos, run_network(teacher)) if photos and teacher else None
    drawn = [load_shard(each) for each in finished(build, "train")]
    batches, loss_of = _source(name, drawn, step, shown)
    coarse = bfloat16_pays()
    began = saved = time.process_time()
    before_s = used_s
    recent: list[float] = []
    while used_s < minutes * 60:
        share = used_s / (minutes * 60)
        rate = _PEAK_RATE[name] * _schedule(share, step)
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16, enabled=coarse and share < COARSE_SHARE):
            loss = loss_of(network, next(batches))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        step += 1
        keep = min(_EMA_DECAY, step / (step + 20))
        for key, value in network.state_dict().items():
            if value.dtype.is_floating_point:
                average[key].lerp_(value, 1 - keep)
            else:
                average[key].copy_(value)
        recent.append(float(loss.detach()))
        now = time.process_time()
        used_s = before_s + now - began
        if now - saved > _SAVE_S or used_s >= minutes * 60:
            print(
                f"{name} {used_s / 60:.1f} min, step {step}, loss {np.mean(recent):.4f}", flush=True
            )
            recent.clear()
            saved = now
            _save(path, network, average, optimizer, used_s, step)


def _schedule(share: float, step: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return warm * (0.5 + 0.5 * math.cos(math.pi * min(1.0, share))) + 0.002


def _source(
    name: str, shards: list[Shard], step: int, photos: Shard | None
) -> tuple[Iterator[object], Callable[[nn.Module, object], torch.Tensor]]:
    rng = np.random.default_rng([SEED, step])
    if name == "finder":
        return _prefetched(finder_batches(shards, rng, _BATCH[name], photos)), finder_loss  # type: ignore[return-value]
    return _prefetched(reader_batches(shards, rng, _BATCH[name], photos)), reader_loss  # type: ignore[return-value]


def _save(
    path: Path,
    network: nn.Module,
    average: dict[str, torch.Tensor],
    optimizer: torch.optim.Optimizer,
    used_s: float,
    step: int,
) -> None:
    partial = path.with_suffix(".part")
    state = {
        "network": network.state_dict(),
        "average": average,
        "optimizer": optimizer.state_dict(),
        "used_s": used_s,
        "step": step,
    }
    torch.save(state, partial)
    partial.replace(path)
