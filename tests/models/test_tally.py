"""What counts as right, wrong, asked about and missed when pictures are judged."""

from __future__ import annotations

import pytest

from companion.session.ports import DieReading, DieStatus
from models.training.evaluation.field_test import Truth, half_of, judge
from models.training.evaluation.tally import Tally, calibration_error


def read(x: float, label: str, *, ask: bool = False, confidence: float = 0.99) -> DieReading:
    kind, face = label.split("/")
    status = DieStatus.CHECK if ask else DieStatus.OK
    return DieReading(
        (x, 0.0), 40.0, 0.0, None, None, None, kind, "white", face, confidence, status
    )


DICE = [Truth(0.0, 0.0, 40.0, "home/ship"), Truth(100.0, 0.0, 40.0, "genes/wild")]


def test_a_picture_read_right() -> None:
    """Both found, both right, nothing else: exact."""
    tally = judge(DICE, [read(1, "home/ship"), read(99, "genes/wild")], open_world=False)
    assert (tally.right, tally.exact, tally.wrong_ok, tally.ghosts_ok) == (2, 1, 0, 0)
    assert tally.away == [0.025, 0.025]


def test_wrong_and_sure_is_the_worst() -> None:
    """The same mistake that a person is asked about does not count there."""
    sure = judge(DICE, [read(0, "home/wild"), read(100, "genes/wild")], open_world=False)
    asked = judge(DICE, [read(0, "home/wild", ask=True), read(100, "genes/wild")], open_world=False)
    assert (sure.wrong_ok, sure.check, sure.exact) == (1, 0, 0)
    assert (asked.wrong_ok, asked.check, asked.check_right) == (0, 1, 0)


def test_missed_dice_and_ghosts() -> None:
    """A die without a reading is missed, a sure reading without a die is a ghost."""
    tally = judge(DICE, [read(0, "home/ship"), read(50, "home/ship")], open_world=False)
    assert (tally.missed, tally.ghosts_ok, tally.exact) == (1, 1, 0)


def test_unlabelled_dice_beyond_the_labelled_ones_are_no_ghosts() -> None:
    """Some sets label only a part of the picture."""
    extra = [read(0, "home/ship"), read(100, "genes/wild"), read(300, "home/ship")]
    assert judge(DICE, extra, open_world=True).ghosts_ok == 0
    assert judge(DICE, extra, open_world=False).ghosts_ok == 1


def test_cocked_dice_count_apart() -> None:
    """They are not among the dice; by their state they are asked about, taken as safe or lost."""
    leaning = [Truth(0.0, 0.0, 40.0, "home/ship", "cocked")]
    asked, sure = read(0, "home/ship", ask=True), read(0, "home/ship")
    for readings, told, taken in (([], 0, 0), ([asked], 1, 0), ([sure], 0, 1)):
        tally = judge(leaning, readings, open_world=False)
        found = tally.askew["cocked"], tally.askew_asked["cocked"], tally.askew_ok["cocked"]
        assert (tally.dice, *found) == (0, 1, told, taken)
    unseen = [Truth(0.0, 0.0, 40.0, "home/ship", "hidden", 0.1)]
    assert judge(unseen, [], open_world=False).askew.total() == 0
    assert judge(leaning, [read(0, "home/wild")], open_world=False).wrong_ok == 1


def test_the_calibration_error_is_the_gap_between_saying_and_being() -> None:
    """Half right while saying 90 % is off by 0.4; right as often as said is off by nothing."""
    assert calibration_error([(0.9, k % 2 == 0) for k in range(300)]) == pytest.approx(0.4)
    assert calibration_error([(0.8, k % 5 != 0) for k in range(300)]) == pytest.approx(0.0)
    assert calibration_error([]) == 0.0


def test_tallies_add_up() -> None:
    """Two pictures are the sum of both."""
    total = Tally()
    for shift in (0.0, 8.0):
        total.add(judge(DICE, [read(shift, "home/ship")], open_world=False))
    figures = total.figures()
    assert (figures["pictures"], figures["dice"], figures["right"]) == (2, 4, 0.5)
    assert figures["centre_off_edges_p95"] == pytest.approx(0.19)


def test_every_picture_has_a_half() -> None:
    """Named by the set, else by the file's name, always the same."""
    assert half_of({"image": "a.jpg", "half": "report"}) == "report"
    halves = [half_of({"image": f"{k:04d}.jpg"}) for k in range(200)]
    assert halves == [half_of({"image": f"{k:04d}.jpg"}) for k in range(200)]
    assert 60 < halves.count("tune") < 140
