"""The networks of integers are those beside them, and take the same input."""

import numpy as np
import pytest

from models.store import load_manifest, model_bytes
from tests.some import some
from vision.core.inference import TILT_CROP_PX, open_image_net

NETWORKS = ("finder", "reader", "tilt")


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
        nets = [open_image_net(name, model_bytes(form)) for form in (name, f"{name}_int8")]
        shapes = [[each.shape for each in net(grey)] for net in nets]
        assert shapes[0] == shapes[1]
        assert shapes[0][0][0] == count
