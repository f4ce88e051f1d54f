"""Trains the tile finder: ``python -m models.training.tiles.train``.

Writes ``tile_finder.onnx`` with its entry in the manifest there. The
learning rate follows a cosine schedule over the minutes, after a warm-up.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.store import FOLDER
from models.training.networks.architectures import Finder
from models.training.networks.entries import write_entry
from models.training.networks.export import _export, _FinderOutput
from models.training.networks.short_run import COARSE_SHARE, bfloat16_pays
from models.training.networks.train import finder_loss
from models.training.tiles import batches
from models.training.tiles.data import RECIPE

_SEED = 2208
_BATCH_SIZE = 12
_PEAK_RATE = 2.5e-3
CHECKPOINT = "tile_finder.pt"
_EMA_DECAY = 0.997
_LOG_EVERY = 50


def train(data: Path, minutes: float, begin_with: Path | None) -> nn.Module:
    """Return the network after *minutes*, with EMA weights; a checkpoint every two minutes.

    Args:
        begin_with: the checkpoint of an earlier run to continue from.
    """
    torch.manual_seed(_SEED)
    torch.set_num_threads(1)
    rng = np.random.default_rng(_SEED)
    network = Finder()
    with torch.no_grad():
        network.box.bias[2] = 3.5
    shard = batches.load(sorted(data.glob("tables-1-*.npz")))
    made = batches.table_batches(shard, rng, _BATCH_SIZE)
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
        rate = _PEAK_RATE * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-5)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast and share < COARSE_SHARE):
            loss = finder_loss(network, next(made))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 20.0)
        optimiser.step()
        average.update_parameters(network)
        total, step = total + loss.item(), step + 1
        if step % _LOG_EVERY == 0:
            print(f"step {step}, {share:.0%}, loss {total / _LOG_EVERY:.3f}", flush=True)
            total = 0.0
        if time.monotonic() - saved > 120:
            saved = time.monotonic()
            torch.save(average.module.state_dict(), data / CHECKPOINT)
    torch.save(average.module.state_dict(), data / CHECKPOINT)
    return average.module


def export(network: nn.Module, out: Path) -> None:
    """Write the network and its entry in the manifest of *out*."""
    path = out / "tile_finder.onnx"
    axes = {"image": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"}}
    axes["box"] = axes["heat"]
    module = _FinderOutput(network, 0.0).eval()
    _export(module, (torch.zeros(1, 3, 96, 128),), path, ["image"], ["heat", "box"], axes)
    details: dict[str, object] = {
        "input": {"image": ["float32", 1, 3, "H", "W"], "values": "RGB 0..255"},
        "box_channels": ["dx", "dy", "log_edge", "cos4", "sin4", "visible"],
        "edge_px": list(batches.EDGE_RANGE_PX),
        "data": {"recipe": RECIPE, "seed": 1},
    }
    write_entry(path, "tile_finder", details)


def measure(network: nn.Module, data: Path) -> None:
    """Print the loss on the validation images."""
    paths = sorted(data.glob("tables-2-*.npz")) or sorted(data.glob("tables-1-*.npz"))[-1:]
    made = batches.table_batches(batches.load(paths), np.random.default_rng(3), 8)
    losses = [float(finder_loss(network, batch)) for batch in islice(made, 12)]
    print(f"loss {np.mean(losses):.3f}")


def main() -> None:
    """Train, measure and export the network."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", type=Path, default=Path("build/tiles"))
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--begin", type=Path, help="continue from this checkpoint")
    parser.add_argument("--resume", action="store_true", help="export and measure the checkpoint")
    options = parser.parse_args()
    if options.resume:
        network: nn.Module = Finder()
        network.load_state_dict(torch.load(options.data / CHECKPOINT, weights_only=True))
    else:
        network = train(options.data, options.minutes, options.begin)
    network.eval()
    with torch.no_grad():
        measure(network, options.data)
    export(network, options.out)


if __name__ == "__main__":
    main()
