"""Training loop for short runs (minutes), without checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

COARSE_SHARE: Final = 0.75
"""Share of a training that may run in bfloat16 where the processor has it; the rest is float32."""

_LOG_EVERY = 200
_EMA_DECAY = 0.998


def bfloat16_pays() -> bool:
    """Return whether this processor supports bfloat16, which halves the time."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())  # noqa: SLF001  # no public name


def one_cycle(
    network: nn.Module, rate: float, steps: int, *, weight_decay: float, warm_up: float
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Return AdamW and its one-cycle schedule (Smith and Topin 2019).

    Args:
        rate: highest learning rate.
        warm_up: share of the *steps* after which it is reached.
    """
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps, pct_start=warm_up
    )
    return optimiser, schedule


def learn(
    name: str,
    network: nn.Module,
    loss_of_next: Callable[[], torch.Tensor],
    optimiser: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    *,
    steps: int,
    max_grad_norm: float | None = None,
    averaged: bool = False,
    coarse_share: float = 0.0,
) -> None:
    """Train for *steps* steps, then put the network into eval mode.

    Args:
        name: printed with the loss.
        loss_of_next: the loss of the next batch.
        max_grad_norm: norm to which gradients are clipped; None does not clip.
        averaged: use the exponential moving average of the weights at the end.
        coarse_share: share of the steps that use bfloat16 where it is supported.
    """
    keep = get_ema_multi_avg_fn(_EMA_DECAY)
    average = AveragedModel(network, multi_avg_fn=keep, use_buffers=True) if averaged else None
    coarse_steps = int(coarse_share * steps) if bfloat16_pays() else 0
    total = 0.0
    for step in range(1, steps + 1):
        with torch.autocast("cpu", torch.bfloat16, enabled=step <= coarse_steps):
            loss = loss_of_next()
        optimiser.zero_grad()
        loss.backward()
        if max_grad_norm is not None:
            nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
        optimiser.step()
        schedule.step()
        if average is not None:
            average.update_parameters(network)
        total += loss.item()
        if step % _LOG_EVERY == 0:
            print(f"{name}: step {step} of {steps}, loss {total / _LOG_EVERY:.4f}", flush=True)
            total = 0.0
    if average is not None:
        network.load_state_dict(average.module.state_dict())
    network.eval()


def next_of(sources: Sequence[Iterator[Sequence[npt.NDArray[Any]]]]) -> list[torch.Tensor]:
    """Return one batch, concatenated from the next batches of all *sources*."""
    parts = zip(*(next(source) for source in sources), strict=True)
    return [torch.from_numpy(np.concatenate(part)) for part in parts]
