"""Heat maps become dice: exact places, each die once, touching dice never merged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.core.arrays import F32
from vision.detection.peaks import MAX_DICE, STRIDE, decode

SHAPE = (60, 80)


def maps(dice: list[tuple[float, float, float, float, float]]) -> tuple[F32, F32]:
    """Heat and box for dice (x, y, edge, angle, score) in pixels of the input."""
    heat = np.zeros(SHAPE, np.float32)
    box = np.zeros((6, *SHAPE), np.float32)
    rows, columns = np.indices(SHAPE)
    for x, y, edge, angle, score in dice:
        u, v = (x + 0.5) / STRIDE, (y + 0.5) / STRIDE
        distance = (columns + 0.5 - u) ** 2 + (rows + 0.5 - v) ** 2
        blob = score * np.exp(-distance / 2.0)
        near = blob > heat
        heat = np.maximum(heat, blob).astype(np.float32)
        turn = np.radians(4 * angle)
        values = (u - columns - 0.5, v - rows - 0.5, np.log(edge), np.cos(turn), np.sin(turn))
        for channel, value in enumerate((*values, 3.0)):
            box[channel] = np.where(near, value, box[channel])
    return heat, box


@given(
    st.floats(8, 300),
    st.floats(8, 220),
    st.floats(13, 40),
    st.floats(0, 89.9),
    st.floats(0.4, 1.0),
)
def test_one_die_is_decoded_exactly(
    x: float, y: float, edge: float, angle: float, score: float
) -> None:
    """Place, size, turn and score come out as they went in."""
    found = decode(*maps([(x, y, edge, angle, score)]), min_score=0.3)
    assert len(found) == 1
    assert found.centres_px[0] == pytest.approx((x, y), abs=0.01)
    assert found.edges_px[0] == pytest.approx(edge, rel=1e-3)
    off = abs(float(found.angles_deg[0]) - angle) % 90
    assert min(off, 90 - off) < 0.05
    assert 0 <= found.angles_deg[0] < 90


def test_no_peaks_no_dice() -> None:
    """An empty table and weak peaks give nothing."""
    assert len(decode(*maps([]), min_score=0.3)) == 0
    assert len(decode(*maps([(50, 50, 20, 0, 0.2)]), min_score=0.3)) == 0


@pytest.mark.parametrize("turn", [0.0, 30.0, 45.0])
def test_touching_dice_stay_apart(turn: float) -> None:
    """A block of nine dice, each touching its neighbours, seen from 20 degrees aside."""
    edge, c, s = 24.0, np.cos(np.radians(turn)), np.sin(np.radians(turn))
    places = [(i * edge, j * edge * 0.94) for i in range(3) for j in range(3)]
    dice = [
        (120 + c * u - s * v, 100 + s * u + c * v, edge, turn, 0.9 - 0.01 * i)
        for i, (u, v) in enumerate(places)
    ]
    assert len(decode(*maps(dice), min_score=0.3)) == 9


def test_two_peaks_on_one_die_are_one_die() -> None:
    """The better peak stays."""
    found = decode(*maps([(101.5, 101.5, 30, 0, 0.9), (111.5, 101.5, 30, 0, 0.6)]), min_score=0.3)
    assert len(found) == 1
    assert found.scores[0] == pytest.approx(0.9, abs=0.05)


def test_a_flood_of_peaks_is_bounded() -> None:
    """A damaged model or a strange picture does not give thousands of dice."""
    chance = np.random.default_rng(3)
    heat = chance.random((400, 400), dtype=np.float32)
    box = np.zeros((6, 400, 400), np.float32)
    assert len(decode(heat, box, min_score=0.3)) <= MAX_DICE


def test_shapes_must_fit() -> None:
    """Outputs of another network are refused."""
    with pytest.raises(ValueError, match="do not belong"):
        decode(np.zeros((5, 5), np.float32), np.zeros((6, 4, 5), np.float32), min_score=0.3)
