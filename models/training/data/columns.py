"""Tables stored by column, each column an array."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np


class Columns:
    """Base of slotted dataclasses whose attributes are arrays."""

    __slots__ = ()

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return all parts concatenated."""
        return cls(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in cls._names())
        )

    def save(self, path: Path) -> None:
        """Write an ``.npz`` file atomically."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part.npz")
        np.savez(partial, **{name: getattr(self, name) for name in self._names()})
        partial.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return what `save` has written."""
        with np.load(path) as stored:
            return cls(*(stored[name] for name in cls._names()))

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        return tuple(cls.__slots__)
