"""One die for each die, however many scales it was seen at."""

from __future__ import annotations

import numpy as np
import pytest

from vision.core.detections import Detections
from vision.detection.scales import merged, whole_dice


def dice(*rows: tuple[float, float, float, float]) -> Detections:
    """Dice of x, y, edge, score."""
    table = np.array(rows, np.float32).reshape(-1, 4)
    zero = np.zeros(len(table), np.float32)
    return Detections(table[:, :2], table[:, 2], zero, table[:, 3])


def test_a_die_seen_at_two_scales_is_one() -> None:
    """The look counts in which it had a comfortable size."""
    found = merged([(dice((100, 100, 80, 0.9)), 0.5), (dice((102, 101, 84, 0.9)), 0.25)])
    assert found.edges_px.tolist() == [84]


def test_dice_side_by_side_stay_two() -> None:
    """They are an edge apart."""
    found = merged([(dice((100, 100, 50, 0.9), (148, 100, 50, 0.8)), 0.5)])
    assert len(found) == 2


@pytest.mark.parametrize(("part", "group", "left"), [(0.3, 0.9, [200]), (0.9, 0.3, [50])])
def test_plainly_fainter_parts_and_groups_go_at_once(
    part: float, group: float, left: list[int]
) -> None:
    """A glyph on a large die, or a patch of four small dice."""
    found = merged([(dice((130, 110, 50, part)), 0.5), (dice((100, 100, 200, group)), 0.125)])
    assert found.edges_px.tolist() == left


def test_the_reader_settles_the_others() -> None:
    """Of a die and its part that are alike in score the one stays that shows a face."""
    both = merged([(dice((130, 110, 50, 0.8)), 0.5), (dice((100, 100, 200, 0.9)), 0.125)])
    assert both.edges_px.tolist() == [200, 50]
    assert whole_dice(both, np.array([0.9, 0.1])).tolist() == [True, False]
    assert whole_dice(both, np.array([0.1, 0.9])).tolist() == [False, True]
    apart = dice((130, 110, 50, 0.8), (400, 100, 200, 0.9))
    assert whole_dice(apart, np.array([0.9, 0.1])).all()


def test_nothing_found() -> None:
    """Empty looks make an empty answer."""
    assert len(merged([(Detections.empty(), 0.5), (Detections.empty(), 0.25)])) == 0
    assert whole_dice(Detections.empty(), np.empty(0)).tolist() == []
