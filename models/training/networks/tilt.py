"""Train the tilt network.

Trains on the finished training shards (`models.training.data.shards`) and on as many additional
images in which most dice are disturbed (`models.training.data.tilt_data`). Fine-tuning:
`fine_tune`; inference: `vision.classification.tilt`.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.training.data import tilt_data
from models.training.data.shards import finished
from models.training.generator.frames import RECIPE
from models.training.networks import learning
from models.training.networks.architectures import Residual, conv, export
from models.training.networks.entries import write_entry
from vision.classification.tilt import CROP_SPAN, STANDS
from vision.core.inference import TILT_CROP_PX as CROP_PX

SEED = 4243
STEPS = 7000
_BATCH = 128
_RATE = 3e-3
_LOG_STDS = (-4.5, 1.0)  # bounds of the log standard deviation of the lean
_SIZE_LOG_STDS = (-5.0, 0.0)  # of that of the size
_WEIGHTS = (1.0, 1.5, 1.5, 1.5, 1.0)  # class weights of `STANDS`
_OWN_SHARE = 0.6  # of a batch
_MAX_SHARDS = 20  # about half of them store their frames


class TiltNetwork(nn.Module):
    """See `vision.core.inference.TiltNet`.

    No global pooling: the lean shows by the position of visible sides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 48, 2),
            Residual(48),
            conv(48, 64, 2),
            Residual(64),
            Residual(64),
        )
        self.narrow = nn.Conv2d(64, 24, 1)
        self.hidden = nn.Linear(24 * (CROP_PX // 8) ** 2, 96)
        self.answers = nn.Linear(96, 5 + len(STANDS))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return leans and sizes ``(N, 5)`` and logits ``(N, 5)``."""
        maps = functional.relu(self.narrow(self.body((crops - 120.0) / 64.0)))
        found = self.answers(functional.relu(self.hidden(maps.flatten(1))))
        std, size_std = found[:, 2:3].clamp(*_LOG_STDS), found[:, 4:5].clamp(*_SIZE_LOG_STDS)
        seen = torch.cat([found[:, :2], std, found[:, 3:4], size_std], dim=1)
        return seen, found[:, 5:]


def loss_of(
    seen: torch.Tensor,
    logits: torch.Tensor,
    leans: torch.Tensor,
    sizes: torch.Tensor,
    known: torch.Tensor,
    stands: torch.Tensor,
) -> torch.Tensor:
    """Return the mean loss: Gaussian negative log likelihood and cross entropy.

    The network predicts the Gaussians' standard deviations (Kendall and Gal 2017).
    """
    seen, logits = seen.float(), logits.float()
    square = ((seen[:, :2] - leans) ** 2).sum(dim=1)
    lean = square / (2 * torch.exp(2 * seen[:, 2])) + 2 * seen[:, 2]
    size = (seen[:, 3] - sizes) ** 2 / (2 * torch.exp(2 * seen[:, 4])) + seen[:, 4]
    is_die = (stands != STANDS.index("nothing")).float()
    weights = torch.tensor(_WEIGHTS)
    entropy = functional.cross_entropy(logits, stands, weights, ignore_index=-1)
    return (lean * known.float() + 0.5 * size * is_die).mean() + 1.5 * entropy


def train(own: tilt_data.Patches, common: tilt_data.Patches, steps: int) -> TiltNetwork:
    torch.manual_seed(SEED)
    network: TiltNetwork = TiltNetwork().to(memory_format=torch.channels_last)
    optimiser, schedule = learning.one_cycle(network, _RATE, steps, weight_decay=1e-2, warm_up=0.15)
    rng = np.random.default_rng(SEED)
    few = round(_OWN_SHARE * _BATCH)
    sources = [tilt_data.batches(own, rng, few), tilt_data.batches(common, rng, _BATCH - few)]

    def loss_of_next() -> torch.Tensor:
        images, *truth = learning.next_of(sources)
        images = images.contiguous(memory_format=torch.channels_last)
        return loss_of(*network(images), *truth)

    learning.learn("tilt", network, loss_of_next, optimiser, learning.steps_of(steps),
                   schedule.step, max_grad_norm=5.0,
                   coarse_share=learning.COARSE_SHARE)  # fmt: skip
    network.to(memory_format=torch.contiguous_format)
    return network


def publish(network: TiltNetwork, out: Path, data: dict[str, object]) -> None:
    path = out / "tilt.onnx"
    axes = {name: {0: "n"} for name in ("crops", "seen", "logits")}
    export(network, [torch.zeros(2, 3, CROP_PX, CROP_PX)], path, 1, axes)
    details = {
        "input": {"crops": ["float32", "N", 3, CROP_PX, CROP_PX], "values": "RGB 0..255"},
        "outputs": {"seen": ["float32", "N", 5], "logits": ["float32", "N", len(STANDS)]},
        "stands": list(STANDS),
        "crop": {"side_px": CROP_PX, "span_edges": CROP_SPAN, "turned_by": "-angle"},
        **data,
    }
    write_entry(path, details)


def trained(build: Path) -> TiltNetwork:
    """Return the network, trained on the data in *build* or loaded from an earlier run.

    Needs neither finder nor reader.
    """
    path = build / "tilt.pt"
    if path.exists():
        network = TiltNetwork()
        network.load_state_dict(torch.load(path))
        return network
    torch.set_num_threads(1)
    own = tilt_data.Patches.join([tilt_data.drawn_set(build, number) for number in tilt_data.SETS])
    parts = [tilt_data.patches_of(shard) for shard in finished(build, "train")[:_MAX_SHARDS]]
    network = train(own, tilt_data.Patches.join(parts), STEPS)
    torch.save(network.state_dict(), path)
    return network


def data_of_base() -> dict[str, object]:
    """Return how the network was trained before fine-tuning."""
    return {"recipe": RECIPE, "training_seed": SEED, "steps": STEPS}
