"""The value network: win probability of each seat from the features of all. Needs numpy."""

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
"""Names of the arrays in a network's file; see ``ValueNetwork``."""


class ValueNetwork:
    """A small network with weights shared by all seats, and softmax over the seats.

    ``score = tanh(row @ hidden + hidden_bias) @ output + row @ straight``

    Args:
        players: number of players for which it was trained.
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
        """Return every seat's win probability; the sum for each position is 1."""
        rows = np.asarray(positions, dtype=np.float32)
        found: list[list[float]] = self.probabilities(rows).tolist()
        return found

    def probabilities(self, rows: Array) -> Array:
        """Return probabilities ``(positions, seats)`` for rows ``(positions, seats, features)``."""
        hidden = np.tanh(rows @ self._hidden + self._hidden_bias)
        scores = hidden @ self._output + rows @ self._straight
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Array = powers / powers.sum(axis=1, keepdims=True)
        return chances

    def content(self) -> bytes:
        """Serialise the network to the bytes of a file, which ``load`` reads."""
        file = BytesIO()
        weights = (self._hidden, self._hidden_bias, self._output, self._straight)
        arrays: dict[str, Any] = dict(zip(PARTS, weights, strict=True))
        np.savez(file, players=np.asarray(self.players), features=np.asarray(NAMES), **arrays)
        return file.getvalue()


def load(content: bytes, players: int) -> ValueNetwork:
    """Load a network from the bytes of a file.

    Raises:
        PlayerNetworkError: damaged, other features, or for another number of players.
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
