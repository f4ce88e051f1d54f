"""Export networks as ONNX files."""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import torch
from torch import nn

from models.training.networks.architectures import BOX_CHANNELS

MAPS: Final = {
    "image": {2: "height", 3: "width"}, "heat": {2: "rows", 3: "columns"},
    "box": {2: "rows", 3: "columns"},
}  # fmt: skip
"""The finder's dynamic axes."""


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


def export_finder(network: nn.Module, path: Path, flat_shift: float = 0.0) -> None:
    """Export a finder with dynamic height and width.

    Args:
        flat_shift: added to the logit that a die is flat and fully visible.
    """
    export(_FinderOutput(network, flat_shift), [torch.zeros(1, 3, 96, 128)], path, 1, MAPS)


def export_reader(network: nn.Module, path: Path, temperature: float = 1.0) -> None:
    """Export the reader, its logits divided by *temperature*; the batch size is dynamic."""
    axes = {name: {0: "n"} for name in ("crops", "logits", "embedding")}
    export(_ReaderOutput(network, temperature), [torch.zeros(2, 3, 64, 64)], path, 1, axes)


def export(
    module: nn.Module,
    example: Sequence[torch.Tensor],
    path: Path,
    inputs: int,
    axes: Mapping[str, Mapping[int, str]],
) -> None:
    """Export a network.

    Args:
        inputs: how many of the names in *axes* are inputs; the others are outputs.
        axes: names of the dynamic axes of each input and output.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(axes)
    with warnings.catch_warnings():  # the legacy exporter writes one file
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            module.eval(), tuple(example), str(path), input_names=names[:inputs],
            output_names=names[inputs:], dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
