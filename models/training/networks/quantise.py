"""Int8 quantisation of the networks.

Static int8 quantisation of weights and activations, with a scale per output channel (Nagel et al.
2021, "A white paper on neural network quantization"). The ranges are calibrated on a few images of
the validation split. Processors with int8 instructions run the int8 networks in half the time, with
the same readings; others use the float32 networks (`vision.core.runtime`). The int8 networks take
the image's bytes, and the graph is edited for speed (`models.training.networks.graph_edits`).

Writes ``finder_int8.onnx``, ``reader_int8.onnx``, ``tilt_int8.onnx`` and their entries in the
manifest. Run it again whenever a network changes: each entry holds the hash of its float32 network.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from onnxruntime import quantization

from models.store import load_manifest, model_bytes
from models.training.data.crops import CROP_PX, cut
from models.training.data.shards import SPLIT_SEEDS
from models.training.generator.frames import Frame, draw_frame
from models.training.inference import as_input
from models.training.networks import graph_edits
from models.training.networks.entries import write_entry
from vision.classification.tilt import CROP_SPAN
from vision.core.crops import FACE_ZOOM
from vision.core.inference import TILT_CROP_PX

PICTURES = 12

_SCALE = 0.5  # of the synthetic images: brings dice to the size that the finder expects
_MULTIPLE = 16
_LAYERS = ("Conv", "Gemm", "MatMul")


class _Samples(quantization.CalibrationDataReader):
    """Yields calibration inputs one by one."""

    def __init__(self, name: str, inputs: Sequence[Any]) -> None:
        self._left: Iterator[dict[str, Any]] = iter([{name: each} for each in inputs])

    def get_next(self) -> dict[str, Any] | None:
        """Return the next input, None after the last."""
        return next(self._left, None)


def quantise(folder: Path) -> None:
    """Write int8 versions of the networks of *folder* and their manifest entries."""
    manifest = load_manifest(folder)
    frames = [draw_frame(SPLIT_SEEDS["validation"], index) for index in range(PICTURES)]
    samples = {
        "finder": [_small(frame) for frame in frames],
        "reader": [_crops(frame, CROP_PX, FACE_ZOOM) for frame in frames if frame.dice],
        "tilt": [_crops(frame, TILT_CROP_PX, CROP_SPAN) for frame in frames if frame.dice],
    }
    for name in (name for name in samples if name in manifest.models):
        path = folder / f"{name}_int8.onnx"
        _quantise_file(model_bytes(name, manifest), path, samples[name])
        write_entry(path, {"made_of": manifest.models[name].sha256})
        print(f"{path.name}: {path.stat().st_size // 1024} KB")


def _small(frame: Frame) -> Any:
    """Return an image as input of the finder."""
    size = [round(side * _SCALE) // _MULTIPLE * _MULTIPLE for side in frame.image.shape[1::-1]]
    small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    return as_input(np.asarray(small, np.uint8)[None])


def _crops(frame: Frame, size_px: int, span: float) -> Any:
    """Return an image's dice as input of the reader or the tilt network."""
    faces = [cut(frame.image, die, size_px=size_px, span=span) for die in frame.dice]
    return as_input(np.stack(faces))


def _quantise_file(model: bytes, path: Path, samples: Sequence[Any]) -> None:
    network = onnx.load_from_string(model)
    input_name = network.graph.input[0].name
    mean, spread = graph_edits.without_normalising(network)
    graph_edits.with_packed_pixels(network)
    if any(output.name == "heat" for output in network.graph.output):
        graph_edits.with_fused_heads(network)
    # Bytes minus the mean are the quantised input: no rounding there.
    exact = {"scale": np.array(1 / spread), "zero_point": np.array(mean, np.uint8)}
    with tempfile.TemporaryDirectory() as scratch:
        plain, ready = Path(scratch) / "plain.onnx", Path(scratch) / "ready.onnx"
        onnx.save(network, plain)
        quantization.quant_pre_process(plain, ready, skip_symbolic_shape=True)
        quantization.quantize_static(
            ready,
            path,
            _Samples(input_name, [graph_edits.wide((each - mean) / spread) for each in samples]),
            nodes_to_exclude=_float_nodes(onnx.load(ready)),
            quant_format=quantization.QuantFormat.QDQ,
            per_channel=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            extra_options={
                "TensorQuantOverrides": {input_name: [exact]},
                # The output of the last product stays float32.
                "OpTypesToExcludeOutputQuantization": ["MatMul"],
            },
        )
    network = onnx.load(path)
    graph_edits.with_bytes(network)
    graph_edits.with_copy_upsampling(network)
    onnx.checker.check_model(network)
    onnx.save(network, path)


def _float_nodes(model: Any) -> list[str]:
    """Return the last layers and all nodes after them: these stay float32, for exact positions.

    The finder's last product is int8 all the same: it is as large as the maps.
    """
    maker = {name: node for node in model.graph.node for name in node.output}
    found, seen = [], set()
    pending = [output.name for output in model.graph.output]
    while pending:
        node = maker.get(pending.pop())
        if node is None or node.name in seen:
            continue
        seen.add(node.name)
        if node.op_type != "MatMul":
            found.append(node.name)
        if node.op_type not in _LAYERS:
            pending += list(node.input)
    return sorted(found)
