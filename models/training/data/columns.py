"""Tables of which each column is an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np


class Columns:
    """Base of slotted dataclasses whose attributes are arrays with a row for each die."""

    __slots__ = ()

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return all parts one after the other."""
        names: tuple[str, ...] = tuple(cls.__slots__)
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
