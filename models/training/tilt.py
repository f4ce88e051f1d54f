"""Make the tilt network: ``python -m models.training.tilt [--rounds R] [--out DIR]``.

Learns from the finished training shards (`models.training.shards`), writes ``tilt.onnx``, its
entry in the manifest of *DIR*, and all networks once more with whole numbers. About seven minutes
on one core; how it is used: `vision.tilt`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.store import FOLDER
from models.training.entries import write_entry
from models.training.export import export_plain
from models.training.frames import RECIPE
from models.training.quantise import quantise
from models.training.shards import finished
from models.training.short_run import learn
from models.training.tilt_data import Patches, batches, patches_of, plain_crops
from models.training.train import BUILD
from vision.inference import TILT_CROP_PX as CROP_PX
from vision.tilt import CROP_SPAN

SEED = 4243
ROUNDS = 10.0
"""How often each die comes up."""

_BATCH = 128
_RATE = 3e-3
_SPREADS = (-4.5, 1.0)  # of the logarithm of the spread


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class TiltNetwork(nn.Module):
    """See `vision.inference.TiltNet`.

    Keeps places to the end: where a side is seen tells the lean.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 32), _conv(32, 48, 2), _conv(48, 48)
        )
        self.narrow = nn.Conv2d(48, 16, 1)
        self.hidden = nn.Linear(16 * (CROP_PX // 8) ** 2, 64)
        self.answers = nn.Linear(64, 4)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return leans ``(N, 3)`` and logits ``(N, 1)``."""
        maps = functional.relu(self.narrow(self.body((crops - 120.0) / 64.0)))
        found = self.answers(functional.relu(self.hidden(maps.flatten(1))))
        spread = found[:, 2:3].clamp(*_SPREADS)
        return torch.cat([found[:, :2], spread], dim=1), found[:, 3:4]


def loss_of(
    leans: torch.Tensor,
    logits: torch.Tensor,
    truth: torch.Tensor,
    flat: torch.Tensor,
    whole: torch.Tensor,
) -> torch.Tensor:
    """Return the mean loss: Gaussian with its own spread (Kendall and Gal 2017), and entropy."""
    spread = leans[:, 2]
    square = ((leans[:, :2] - truth) ** 2).sum(dim=1)
    unlikely = square / (2 * torch.exp(2 * spread)) + 2 * spread
    entropy = functional.binary_cross_entropy_with_logits(logits[:, 0], whole)
    return (unlikely * flat).mean() + entropy


def train(patches: Patches, rounds: float) -> TiltNetwork:
    """Return a network that has seen every die *rounds* times."""
    torch.manual_seed(SEED)
    network = TiltNetwork()
    steps = max(1, int(rounds * len(patches.angles) / _BATCH))
    optimiser = torch.optim.AdamW(network.parameters(), _RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, _RATE, total_steps=steps, pct_start=0.15
    )
    source = batches(patches, np.random.default_rng(SEED), _BATCH)

    def loss_of_next() -> torch.Tensor:
        images, truth, flat, whole = next(source)
        leans, logits = network(torch.from_numpy(images))
        return loss_of(
            leans,
            logits,
            torch.from_numpy(truth),
            torch.from_numpy(flat.astype(np.float32)),
            torch.from_numpy(whole.astype(np.float32)),
        )

    learn("tilt", network, loss_of_next, optimiser, schedule, steps=steps)
    return network


def figures(network: TiltNetwork, patches: Patches) -> dict[str, float]:
    """Return how far off the directions of flat dice's faces are, in degrees."""
    images, truth = plain_crops(patches)
    with torch.no_grad():
        leans, _ = network(torch.from_numpy(images))
    off = np.hypot(*(leans[:, :2].numpy() - truth).T)[patches.flat]
    return {
        "dice": int(patches.flat.sum()),
        "off_deg_median": round(float(np.degrees(np.median(off))), 2),
        "off_deg_p95": round(float(np.degrees(np.percentile(off, 95))), 2),
    }


def publish(network: TiltNetwork, out: Path, data: dict[str, object]) -> None:
    """Write the network and its entry in the manifest of *out*."""
    path = out / "tilt.onnx"
    export_plain(network, torch.zeros(2, 3, CROP_PX, CROP_PX), path, "crops", ["leans", "logits"])
    details = {
        "input": {"crops": ["float32", "N", 3, CROP_PX, CROP_PX], "values": "RGB 0..255"},
        "outputs": {"leans": ["float32", "N", 3], "logits": ["float32", "N", 1]},
        "crop": {"side_px": CROP_PX, "span_edges": CROP_SPAN, "turned_by": "-angle"},
        **data,
    }
    write_entry(path, "tilt", details)


def main() -> None:
    """Train and publish."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--rounds", type=float, default=ROUNDS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    parts = [patches_of(path) for path in finished(options.build, "train")]
    network = train(Patches.join(parts), options.rounds)
    torch.save(network.state_dict(), options.build / "tilt.pt")
    validation = [patches_of(path) for path in finished(options.build, "validation")]
    found = figures(network, Patches.join(validation))
    recipe = {"recipe": RECIPE, "training_seed": SEED, "rounds": options.rounds}
    publish(network, options.out, {"data": recipe, "figures": found})
    quantise(options.out)
    print(found)


if __name__ == "__main__":
    main()
