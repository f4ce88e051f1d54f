"""When the dice on a mat may be believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.session.ports import DieReading, DieStatus, MatReading, Reading
from companion.session.sightings import (
    Sighting,
    as_fractions,
    corners_px,
    dice_on,
    follow,
    mat_in,
)


def a_die(x_mm: float, y_mm: float = 100.0, **changes: object) -> DieReading:
    die = DieReading(
        centre_px=(4 * x_mm, 4 * y_mm),
        size_px=50.0,
        angle_deg=0.0,
        mat="strip-1",
        position_mm=(x_mm, y_mm),
        zone="explore",
        type="home",
        colour="white",
        face="explore",
        confidence=0.99,
        status=DieStatus.OK,
    )
    return replace(die, **changes)  # type: ignore[arg-type]


def after(*readings: tuple[DieReading, ...]) -> Sighting:
    sighting: Sighting | None = None
    for dice in readings:
        sighting = follow(sighting, dice)
    assert sighting is not None
    return sighting


STILL = (a_die(50), a_die(80, zone="develop"))


def test_one_reading_is_not_enough() -> None:
    """Two that agree are."""
    assert not after(STILL).is_settled
    assert after(*[STILL] * 2).is_settled


def test_dice_tremble_but_do_not_walk() -> None:
    """A few millimetres are the camera's, more are a hand's."""
    near = tuple(replace(die, position_mm=(die.position_mm[0] + 3, 100.0)) for die in STILL)  # type: ignore[index]
    far = (STILL[0], a_die(90, zone="develop"))
    assert after(STILL, near).is_settled
    assert not after(STILL, far).is_settled
    assert after(STILL, far, far).is_settled


@pytest.mark.parametrize(
    "other", [STILL[:1], (*STILL, a_die(120)), (STILL[0], replace(STILL[1], zone="settle"))]
)
def test_dice_that_come_go_or_change_places(other: tuple[DieReading, ...]) -> None:
    """Anything but the same dice in the same zones starts anew."""
    assert after(STILL, STILL, other).still == 1


def test_doubtful_dice_get_more_looks() -> None:
    """A person is only asked when more readings have not helped."""
    doubted = (STILL[0], replace(STILL[1], status=DieStatus.CHECK))
    assert not after(*[doubted] * 3).is_settled
    settled = after(*[doubted] * 4)
    assert settled.is_settled
    assert [die.doubtful for die in settled.seen()] == [False, True]
    assert after(doubted, STILL, STILL).is_settled, "the doubt went away"


def test_dice_that_read_differently_are_passed_on_as_doubtful() -> None:
    """Each reading sure of itself, but not the same: a wrong one among them must not pass."""
    other = (STILL[0], replace(STILL[1], type="genes", face="settle"))
    flicker = [STILL, other] * 8
    assert not after(*flicker[:7]).is_settled
    settled = after(*flicker[:8])
    assert settled.is_settled
    assert [die.doubtful for die in settled.seen()] == [False, True]
    assert after(STILL, other, STILL, STILL).contrary == {1}, "one contrary reading is remembered"


def test_covered_dice_are_passed_on_as_doubtful_when_a_hand_would_be_gone() -> None:
    sighting = None
    for count in range(1, 32):
        sighting = follow(sighting, STILL, covered=True)
        assert sighting.is_settled == (count >= 30)
        assert all(die.doubtful for die in sighting.seen())
    assert follow(sighting, STILL).still == 1


@pytest.mark.parametrize(("moved_px", "still"), [(2.8, 2), (2.9, 1)])
def test_a_mat_that_moves_a_hundredth_of_its_diagonal_starts_anew(
    moved_px: float, still: int
) -> None:
    corners = ((0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0))
    before = follow(None, STILL, mat_px=corners)
    assert follow(before, STILL, mat_px=((0.0, moved_px), *corners[1:])).still == still


def test_dice_side_by_side_are_not_mixed_up() -> None:
    """The nearest die is the same die, whatever the order of the reading."""
    pair = (a_die(50, type="genes"), a_die(64))
    assert after(pair, (replace(pair[1]), replace(pair[0]))).contrary == frozenset()


def test_an_empty_mat_can_lie_still() -> None:
    """Zero dice agree with zero dice."""
    assert after((), ()).is_settled
    assert after((), ()).seen() == ()


def test_without_places_in_millimetres_pixels_do() -> None:
    """Where the reader has no pose, a quarter of a die is the limit."""
    loose = tuple(replace(die, position_mm=None) for die in STILL)
    moved = tuple(replace(die, centre_px=(die.centre_px[0] + 20, 400.0)) for die in loose)
    assert after(loose, loose).is_settled
    assert not after(loose, moved).is_settled


def test_dice_of_a_mat_in_reading_order() -> None:
    """From left to right; dice on other mats are not there."""
    mat = MatReading("strip-1", "strip", 1, ((0, 0), (9, 0), (9, 9), (0, 9)), 0.1)
    stranger = a_die(10, mat="strip-2")
    reading = Reading(640, 480, (mat,), (a_die(80), stranger, a_die(50)), ())
    assert [die.position_mm for die in dice_on(reading, "strip-1")] == [(50, 100.0), (80, 100.0)]
    assert mat_in(reading, "strip-1") is mat
    assert mat_in(reading, "strip-2") is None


def test_corners_turn_with_the_die() -> None:
    """A square of the die's size around its centre, clockwise from the upper left."""
    die = a_die(50, centre_px=(100.0, 100.0), size_px=20.0)
    assert corners_px(die) == ((90.0, 90.0), (110.0, 90.0), (110.0, 110.0), (90.0, 110.0))
    assert as_fractions(((90.0, 30.0),), (180, 60)) == ((0.5, 0.5),)
    tilted = corners_px(replace(die, angle_deg=45.0))
    assert tilted[0] == pytest.approx((100.0, 100.0 - 10 * 2**0.5))
