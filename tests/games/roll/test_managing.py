"""Recruiting, recalling, and drawing from a short bag (R-5.3, R-6.5, R-10.1, R-10.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roll.dice import DieType
from companion.games.roll.drawing_tiles import DrawAction, DrawStep, plan_draw, tiles_to_draw
from companion.games.roll.managing import (
    Recruiting,
    add_credits,
    must_recall,
    propose_recruits,
    recruiting,
)
from companion.games.roll.options import EmptyBag, EmptyCup, TableOptions

HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)
DRAW, REFILL, PLACE, GIVE = tuple(DrawAction)


@pytest.mark.parametrize(
    ("now", "gain", "after", "lost"), [(0, 2, 2, 0), (9, 1, 10, 0), (9, 5, 10, 4), (10, 0, 10, 0)]
)
def test_credits_end_at_ten(now: int, gain: int, after: int, lost: int) -> None:
    """R-5.3: the surplus is lost."""
    assert add_credits(now, gain) == (after, lost)


@pytest.mark.parametrize(
    ("money", "dice", "expected"),
    [
        (3, 2, Recruiting(2, free_choice=False, credits_after=1)),
        (2, 2, Recruiting(2, free_choice=False, credits_after=1)),  # $0 becomes $1
        (2, 5, Recruiting(2, free_choice=True, credits_after=1)),
        (10, 0, Recruiting(0, free_choice=False, credits_after=10)),
        (0, 0, Recruiting(0, free_choice=False, credits_after=1)),
        (0, 3, Recruiting(0, free_choice=True, credits_after=1)),
    ],
)
def test_recruiting_goes_on_until_dice_or_credits_are_used_up(
    money: int, dice: int, expected: Recruiting
) -> None:
    """R-10.1: mandatory; which ones, when short, is the player's choice."""
    assert recruiting(money, (HOME,) * dice) == expected


def test_the_proposal_recruits_the_most_able_dice() -> None:
    """Alien Technology and Genes before red ones, white ones last."""
    citizenry = (HOME, MILITARY, GENES, HOME, ALIEN)
    assert propose_recruits(3, citizenry) == (ALIEN, GENES, MILITARY)
    assert sorted(propose_recruits(9, citizenry), key=list(DieType).index) == sorted(
        citizenry, key=list(DieType).index
    )


def test_an_empty_cup_forces_a_recall() -> None:
    """R-10.2 (PL); if there is anything to recall, and unless the table reads HU (D-15)."""
    assert must_recall((), 2)
    assert not must_recall((), 0)
    assert not must_recall((HOME,), 2)
    assert not must_recall((), 2, TableOptions(empty_cup=EmptyCup.MAY_RECALL))


# --- the bag -------------------------------------------------------------------------------------


def test_a_scout_draws_one_more_than_abandoned() -> None:
    """R-6.3."""
    assert [tiles_to_draw(n) for n in (0, 1, 3)] == [1, 2, 4]


def test_a_full_bag_is_simply_drawn_from() -> None:
    """Nothing else happens."""
    assert plan_draw(3, bag=3, abandoned=2, zones={1: 5}, scout=1) == (DrawStep(DRAW, 3),)


def test_abandoned_tiles_refill_a_short_bag() -> None:
    """R-6.5: draw what is there, then put the abandoned tiles in and draw the rest."""
    assert plan_draw(4, bag=1, abandoned=5, zones={1: 5, 2: 5}, scout=1) == (
        DrawStep(DRAW, 1),
        DrawStep(REFILL, 5),
        DrawStep(DRAW, 3),
    )


@pytest.mark.parametrize(
    ("reading", "givers"),
    [(EmptyBag.THREE_OR_MORE, (1, 2)), (EmptyBag.MORE_THAN_THREE, (1,))],
)
def test_players_give_back_when_everything_is_empty(
    reading: EmptyBag, givers: tuple[int, ...]
) -> None:
    """R-6.5, both readings (D-12); the scout's tiles are placed first and count."""
    steps = plan_draw(
        4,
        bag=1,
        abandoned=1,
        zones={1: 2, 2: 3, 3: 2},
        scout=1,
        options=TableOptions(empty_bag=reading),
    )
    assert steps == (
        DrawStep(DRAW, 1),
        DrawStep(REFILL, 1),
        DrawStep(DRAW, 1),
        DrawStep(PLACE, 2),
        DrawStep(GIVE, len(givers), givers),
        DrawStep(DRAW, len(givers)),
    )


def test_nothing_can_be_drawn_where_nothing_is() -> None:
    """The plan is empty, no step has zero tiles."""
    assert plan_draw(2, bag=0, abandoned=0, zones={1: 2, 2: 0}, scout=1) == ()


@given(
    st.integers(1, 8),
    st.integers(0, 6),
    st.integers(0, 6),
    st.dictionaries(st.integers(1, 5), st.integers(0, 6), min_size=2),
    st.sampled_from(EmptyBag),
)
def test_drawing_never_takes_more_than_there_is(
    wanted: int, bag: int, abandoned: int, zones: dict[int, int], reading: EmptyBag
) -> None:
    """Tiles drawn are the tiles wanted, or all that could be had."""
    scout = min(zones)
    options = TableOptions(empty_bag=reading)
    steps = plan_draw(
        wanted, bag=bag, abandoned=abandoned, zones=zones, scout=scout, options=options
    )
    assert all(step.tiles > 0 for step in steps)
    drawn = sum(step.tiles for step in steps if step.action is DRAW)
    given_back = sum(step.tiles for step in steps if step.action is GIVE)
    assert drawn == min(wanted, bag + abandoned + given_back)
    if bag + abandoned >= wanted:
        assert not given_back
