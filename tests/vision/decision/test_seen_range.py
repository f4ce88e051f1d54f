"""Out of range all readings are to be checked, within it those of dice that are too small."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.classification.test_listing import row_of_dice
from tests.vision.fakes import LABEL_SET
from vision.classification.evidence import Evidence
from vision.classification.tilt import STRAIGHT_UP, TopFaces
from vision.decision.seen_range import out_of_range, view_deg


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
    found = out_of_range(replace(seen, dice=dice, tilt=tilt), row_of_dice(0))
    assert found.tolist() == flagged


def receding(edges_px: tuple[float, ...], seen_deg: float = 20.0) -> Evidence:
    """White dice below each other in a picture, the lowest first, with the tilt of their faces."""
    seen = row_of_dice(len(edges_px))
    ones, down = np.ones(len(edges_px)), 0.3 - 0.15 * np.arange(len(edges_px))
    up = np.tile(STRAIGHT_UP, (len(ones), 1))
    rays = np.stack([0 * ones, down, ones], axis=1)
    tilt = replace(seen.tilt, table_deg=ones * seen_deg,
                   top_faces=TopFaces(up, ones, rays, ones, STRAIGHT_UP, 0.3))  # fmt: skip
    dice = replace(seen.dice, edges_px=np.array(edges_px, np.float32))
    return replace(seen, dice=dice, tilt=tilt)


@pytest.mark.parametrize(
    ("edges_px", "too_low"),
    [((60, 58, 63, 60), False), ((66, 60, 54, 47), False), ((100, 77, 50, 26), True)],
)
def test_dice_that_grow_much_smaller_tell_a_low_camera(
    edges_px: tuple[float, ...], too_low: bool
) -> None:
    """Their front faces look like top faces under a camera above them."""
    assert (view_deg(receding(edges_px), row_of_dice(0)) > 55.0) == too_low
    pair, faint = receding(edges_px[:2]), receding(edges_px)
    likely = replace(faint, listing=np.full(4, 3.0))
    assert (view_deg(pair, likely) > 55.0) == too_low
    assert view_deg(pair, replace(likely, listing=np.full(4, -9.0))) == 20.0


def test_pipped_dice_have_several_sizes() -> None:
    seen = receding((100, 77, 50, 26))
    faces = np.zeros_like(seen.scores.faces)
    faces[:, LABEL_SET.pairs.index(("d6", "5"))] = 1.0
    mixed = replace(seen, scores=replace(seen.scores, faces=faces))
    assert view_deg(mixed, row_of_dice(0)) == 20.0


def test_nothing_is_in_range() -> None:
    assert out_of_range(row_of_dice(0), row_of_dice(0)).tolist() == []
