"""Networks, losses and export."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper

from models.labels import LABELS
from models.training.data.batches import targets
from models.training.data.shards import kept_shard
from models.training.inference import network
from models.training.networks import train
from models.training.networks.architectures import Finder, Reader, export_finder, export_reader
from models.training.networks.fine_tune import (
    add_flat_shift,
    interpolate,
    restore,
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def test_shapes_of_both_networks() -> None:
    """The finder's maps are a quarter of its input; the reader's features have length 1."""
    heat, box = Finder().eval()(torch.zeros(1, 3, 64, 96))
    assert heat.shape == (1, 1, 16, 24)
    assert box.shape == (1, 6, 16, 24)
    logits, embedding = Reader().eval()(torch.rand(5, 3, 64, 64) * 255)
    assert logits.shape == (5, len(LABELS))
    assert embedding.norm(dim=1).tolist() == pytest.approx([1.0] * 5, abs=1e-3)


def test_networks_are_small() -> None:
    """Few enough weights for one core of a Raspberry Pi."""
    for net in (Finder(), Reader()):
        assert sum(p.numel() for p in net.parameters()) < 330_000


def test_training_learns_and_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few steps lower the loss on a tiny set, and a second run goes on from the checkpoint."""
    monkeypatch.setattr("models.training.data.shards.FRAMES_PER_SHARD", 3)
    monkeypatch.setitem(train.RECIPES, "reader", train.Recipe(8, 2.5e-3))
    shard = kept_shard(tmp_path, "train", 0)
    assert len(shard.crops) == len(shard.labels) > 8
    train.train("reader", 0.03, build=tmp_path)
    first = torch.load(tmp_path / "reader.pt", weights_only=True)
    train.train("reader", 0.05, build=tmp_path)
    second = torch.load(tmp_path / "reader.pt", weights_only=True)
    assert second["step"] > first["step"] > 0
    assert second["used_s"] > first["used_s"]


def test_a_published_network_learns_on_as_it_is(tmp_path: Path) -> None:
    """Restored from its file it gives the same answers, and its normalisations know their input."""
    torch.manual_seed(1)
    picture = torch.rand(2, 3, 64, 96) * 255
    drawn = Finder().train()
    drawn(picture)
    export_finder(drawn, tmp_path / "finder.onnx")
    fresh = Finder()
    restore(fresh, tmp_path / "finder.onnx", picture)
    with torch.no_grad():
        for one, other in zip(fresh(picture), drawn.eval()(picture), strict=True):
            assert torch.allclose(one, other, atol=1e-4)
        learning = fresh.train()(picture)[0]
    assert torch.allclose(learning, fresh.eval()(picture)[0], atol=0.05)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_between_a_network_and_what_it_became(tmp_path: Path, share: float) -> None:
    """Weights are moved, the layers stay; what is added to the flatness is added to that alone."""
    paths = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        paths.append(tmp_path / f"{seed}.onnx")
        export_finder(Finder(), paths[-1], float(seed))
    heads = [numpy_helper.to_array(_stored(path, "network.box.weight")) for path in paths]
    interpolate(paths[0], paths[1], share)
    mean = numpy_helper.to_array(_stored(paths[1], "network.box.weight"))
    assert mean == pytest.approx((1 - share) * heads[0] + share * heads[1], abs=1e-6)
    add_flat_shift(paths[1], 0.25)
    shift = numpy_helper.to_array(_stored(paths[1], "shift")).ravel()
    assert shift == pytest.approx([0, 0, 0, 0, 0, 1 + share + 0.25])


def _stored(path: Path, name: str) -> Any:
    (found,) = (each for each in onnx.load(str(path)).graph.initializer if each.name == name)
    return found


def test_export_keeps_the_numbers(tmp_path: Path) -> None:
    """The ONNX files give what PyTorch gives, with the temperature inside."""
    finder, reader = (train.new_network(name).eval() for name in ("finder", "reader"))
    export_finder(finder, tmp_path / "finder.onnx")
    export_reader(reader, tmp_path / "reader.onnx", 2.0)
    rng = np.random.default_rng(2)
    image = rng.uniform(0, 255, (1, 3, 48, 80)).astype(np.float32)
    heat, box = network(tmp_path / "finder.onnx")(image)
    with torch.no_grad():
        expected_heat, expected_box = finder(torch.from_numpy(image))
    assert heat == pytest.approx(torch.sigmoid(expected_heat).numpy(), abs=1e-4)
    assert box == pytest.approx(expected_box.numpy(), abs=1e-3)
    crops = rng.uniform(0, 255, (3, 3, 64, 64)).astype(np.float32)
    logits, _ = network(tmp_path / "reader.onnx")(crops)
    with torch.no_grad():
        expected, _ = reader(torch.from_numpy(crops))
    assert logits == pytest.approx(expected.numpy() / 2.0, abs=1e-3)


def test_targets_name_the_place_of_a_die() -> None:
    """Heat peaks in the centre's cell; offset, edge and angle there lead back to the die."""
    die = np.array([[0, 50.0, 30.0, 24.0, 0.4, 1.0, 0.0, 0.0, 3]], np.float32)
    heat, weight, box, near = targets(die, 64, 96)
    row, column = np.unravel_index(int(heat.argmax()), heat.shape)
    dx, dy, log_edge, cos4, sin4, flat = box[:, row, column]
    assert 4 * (column + dx) + 1.5 == pytest.approx(50.0, abs=1e-3)
    assert 4 * (row + dy) + 1.5 == pytest.approx(30.0, abs=1e-3)
    assert np.exp(log_edge) == pytest.approx(24.0, rel=1e-4)
    assert np.arctan2(sin4, cos4) / 4 == pytest.approx(0.4, abs=1e-4)
    assert flat == near[row, column] == heat[row, column] == 1.0
    assert weight.min() == 1.0
