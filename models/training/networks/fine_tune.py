"""Fine-tune finder and tilt network on path-traced and synthetic images.

Starts from the networks published by the base training (`train`, `tilt`), and overwrites them and
their manifest entries. Half of the training samples come from
`pathtraced.training_tables`, for realistic occlusion (hands, cards, cups), contact and shadows; the
other half from the data of the base training, to avoid forgetting.
"""

import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.training.data import tilt_data, traced_sets
from models.training.data.batches import FinderBatch, finder_batches
from models.training.data.photos import photo_shard
from models.training.data.shards import Shard, finished
from models.training.inference import best_shift, flatness
from models.training.inference import network as run_network
from models.training.networks import learning
from models.training.networks.architectures import Finder, export_finder
from models.training.networks.entries import add_details, sha256_of
from models.training.networks.tilt import SEED, TiltNetwork, data_of_base, loss_of, publish
from models.training.networks.train import finder_loss

STEPS: Final = {"finder": 8000, "tilt": 9000}
FINDER_SHARE: Final = 0.5
"""Interpolation weight of the fine-tuned finder (`interpolate`); at 1.0 accuracy drops on
tiny dice and on images without disturbed dice."""

_RATE = {"finder": 6e-4, "tilt": 1e-3}
_FINDER_BATCH = {"drawn": 9, "traced": 7}
_TILT_BATCH = {"own": 40, "common": 24, "traced": 64}


def restore(network: nn.Module, path: Path, example: torch.Tensor) -> None:
    """Load the weights of an ONNX file into *network*; both then give the same outputs.

    Args:
        network: its modules are in the order of execution.
        path: exported from a network with the same layers.
        example: a batch on which means and variances are measured.
    """
    graph = onnx.load(str(path)).graph
    stored = {each.name: numpy_helper.to_array(each).copy() for each in graph.initializer}
    weighted = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    layers = [each for each in network.modules() if isinstance(each, nn.Conv2d | nn.Linear)]
    norms = [each for each in network.modules() if isinstance(each, nn.BatchNorm2d)]
    left = iter(norms)
    with torch.no_grad():
        for layer, node in zip(layers, weighted, strict=True):
            weight, bias = (torch.from_numpy(stored[name]) for name in node.input[1:])
            layer.weight.copy_(weight)
            if layer.bias is None:
                _pass_through(next(left), bias)
            else:
                layer.bias.copy_(bias)
        _measure(network, norms, example)


def interpolate(start: Path, learned: Path, share: float) -> None:
    """Interpolate the weights, in *learned*: ``(1 - share) * start + share * learned``.

    Networks between a network and its fine-tuned version keep most of what fine-tuning gains and
    forget little (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
    """
    model = onnx.load(str(learned))
    before = onnx.load(str(start)).graph.initializer
    for old, new in zip(before, model.graph.initializer, strict=True):
        one, other = numpy_helper.to_array(old), numpy_helper.to_array(new)
        mean = (1.0 - share) * one + share * other
        new.CopyFrom(numpy_helper.from_array(mean.astype(other.dtype), new.name))
    onnx.save(model, str(learned))


def add_flat_shift(finder: Path, by: float) -> None:
    """Add to the logit that a die is flat and fully visible."""
    model = onnx.load(str(finder))
    (shift,) = (each for each in model.graph.initializer if each.name == "shift")
    values = numpy_helper.to_array(shift).copy()
    values[0, -1] += by
    shift.CopyFrom(numpy_helper.from_array(values, shift.name))
    onnx.save(model, str(finder))


def _pass_through(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """Make a batch normalisation the identity plus *bias*."""
    norm.reset_running_stats()
    norm.running_var -= norm.eps
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)


def _measure(network: nn.Module, norms: list[nn.BatchNorm2d], example: torch.Tensor) -> None:
    """Set the running statistics of all normalisations; their outputs stay the same."""

    def note(norm: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        variance, mean = torch.var_mean(given[0].float(), dim=(0, 2, 3))
        norm.bias += norm.weight * mean
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight *= torch.sqrt(variance + norm.eps)

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    network.eval()
    network(example)
    for hook in hooks:
        hook.remove()


def _fine_tune(name: str, network: nn.Module, loss_of_next: Callable[[], torch.Tensor]) -> None:
    """Fine-tune and keep the exponential moving average of the weights."""
    decay = {"finder": 0.02, "tilt": 1e-2}[name]
    optimiser = torch.optim.AdamW(network.parameters(), _RATE[name], weight_decay=decay)
    average, steps = learning.averaged(network), STEPS[name]

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps)))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)

    def after() -> None:
        schedule.step()
        average.update_parameters(network)

    learning.learn(name, network, loss_of_next, optimiser, learning.steps_of(steps), after,
                   max_grad_norm=5.0, coarse_share=learning.COARSE_SHARE)  # fmt: skip
    network.load_state_dict(average.module.state_dict())
    network.to(memory_format=torch.contiguous_format)


def _mirrored(traced: traced_sets.TracedSet) -> list[traced_sets.TracedSet]:
    """Return the images with their mirror images: the finder does not depend on glyphs."""
    both = [traced, traced.mirrored(0)]
    return [*both, *(each.mirrored(1) for each in both)]


def learned_finder(start: Path, build: Path, photos: Path | None) -> Finder:
    """Return the finder after fine-tuning."""
    network: Finder = Finder().to(memory_format=torch.channels_last)
    rng = np.random.default_rng(SEED)
    drawn = [Shard.load(path) for path in finished(build, "train")]
    shown = photo_shard(photos, run_network(start)) if photos is not None else None
    sources = [
        finder_batches(drawn, rng, _FINDER_BATCH["drawn"], shown),
        finder_batches(_mirrored(traced_sets.training_set(build)), rng, _FINDER_BATCH["traced"]),
    ]

    def next_batch() -> FinderBatch:
        parts = [next(source) for source in sources]
        return FinderBatch(*(np.concatenate([getattr(part, name) for part in parts])
                             for name in FinderBatch.__slots__))  # fmt: skip

    restore(network, start, torch.from_numpy(next_batch().images))
    _fine_tune("finder", network, lambda: finder_loss(network, next_batch()))
    return network


def learned_tilt(start: Path, build: Path) -> TiltNetwork:
    """Return the tilt network after fine-tuning."""
    network: TiltNetwork = TiltNetwork().to(memory_format=torch.channels_last)
    rng = np.random.default_rng(SEED)
    finder = run_network(start.with_name("finder.onnx"))
    patches = {
        "own": tilt_data.Patches.join(
            [tilt_data.drawn_set(build, number) for number in tilt_data.SETS]
        ),
        "common": tilt_data.Patches.join(
            [tilt_data.patches_of(path, finder) for path in finished(build, "train")]
        ),
        "traced": tilt_data.patches_of_traced(traced_sets.training_set(build), finder),
    }
    sources = [tilt_data.batches(patches[name], rng, count) for name, count in _TILT_BATCH.items()]

    def loss_of_next() -> torch.Tensor:
        images, *truth = learning.next_of(sources)
        return loss_of(*network(images.contiguous(memory_format=torch.channels_last)), *truth)

    restore(network, start, learning.next_of(sources)[0])
    _fine_tune("tilt", network, loss_of_next)
    return network


def publish_finder(network: Finder, out: Path, build: Path) -> None:
    """Calibrate and write the finder."""
    start, path = out / "finder.onnx", build / "fine_tuned_finder.onnx"
    export_finder(network, path)
    interpolate(start, path, FINDER_SHARE)
    drawn = [Shard.load(each) for each in finished(build, "validation")]
    shift = best_shift(*flatness(drawn, run_network(path)))
    add_flat_shift(path, shift)
    shutil.copy(path, start)
    kept = add_details(out, "finder", {"sha256": sha256_of(start)})
    details = {
        "flat_shift": round((1 - FINDER_SHARE) * kept["flat_shift"] + shift, 3),
        "fine_tuning": {**_recipe("finder"), "share": FINDER_SHARE},
    }
    add_details(out, "finder", details)


def _recipe(name: str) -> dict[str, object]:
    pictures = len(traced_sets.TABLES) * traced_sets.PICTURES_PER_SET
    recipe = {"recipe": traced_sets.RECIPE, "training_seed": SEED}
    return {**recipe, "steps": STEPS[name], "pictures": pictures}


def fine_tune_finder(out: Path, build: Path, photos: Path | None) -> None:
    torch.set_num_threads(1)
    publish_finder(learned_finder(out / "finder.onnx", build, photos), out, build)


def fine_tune_tilt(out: Path, build: Path) -> None:
    """Fine-tune the tilt network of *out* in place."""
    torch.set_num_threads(1)
    network = learned_tilt(out / "tilt.onnx", build)
    publish(network, out, {"data": data_of_base(), "fine_tuning": _recipe("tilt")})
