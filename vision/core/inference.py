"""Protocols of the networks, so that other code runs without models, and ONNX implementations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import cv2
import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.errors import ModelInputError
from vision.core.runtime import runtime

CROP_PX: Final = 64
"""Side of the reader's input crop."""

TILT_CROP_PX: Final = 64
"""Side of the tilt network's input crop."""

INPUT_MULTIPLE: Final = 16
"""The sides of the finder's input are multiples of this."""


class FinderNet(Protocol):
    """Detects dice."""

    def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
        """Return heat (1, 1, H/4, W/4) and box (1, 6, H/4, W/4).

        Args:
            image: BGR, (1, H, W, 3); H and W multiples of ``INPUT_MULTIPLE``.
        """
        ...


class ReaderNet(Protocol):
    """Classifies faces."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        """Return logits (N, K) and embedding (N, 64).

        Args:
            crops: BGR, (N, ``CROP_PX``, ``CROP_PX``, 3).
        """
        ...


class TiltNet(Protocol):
    """Estimates surface normals and pose classes of dice."""

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        """Return estimates for N top faces, (N, 5), and logits of ``STANDS``, (N, 5).

        The estimates are x and y of the top face's surface normal (in the crop's axes, z is the
        viewing ray), the log of their standard deviation, the log of the true edge relative to
        the edge that the crop was cut for, and the log of that estimate's standard deviation.

        Args:
            crops: BGR, (N, ``TILT_CROP_PX``, ``TILT_CROP_PX``, 3).
        """
        ...


class LightNet(Protocol):
    """Classifies the types of all dice of an image jointly."""

    def __call__(self, looks: F32, chances: F32, places: F32, surroundings: F32, /) -> F32:
        """Return logits (N, T) of T types.

        Args:
            looks: (N, 3, 32, 32), see `vision.classification.set_classifier.looks`.
            chances: (N, T + 1), see `vision.classification.set_classifier.chances`.
            places: (N, 3), see `vision.classification.set_classifier.relative_places`.
            surroundings: (4,), see `vision.classification.set_classifier.surroundings`.
        """
        ...


class _ImageNet:
    """An ONNX model of images on the CPU, with a fixed number of threads.

    Args:
        name: for error messages.
        model: contents of the file, verified by the store.
        inputs: required name of the model's only input.
        outputs: names to return, in this order.
        threads: more than one is faster only on an idle machine.

    Raises:
        ModelInputError: the model does not load or has other inputs or outputs.
    """

    def __init__(
        self, name: str, model: bytes, *, inputs: str, outputs: Sequence[str], threads: int = 1
    ) -> None:
        self._session = open_session(name, model, {inputs}, outputs, threads)
        self._inputs = inputs
        self._outputs = list(outputs)
        self._takes_bytes = self._session.get_inputs()[0].type == "tensor(uint8)"

    def run(self, pictures: ImageU8) -> list[F32]:
        """Run the network on BGR *pictures*, shape (N, H, W, 3)."""
        batch = np.ascontiguousarray(pictures) if self._takes_bytes else _planes(pictures)
        found = self._session.run(self._outputs, {self._inputs: batch})
        return [np.asarray(each, dtype=np.float32) for each in found]


class OnnxNet(_ImageNet):
    """A network with two outputs (`FinderNet`, `ReaderNet`, `TiltNet`)."""

    def __call__(self, pictures: ImageU8, /) -> tuple[F32, F32]:
        """Run the network on BGR *pictures*, shape (N, H, W, 3)."""
        first, second = self.run(pictures)
        return first, second


class OnnxLightNet:
    """The light network on the CPU (`LightNet`).

    Args:
        model: contents of the file, verified by the store.
        threads: more than one is never faster.

    Raises:
        ModelInputError: the model does not load or has other inputs or outputs.
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
    """Return an ONNX Runtime session of a model, with its input and output names checked."""
    ort = runtime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Spinning threads would take CPU time from the user interface.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The arena never shrinks: its memory would grow with images of several sizes.
    options.enable_cpu_mem_arena = False
    try:
        session: Any = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as err:  # the runtime's errors have no common base class
        raise ModelInputError(name=name, reason="it cannot be loaded") from err
    has = {value.name for value in session.get_inputs()}
    gives = {value.name for value in session.get_outputs()}
    if has != inputs or not set(outputs) <= gives:
        raise ModelInputError(name=name, reason=f"it takes {has} and gives {gives}")
    return session


def _planes(pictures: ImageU8) -> F32:
    """Return the input of float networks: RGB, 0..255, shape (N, 3, H, W)."""
    count, height, width, channels = pictures.shape
    batch = np.empty((count, channels, height, width), dtype=np.float32)
    rows = pictures.reshape(-1, width, channels)  # one image for OpenCV
    for channel, plane in enumerate(reversed(cv2.split(rows))):
        batch[:, channel] = np.asarray(plane).reshape(count, height, width)
    return batch


def open_finder(model: bytes, *, threads: int = 1) -> FinderNet:
    """Return the finder's network.

    Raises:
        ModelInputError: the model is not a finder.
    """
    return OnnxNet("finder", model, inputs="image", outputs=("heat", "box"), threads=threads)


def open_tilt(model: bytes, *, threads: int = 1) -> TiltNet:
    """Return the tilt network.

    Raises:
        ModelInputError: the model is not a tilt network.
    """
    return OnnxNet("tilt", model, inputs="crops", outputs=("seen", "logits"), threads=threads)


def open_reader(model: bytes, *, threads: int = 1) -> ReaderNet:
    """Return the reader's network.

    Raises:
        ModelInputError: the model is not a reader.
    """
    outputs = ("logits", "embedding")
    return OnnxNet("reader", model, inputs="crops", outputs=outputs, threads=threads)


def open_light(model: bytes, *, threads: int = 1) -> LightNet:
    """Return the network that classifies all dice of an image jointly.

    Raises:
        ModelInputError: the model is not a light network.
    """
    return OnnxLightNet(model, threads=threads)
