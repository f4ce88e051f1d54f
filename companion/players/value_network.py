"""The value network: how likely each seat wins, from the features of all seats. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from companion.players.errors import PlayerNetworkError
from companion.players.features import NAMES, Row

Array = npt.NDArray[np.float32]

PARTS: Final = ("hidden", "hidden_bias", "output", "straight")
"""What a network's file holds; see ``ValueNetwork``."""


class ValueNetwork:
    """One small network that looks at each seat alike; softmax over the seats.

    ``score = tanh(row @ hidden + hidden_bias) @ output + row @ straight``

    Args:
        players: for how many players it was trained.
        hidden: shape ``(features, units)``.
        hidden_bias, output: shape ``(units,)``.
        straight: shape ``(features,)``.
    """

    def __init__(
        self, players: int, hidden: Array, hidden_bias: Array, output: Array, straight: Array
    ) -> None:
        self.players = players
        self._hidden = hidden
        self._hidden_bias = hidden_bias
        self._output = output
        self._straight = straight

    def chances(self, positions: Sequence[Sequence[Row]]) -> list[list[float]]:
        """Return every seat's chance to win; each position's chances add up to 1."""
        rows = np.asarray(positions, dtype=np.float32)
        found: list[list[float]] = self.probabilities(rows).tolist()
        return found

    def probabilities(self, rows: Array) -> Array:
        """Return chances, shape ``(positions, seats)``, of ``(positions, seats, features)``."""
        hidden = np.tanh(rows @ self._hidden + self._hidden_bias)
        scores = hidden @ self._output + rows @ self._straight
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Array = powers / powers.sum(axis=1, keepdims=True)
        return chances

    def content(self) -> bytes:
        """Return the network as the bytes of a file; ``load`` reads them."""
        file = BytesIO()
        weights = (self._hidden, self._hidden_bias, self._output, self._straight)
        arrays: dict[str, Any] = dict(zip(PARTS, weights, strict=True))
        np.savez(file, players=np.asarray(self.players), features=np.asarray(NAMES), **arrays)
        return file.getvalue()


def load(content: bytes, players: int) -> ValueNetwork:
    """Return the network of a file.

    Raises:
        PlayerNetworkError: it is damaged, of other features, or for another number of players.
    """
    try:
        with np.load(BytesIO(content), allow_pickle=False) as file:
            trained_for = int(file["players"])
            features = tuple(file["features"].tolist())
            parts = [np.asarray(file[name], dtype=np.float32) for name in PARTS]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise PlayerNetworkError(players=players, reason="it is damaged") from error
    if features != NAMES:
        raise PlayerNetworkError(players=players, reason="it was trained on other features")
    if trained_for != players:
        raise PlayerNetworkError(players=players, reason=f"it is for {trained_for} players")
    units = parts[1].shape
    shapes = ((len(NAMES), *units), units, units, (len(NAMES),))
    fits = tuple(part.shape for part in parts) == shapes
    if not fits or not all(np.isfinite(part).all() for part in parts):
        raise PlayerNetworkError(players=players, reason="it is damaged")
    return ValueNetwork(players, *parts)
