"""The light network: classifies the types of all dice of an image together."""

from __future__ import annotations

import torch
from torch import nn

_WIDTH = 64
_HEADS = 4
_LAYERS = 3
_MASKED = -1e4  # attention logit of padding


def _conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Attention(nn.Module):
    """Transformer encoder layer over the dice (Vaswani et al. 2017, pre-norm)."""

    def __init__(self) -> None:
        super().__init__()
        self.before = nn.LayerNorm(_WIDTH)
        self.between = nn.LayerNorm(_WIDTH)
        self.asks = nn.Linear(_WIDTH, 3 * _WIDTH)
        self.tells = nn.Linear(_WIDTH, _WIDTH)
        self.thinks = nn.Sequential(
            nn.Linear(_WIDTH, 2 * _WIDTH), nn.ReLU(), nn.Linear(2 * _WIDTH, _WIDTH)
        )

    def forward(self, dice: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
        pictures, count, _ = dice.shape
        parts = self.asks(self.before(dice)).view(pictures, count, 3, _HEADS, _WIDTH // _HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        attention = query @ key.transpose(-1, -2) / (_WIDTH // _HEADS) ** 0.5
        attention = attention.masked_fill(padding[:, None, None, :], _MASKED).softmax(dim=-1)
        attended = (attention @ value).transpose(1, 2).reshape(pictures, count, _WIDTH)
        dice = dice + self.tells(attended)
        return dice + self.thinks(self.between(dice))


class LightNetwork(nn.Module):
    """Classifies the types of all dice of B images.

    Input: looks ``(B, N, 3, P, P)``, chances ``(B, N, T + 1)``, places ``(B, N, 3)`` and
    surroundings ``(B, 4)`` as in `vision.classification.set_classifier`; padding ``(B, N)``, true
    where there is no die.
    Output: logits ``(B, N, T)``.
    """

    def __init__(self, types: int) -> None:
        super().__init__()
        self.look = nn.Sequential(_conv(3, 16), _conv(16, 32), _conv(32, 48))
        self.join = nn.Linear(2 * 48 + types + 1 + 3 + 4, _WIDTH)
        self.layers = nn.ModuleList([_Attention() for _ in range(_LAYERS)])
        self.last = nn.LayerNorm(_WIDTH)
        self.change = nn.Linear(_WIDTH, types)
        nn.init.zeros_(self.change.weight)  # initially the reader's output is unchanged
        nn.init.zeros_(self.change.bias)

    def forward(
        self,
        looks: torch.Tensor,
        chances: torch.Tensor,
        places: torch.Tensor,
        surroundings: torch.Tensor,
        padding: torch.Tensor,
    ) -> torch.Tensor:
        """Return the logits."""
        pictures, count = looks.shape[:2]
        maps = self.look(looks.flatten(0, 1))
        seen = torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)
        around = surroundings[:, None].expand(-1, count, -1)
        known = [seen.view(pictures, count, -1), chances, places, around]
        dice = self.join(torch.cat(known, dim=2))
        for layer in self.layers:
            dice = layer(dice, padding)
        changed: torch.Tensor = chances[..., :-1] + self.change(self.last(dice))
        return changed


class Published(nn.Module):
    """The exported form of the network, for one image.

    Input: looks ``(N, 3, P, P)``; chances ``(N, T + 1)``; places ``(N, 3)``;
    surroundings ``(4,)``.
    Output: logits ``(N, T)``.
    """

    def __init__(self, network: LightNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        looks: torch.Tensor,
        chances: torch.Tensor,
        places: torch.Tensor,
        surroundings: torch.Tensor,
    ) -> torch.Tensor:
        """Return the logits."""
        padding = torch.zeros(1, looks.shape[0], dtype=torch.bool)
        given = (looks[None], chances[None], places[None], surroundings[None])
        logits: torch.Tensor = self.network(*given, padding)
        return logits[0]
