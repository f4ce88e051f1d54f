"""The shipped networks keep the shapes, labels and units that their callers rely on."""

import math
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from companion.session.ports import Frame, ReadRequest
from models.labels import LABELS
from models.store import load_manifest, model_bytes
from tests.some import there
from vision.opening import Precision, open_table_reader

HERE = Path(__file__).parent


def session(name: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model_bytes(name), options)


@pytest.fixture(scope="module")
def finder() -> onnxruntime.InferenceSession:
    return session("finder")


@pytest.fixture(scope="module")
def reader() -> onnxruntime.InferenceSession:
    return session("reader")


def test_names_and_labels_are_in_the_manifest(
    finder: onnxruntime.InferenceSession, reader: onnxruntime.InferenceSession
) -> None:
    """Inputs and outputs carry the agreed names; the manifest has the labels in their order."""
    assert [i.name for i in finder.get_inputs()] == ["image"]
    assert [o.name for o in finder.get_outputs()] == ["heat", "box"]
    assert [i.name for i in reader.get_inputs()] == ["crops"]
    assert [o.name for o in reader.get_outputs()] == ["logits", "embedding"]
    manifest = load_manifest()
    assert manifest.models["reader"].labels == LABELS
    crop = manifest.models["reader"].details["crop"]
    assert (crop["side_px"], crop["span_edges"]) == (64, 1.4)


@pytest.mark.parametrize(("height", "width"), [(16, 16), (96, 160), (432, 768), (240, 16)])
def test_the_finder_takes_any_multiple_of_sixteen(
    finder: onnxruntime.InferenceSession, height: int, width: int
) -> None:
    """Maps are a quarter of the input; heat is a share."""
    heat, box = finder.run(None, {"image": np.full((1, 3, height, width), 128, np.float32)})
    assert heat.shape == (1, 1, height // 4, width // 4)
    assert box.shape == (1, 6, height // 4, width // 4)
    assert heat.dtype == box.dtype == np.float32
    assert 0 <= heat.min() <= heat.max() <= 1


@pytest.mark.parametrize("count", [1, 7, 40])
def test_the_reader_takes_any_number_of_crops(
    reader: onnxruntime.InferenceSession, count: int
) -> None:
    """One row a crop; embeddings of length 1; a crop's row does not depend on its neighbours."""
    crops = np.random.default_rng(1).uniform(0, 255, (count, 3, 64, 64)).astype(np.float32)
    logits, embedding = reader.run(None, {"crops": crops})
    assert logits.shape == (count, len(LABELS))
    assert embedding.shape == (count, 64)
    lengths = np.linalg.norm(embedding, axis=1)
    assert np.allclose(lengths[lengths > 1e-3], 1.0, atol=1e-3)
    alone, _ = reader.run(None, {"crops": crops[:1]})
    assert np.allclose(alone[0], logits[0], atol=1e-3)


def test_every_pair_is_found_and_read() -> None:
    """On an easy picture all 30 dice are found and at most one is read wrong."""
    frame = Frame(np.asarray(there(cv2.imread(str(HERE / "pairs.jpg"))), np.uint8), 0.0, "a test")
    result = open_table_reader(precision=Precision.FLOAT).read(ReadRequest(frame))
    dice, found = result.reading.dice, result.evidence.dice
    truths = [line.split() for line in (HERE / "pairs.txt").read_text().splitlines()[1:]]
    assert len(truths) == len(dice) == 30
    right, off = 0, []
    for *numbers, label in truths:
        x, y, edge, angle = map(float, numbers)
        near = int(np.hypot(*(found.centres_px - (x, y)).T).argmin())
        assert math.dist(found.centres_px[near], (x, y)) < 0.25 * edge
        off.append(abs(found.edges_px[near] / edge - 1))
        assert abs((found.angles_deg[near] - angle + 45) % 90 - 45) < 8
        die = min(dice, key=lambda die: math.dist(die.centre_px, (x, y)))
        right += f"{die.type}/{die.face}" == label
    assert right >= 29
    assert max(off) < 0.16  # round white ones on white
    assert np.median(off) < 0.05
