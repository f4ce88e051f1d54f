"""Whole-number versions of the networks: ``python -m models.training.quantise [--models DIR]``.

Weights and activations become bytes (static quantisation, a scale for each output channel; Nagel
et al. 2021, "A white paper on neural network quantization"). The ranges come from a few pictures of
the validation split. Processors with instructions for it run them in half the time and read the
same; the others use the networks as they are (`vision.processor`).

Writes ``finder_int8.onnx`` and ``reader_int8.onnx`` and their entries in the manifest. To be run
again whenever a network changes: the entries name the hash of the network that they were made of.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quant_pre_process,
    quantize_static,
)

from models.store import FOLDER, MANIFEST, load_manifest, model_bytes
from models.training.crops import cut
from models.training.evaluate import as_input
from models.training.frames import draw_frame
from models.training.shards import SPLIT_SEEDS

PICTURES = 12

_SCALE = 0.5  # of the drawn pictures: dice of the size at which the finder looks for them
_MULTIPLE = 16


class _Samples(CalibrationDataReader):
    """Hands out inputs one by one."""

    def __init__(self, name: str, inputs: Sequence[Any]) -> None:
        self._left: Iterator[dict[str, Any]] = iter([{name: each} for each in inputs])

    def get_next(self) -> dict[str, Any] | None:
        """Return the next input, None after the last."""
        return next(self._left, None)


def quantise(folder: Path) -> None:
    """Write both networks of *folder* once more with whole numbers, and into its manifest."""
    manifest = load_manifest(folder)
    content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    images, crops = _pictures()
    for name, given, samples in (("finder", "image", images), ("reader", "crops", crops)):
        path = folder / f"{name}_int8.onnx"
        _convert(model_bytes(name, manifest), path, _Samples(given, samples))
        content["models"][f"{name}_int8"] = {
            "file": path.name,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "made_of": manifest.models[name].sha256,
        }
        print(f"{path.name}: {path.stat().st_size // 1024} KB")
    (folder / MANIFEST).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _pictures() -> tuple[list[Any], list[Any]]:
    """Return inputs of the finder and of the reader."""
    images, crops = [], []
    for index in range(PICTURES):
        frame = draw_frame(SPLIT_SEEDS["validation"], index)
        size = [round(side * _SCALE) // _MULTIPLE * _MULTIPLE for side in frame.image.shape[1::-1]]
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        images.append(as_input(np.asarray(small, np.uint8)[None]))
        faces = [cut(frame.image, d.center_px, d.edge_px, d.angle_rad) for d in frame.dice]
        if faces:
            crops.append(as_input(np.stack(faces)))
    return images, crops


def _convert(model: bytes, path: Path, samples: _Samples) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        plain, ready = Path(scratch) / "plain.onnx", Path(scratch) / "ready.onnx"
        plain.write_bytes(model)
        quant_pre_process(plain, ready, skip_symbolic_shape=True)
        quantize_static(
            ready,
            path,
            samples,
            nodes_to_exclude=_ends(onnx.load(ready)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )


def _ends(model: Any) -> list[str]:
    """Return the first and the last layers: colours enter and places leave with full precision."""
    layers = ("Conv", "Gemm", "MatMul")
    maker = {name: node for node in model.graph.node for name in node.output}
    found = {next(node.name for node in model.graph.node if node.op_type in layers)}
    for output in model.graph.output:
        ahead, seen = [output.name], set()
        while ahead:
            node = maker.get(ahead.pop())
            if node is None or node.name in seen:
                continue
            seen.add(node.name)
            if node.op_type in layers:
                found.add(node.name)
            else:
                ahead += list(node.input)
    return sorted(found)


def main() -> None:
    """Convert the networks of a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--models", type=Path, default=FOLDER)
    quantise(parser.parse_args().models)


if __name__ == "__main__":
    main()
