"""Export checkpoints as ONNX files."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import nn

from models.training.networks.architectures import BOX_CHANNELS
from models.training.networks.train import load_network


class _FinderOutput(nn.Module):
    def __init__(self, network: nn.Module, flat_shift: float) -> None:
        super().__init__()
        self.network = network
        shift = [0.0] * (len(BOX_CHANNELS) - 1) + [flat_shift]
        self.register_buffer("shift", torch.tensor(shift).view(1, -1, 1, 1))

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        heat, box = self.network(image)
        return torch.sigmoid(heat), box + self.shift


class _ReaderOutput(nn.Module):
    def __init__(self, network: nn.Module, temperature: float) -> None:
        super().__init__()
        self.network = network
        self.temperature = temperature

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, embedding = self.network(crops)
        return logits / self.temperature, embedding


def export_finder(path: Path, flat_shift: float = 0.0, *, build: Path) -> None:
    """Export the finder with dynamic height and width.

    Args:
        flat_shift: added to the logit that a die is flat and fully visible.
    """
    axes = {"image": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"}}
    axes["box"] = axes["heat"]
    module = _FinderOutput(load_network("finder", build), flat_shift).eval()
    _export(module, (torch.zeros(1, 3, 96, 128),), path, ["image"], ["heat", "box"], axes)


def export_reader(path: Path, temperature: float, *, build: Path) -> None:
    """Export the reader, its logits divided by *temperature*; the batch size is dynamic."""
    axes = {name: {0: "n"} for name in ("crops", "logits", "embedding")}
    module = _ReaderOutput(load_network("reader", build), temperature).eval()
    _export(module, (torch.zeros(2, 3, 64, 64),), path, ["crops"], ["logits", "embedding"], axes)


def export_plain(
    module: nn.Module, example: torch.Tensor, path: Path, given: str, outputs: list[str]
) -> None:
    """Export a network unchanged, with dynamic batch size."""
    axes = {name: {0: "n"} for name in (given, *outputs)}
    _export(module.eval(), (example,), path, [given], outputs, axes)


def export_sets(module: nn.Module, types: int, path: Path) -> None:
    """Export the light network (`models.training.networks.light_network.Published`)."""
    given = ["looks", "chances", "places", "surroundings"]
    example = (
        torch.zeros(2, 3, 32, 32),
        torch.zeros(2, types + 1),
        torch.zeros(2, 3),
        torch.zeros(4),
    )
    axes = {name: {0: "n"} for name in (*given[:3], "logits")}
    _export(module.eval(), example, path, given, ["logits"], axes)


def _export(
    module: nn.Module,
    example: tuple[torch.Tensor, ...],
    path: Path,
    inputs: list[str],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():  # the legacy exporter needs no onnxscript, writes one file
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            module, example, str(path), input_names=inputs, output_names=outputs,
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
