"""Train the stack network: ``python -m models.training.networks.stack [--out DIR]``.

Trains on path-traced images with an oblique camera (`models.training.pathtraced.training_tables`)
and on compositor images (`models.training.data.stack_data`). Writes ``stack.onnx`` and its entry in
the manifest of *DIR*. Inference: `vision.classification.stack`.
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
from models.training.data.build_folder import BUILD
from models.training.data.stack_data import (
    SETS,
    StackPatches,
    batches,
    drawn_set,
    patches_of_traced,
    plain_crops,
)
from models.training.data.traced_sets import (
    HELD_OUT_SETS,
    OBLIQUE_TABLES,
    TracedSet,
    finished_sets,
    held_out_set,
)
from models.training.networks.architectures import Residual, conv
from models.training.networks.entries import write_entry
from models.training.networks.export import export_plain
from models.training.networks.short_run import COARSE_SHARE, learn, next_of, one_cycle
from vision.classification.stack import HEIGHT, WIDTH
from vision.core.inference import STACK_CROP_PX as CROP_PX

SEED = 4245
STEPS = 7000
_BATCH = {"traced": 96, "drawn": 32}
_RATE = 3e-3
_FLAGGED_FLAT = 1.0  # percent of the flat dice, for the detection rates


class StackNetwork(nn.Module):
    """See `vision.core.inference.StackNet`.

    No global pooling: the lower half of the crop decides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), Residual(32), conv(32, 48, 2), Residual(48)
        )
        self.narrow = nn.Conv2d(48, 12, 1)
        self.dropout = nn.Dropout(0.25)
        self.hidden = nn.Linear(12 * (CROP_PX // 8) ** 2, 48)
        self.score = nn.Linear(48, 1)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return logits ``(N, 1)``."""
        maps = functional.relu(self.narrow(self.body((crops - 120.0) / 64.0)))
        hidden = functional.relu(self.hidden(self.dropout(maps.flatten(1))))
        logits: torch.Tensor = self.score(hidden)
        return logits


def train(traced: StackPatches, drawn: StackPatches, steps: int) -> StackNetwork:
    """Return a network trained on *traced* and *drawn* patches."""
    torch.manual_seed(SEED)
    network: StackNetwork = StackNetwork().to(memory_format=torch.channels_last)
    optimiser, schedule = one_cycle(network, _RATE, steps, weight_decay=2e-2, warm_up=0.1)
    rng = np.random.default_rng(SEED)
    sources = [batches(traced, rng, _BATCH["traced"]), batches(drawn, rng, _BATCH["drawn"])]

    def loss_of_next() -> torch.Tensor:
        images, stacked = next_of(sources)
        logits = network(images.contiguous(memory_format=torch.channels_last)).float()
        return functional.binary_cross_entropy_with_logits(logits[:, 0], stacked.float())

    learn("stack", network, loss_of_next, optimiser, schedule, steps=steps, max_grad_norm=5.0,
          averaged=True, coarse_share=COARSE_SHARE)  # fmt: skip
    network.to(memory_format=torch.contiguous_format)
    return network


def figures(network: StackNetwork, patches: StackPatches) -> dict[str, object]:
    """Return the detection rate of stacked dice where 1 % of the flat dice are flagged."""
    with torch.no_grad():
        logits = network(torch.from_numpy(plain_crops(patches)))[:, 0].numpy()
    threshold = np.percentile(logits[~patches.stacked], 100.0 - _FLAGGED_FLAT)
    detected = round(float((logits[patches.stacked] > threshold).mean()), 3)
    return {"dice": len(logits), "stacked": int(patches.stacked.sum()), "detected": detected}


def main() -> None:
    """Train and publish."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--sets", type=int, default=SETS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    held, *own = (drawn_set(options.build, number) for number in range(options.sets))
    paths = finished_sets(options.build, OBLIQUE_TABLES)[HELD_OUT_SETS:]
    traced = [patches_of_traced(TracedSet.load(path)) for path in paths]
    network = train(StackPatches.join(traced), StackPatches.join(own), options.steps)
    held_traced = patches_of_traced(held_out_set(options.build, OBLIQUE_TABLES))
    found = {"drawn": figures(network, held), "traced": figures(network, held_traced)}
    path = options.out / "stack.onnx"
    export_plain(network, torch.zeros(2, 3, CROP_PX, CROP_PX), path, "crops", ["logits"])
    details = {
        "input": {"crops": ["float32", "N", 3, CROP_PX, CROP_PX], "values": "RGB 0..255"},
        "outputs": {"logits": ["float32", "N", 1]},
        "crop": {"side_px": CROP_PX, "width_edges": WIDTH, "height_die_heights": HEIGHT},
        "data": {
            "training_seed": SEED,
            "steps": options.steps,
            "drawn_sets": len(own),
            "traced_sets": len(traced),
        },
        "figures": found,
    }
    write_entry(path, "stack", details)
    print(found)


if __name__ == "__main__":
    main()
