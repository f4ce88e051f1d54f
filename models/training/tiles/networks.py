"""The network for a tile's outline; tiles are detected by the architecture ``Finder`` of dice."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from models.training.networks.architectures import Residual, conv
from models.training.tiles.faces import COLOURS, MOST_COST

OUTPUTS = {
    "is_tile": 1, "corners": 8, "turn": 4, "kind": 2, "colour": len(COLOURS),
    "cost": MOST_COST + 1,
}  # fmt: skip


class Outline(nn.Module):
    """Whether a crop shows a tile, its corners, turn, kind, colour and cost.

    Input: RGB 0..255, ``(N, 3, 96, 96)``. Output: ``(N, 27)``, the values of ``OUTPUTS`` in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2), conv(24, 32, 2), conv(32, 48, 2), Residual(48),
            conv(48, 80, 2), conv(80, 80),
        )  # fmt: skip
        self.features = nn.Linear(80 * 6 * 6, 160)
        self.values = nn.Linear(160, sum(OUTPUTS.values()))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return the values of each crop."""
        maps = self.body((crops - 120.0) / 64.0)
        return self.values(functional.relu(self.features(maps.flatten(1))))


def split(values: torch.Tensor) -> dict[str, torch.Tensor]:
    """Return the values by their names in ``OUTPUTS``."""
    return dict(zip(OUTPUTS, values.split(list(OUTPUTS.values()), dim=1), strict=True))
