"""The two networks: plain 3x3 convolutions, small enough for one core of a Raspberry Pi."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from models.labels import LABELS

STRIDE = 4
"""Input pixels for each cell of the finder's maps, in both directions."""

BOX_CHANNELS = ("dx", "dy", "log_edge", "cos4", "sin4", "visible")
EMBEDDING = 64


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Finder(nn.Module):
    """Heat of top-face centres and what is known at each: offset, edge, angle, visibility.

    Input: RGB 0..255, ``(1, 3, H, W)``, sides multiples of 16. Outputs: logits of the heat,
    ``(1, 1, H/4, W/4)``, and ``BOX_CHANNELS``, ``(1, 6, H/4, W/4)``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 12, 2), _conv(12, 24, 2))
        self.down8 = nn.Sequential(_conv(24, 40, 2), _conv(40, 40))
        self.down16 = nn.Sequential(_conv(40, 64, 2), _conv(64, 64), _conv(64, 64))
        self.up8 = nn.Conv2d(64, 40, 1)
        self.mix8 = _conv(40, 40)
        self.up4 = nn.Conv2d(40, 24, 1)
        self.head = _conv(24, 24)
        self.heat = nn.Conv2d(24, 1, 1)
        self.box = nn.Conv2d(24, len(BOX_CHANNELS), 1)
        nn.init.constant_(self.heat.bias, -4.0)
        with torch.no_grad():
            self.box.bias[2] = 3.1  # log of a middling edge

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return heat logits and box maps."""
        at4 = self.stem((image - 120.0) / 64.0)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.mix8(at8 + _twice(self.up8(at16)))
        features = self.head(at4 + _twice(self.up4(at8)))
        return self.heat(features), self.box(features)


def _twice(maps: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(maps, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """Type and face together from one crop.

    Input: RGB 0..255, ``(N, 3, 64, 64)``. Outputs: logits ``(N, K)`` in the order of ``LABELS`` and
    the features before the last layer, ``(N, 64)``, of length 1.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2),
            _conv(16, 32, 2),
            _conv(32, 48),
            _conv(48, 64, 2),
            _conv(64, 64),
            _conv(64, 96, 2),
            _conv(96, 96),
        )
        self.features = nn.Linear(96, EMBEDDING)
        self.scores = nn.Linear(EMBEDDING, len(LABELS))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and the unit embedding."""
        pooled = self.body((crops - 120.0) / 64.0).mean(dim=(2, 3))
        features = functional.relu(self.features(pooled))
        return self.scores(features), functional.normalize(features, dim=1)
