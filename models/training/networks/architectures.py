"""Finder and reader, plain convolutions for one core of a Raspberry Pi, and export as ONNX.

Channel counts are multiples of 16, to suit SIMD instructions.
"""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import torch
from torch import nn
from torch.nn import functional

from models.labels import LABELS

STRIDE = 4
"""Input pixels per cell of the finder's output maps, in both directions."""

BOX_CHANNELS = ("dx", "dy", "log_edge", "cos4", "sin4", "visible")
EMBEDDING = 64


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """Return a 3 x 3 convolution with batch normalisation and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Residual block: two convolutions and a skip connection."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, maps: torch.Tensor) -> torch.Tensor:
        """Return maps of the same shape."""
        return functional.relu(maps + self.second(self.first(maps)))


class Finder(nn.Module):
    """Top-face detector: centre heatmap, and maps of offset, edge, angle and visibility.

    Input: RGB 0..255, ``(1, 3, H, W)``, sides multiples of 16. Outputs: heatmap logits,
    ``(1, 1, H/4, W/4)``, and ``BOX_CHANNELS``, ``(1, 6, H/4, W/4)``.
    """

    def __init__(self, typical_log_edge: float = 3.1) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2))
        self.down8 = nn.Sequential(conv(32, 48, 2), conv(48, 48))
        # Tilt shows by comparison with neighbouring dice: needs a large receptive field.
        self.down16 = nn.Sequential(conv(48, 64, 2), Residual(64), Residual(64))
        self.up8 = nn.Conv2d(64, 48, 1)
        self.mix8 = conv(48, 48)
        self.up4 = nn.Conv2d(48, 32, 1)
        # Large maps dominate the run time: depthwise separable convolution here.
        self.head = nn.Sequential(
            nn.Conv2d(32, 32, 3, 1, 1, groups=32, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
            nn.Conv2d(32, 32, 1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
        )
        self.heat = nn.Conv2d(32, 1, 1)
        self.box = nn.Conv2d(32, len(BOX_CHANNELS), 1)
        nn.init.constant_(self.heat.bias, -4.0)
        with torch.no_grad():
            self.box.bias[2] = typical_log_edge

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return heat logits and box maps."""
        at4 = self.stem((image - 120.0) / 64.0)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.mix8(at8 + _upsampled(self.up8(at16)))
        features = self.head(at4 + _upsampled(self.up4(at8)))
        return self.heat(features), self.box(features)


def _upsampled(maps: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(maps, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """Joint classifier of type and face from one crop.

    Input: RGB 0..255, ``(N, 3, 64, 64)``. Outputs: logits ``(N, K)`` in the order of ``LABELS`` and
    the L2-normalised embedding (features before the last layer), ``(N, 64)``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 32, 2),
            conv(32, 48),
            conv(48, 64, 2),
            Residual(64),
            conv(64, 112, 2),
            conv(112, 112),
        )
        self.features = nn.Linear(112, EMBEDDING)
        self.scores = nn.Linear(EMBEDDING, len(LABELS))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and the unit embedding."""
        pooled = self.body((crops - 120.0) / 64.0).mean(dim=(2, 3))
        features = functional.relu(self.features(pooled))
        return self.scores(features), functional.normalize(features, dim=1)


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
