"""The training loop of all networks."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

COARSE_SHARE: Final = 0.75
"""Share of a training that may run in bfloat16 where the processor has it; the rest is float32."""

_LOG_EVERY_S = 60.0
_EMA_DECAY = 0.998
_EMA_WARM_UP = 20  # steps


def bfloat16_pays() -> bool:
    """Return whether this processor supports bfloat16, which halves the time."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())  # noqa: SLF001  # no public name


def one_cycle(
    network: nn.Module, rate: float, steps: int, *, weight_decay: float, warm_up: float
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """Return AdamW and its one-cycle schedule (Smith and Topin 2019).

    Args:
        warm_up: share of the *steps* after which it is reached.
    """
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, rate, total_steps=steps, pct_start=warm_up
    )
    return optimiser, schedule


def averaged(network: nn.Module) -> AveragedModel:
    """Return the exponential moving average of a network's weights, shorter at the beginning."""

    def mean(old: torch.Tensor, new: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
        return old + (new - old) * (1 - min(_EMA_DECAY, float(steps / (steps + _EMA_WARM_UP))))

    return AveragedModel(network, avg_fn=mean, use_buffers=True)


def steps_of(count: int) -> Iterator[float]:
    """Yield for each of *count* steps the share of the training before it."""
    return (step / count for step in range(count))


def learn(
    name: str,
    network: nn.Module,
    loss_of_next: Callable[[], torch.Tensor],
    optimiser: torch.optim.Optimizer,
    shares: Iterable[float],
    after: Callable[[], object],
    *,
    max_grad_norm: float,
    coarse_share: float = 0.0,
) -> None:
    """Train for one step for each of *shares*, then put the network into eval mode.

    Args:
        shares: the share of the training that is done, before each step.
        coarse_share: share of the training that uses bfloat16 where it is supported.
    """
    coarse, losses, logged = bfloat16_pays(), list[float](), time.monotonic()
    network.train()
    for share in shares:
        with torch.autocast("cpu", torch.bfloat16, enabled=coarse and share < coarse_share):
            loss = loss_of_next()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
        optimiser.step()
        after()
        losses.append(loss.item())
        if time.monotonic() - logged > _LOG_EVERY_S:
            print(f"{name}: {share:.0%}, loss {np.mean(losses):.4f}", flush=True)
            losses, logged = [], time.monotonic()
    network.eval()


def next_of(sources: Sequence[Iterator[Sequence[npt.NDArray[Any]]]]) -> list[torch.Tensor]:
    """Return one batch, concatenated from the next batches of all *sources*."""
    parts = zip(*(next(source) for source in sources), strict=True)
    return [torch.from_numpy(np.concatenate(part)) for part in parts]
