"""Evaluation scores no photograph that the training sees."""

from __future__ import annotations

from models.evaluation.score import held_out
from models.training.data import photos


def test_both_leave_out_the_same_photographs() -> None:
    names = [f"images/IMG_{number:04d}.jpg" for number in range(300)]
    assert [held_out(name) for name in names] == [photos.held_out(name) for name in names]
    assert 60 < sum(held_out(name) for name in names) < 120
