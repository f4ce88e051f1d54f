"""A score entry: incomplete, impossible, complete; and the same score as the command's."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.scorefile import score_entry as t
from companion.scorefile.errors import ScoreFileError
from tests.scorefile.entered import result

CATALOG = load_roll_catalog()
ANN = t.ScoreEntryPlayer(
    "Ann",
    vp_chips=20,
    credits=3,
    faction=4,
    home_world="doomed_world",
    tiles=("galactic_federation", "space_tourism", "secluded_world"),
    tiles_entered=True,
)
BOB = t.ScoreEntryPlayer(
    "Bob", vp_chips=3, credits=1, faction=1, home_world="old_earth", tiles_entered=True
)


def _codes(*players: t.ScoreEntryPlayer) -> list[str]:
    return [finding.code for finding in t.findings(players, CATALOG)]


def test_an_empty_player_is_asked_for_everything() -> None:
    """Faction, home world, chips and tiles; only dice may be none."""
    assert _codes(t.ScoreEntryPlayer("Ann")) == [
        "score_entry_no_faction", "score_entry_no_home_world", "score_entry_no_chips",
        "score_entry_no_tiles",
    ]  # fmt: skip


def test_credits_and_the_cup_are_asked_for_where_totals_are_equal() -> None:
    """They break ties and nothing else (R-11.5)."""
    ann, bob = replace(ANN, credits=None), replace(BOB, credits=None)
    assert "score_entry_no_credits" not in _codes(ann, bob)
    apart = t.points_so_far(ann, CATALOG) - t.points_so_far(bob, CATALOG)
    even = replace(bob, vp_chips=3 + apart)
    assert _codes(ann, even) == ["score_entry_no_credits", "score_entry_no_cup"] * 2
    known = [replace(each, credits=1, cup=()) for each in (ann, even)]
    assert not {"score_entry_no_credits", "score_entry_no_cup"} & set(_codes(*known))
    assert [each.rank for each in result((ann, bob), CATALOG)] == [1, 2]


def test_a_complete_player_can_be_scored() -> None:
    """Nothing is missing."""
    assert not [f for f in t.findings((ANN, BOB), CATALOG) if f.blocking]
    scores = result((ANN, BOB), CATALOG)
    assert [each.rank for each in scores] == [1, 2]
    assert scores[0].total == t.points_so_far(ANN, CATALOG)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tiles": (*ANN.tiles, ANN.tiles[0])}, "score_entry_tile_twice"),
        ({"credits": 11}, "score_entry_too_many_credits"),
        ({"goods": (Good("galactic_federation", DieType.GENES),)}, "score_entry_no_room_for_good"),
        ({"elsewhere": (DieType.HOME,) * 30}, "score_entry_dice_not_in_box"),
        ({"vp_chips": 130}, "score_entry_many_chips"),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, object], code: str) -> None:
    """A tile twice, 11 credits, a good on a development, 30 white dice, more chips than made."""
    wrong = replace(ANN, **change)  # type: ignore[arg-type]
    assert code in _codes(wrong, BOB)


def test_what_two_players_cannot_both_have() -> None:
    """Name, faction, home world, a tile and its other side."""
    other_side = CATALOG.tile_by_side["galactic_federation"].world.key
    twin = replace(ANN, name="ann", tiles=("space_tourism", other_side))
    assert set(_codes(ANN, twin)) == {
        "score_entry_same_name", "score_entry_faction_taken", "score_entry_home_world_taken",
        "score_entry_tile_twice", "score_entry_other_side",
    }  # fmt: skip


def test_dice_are_asked_for_only_where_a_bonus_counts_them() -> None:
    """New Galactic Order counts Military dice; "none" is an answer."""
    order = replace(ANN, tiles=("new_galactic_order",))
    assert "score_entry_no_dice" in _codes(order, BOB)
    assert "score_entry_no_dice" not in _codes(replace(order, dice_entered=True), BOB)
    counted = replace(order, elsewhere=(DieType.MILITARY,) * 4)
    assert t.points_so_far(counted, CATALOG) - t.points_so_far(order, CATALOG) == 4


def test_goods_go_with_their_world() -> None:
    """A world that is taken back, or another home world, leaves no good behind."""
    with_good = replace(ANN, goods=(Good("secluded_world", DieType.NOVELTY),))
    assert with_good.without_tile("secluded_world").goods == ()
    at_home = replace(BOB, goods=(Good("old_earth", DieType.HOME),))
    assert at_home.with_home_world("new_sparta").goods == ()
    assert at_home.with_home_world("old_earth").goods == at_home.goods


def test_a_game_that_is_not_over_is_doubted_not_refused() -> None:
    """R-10.4: three tiles each and few chips; a finding that does not block."""
    findings = t.findings((ANN, BOB), CATALOG)
    assert [(f.code, f.blocking) for f in findings] == [("score_entry_not_over", False)]
    assert _codes(replace(ANN, vp_chips=24), BOB) == []


@st.composite
def players(draw: st.DrawFn) -> tuple[t.ScoreEntryPlayer, ...]:
    """Anything that fingers can enter."""
    count = draw(st.integers(1, 5))
    keys = st.sampled_from(sorted(CATALOG.tile_by_side))
    homes = st.none() | st.sampled_from(sorted(CATALOG.home_by_key))
    small = st.lists(st.sampled_from(DieType), max_size=12).map(t.sorted_dice)
    return tuple(
        t.ScoreEntryPlayer(
            name=f"P{number}",
            vp_chips=draw(st.none() | st.integers(0, 60)),
            credits=draw(st.none() | st.integers(0, 11)),
            faction=draw(st.none() | st.integers(1, 9)),
            home_world=draw(homes),
            tiles=tuple(draw(st.lists(keys, max_size=6))),
            tiles_entered=True,
            cup=draw(small),
            elsewhere=draw(small),
            dice_entered=draw(st.booleans()),
        )
        for number in range(count)
    )


@given(players())
def test_no_blocking_finding_means_a_score(entered: tuple[t.ScoreEntryPlayer, ...]) -> None:
    """The findings and the strict reader agree: what neither names can be scored.

    Credits that only break a tie are 0 to the reader.
    """
    found = t.findings(entered, CATALOG)
    blocked = any(each.blocking and each.code != "score_entry_no_credits" for each in found)
    if blocked:
        with pytest.raises(ScoreFileError):
            result(entered, CATALOG)
    else:
        assert t.players_of(t.document(entered), CATALOG) == tuple(
            replace(
                p if p.dice_entered else replace(p, cup=(), elsewhere=()),
                credits=p.credits or 0,
            )
            for p in entered
        )
