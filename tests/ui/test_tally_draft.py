"""The final score's draft: any touches keep it valid, and each leads where it should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import MISSING
from kivy_ui.asking.draft import Action, Mark
from kivy_ui.games.roll.score_entry.draft import (
    MOST_CHIPS,
    MOST_PLAYERS,
    Dice,
    Draft,
    Part,
    owned,
    reduce,
)
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS
from tests.ui.tally_answers import (
    dice,
    good,
    part,
    piece,
    with_credits,
    with_number,
    with_pieces,
)

CATALOG = load_roll_catalog()
_KEYS = ("galactic_federation", "new_galactic_order", "secluded_world", "spice_world",
         "galactic_reserves", "space_tourism", "galactic_renaissance")  # fmt: skip
_HOMES = tuple(home.world.key for home in CATALOG.home_worlds)


def a_draft(count: int = 3) -> Draft:
    return Draft(CATALOG, tuple(ScoreEntryPlayer(f"P{number}") for number in range(1, count + 1)))


Touch = tuple[Any, ...]
"""A function of a draft and its further arguments."""


def _ask_somebody(draft: Draft, index: int) -> Draft:
    return draft.at(index % len(draft.players))


def _remove_somebody(draft: Draft, index: int) -> Draft:
    return draft.remove(index % len(draft.players))


def _answer(draft: Draft, make: Callable[..., Action], *values: Any) -> Draft:
    return reduce(draft, make(draft, *values))


def _mark(draft: Draft, place: int, value: int | None) -> Draft:
    """Type a number, or set one of a form, if one is asked for."""
    asked = place < len(draft.open.marks) and (value is not None or draft.part is Part.CHIPS)
    return reduce(draft, Mark(place, value)) if asked else draft


_FACTIONS = tuple(f"faction_{number}" for number in range(1, 10))
_TOUCHES = st.one_of(
    *(
        st.tuples(st.just(change), *values)
        for change, *values in (
            (_answer, st.just(part), st.sampled_from(Part)),
            (_answer, st.just(part), st.just(Part.DICE), st.sampled_from(Dice)),
            (_answer, st.just(piece), st.sampled_from((*_FACTIONS, *_HOMES, *_KEYS))),
            (_answer, st.just(good), st.sampled_from((*_KEYS, *_HOMES))),
            (reduce, st.sampled_from(TILE_GROUPS)),
            (_mark, st.integers(0, 7), st.none() | st.integers(-1, 1100)),
            (with_credits, st.integers(-1, 12)),
            (Draft.done,),
            (Draft.add, st.sampled_from(("Q", "R"))),
            (Draft.rename, st.just(0), st.sampled_from(("", "Éva", "x" * 40))),
        )
    ),
    st.tuples(st.sampled_from((_ask_somebody, _remove_somebody)), st.integers(0, 4)),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(_TOUCHES, max_size=40))
def test_any_touches_keep_a_valid_draft(touches: list[Touch]) -> None:
    """Numbers are possible, no tile lies twice, nobody is complete while something is missing."""
    draft = a_draft()
    _assert_valid(draft)
    for change, *arguments in touches:
        draft = change(draft, *arguments)
        _assert_valid(draft)


def _assert_valid(draft: Draft) -> None:
    assert 1 <= len(draft.players) <= MOST_PLAYERS
    assert 0 <= draft.player < len(draft.players)
    assert draft.part in draft.parts
    tiles = [key for player in draft.players for key in player.tiles]
    assert len(tiles) == len({CATALOG.tile_by_side[key].id for key in tiles})
    found = score_entry.findings(draft.players, CATALOG)
    for index, player in enumerate(draft.players):
        assert player.name
        assert player.vp_chips is None or 0 <= player.vp_chips <= MOST_CHIPS
        missing = [each for each in found if each.player == index and each.code in MISSING]
        assert not (missing and all(draft.entered(index, part) for part in Part)), missing


def test_each_choice_asks_for_the_next_part() -> None:
    """Faction, home world, chips; a number and tiles have no end of their own."""
    draft = with_pieces(a_draft(), "faction_4", "doomed_world")
    assert draft.part is Part.CHIPS
    draft = with_number(draft, 12)
    assert (draft.part, draft.now.vp_chips) == (Part.CHIPS, 12)
    assert draft.at(1).part is Part.FACTION


def test_a_number_begins_anew_when_its_page_is_opened() -> None:
    """Taking the last digit away leaves none."""
    draft = with_number(with_number(a_draft(), 12), 7)
    assert draft.now.vp_chips == 7
    assert reduce(draft, Mark(0, None)).now.vp_chips is None


def test_no_chips_and_no_credits_are_entered_like_any_number() -> None:
    draft = with_credits(with_number(a_draft(), 0), 0)
    assert draft.entered(0, Part.CHIPS)
    assert draft.entered(0, Part.CREDITS)


def test_an_added_player_is_asked_at_once() -> None:
    draft = with_pieces(a_draft(), "faction_4").add("Éva")
    assert (draft.now.name, draft.part) == ("Éva", Part.FACTION)


def test_a_player_who_leaves_takes_nobody_along() -> None:
    """The one who is asked stays the same, or the one before."""
    draft = a_draft().at(2).remove(0)
    assert draft.now.name == "P3"
    assert draft.remove(1).now.name == "P2"
    assert len(a_draft(1).remove(0).players) == 1


def test_a_piece_is_in_the_box_once() -> None:
    """Neither a faction, a home world, a tile nor the back of one can be somebody else's."""
    keys = ("faction_4", "doomed_world", "new_galactic_order")
    other = with_pieces(with_pieces(a_draft(), *keys).at(1), *keys, "secluded_world")
    assert replace(other.now, name="") == ScoreEntryPlayer("")


def test_tiles_are_complete_once_the_table_says_so() -> None:
    """Tapping tiles is not enough, none at all is possible."""
    draft = a_draft().at(0, Part.TILES)
    assert not with_pieces(draft, "spice_world").entered(0, Part.TILES)
    assert with_pieces(draft, "spice_world").done().entered(0, Part.TILES)
    assert draft.done().entered(0, Part.TILES)


def test_dice_that_a_bonus_counts_are_proposed() -> None:
    """R-1.6, R-7.4: five white ones and what the tiles gave; not asked for where none counts."""
    draft = with_pieces(a_draft(), "faction_1", "old_earth").at(0, Part.TILES)
    draft = with_pieces(draft, "spice_world")
    assert draft.done().entered(0, Part.DICE)
    draft = with_pieces(draft, "new_galactic_order").done().at(0, Part.DICE)
    assert draft.now.count("elsewhere", DieType.HOME) == 5
    assert len(draft.now.elsewhere) > 5
    assert not draft.entered(0, Part.DICE)
    assert draft.done().entered(0, Part.DICE)


def test_dice_in_the_cup_and_goods_are_among_those_owned() -> None:
    """What is counted twice would be paid for twice."""
    draft = with_pieces(a_draft(), "faction_1", "old_earth", "spice_world").at(0, Part.DICE)
    draft = reduce(reduce(draft, dice(DieType.HOME, 4)), dice(DieType.NOVELTY, 2))
    draft = reduce(reduce(draft, part(draft, Part.DICE, Dice.CUP)), dice(DieType.HOME, 3))
    draft = reduce(draft, good(draft, "spice_world"))
    assert [owned(draft.now, die) for die in (DieType.HOME, DieType.NOVELTY)] == [4, 2]
    assert draft.now.count("cup", DieType.HOME) == 3
    assert draft.now.goods == (Good("spice_world", DieType.NOVELTY),)
    back = reduce(draft, good(draft, "spice_world"))
    assert not back.now.goods
    assert owned(back.now, DieType.NOVELTY) == 2


@pytest.mark.parametrize(
    ("reserves", "counts"), [((), [1, 0]), (("galactic_reserves",), [2, 1, 0])]
)
def test_an_empty_world_is_filled_at_once(reserves: tuple[str, ...], counts: list[int]) -> None:
    """R-8.1: as far as it has room, then one less with each touch; a gray world has none."""
    draft = with_pieces(a_draft(), "old_earth", "spice_world", *reserves)
    found = []
    for _ in counts:
        for world in ("spice_world", "old_earth"):
            draft = reduce(draft, good(draft, world))
        found.append(len(draft.now.goods))
    assert found == counts


def test_equal_totals_ask_for_credits_and_the_cup() -> None:
    """R-11.5: only then, and only of those who are equal."""
    draft = a_draft(2)
    for index, home in enumerate(("old_earth", "new_sparta")):
        draft = with_pieces(draft.at(index), f"faction_{index + 1}", home)
        draft = with_number(draft, 9).at(index, Part.TILES).done()
    points = [score_entry.points_so_far(player, CATALOG) for player in draft.players]
    assert draft.is_tied(0) is (points[0] == points[1])
    poorer = points.index(min(points))
    even = replace(draft.players[poorer], vp_chips=9 + abs(points[0] - points[1]))
    players = tuple(even if index == poorer else each for index, each in enumerate(draft.players))
    tied = replace(draft, players=players)
    assert tied.parts[-1] is Part.CREDITS
    assert not tied.entered(1, Part.DICE)
    asked = tied.at(1)
    assert (asked.part, asked.dice) == (Part.DICE, Dice.CUP)


def test_what_is_wrong_is_asked_for() -> None:
    """R-1.1: 26 white dice are entered, of which the box has 25."""
    draft = reduce(a_draft(2).at(0, Part.DICE), dice(DieType.HOME, 20))
    draft = reduce(draft.at(1, Part.DICE), dice(DieType.HOME, 6)).at(1, Part.TILES)
    found = score_entry.findings(draft.players, CATALOG)
    wrong = next(each for each in found if each.code == "score_entry_dice_not_in_box")
    assert draft.at_finding(wrong).part is Part.DICE
