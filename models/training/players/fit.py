"""Fits a value network to positions: cross-entropy of the softmax over seats, Adam, numpy."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.players.features import NAMES
from companion.players.value_network import ValueNetwork
from models.training.arrays import F32
from models.training.players.self_play import Positions

UNITS: Final = 16
_EPOCHS: Final = 10
_BATCH: Final = 256
_LEARNING_RATE: Final = 5e-3
_WEIGHT_DECAY: Final = 3e-4
_BETA1: Final = 0.9
_BETA2: Final = 0.999
_EPSILON: Final = 1e-8
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Quality:
    """How well win probabilities fit the results.

    Attributes:
        loss: cross-entropy in nats; that of equal probabilities is ``log(players)``.
        calibration_error: expected, over ten bins of equal width.
        auc: how often a winner's probability was above that of a loser, by third of a game.
    """

    loss: float
    calibration_error: float
    auc: tuple[float, float, float]


def fit(data: Positions, players: int, seed: int, units: int = UNITS) -> ValueNetwork:
    """Return a network for *players*; deterministic for given data and seed."""
    chance = np.random.default_rng(seed)
    features = len(NAMES)
    parts: list[F32] = [
        (chance.standard_normal((features, units)) / np.sqrt(features)).astype(np.float32),
        np.zeros(units, dtype=np.float32),
        (0.1 * chance.standard_normal(units)).astype(np.float32),
        np.zeros(features, dtype=np.float32),
    ]
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    steps = 0
    count = len(data.rows)
    total = _EPOCHS * -(-count // _BATCH)
    for _ in range(_EPOCHS):
        order = chance.permutation(count)
        for begin in range(0, count, _BATCH):
            chosen = order[begin : begin + _BATCH]
            steps += 1
            rate = _LEARNING_RATE * 0.5 * (1 + np.cos(np.pi * steps / total))
            gradients = _gradients(parts, data.rows[chosen], data.shares[chosen])
            for part, gradient, one, two in zip(parts, gradients, first, second, strict=True):
                gradient += _WEIGHT_DECAY * part
                one += (1 - _BETA1) * (gradient - one)
                two += (1 - _BETA2) * (gradient * gradient - two)
                mean = one / (1 - _BETA1**steps)
                scale = np.sqrt(two / (1 - _BETA2**steps)) + _EPSILON
                part -= (rate * mean / scale).astype(np.float32)
    return ValueNetwork(players, *parts)


def _gradients(parts: list[F32], rows: F32, shares: F32) -> list[F32]:
    """Return the gradients of the mean cross-entropy."""
    hidden_weights, bias, output, straight = parts
    hidden = np.tanh(rows @ hidden_weights + bias)
    scores = hidden @ output + rows @ straight
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    off = (powers / powers.sum(axis=1, keepdims=True) - shares) / len(rows)
    back = off[..., None] * output * (1 - hidden * hidden)
    flat = rows.reshape(-1, rows.shape[-1])
    flat_back = back.reshape(-1, back.shape[-1])
    return [
        flat.T @ flat_back,
        flat_back.sum(axis=0),
        hidden.reshape(-1, hidden.shape[-1]).T @ off.ravel(),
        flat.T @ off.ravel(),
    ]


def quality(network: ValueNetwork, data: Positions) -> Quality:
    """Return how well the network's win probabilities fit held-out positions."""
    chances = network.probabilities(data.rows)
    loss = float(-(data.shares * np.log(chances + _EPSILON)).sum(axis=1).mean())
    _, games = np.unique(data.games, return_inverse=True)
    last = np.zeros(games.max() + 1)
    np.maximum.at(last, games, data.rounds)
    share = data.rounds / last[games]
    thirds = [share <= 1 / 3, (share > 1 / 3) & (share <= 2 / 3), share > 2 / 3]
    early, middle, late = (_auc(chances[part], data.shares[part]) for part in thirds)
    return Quality(loss, calibration_error(chances, data.shares), (early, middle, late))


def calibration_error(chances: F32, shares: F32) -> float:
    """Return the expected calibration error: |mean chance - mean share| of bins, by their size."""
    bins = np.minimum((chances.ravel() * _BINS).astype(int), _BINS - 1)
    off = np.bincount(bins, chances.ravel() - shares.ravel())  # the bins' differences by size
    return float(np.abs(off).sum() / bins.size)


def _auc(chances: F32, shares: F32) -> float:
    won, values = shares.ravel() > 0, chances.ravel()
    ranks = np.empty(len(values))
    ranks[np.argsort(values)] = np.arange(1, len(values) + 1)
    winners = int(won.sum())
    losers = len(values) - winners
    if not winners or not losers:
        return 0.5
    return float((ranks[won].sum() - winners * (winners + 1) / 2) / (winners * losers))
