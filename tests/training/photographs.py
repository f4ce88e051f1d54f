"""Dice of photographs are assigned to the finder's detections."""

import numpy as np

from models.training.inference import paired


def test_each_die_gets_the_nearest_find_that_no_nearer_die_takes() -> None:
    far = np.inf
    assert paired(np.array([[1.0, 0.2, far], [0.5, 0.1, far], [far, 0.3, far]])) == {1: 1, 0: 0}
    assert paired(np.zeros((2, 0))) == {}
