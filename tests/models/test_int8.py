"""The networks of integers are those beside them, and take the same input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from models.store import load_manifest, model_bytes
from tests.some import some
from vision.core.inference import TILT_CROP_PX, open_finder, open_reader, open_tilt

NETWORKS = ("finder", "reader", "tilt")


def opened(name: str, model: str) -> Callable[[Any], Sequence[Any]]:
    """Return a network as a function from its input to all of its outputs."""
    openers: dict[str, Callable[[bytes], Any]] = {
        "finder": open_finder,
        "reader": open_reader,
        "tilt": open_tilt,
    }
    network: Callable[[Any], Sequence[Any]] = openers[name](model_bytes(model))
    return network


@pytest.mark.parametrize("name", NETWORKS)
def test_each_was_made_of_the_network_beside_it(name: str) -> None:
    """A changed network without its second form would be read by neither."""
    models = load_manifest().models
    assert models[f"{name}_int8"].details["made_of"] == models[name].sha256


@pytest.mark.parametrize("name", NETWORKS)
def test_any_number_of_pictures_and_any_size(name: str) -> None:
    """Both forms take bytes of the same shapes."""
    side = {"finder": 48, "reader": 64, "tilt": TILT_CROP_PX}[name]
    counts = (1,) if name == "finder" else (1, 5)
    for count in some(counts):
        grey = np.full((count, side, side, 3), 128, np.uint8)
        shapes = [
            [each.shape for each in opened(name, form)(grey)] for form in (name, f"{name}_int8")
        ]
        assert shapes[0] == shapes[1]
        assert shapes[0][0][0] == count
