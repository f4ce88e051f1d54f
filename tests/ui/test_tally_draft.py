"""The final score's draft: any touches keep it valid, and each leads where it should."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import MISSING
from kivy_ui.asking.draft import Give, Mark
from kivy_ui.games.roll.score_entry.draft import (
    MOST_CHIPS,
    MOST_PLAYERS,
    Dice,
    Draft,
    Part,
    reduce,
)
from tests.ui.tally_answers import (
    dice,
    good,
    owned,
    part,
    typed,
    with_credits,
    with_number,
    with_pieces,
)

CATALOG = load_roll_catalog()


def a_draft(count: int = 3) -> Draft:
    return Draft(CATALOG, tuple(ScoreEntryPlayer(f"P{number}") for number in range(1, count + 1)))


def assert_valid(draft: Draft) -> None:
    """Numbers are possible, no tile lies twice, nobody is complete while something is missing."""
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
    """Faction, home world, tiles; a number and tiles have no end of their own."""
    draft = with_pieces(a_draft(), "faction_4", "doomed_world")
    assert draft.part is Part.TILES
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


def test_answers_that_do_not_fit_change_nothing() -> None:
    """Of a page that was left, or beyond what there is; of an empty table only what is asked."""
    for draft in (a_draft().at(0, Part.CHIPS), a_draft(), a_draft().at(0, Part.TILES)):
        for key in (
            Mark(0, 1100),
            Mark(3, 4),
            Give(1, ("credits", -1)),
            good(draft, "spice_world"),
        ):
            assert reduce(draft, key).players == draft.players


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
    assert draft.now.elsewhere.count(DieType.HOME) == 5
    assert len(draft.now.elsewhere) > 5
    assert not draft.entered(0, Part.DICE)
    assert draft.done().entered(0, Part.DICE)


def test_dice_in_the_cup_and_goods_are_among_those_owned() -> None:
    """What is counted twice would be paid for twice."""
    draft = with_pieces(a_draft(), "faction_1", "old_earth", "spice_world").at(0, Part.DICE)
    draft = reduce(reduce(draft, dice(DieType.HOME, 4)), dice(DieType.NOVELTY, 2))
    draft = reduce(draft, part(draft, Part.DICE, Dice.CUP))
    draft = reduce(draft, typed(draft, 3))
    draft = reduce(draft, good(draft, "spice_world"))
    assert [owned(draft.now, die) for die in (DieType.HOME, DieType.NOVELTY)] == [4, 2]
    assert draft.now.cup == (DieType.HOME,) * 3
    assert draft.now.goods == (Good("spice_world", DieType.NOVELTY),)
    draft = with_pieces(draft, "new_galactic_order").at(0, Part.DICE, Dice.CUP.value)
    draft = draft.done().at(0, Part.DICE, Dice.CUP.value)
    for digit in (1, 9):
        draft = reduce(draft, typed(draft, digit))
    assert len(draft.now.cup or ()) == 1, "no more than the dice that a bonus counts"
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
    assert not replace(tied, players=tuple(replace(e, dice_entered=True) for e in players)).entered(
        1, Part.DICE
    ), "who has counted all dice has not yet told those in the cup"
    asked = tied.at(1)
    assert (asked.part, asked.dice) == (Part.DICE, Dice.CUP)
    known = (*(asked.now.cup or ()), *asked.now.elsewhere)
    for digit in (1, 7):
        asked = reduce(asked, typed(asked, digit))
    assert len(asked.now.cup or ()) == 17, "their kinds do not matter: more than are known"
    back = reduce(asked, Mark(0, None))
    assert (back.now.cup, len(back.now.elsewhere)) == (None, 17)
    back = reduce(back, typed(back, 2))
    assert (len(back.now.cup or ()), len(back.now.elsewhere)) == (2, 15)
    assert not Counter(known) - Counter((*(back.now.cup or ()), *back.now.elsewhere))
    assert back.done().entered(1, Part.DICE)


def test_what_is_wrong_is_asked_for() -> None:
    """R-1.1: 26 white dice are entered, of which the box has 25."""
    draft = reduce(a_draft(2).at(0, Part.DICE), dice(DieType.HOME, 20))
    draft = reduce(draft.at(1, Part.DICE), dice(DieType.HOME, 6)).at(1, Part.TILES)
    found = score_entry.findings(draft.players, CATALOG)
    wrong = next(each for each in found if each.code == "score_entry_dice_not_in_box")
    assert draft.at_finding(wrong).part is Part.DICE
