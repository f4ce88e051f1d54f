"""The shipped networks keep the shapes, labels and units that their callers rely on."""

from __future__ import annotations

import math

import numpy as np
import onnxruntime
import pytest

from models.labels import LABELS
from models.store import load_manifest, model_bytes
from models.training.data.crops import cut
from models.training.evaluation.evaluate import as_input, find
from models.training.evaluation.measure import match, probabilities
from models.training.generator.scenes import Look, MatScene, SceneDie, View, render_mat


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


@pytest.fixture(scope="module")
def scene() -> MatScene:
    """All 30 pairs on a blank mat, each at its own turn."""
    mat = np.full((2100, 2970, 3), 250, np.uint8)
    dice = [
        SceneDie(
            label.split("/")[0],
            label.split("/")[1],
            40 + 42 * (k % 6),
            35 + 34 * (k // 6),
            37.0 * k,
        )
        for k, label in enumerate(LABELS[:30])
    ]
    view = View(size_px=(1152, 864), tilt_deg=6)
    return render_mat(mat, (297.0, 210.0), dice, view=view, look=Look(seed=11))


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


def test_every_pair_is_found_and_read(
    finder: onnxruntime.InferenceSession, reader: onnxruntime.InferenceSession, scene: MatScene
) -> None:
    """On an easy picture all 30 dice are found and at most one is read wrong."""
    truths = [die for die in scene.dice if die is not None]
    assert len(truths) == 30
    edge = float(np.median([die.edge_px for die in truths]))
    found = find(scene.image, 24.0 / edge, lambda v: tuple(finder.run(None, {"image": v})))
    centers = np.array([die.center_px for die in truths], np.float32)
    matched = match(found, centers, np.array([die.edge_px for die in truths], np.float32))
    assert -1 not in matched
    dice = [found[i] for i in matched]
    crops = np.stack([cut(scene.image, (f.x, f.y), f.edge, f.angle) for f in dice])
    logits, _ = reader.run(None, {"crops": as_input(crops)})
    chance = probabilities(logits)
    right = [
        LABELS[int(row.argmax())] == die.label for row, die in zip(chance, truths, strict=True)
    ]
    assert sum(right) >= 29
    off = [abs(die.edge / truth.edge_px - 1) for die, truth in zip(dice, truths, strict=True)]
    assert np.median(off) < 0.05
    for die, truth in zip(dice, truths, strict=True):
        assert die.edge == pytest.approx(truth.edge_px, rel=0.16)  # round white ones on white
        turn = (die.angle - truth.angle_rad + math.pi / 4) % (math.pi / 2) - math.pi / 4
        assert abs(math.degrees(turn)) < 8
    flat = np.array([die.flat for die in dice])
    assert (flat > 0.5).sum() >= 29
    assert flat.min() > 0.25  # far above what is asked about
