"""The networks that read tiles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.errors import ModelInputError
from vision.core.inference import FinderNet, open_session

TEXT_HEIGHT_PX: Final = 48
"""Height of the text recogniser's input."""

LinesNet: TypeAlias = Callable[[ImageU8], F32]
"""Detects lines of text in BGR images, (N, H, W, 3), sides multiples of 32: the probability of each
pixel to be the core of a line, (N, H, W), 0..1."""

_MEAN: Final = np.array([0.485, 0.456, 0.406], np.float32) * 255
_STD: Final = np.array([0.229, 0.224, 0.225], np.float32) * 255
"""Normalisation of the detector's training data; its channels come in OpenCV's order."""


@dataclass(frozen=True, slots=True)
class TextNet:
    """Recognises a line of text.

    Attributes:
        characters: of the output's columns; the first is the blank of CTC.
        run: the probability of each character in each step along the line, (T, C), from a BGR
            image of it, (``TEXT_HEIGHT_PX``, W, 3), upright.
    """

    characters: tuple[str, ...]
    run: Callable[[ImageU8], F32]


@dataclass(frozen=True, slots=True)
class TileNetworks:
    """The networks, in the order in which they run."""

    finder: FinderNet
    lines: LinesNet
    text: TextNet


def open_lines(model: bytes, *, threads: int = 1) -> LinesNet:
    """Return the line detector on the CPU.

    Raises:
        ModelInputError: the model does not have the expected inputs and outputs.
    """
    session = open_session("tile_lines", model, {"x"}, (), threads)

    def run(images: ImageU8) -> F32:
        batch = (images.astype(np.float32) - _MEAN) * (1 / _STD)
        planes = np.ascontiguousarray(batch.transpose(0, 3, 1, 2))
        return np.asarray(session.run(None, {"x": planes})[0][:, 0], dtype=np.float32)

    return run


def open_text(model: bytes, *, threads: int = 1) -> TextNet:
    """Return the text recogniser on the CPU.

    Args:
        model: the bytes of the file; the store has checked them. Its metadata lists the characters.

    Raises:
        ModelInputError: the model does not have the expected inputs, outputs and metadata.
    """
    session = open_session("tile_text", model, {"x"}, (), threads)
    metadata = session.get_modelmeta().custom_metadata_map
    if "character" not in metadata:
        raise ModelInputError(name="tile_text", reason="it does not name its characters")

    def run(line: ImageU8) -> F32:
        batch = line.transpose(2, 0, 1)[None].astype(np.float32) / 127.5 - 1.0
        return np.asarray(session.run(None, {"x": batch})[0][0], dtype=np.float32)

    return TextNet(("", *metadata["character"].splitlines(), " "), run)
