"""Fine-tune finder and tilt network on path-traced and synthetic images.

Starts from the networks published by the base training (`train`, `tilt`), and overwrites them and
their manifest entries. Half of the training samples come from
`pathtraced.training_tables`, for realistic occlusion (hands, cards, cups), contact and shadows; the
other half from the data of the base training, to avoid forgetting.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from models.training.data.batches import FinderBatch, finder_batches
from models.training.data.photo_labels import photo_shard
from models.training.data.shards import Shard, finished, load_shard
from models.training.data.tilt_data import (
    SETS,
    Patches,
    batches,
    drawn_set,
    patches_of,
    patches_of_traced,
)
from models.training.data.traced_sets import (
    PICTURES_PER_SET,
    RECIPE,
    TABLES,
    TracedSet,
    training_set,
)
from models.training.inference import best_shift, flatness
from models.training.inference import network as run_network
from models.training.networks.architectures import Finder
from models.training.networks.entries import entries_of, write_entry
from models.training.networks.export import export_finder
from models.training.networks.published import add_flat_shift, interpolate, restore
from models.training.networks.short_run import COARSE_SHARE, learn, next_of
from models.training.networks.tilt import SEED, TiltNetwork, loss_of, publish
from models.training.networks.train import finder_loss

STEPS: Final = {"finder": 8000, "tilt": 9000}
SECOND: Final = "second"
"""Subfolder of the build folder for the checkpoint of the fine-tuned finder."""

FINDER_SHARE: Final = 0.5
"""Interpolation weight of the fine-tuned finder (`published.interpolate`); at 1.0 accuracy drops on
tiny dice and on images without disturbed dice."""

_RATE = {"finder": 6e-4, "tilt": 1e-3}
_FINDER_BATCH = {"drawn": 9, "traced": 7}
_TILT_BATCH = {"own": 40, "common": 24, "traced": 64}


def _schedule(optimiser: torch.optim.Optimizer, steps: int) -> torch.optim.lr_scheduler.LambdaLR:
    def share(step: int) -> float:
        return min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps)))

    return torch.optim.lr_scheduler.LambdaLR(optimiser, share)


def _fine_tune(
    name: str,
    network: nn.Module,
    loss_of_next: Callable[[], torch.Tensor],
    optimiser: torch.optim.Optimizer,
    steps: int,
) -> None:
    """Fine-tune and keep the exponential moving average of the weights."""
    network.train()
    learn(name, network, loss_of_next, optimiser, _schedule(optimiser, steps), steps=steps,
          max_grad_norm=5.0, averaged=True, coarse_share=COARSE_SHARE)  # fmt: skip
    network.to(memory_format=torch.contiguous_format)


def _mirrored(traced: TracedSet) -> list[TracedSet]:
    """Return the images with their mirror images: the finder does not depend on glyphs."""
    both = [traced, traced.mirrored(0)]
    return [*both, *(each.mirrored(1) for each in both)]


def learned_finder(start: Path, build: Path, steps: int, photos: Path | None) -> Finder:
    """Return the finder after *steps* steps of fine-tuning."""
    network: Finder = Finder().to(memory_format=torch.channels_last)
    rng = np.random.default_rng(SEED)
    drawn: list[Shard] = [load_shard(path) for path in finished(build, "train")]
    shown = None
    if photos is not None:
        shown = photo_shard(photos, run_network(start))
    sources = [
        finder_batches(drawn, rng, _FINDER_BATCH["drawn"], shown),
        finder_batches(_mirrored(training_set(build)), rng, _FINDER_BATCH["traced"]),
    ]

    def next_batch() -> FinderBatch:
        parts = [next(source) for source in sources]
        return FinderBatch(*(np.concatenate([getattr(part, name) for part in parts])
                             for name in FinderBatch.__slots__))  # fmt: skip

    restore(network, start, torch.from_numpy(next_batch().images))
    optimiser = torch.optim.AdamW(network.parameters(), _RATE["finder"], weight_decay=0.02)
    _fine_tune("finder", network, lambda: finder_loss(network, next_batch()), optimiser, steps)
    return network


def learned_tilt(start: Path, build: Path, steps: int) -> TiltNetwork:
    """Return the tilt network after *steps* steps of fine-tuning."""
    network: TiltNetwork = TiltNetwork().to(memory_format=torch.channels_last)
    rng = np.random.default_rng(SEED)
    finder = run_network(start.with_name("finder.onnx"))
    patches = {
        "own": Patches.join([drawn_set(build, number) for number in SETS]),
        "common": Patches.join([patches_of(path, finder) for path in finished(build, "train")]),
        "traced": patches_of_traced(training_set(build), finder),
    }
    sources = [batches(patches[name], rng, count) for name, count in _TILT_BATCH.items()]

    def loss_of_next() -> torch.Tensor:
        images, *truth = next_of(sources)
        return loss_of(*network(images.contiguous(memory_format=torch.channels_last)), *truth)

    restore(network, start, next_of(sources)[0])
    optimiser = torch.optim.AdamW(network.parameters(), _RATE["tilt"], weight_decay=1e-2)
    _fine_tune("tilt", network, loss_of_next, optimiser, steps)
    return network


def publish_finder(network: Finder, out: Path, build: Path) -> None:
    """Calibrate and write the finder."""
    here = build / SECOND
    here.mkdir(exist_ok=True)
    torch.save({"average": network.state_dict()}, here / "finder.pt")
    path = here / "finder.onnx"
    export_finder(path, build=here)
    interpolate(out / path.name, path, FINDER_SHARE)
    drawn = [load_shard(each) for each in finished(build, "validation")]
    shift = best_shift(*flatness(drawn, run_network(path)))
    add_flat_shift(path, shift)
    kept = entries_of(out, "finder")["finder"]
    details = {
        **{key: value for key, value in kept.items() if key not in ("file", "sha256")},
        "flat_shift": round((1 - FINDER_SHARE) * kept["flat_shift"] + shift, 3),
        "fine_tuning": {**_recipe("finder"), "share": FINDER_SHARE},
    }
    shutil.copy(path, out)
    write_entry(out / path.name, "finder", details)


def _recipe(name: str) -> dict[str, object]:
    pictures = len(TABLES) * PICTURES_PER_SET
    return {
        "recipe": RECIPE, "training_seed": SEED, "steps": STEPS[name], "pictures": pictures,
    }  # fmt: skip


def fine_tune_finder(out: Path, build: Path, photos: Path | None) -> None:
    """Fine-tune the finder of *out* in place."""
    torch.set_num_threads(1)
    start = out / "finder.onnx"
    publish_finder(learned_finder(start, build, STEPS["finder"], photos), out, build)


def fine_tune_tilt(out: Path, build: Path) -> None:
    """Fine-tune the tilt network of *out* in place."""
    torch.set_num_threads(1)
    network = learned_tilt(out / "tilt.onnx", build, STEPS["tilt"])
    kept = entries_of(out, "tilt")["tilt"]
    publish(network, out, {"data": kept["data"], "fine_tuning": _recipe("tilt")})
