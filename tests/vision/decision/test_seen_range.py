"""Out of range all readings are to be checked, within it those of dice that are too small."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.classification.test_listing import row_of_dice
from vision.core.thresholds import Thresholds
from vision.decision.seen_range import out_of_range


@pytest.mark.parametrize(
    ("edges_px", "view_deg", "flagged"),
    [
        ((40, 40, 40), 20.0, [False, False, False]),
        ((23, 24, 60), 20.0, [False, False, False]),
        ((21, 24, 60), 20.0, [True, False, False]),
        ((21, 23, 60), 20.0, [True, True, True]),
        ((40, 40, 40), 54.0, [False, False, False]),
        ((40, 40, 40), 56.0, [True, True, True]),
    ],
)
def test_which_dice_are_out_of_range(
    edges_px: tuple[float, ...], view_deg: float, flagged: list[bool]
) -> None:
    seen = row_of_dice(3)
    dice = replace(seen.dice, edges_px=np.array(edges_px, np.float32))
    tilt = replace(seen.tilt, table_deg=np.full(3, view_deg))
    found = out_of_range(replace(seen, dice=dice, tilt=tilt), row_of_dice(0), Thresholds())
    assert found.tolist() == flagged


def test_nothing_is_in_range() -> None:
    assert out_of_range(row_of_dice(0), row_of_dice(0), Thresholds()).tolist() == []
