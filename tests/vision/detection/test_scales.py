"""One die for each die, however many scales it was seen at."""

import numpy as np

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


def test_no_part_and_no_group_is_dropped_unread() -> None:
    """Pips of a near die may have higher scores than the die itself."""
    found = merged([(dice((130, 110, 50, 0.9)), 0.5), (dice((100, 100, 200, 0.3)), 0.125)])
    assert found.edges_px.tolist() == [50, 200]


def test_the_odds_of_being_a_die_settle_parts_and_groups() -> None:
    """Where they are equal, as for the robot's dice, finder and reader do."""
    equal = np.array([np.inf, np.inf])
    both = merged([(dice((130, 110, 50, 0.8)), 0.5), (dice((100, 100, 200, 0.9)), 0.125)])
    assert both.edges_px.tolist() == [200, 50]
    belief = np.array([0.1, 0.9])
    assert whole_dice(both, np.array([3.0, 2.0]), belief).tolist() == [True, False]
    assert whole_dice(both, np.array([2.0, 3.0]), belief).tolist() == [False, True]
    assert whole_dice(both, equal, belief).tolist() == [False, True]
    apart = dice((130, 110, 50, 0.8), (400, 100, 200, 0.9))
    assert whole_dice(apart, equal, belief).all()


def test_nothing_found() -> None:
    """Empty looks make an empty answer."""
    assert len(merged([(Detections.empty(), 0.5), (Detections.empty(), 0.25)])) == 0
    assert whole_dice(Detections.empty(), np.empty(0), np.empty(0)).tolist() == []
