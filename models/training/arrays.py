"""The types of arrays and of random streams; the docstrings give the shapes."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

F32: TypeAlias = npt.NDArray[np.float32]
F64: TypeAlias = npt.NDArray[np.float64]
I64: TypeAlias = npt.NDArray[np.int64]
ImageU8: TypeAlias = npt.NDArray[np.uint8]
"""RGB, 0..255, ``(H, W, 3)``; also other bytes."""

Mask: TypeAlias = npt.NDArray[np.bool_]
Random: TypeAlias = np.random.Generator
