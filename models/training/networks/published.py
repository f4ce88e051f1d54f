"""Restore published networks for fine-tuning.

An exported network has each batch normalisation folded into the convolution before it. The running
mean and variance, which fine-tuning needs, are measured again.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn


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
