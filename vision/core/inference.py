"""The networks as callables, so that other code runs without models, and their ONNX sessions."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

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

FinderNet: TypeAlias = Callable[[ImageU8], tuple[F32, F32]]
"""Detects dice or tiles in BGR images, (1, H, W, 3), H and W multiples of ``INPUT_MULTIPLE``: heat,
(1, 1, H/4, W/4), and box, (1, 6, H/4, W/4)."""

ReaderNet: TypeAlias = Callable[[ImageU8], tuple[F32, F32]]
"""Classifies faces in BGR crops, (N, ``CROP_PX``, ``CROP_PX``, 3): logits, (N, K), and embeddings,
(N, 64)."""

TiltNet: TypeAlias = Callable[[ImageU8], tuple[F32, F32]]
"""Estimates surface normals and pose classes in BGR crops, (N, ``TILT_CROP_PX``, ``TILT_CROP_PX``,
3): estimates for N top faces, (N, 5), and logits of ``STANDS``, (N, 5).

The estimates are x and y of the top face's surface normal (in the crop's axes, z is the viewing
ray), the log of their standard deviation, the log of the true edge relative to the edge that the
crop was cut for, and the log of that estimate's standard deviation."""

LightNet: TypeAlias = Callable[[F32, F32, F32, F32], F32]
"""Classifies the types of all dice of an image jointly (`vision.classification.set_classifier`):
logits of T types, (N, T), from looks, (N, 3, 32, 32), chances, (N, T + 1), places, (N, 3), and
surroundings, (4,)."""

_IMAGE: Final = (("image",), ("heat", "box"))
_PORTS: Final = {
    "finder": _IMAGE,
    "tile_finder": _IMAGE,
    "reader": (("crops",), ("logits", "embedding")),
    "tilt": (("crops",), ("seen", "logits")),
    "light": (("looks", "chances", "places", "surroundings"), ("logits",)),
}
"""Inputs and outputs of the networks, in their order."""


def open_image_net(name: str, model: bytes, *, threads: int = 1) -> FinderNet:
    """Return the network *name*, one of images with two outputs, on the CPU.

    Args:
        name: "finder", "tile_finder", "reader" or "tilt".
        model: contents of the file, verified by the store.
        threads: more than one is faster only on an idle machine.

    Raises:
        ModelInputError: the model does not load or has other inputs or outputs.
    """
    (given,), outputs = _PORTS[name]
    session = open_session(name, model, {given}, outputs, threads)
    takes_bytes = session.get_inputs()[0].type == "tensor(uint8)"

    def run(pictures: ImageU8) -> tuple[F32, F32]:
        batch = np.ascontiguousarray(pictures) if takes_bytes else _planes(pictures)
        first, second = session.run(outputs, {given: batch})
        return np.asarray(first, np.float32), np.asarray(second, np.float32)

    return run


def open_light(model: bytes, *, threads: int = 1) -> LightNet:
    """Return the network that classifies all dice of an image jointly, as `open_image_net` does."""
    names, outputs = _PORTS["light"]
    session = open_session("light", model, set(names), outputs, threads)

    def run(*values: F32) -> F32:
        found = session.run(outputs, dict(zip(names, values, strict=True)))[0]
        return np.asarray(found, np.float32)

    return run


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
