"""The final score's draft: any touches keep it valid, and each leads where it should."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from kivy_ui.games.roll.score_entry.draft import (
    MOST_CHIPS,
    MOST_PLAYERS,
    Action,
    Add,
    AskPart,
    AskPlayer,
    Count,
    Credits,
    Dice,
    Die,
    Digit,
    Done,
    Draft,
    Faction,
    Goods,
    Group,
    Home,
    Part,
    Remove,
    Rename,
    Tile,
    at_finding,
    entered,
    is_tied,
    owned,
    parts,
    reduce,
)

CATALOG = load_roll_catalog()
_KEYS = ("galactic_federation", "new_galactic_order", "secluded_world", "spice_world",
         "galactic_reserves", "space_tourism", "galactic_renaissance")  # fmt: skip
_HOMES = tuple(home.world.key for home in CATALOG.home_worlds)


def a_draft(count: int = 3) -> Draft:
    return Draft(tuple(ScoreEntryPlayer(f"P{number}") for number in range(1, count + 1)))


def after(draft: Draft, *actions: Action) -> Draft:
    for action in actions:
        draft = reduce(draft, action, CATALOG)
    return draft


_ACTIONS = st.one_of(
    st.builds(AskPlayer, st.integers(0, 4)),
    st.builds(AskPart, st.sampled_from(Part)),
    st.just(Done()),
    st.builds(Faction, st.integers(1, 9)),
    st.builds(Home, st.sampled_from(_HOMES)),
    st.builds(Digit, st.none() | st.integers(0, 9)),
    st.builds(Tile, st.sampled_from(_KEYS)),
    st.builds(Group, st.integers(-1, 10)),
    st.builds(Count, st.sampled_from(Dice)),
    st.builds(Die, st.sampled_from(DieType), st.integers(-1, 30)),
    st.builds(Goods, st.sampled_from((*_KEYS, *_HOMES))),
    st.builds(Credits, st.integers(-1, 12)),
    st.builds(Add, st.sampled_from(("Q", "R"))),
    st.builds(Remove, st.integers(0, 5)),
    st.builds(Rename, st.just(0), st.sampled_from(("", "Éva", "x" * 40))),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_ACTIONS, max_size=40))
def test_any_touches_keep_a_valid_draft(actions: list[Action]) -> None:
    """Who and what is asked exists, numbers are possible, no tile lies twice, nothing is lost."""
    draft = a_draft()
    _assert_valid(draft)
    for action in actions:
        draft = reduce(draft, action, CATALOG)
        _assert_valid(draft)


def _assert_valid(draft: Draft) -> None:
    assert 1 <= len(draft.players) <= MOST_PLAYERS
    assert 0 <= draft.player < len(draft.players)
    assert draft.part in parts(draft, CATALOG)
    tiles = [key for player in draft.players for key in player.tiles]
    assert len(tiles) == len({CATALOG.tile_by_side[key].id for key in tiles})
    for player in draft.players:
        assert player.name
        assert player.vp_chips is None or 0 <= player.vp_chips <= MOST_CHIPS
        assert min((*player.cup, *player.elsewhere)) >= 0
    score_entry.findings(draft.players, CATALOG)


@settings(max_examples=40, deadline=None)
@given(st.lists(_ACTIONS, max_size=40))
def test_a_player_is_complete_only_if_nothing_is_missing(actions: list[Action]) -> None:
    """The marks agree with what the score says is missing."""
    draft = after(a_draft(), *actions)
    for index in range(len(draft.players)):
        done = all(entered(draft, CATALOG, index, part) for part in Part)
        missing = {
            each.code
            for each in score_entry.findings(draft.players, CATALOG)
            if each.player == index and each.code.startswith("score_entry_no_")
        } - {"score_entry_no_room_for_good"}
        assert not (done and missing), (missing, draft)


def test_each_choice_asks_for_the_next_part() -> None:
    """Faction, home world, chips; a number and tiles have no end of their own."""
    draft = after(a_draft(), Faction(4), Home("doomed_world"))
    assert draft.part is Part.CHIPS
    draft = after(draft, Digit(1), Digit(2))
    assert (draft.part, draft.now.vp_chips) == (Part.CHIPS, 12)
    assert after(draft, AskPlayer(1)).part is Part.FACTION


def test_a_number_begins_anew_when_its_page_is_opened() -> None:
    draft = after(a_draft(), AskPart(Part.CHIPS), Digit(1), Digit(2), AskPart(Part.CHIPS), Digit(7))
    assert draft.now.vp_chips == 7
    draft = after(draft, Digit(None))
    assert draft.now.vp_chips is None


def test_an_added_player_is_asked_at_once() -> None:
    draft = after(a_draft(), Faction(4), Add("Éva"))
    assert (draft.now.name, draft.part) == ("Éva", Part.FACTION)


def test_a_player_who_leaves_takes_nobody_along() -> None:
    """The one who is asked stays the same, or the one before."""
    draft = after(a_draft(), AskPlayer(2), Remove(0))
    assert draft.now.name == "P3"
    assert after(draft, Remove(1)).now.name == "P2"
    assert len(after(a_draft(1), Remove(0)).players) == 1


def test_a_piece_is_in_the_box_once() -> None:
    """Neither a faction, a home world, a tile nor the back of one can be somebody else's."""
    draft = after(a_draft(), Faction(4), Home("doomed_world"), Tile("new_galactic_order"))
    other = after(draft, AskPlayer(1), Faction(4), Home("doomed_world"))
    other = after(other, Tile("new_galactic_order"), Tile("secluded_world"))
    assert replace(other.now, name="") == ScoreEntryPlayer("")


def test_tiles_are_complete_once_the_table_says_so() -> None:
    """Tapping tiles is not enough, none at all is possible."""
    draft = after(a_draft(), AskPart(Part.TILES), Tile("spice_world"))
    assert not entered(draft, CATALOG, 0, Part.TILES)
    assert entered(after(draft, Done()), CATALOG, 0, Part.TILES)
    assert entered(after(a_draft(), AskPart(Part.TILES), Done()), CATALOG, 0, Part.TILES)


def test_dice_that_a_bonus_counts_are_proposed() -> None:
    """R-1.6, R-7.4: five white ones and what the tiles gave; not asked for where none counts."""
    draft = after(
        a_draft(), Faction(1), Home("old_earth"), AskPart(Part.TILES), Tile("spice_world")
    )
    assert entered(after(draft, Done()), CATALOG, 0, Part.DICE)
    draft = after(draft, Tile("new_galactic_order"), Done(), AskPart(Part.DICE))
    assert draft.now.count("elsewhere", DieType.HOME) == 5
    assert sum(draft.now.elsewhere) > 5
    assert not entered(draft, CATALOG, 0, Part.DICE)
    assert entered(after(draft, Done()), CATALOG, 0, Part.DICE)


def test_dice_in_the_cup_and_goods_are_among_those_owned() -> None:
    """What is counted twice would be paid for twice."""
    draft = after(a_draft(), Faction(1), Home("old_earth"), Tile("spice_world"))
    draft = after(draft, AskPart(Part.DICE), Die(DieType.HOME, 4), Die(DieType.NOVELTY, 2))
    draft = after(draft, Count(Dice.CUP), Die(DieType.HOME, 3), Goods("spice_world"))
    assert [owned(draft.now, die) for die in (DieType.HOME, DieType.NOVELTY)] == [4, 2]
    assert draft.now.count("cup", DieType.HOME) == 3
    assert draft.now.goods == (Good("spice_world", DieType.NOVELTY),)
    back = after(draft, Goods("spice_world"))
    assert not back.now.goods
    assert owned(back.now, DieType.NOVELTY) == 2


@pytest.mark.parametrize(("reserves", "counts"), [(False, [1, 0]), (True, [2, 1, 0])])
def test_an_empty_world_is_filled_at_once(reserves: bool, counts: list[int]) -> None:
    """R-8.1: as far as it has room, then one less with each touch; a gray world has none."""
    draft = after(a_draft(), Home("old_earth"), Tile("spice_world"))
    draft = after(draft, Tile("galactic_reserves")) if reserves else draft
    found = []
    for _ in counts:
        draft = after(draft, Goods("spice_world"), Goods("old_earth"))
        found.append(len(draft.now.goods))
    assert found == counts


def test_equal_totals_ask_for_credits_and_the_cup() -> None:
    """R-11.5: only then, and only of those who are equal."""
    draft = a_draft(2)
    for index, home in enumerate(("old_earth", "new_sparta")):
        draft = after(draft, AskPlayer(index), Faction(index + 1), Home(home))
        draft = after(draft, AskPart(Part.CHIPS), Digit(9), AskPart(Part.TILES), Done())
    points = [score_entry.points_so_far(player, CATALOG) for player in draft.players]
    assert is_tied(draft, CATALOG, 0) is (points[0] == points[1])
    poorer = points.index(min(points))
    even = replace(draft.players[poorer], vp_chips=9 + abs(points[0] - points[1]))
    players = tuple(even if index == poorer else each for index, each in enumerate(draft.players))
    tied = replace(draft, players=players)
    assert parts(tied, CATALOG)[-1] is Part.CREDITS
    assert not entered(tied, CATALOG, 1, Part.DICE)
    assert after(tied, AskPlayer(1)).part is Part.DICE
    assert after(tied, AskPlayer(1)).dice is Dice.CUP


def test_what_is_wrong_is_asked_for() -> None:
    """R-1.1: 26 white dice are entered, of which the box has 25."""
    draft = after(a_draft(2), AskPart(Part.DICE), Die(DieType.HOME, 20))
    draft = after(draft, AskPlayer(1), AskPart(Part.DICE), Die(DieType.HOME, 6))
    draft = after(draft, AskPart(Part.TILES))
    found = score_entry.findings(draft.players, CATALOG)
    wrong = next(each for each in found if each.code == "score_entry_dice_not_in_box")
    assert at_finding(draft, wrong, CATALOG).part is Part.DICE
