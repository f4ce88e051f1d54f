"""Credits, chips, tiles, and setting them by hand."""

from __future__ import annotations

import pytest

from companion.games.roll.model import errors
from companion.games.roll.phases.counters import Corrected, CreditsChanged, VpChanged
from tests.games.refused import refused_as
from tests.games.roll.table import THREE, decided, play, see


def test_credits_stop_at_ten() -> None:
    """R-5.3: the surplus is lost, and the event says how much."""
    state = play(THREE)
    assert decided(state, "ChangeCredits seat=3 delta=5") == (CreditsChanged(3, 2, 3),)
    state = play("ChangeCredits seat=3 delta=5", state=state)
    assert state.empire(3).credits == 10
    assert decided(state, "ChangeCredits seat=3 delta=1") == (CreditsChanged(3, 0, 1),)


def test_credits_do_not_go_below_zero() -> None:
    """R-10.1: one can only spend what one has."""
    state = play(THREE, "ChangeCredits seat=1 delta=-1")
    assert state.empire(1).credits == 0
    with refused_as(errors.NOT_ENOUGH_CREDITS):
        decided(state, "ChangeCredits seat=1 delta=-1")


def test_chips_come_from_the_pool_then_from_the_reserve() -> None:
    """R-9.4: players go on taking VP when the pool is empty."""
    state = play(THREE, "ChangeVp seat=1 delta=34")
    assert decided(state, "ChangeVp seat=2 delta=5") == (VpChanged(2, 2, 3),)
    view = see(play("ChangeVp seat=2 delta=5", state=state))
    assert (view.vp_pool, view.vp_beyond_pool) == (0, 3)


def test_chips_put_back_fill_the_reserve_first() -> None:
    """The way back is the way there, reversed."""
    state = play(THREE, "ChangeVp seat=1 delta=40")
    state = play("ChangeVp seat=1 delta=-6", state=state)
    assert (state.vp_pool, state.vp_beyond_pool, state.empire(1).vp_chips) == (2, 0, 34)
    with refused_as(errors.NOT_ENOUGH_VP):
        decided(state, "ChangeVp seat=1 delta=-35")


def test_tableaus_have_a_least_and_a_greatest_size() -> None:
    """Set-up counts 3 (R-10.4); the box has 55 tiles more (R-1.2)."""
    state = play(THREE)
    for delta in (-1, 56):
        with refused_as(errors.TILE_COUNT):
            decided(state, f"ChangeTiles seat=1 delta={delta}")


@pytest.mark.parametrize("line", ["ChangeCredits", "ChangeVp", "ChangeTiles"])
def test_changes_by_nothing(line: str) -> None:
    """No event without something that happened."""
    with refused_as(errors.NO_CHANGE):
        decided(play(THREE), f"{line} seat=1 delta=0")


@pytest.mark.parametrize(
    ("what", "value", "seat", "old"),
    [
        ("credits", 0, " seat=1", 1),
        ("vp_chips", 999, " seat=1", 0),
        ("tiles", 12, " seat=1", 3),
        ("vp_pool", 0, "", 36),
        ("round", 99, "", 1),
    ],
)
def test_every_counter_can_be_set(what: str, value: int, seat: str, old: int) -> None:
    """Physical truth wins; the log keeps what was believed before and why it changed."""
    state = play(THREE)
    line = f"Correct what={what} value={value}{seat} reason=miscounted"
    (event,) = decided(state, line)
    assert isinstance(event, Corrected)
    assert (event.old, event.reason) == (old, "miscounted")
    with refused_as(errors.NO_CHANGE):
        decided(play(line, state=state), line)


@pytest.mark.parametrize(
    ("what", "value", "seat"),
    [
        ("credits", 11, " seat=1"),
        ("credits", -1, " seat=1"),
        ("vp_chips", -1, " seat=1"),
        ("vp_chips", 1000, " seat=1"),
        ("tiles", 2, " seat=1"),
        ("vp_pool", 37, ""),
        ("round", 0, ""),
        ("round", 100, ""),
    ],
)
def test_values_that_cannot_lie_on_the_table(what: str, value: int, seat: str) -> None:
    """The error names what is possible."""
    with refused_as(errors.BAD_VALUE) as caught:
        decided(play(THREE), f"Correct what={what} value={value}{seat}")
    assert str(value) in caught.value.message


def test_chips_back_in_the_pool_close_the_reserve() -> None:
    """R-9.4: there is a reserve only while the pool is empty."""
    state = play(THREE, "ChangeVp seat=1 delta=40;Correct what=vp_pool value=2")
    assert (state.vp_pool, state.vp_beyond_pool) == (2, 0)
