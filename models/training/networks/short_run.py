"""Training in minutes: a loop for the small networks, which need no checkpoints."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn

_TOLD_EVERY = 200
_AVERAGE = 0.998


class Average:
    """Running mean of a network's weights: steadier than the weights of any one step."""

    def __init__(self, network: nn.Module) -> None:
        self._network = network
        self._kept = {name: value.clone() for name, value in network.state_dict().items()}

    def update(self) -> None:
        """Take in the network as it is now."""
        for name, value in self._network.state_dict().items():
            if value.dtype.is_floating_point:
                self._kept[name].lerp_(value, 1 - _AVERAGE)
            else:
                self._kept[name].copy_(value)

    def apply(self) -> None:
        """Give the network the mean."""
        self._network.load_state_dict(self._kept)


def bfloat16_pays() -> bool:
    """Return whether this processor calculates with bfloat16, which takes half the time."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())  # noqa: SLF001  # no public name


def learn(
    name: str,
    network: nn.Module,
    loss_of_next: Callable[[], torch.Tensor],
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    *,
    steps: int,
    most_gradient: float | None = None,
    average: Average | None = None,
) -> None:
    """Take *steps* steps, then make the network ready to use.

    Args:
        name: said beside the loss.
        loss_of_next: the loss of the next batch.
        most_gradient: norm to which gradients are cut; None leaves them as they are.
        average: of the weights, which the network has afterwards.
    """
    total = 0.0
    for step in range(1, steps + 1):
        loss = loss_of_next()
        optimiser.zero_grad()
        loss.backward()
        if most_gradient is not None:
            nn.utils.clip_grad_norm_(network.parameters(), most_gradient)
        optimiser.step()
        schedule.step()
        if average is not None:
            average.update()
        total += loss.item()
        if step % _TOLD_EVERY == 0:
            print(f"{name}: step {step} of {steps}, loss {total / _TOLD_EVERY:.4f}", flush=True)
            total = 0.0
    if average is not None:
        average.apply()
    network.eval()
