"""Data sets as columns of arrays, each set a folder of ``.npy`` files that is made once."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt


class Columns:
    """Base of slotted dataclasses whose attributes are arrays."""

    __slots__: tuple[str, ...] = ()

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        return cls(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__)
        )

    def of(self, chosen: npt.NDArray[Any]) -> Self:
        """Return the rows given by a mask or by indices."""
        return type(self)(*(getattr(self, name)[chosen] for name in self.__slots__))

    @classmethod
    def kept(cls, path: Path, make: Callable[[], Self]) -> Self:
        """Return the set in folder *path*; what *make* returns is kept there if it is missing."""
        if not path.exists():
            partial = path.with_name(f"{path.name}.part")
            partial.mkdir(parents=True, exist_ok=True)
            made = make()
            for name in cls.__slots__:
                np.save(partial / f"{name}.npy", getattr(made, name))
            partial.rename(path)
        return cls.load(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the set in folder *path*, memory-mapped."""
        return cls(*(np.load(path / f"{name}.npy", mmap_mode="r") for name in cls.__slots__))
