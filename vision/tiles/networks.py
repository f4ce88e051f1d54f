"""The networks that read tiles, behind small protocols."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.errors import ModelInputError
from vision.core.inference import FinderNet, OnnxNet, open_session

TEXT_HEIGHT_PX: Final = 48
"""Height of the text recogniser's input."""


class LinesNet(Protocol):
    """Detects lines of text."""

    def __call__(self, images: ImageU8, /) -> F32:
        """Return the probability of each pixel to be the core of a line, (N, H, W), 0..1.

        Args:
            images: BGR, (N, H, W, 3); sides are multiples of 32.
        """
        ...


class TextNet(Protocol):
    """Recognises a line of text."""

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters of the output's columns; the first is the blank of CTC."""
        ...

    def __call__(self, line: ImageU8, /) -> F32:
        """Return the probability of each character in each step along the line, (T, C).

        Args:
            line: BGR, (``TEXT_HEIGHT_PX``, W, 3), upright.
        """
        ...


class OnnxLinesNet:
    """The line detector on the CPU (`LinesNet`).

    Raises:
        ModelInputError: the model does not have the expected inputs and outputs.
    """

    def __init__(self, model: bytes, *, threads: int = 1) -> None:
        self._session = open_session("tile_lines", model, {"x"}, (), threads)

    def __call__(self, images: ImageU8, /) -> F32:
        """Run the network."""
        batch = (images.astype(np.float32) - _MEAN) * (1 / _STD)
        planes = np.ascontiguousarray(batch.transpose(0, 3, 1, 2))
        return np.asarray(self._session.run(None, {"x": planes})[0][:, 0], dtype=np.float32)


_MEAN: Final = np.array([0.485, 0.456, 0.406], np.float32) * 255
_STD: Final = np.array([0.229, 0.224, 0.225], np.float32) * 255
"""Normalisation of the detector's training data; its channels come in OpenCV's order."""


class OnnxTextNet:
    """The text recogniser on the CPU (`TextNet`).

    Args:
        model: the bytes of the file; the store has checked them. Its metadata lists the characters.

    Raises:
        ModelInputError: the model does not have the expected inputs, outputs and metadata.
    """

    def __init__(self, model: bytes, *, threads: int = 1) -> None:
        self._session = open_session("tile_text", model, {"x"}, (), threads)
        metadata = self._session.get_modelmeta().custom_metadata_map
        if "character" not in metadata:
            raise ModelInputError(name="tile_text", reason="it does not name its characters")
        self._characters = ("", *metadata["character"].splitlines(), " ")

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters of the output's columns."""
        return self._characters

    def __call__(self, line: ImageU8, /) -> F32:
        """Run the network."""
        batch = line.transpose(2, 0, 1)[None].astype(np.float32) / 127.5 - 1.0
        steps = self._session.run(None, {"x": batch})[0][0]
        return np.asarray(steps, dtype=np.float32)


def open_tile_finder(model: bytes, *, threads: int = 1) -> FinderNet:
    """Return the network that detects tiles.

    Raises:
        ModelInputError: the model does not have the expected inputs and outputs.
    """
    return OnnxNet("tile_finder", model, inputs="image", outputs=("heat", "box"), threads=threads)
