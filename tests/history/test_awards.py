"""Awards from the log: luck, deeds and patience, worked out by hand here."""

from collections import Counter

import pytest

from companion.games.roll.model.dice import DieType, Face
from companion.games.roll.model.event import Event
from companion.games.roll.phases.ledger import VpGiven
from companion.games.roll.phases.round import (
    RevealStarted,
    RoundFinished,
    SignalReady,
    WithdrawReady,
)
from companion.history.records import Award, AwardKind, awards, best_rounds, waits_s, wild_luck
from companion.session.ports import StoredEvent


def _at(second: int, event: Event) -> StoredEvent:
    return StoredEvent(second, second, event, "", 1000 * second)


def test_a_wait_lasts_from_ready_to_the_last_player() -> None:
    """Seat 1 waits 40 s; seat 2 took its signal back and waits 10 s; the last one waits never."""
    events = (
        _at(0, SignalReady(1)), _at(5, SignalReady(2)), _at(20, WithdrawReady(2)),
        _at(30, SignalReady(2)), _at(40, SignalReady(3)), _at(40, RevealStarted()),
    )  # fmt: skip
    assert waits_s(events) == {1: 40.0, 2: 10.0}


def test_a_meal_is_no_wait() -> None:
    """More than half an hour between a signal and the reveal: the table was left."""
    assert waits_s((_at(0, SignalReady(1)), _at(1801, RevealStarted()))) == {}


def test_luck_is_wild_faces_above_the_expected_ones() -> None:
    """Military dice have one wild face of six: 3 of 12 are one more; Home dice have none."""
    faces = Counter({(DieType.MILITARY, Face.WILD): 3, (DieType.MILITARY, Face.SETTLE): 9})
    faces[DieType.HOME, Face.SHIP] = 20
    assert wild_luck(faces) == pytest.approx(1.0)


def test_the_best_round_counts_all_chips_of_one_round() -> None:
    """Chips of two sources in one round belong together, those of the next round do not."""
    events = (
        _at(1, VpGiven(1, 3)), _at(2, VpGiven(1, 1, "R-9.1", 2)), _at(3, RoundFinished(1)),
        _at(4, VpGiven(1, 4)), _at(5, RoundFinished(2)),
    )  # fmt: skip
    assert best_rounds(events) == {1: 6}


def test_equal_players_share_an_award_but_not_all_of_them() -> None:
    """Two of three win together; what everybody has to the same extent distinguishes nobody."""
    events = (_at(1, VpGiven(4, 5)), _at(2, VpGiven(2, 5)), _at(3, RoundFinished(1)))
    assert awards(events, (2, 3, 4), {}) == (Award(AwardKind.BEST_ROUND, (0, 2), 5),)
    assert awards(events, (2, 4), {}) == ()
