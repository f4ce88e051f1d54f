"""The networks behind small ports, so that everything around them runs without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import cv2
import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.errors import ModelInputError

CROP_PX: Final = 64
"""Side of the reader's input."""

TILT_CROP_PX: Final = 64
"""Side of the tilt network's input."""

INPUT_MULTIPLE: Final = 16
"""The finder takes pictures whose sides are multiples of this."""


class FinderNet(Protocol):
    """Says where dice are."""

    def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
        """Return heat (1, 1, H/4, W/4) and box (1, 6, H/4, W/4).

        Args:
            image: BGR, (1, H, W, 3); H and W multiples of ``INPUT_MULTIPLE``.
        """
        ...


class ReaderNet(Protocol):
    """Says what a face shows."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        """Return logits (N, K) and embedding (N, 64).

        Args:
            crops: BGR, (N, ``CROP_PX``, ``CROP_PX``, 3).
        """
        ...


class TiltNet(Protocol):
    """Says how dice stand."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        """Return what is seen of N top faces, (N, 5), and logits of ``STANDS``, (N, 5).

        Seen are x and y of the top face's normal, in the crop's axes, the ray of sight being z, the
        logarithm of how far off they may be, the logarithm of the true edge as a share of the one
        that the crop was cut for, and the logarithm of how far off that may be.

        Args:
            crops: BGR, (N, ``TILT_CROP_PX``, ``TILT_CROP_PX``, 3).
        """
        ...


class LightNet(Protocol):
    """Says which type each die of a picture is, by all of them together."""

    def __call__(self, looks: F32, chances: F32, places: F32, surroundings: F32, /) -> F32:
        """Return logits (N, T) of T types.

        Args:
            looks: (N, 3, 32, 32), see `vision.classification.set_classifier.looks`.
            chances: (N, T + 1), see `vision.classification.set_classifier.chances`.
            places: (N, 3), see `vision.classification.set_classifier.relative_places`.
            surroundings: (4,), see `vision.classification.set_classifier.surroundings`.
        """
        ...


class OnnxNet:
    """An ONNX model on the processor, with its own small number of threads.

    Args:
        name: for messages.
        model: the bytes of the file; the store has checked them.
        inputs: name that the model's only input must have.
        outputs: names to return, in this order.
        threads: more than one pays only on an idle machine.

    Raises:
        ModelInputError: the model is no such network.
    """

    def __init__(
        self, name: str, model: bytes, *, inputs: str, outputs: Sequence[str], threads: int = 1
    ) -> None:
        self._session = open_session(name, model, {inputs}, outputs, threads)
        self._inputs = inputs
        self._outputs = list(outputs)
        self._takes_bytes = self._session.get_inputs()[0].type == "tensor(uint8)"

    def __call__(self, pictures: ImageU8, /) -> tuple[F32, F32]:
        """Run the network on BGR *pictures*, shape (N, H, W, 3)."""
        batch = np.ascontiguousarray(pictures) if self._takes_bytes else _planes(pictures)
        first, second = self._session.run(self._outputs, {self._inputs: batch})
        return np.asarray(first, dtype=np.float32), np.asarray(second, dtype=np.float32)


class OnnxLightNet:
    """The light network on the processor (`LightNet`).

    Args:
        model: the bytes of the file; the store has checked them.
        threads: more than one never pays.

    Raises:
        ModelInputError: the model is no such network.
    """

    def __init__(self, model: bytes, *, threads: int = 1) -> None:
        self._session = open_session("light", model, set(_LIGHT_INPUTS), ("logits",), threads)

    def __call__(self, looks: F32, chances: F32, places: F32, surroundings: F32, /) -> F32:
        """Run the network."""
        values = looks, chances, places, surroundings
        given = dict(zip(_LIGHT_INPUTS, values, strict=True))
        return np.asarray(self._session.run(["logits"], given)[0], dtype=np.float32)


_LIGHT_INPUTS: Final = ("looks", "chances", "places", "surroundings")


def open_session(
    name: str, model: bytes, inputs: set[str], outputs: Sequence[str], threads: int
) -> Any:
    """Return the runtime's session of a model that takes and gives what it should."""
    import onnxruntime as ort  # takes a quarter of a second: only where a model is opened

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that wait for work in a loop take the processor from the screen.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Arenas keep the largest request for ever; pictures of several sizes would add up.
    options.enable_cpu_mem_arena = False
    try:
        session: Any = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as err:  # the runtime's errors share no base of their own
        raise ModelInputError(name=name, reason="it cannot be loaded") from err
    has = {value.name for value in session.get_inputs()}
    gives = {value.name for value in session.get_outputs()}
    if has != inputs or not set(outputs) <= gives:
        raise ModelInputError(name=name, reason=f"it takes {has} and gives {gives}")
    return session


def _planes(pictures: ImageU8) -> F32:
    """Return what networks of floating point take: RGB, 0..255, shape (N, 3, H, W)."""
    count, height, width, channels = pictures.shape
    batch = np.empty((count, channels, height, width), dtype=np.float32)
    rows = pictures.reshape(-1, width, channels)  # one picture for OpenCV
    for channel, plane in enumerate(reversed(cv2.split(rows))):
        batch[:, channel] = np.asarray(plane).reshape(count, height, width)
    return batch


def open_finder(model: bytes, *, threads: int = 1) -> FinderNet:
    """Return the finder's network.

    Raises:
        ModelInputError: the model is no finder.
    """
    return OnnxNet("finder", model, inputs="image", outputs=("heat", "box"), threads=threads)


def open_tilt(model: bytes, *, threads: int = 1) -> TiltNet:
    """Return the network that says how dice stand.

    Raises:
        ModelInputError: the model is no such network.
    """
    return OnnxNet("tilt", model, inputs="crops", outputs=("seen", "logits"), threads=threads)


def open_reader(model: bytes, *, threads: int = 1) -> ReaderNet:
    """Return the reader's network.

    Raises:
        ModelInputError: the model is no reader.
    """
    outputs = ("logits", "embedding")
    return OnnxNet("reader", model, inputs="crops", outputs=outputs, threads=threads)


def open_light(model: bytes, *, threads: int = 1) -> LightNet:
    """Return the network that classifies all dice of a picture together.

    Raises:
        ModelInputError: the model is no such network.
    """
    return OnnxLightNet(model, threads=threads)
