"""Trains the tile networks: ``python -m models.training.tiles.train finder|outline``.

Writes ``tile_finder.onnx`` or ``tile_outline.onnx`` with its entry in the manifest there. The
learning rate follows a cosine schedule over the minutes, after a warm-up.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.store import FOLDER
from models.training.networks.architectures import Finder
from models.training.networks.entries import write_entry
from models.training.networks.export import _export, _FinderOutput, export_plain
from models.training.networks.short_run import COARSE_SHARE, bfloat16_pays
from models.training.networks.train import finder_loss
from models.training.tiles import batches
from models.training.tiles.data import RECIPE
from models.training.tiles.networks import OUTPUTS, Outline, split

_SEED = 2208
_BATCH_SIZE = {"finder": 12, "outline": 64}
_PEAK_RATE = {"finder": 2.5e-3, "outline": 2.0e-3}
_EMA_DECAY = 0.997
_LOG_EVERY = 50


def outline_loss(network: nn.Module, batch: batches.OutlineBatch) -> torch.Tensor:
    """Return the weighted sum of the losses of all outputs."""
    found = split(network(torch.from_numpy(batch.images)).float())
    tile = torch.from_numpy(batch.is_tile)
    turn, kind, colour, cost = torch.from_numpy(batch.classes).unbind(1)

    def mean(losses: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return (losses * weight).sum() / weight.sum().clamp(min=1)

    def entropy(name: str, truth: torch.Tensor) -> torch.Tensor:
        return functional.cross_entropy(found[name], truth, reduction="none")

    aim = torch.from_numpy(batch.corners)
    apart = functional.smooth_l1_loss(found["corners"], aim, reduction="none", beta=0.05).mean(1)
    yes = functional.binary_cross_entropy_with_logits(found["is_tile"][:, 0], tile)
    return (
        yes
        + 8.0 * mean(apart, tile)
        + 1.5 * mean(entropy("turn", turn), tile)
        + 0.3 * mean(entropy("kind", kind), tile)
        + 0.3 * mean(entropy("colour", colour), tile * (kind == 1))
        + 0.2 * mean(entropy("cost", cost), tile)
    )


def train(name: str, data: Path, minutes: float, keep: Path, begin_with: Path | None) -> nn.Module:
    """Return the network after *minutes*, with EMA weights; a checkpoint every two minutes.

    Args:
        begin_with: the checkpoint of an earlier run to continue from.
    """
    torch.manual_seed(_SEED)
    torch.set_num_threads(1)
    rng = np.random.default_rng(_SEED)
    network, made, loss_of = _parts(name, data, rng)
    if begin_with is not None:
        network.load_state_dict(torch.load(begin_with, weights_only=True))
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_EMA_DECAY),
        use_buffers=True,
    )  # fmt: skip
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-4, weight_decay=1e-4)
    fast = bfloat16_pays()
    begin = saved = time.monotonic()
    total, step = 0.0, 0
    while (share := (time.monotonic() - begin) / (60 * minutes)) < 1:
        rate = (
            _PEAK_RATE[name] * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * share))
        )
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-5)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast and share < COARSE_SHARE):
            loss = loss_of(network, next(made))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 20.0)
        optimiser.step()
        average.update_parameters(network)
        total, step = total + loss.item(), step + 1
        if step % _LOG_EVERY == 0:
            print(f"{name}: step {step}, {share:.0%}, loss {total / _LOG_EVERY:.3f}", flush=True)
            total = 0.0
        if time.monotonic() - saved > 120:
            saved = time.monotonic()
            torch.save(average.module.state_dict(), keep / f"tile_{name}.pt")
    torch.save(average.module.state_dict(), keep / f"tile_{name}.pt")
    return average.module


def _parts(
    name: str, data: Path, rng: np.random.Generator
) -> tuple[nn.Module, Iterator[Any], Callable[..., torch.Tensor]]:
    if name == "finder":
        network: nn.Module = Finder()
        with torch.no_grad():
            network.box.bias[2] = 3.5
        shard = batches.load(sorted(data.glob("tables-1-*.npz")))
        return network, batches.table_batches(shard, rng, _BATCH_SIZE[name]), finder_loss
    shard = batches.load(sorted([*data.glob("tiles-1-*.npz"), *data.glob("others-1-*.npz")]))
    return Outline(), batches.outline_batches(shard, rng, _BATCH_SIZE[name]), outline_loss


def export(name: str, network: nn.Module, out: Path) -> None:
    """Write the network and its entry in the manifest of *out*."""
    path = out / f"tile_{name}.onnx"
    data = {"recipe": RECIPE, "seed": 1}
    if name == "finder":
        axes = {"image": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"}}
        axes["box"] = axes["heat"]
        module = _FinderOutput(network, 0.0).eval()
        _export(module, (torch.zeros(1, 3, 96, 128),), path, ["image"], ["heat", "box"], axes)
        details = {
            "input": {"image": ["float32", 1, 3, "H", "W"], "values": "RGB 0..255"},
            "box_channels": ["dx", "dy", "log_edge", "cos4", "sin4", "visible"],
            "edge_px": list(batches.EDGE_RANGE_PX),
        }
    else:
        export_plain(network, torch.zeros(2, 3, batches.CROP_PX, batches.CROP_PX), path, "crops",
                     ["values"])  # fmt: skip
        details = {
            "input": {"crops": ["float32", "N", 3, batches.CROP_PX, batches.CROP_PX]},
            "outputs": OUTPUTS,
        }
    write_entry(path, f"tile_{name}", {**details, "data": data})


def measure(name: str, network: nn.Module, data: Path) -> None:
    """Print the loss or the accuracies on the validation images."""
    rng = np.random.default_rng(3)
    kind = "tables" if name == "finder" else "tiles"
    paths = sorted(data.glob(f"{kind}-2-*.npz")) or sorted(data.glob(f"{kind}-1-*.npz"))[-1:]
    shard = batches.load(paths)
    if name == "finder":
        made: Iterator[Any] = batches.table_batches(shard, rng, 8)
        losses = [float(finder_loss(network, batch)) for batch in islice(made, 12)]
        print(f"loss {np.mean(losses):.3f}")
        return
    batch = next(batches.outline_batches(shard, rng, 600))
    found = {k: v.numpy() for k, v in split(network(torch.from_numpy(batch.images))).items()}
    tile = batch.is_tile > 0
    apart = np.abs(found["corners"] - batch.corners)[tile] * batches.CORNER_UNIT_PX
    print("tile", np.mean((found["is_tile"][:, 0] > 0) == tile))
    print("corner px of 64: median, p90, p98", np.percentile(apart, (50, 90, 98)))
    for column, what in enumerate(("turn", "kind", "colour", "cost")):
        right = found[what].argmax(1) == batch.classes[:, column]
        which = tile & (batch.classes[:, 1] == 1) if what == "colour" else tile
        print(what, right[which].mean())


def main() -> None:
    """Train, measure and export one network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("network", choices=_BATCH_SIZE)
    parser.add_argument("--data", type=Path, default=Path("build/tiles"))
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--begin", type=Path, help="continue from this checkpoint")
    parser.add_argument("--resume", action="store_true", help="export and measure the checkpoint")
    options = parser.parse_args()
    if options.resume:
        network: nn.Module = Finder() if options.network == "finder" else Outline()
        state = torch.load(options.data / f"tile_{options.network}.pt", weights_only=True)
        network.load_state_dict(state)
    else:
        network = train(options.network, options.data, options.minutes, options.data, options.begin)
    network.eval()
    with torch.no_grad():
        measure(options.network, network, options.data)
    export(options.network, network, options.out)


if __name__ == "__main__":
    main()
