"""Evaluation scores no photograph that the training sees."""

import numpy as np

from models.evaluation.score import held_out
from models.training.data import photos
from models.training.inference import paired


def test_both_leave_out_the_same_photographs() -> None:
    names = [f"images/IMG_{number:04d}.jpg" for number in range(300)]
    assert [held_out(name) for name in names] == [photos.held_out(name) for name in names]
    assert 60 < sum(held_out(name) for name in names) < 120


def test_each_die_gets_the_nearest_find_that_no_nearer_die_takes() -> None:
    far = np.inf
    assert paired(np.array([[1.0, 0.2, far], [0.5, 0.1, far], [far, 0.3, far]])) == {1: 1, 0: 0}
    assert paired(np.zeros((2, 0))) == {}
