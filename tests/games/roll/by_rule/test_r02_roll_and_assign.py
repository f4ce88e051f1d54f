"""Sections 2a and 2b: the roll and what may be done with it behind the screen."""

from __future__ import annotations

import pytest

from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from tests.games.refused import refused_as
from tests.games.roll.by_rule.scenario import (
    ANN,
    BOB,
    EXPLORE,
    SHIP,
    Table,
    begun,
    judged,
    mat,
    revealed,
    rolled,
)


def test_the_roll_is_the_roll() -> None:
    """R-2.1: the whole cup, with faces that the dice have, and no second time."""
    table = Table(begun(ANN, BOB)).seat(1, cup="home genes")
    for wrong in ("home/ship", "home/ship,novelty/wild", "home/wild,genes/wild"):
        assert table.refuses(f"RollDice seat=1 dice={wrong}") == "roll"
    table.tell("RollDice seat=1 dice=home/ship,genes/wild")
    assert table.cup() == ""
    assert table.refuses("RollDice seat=1 dice=home/ship,genes/settle") == "roll"


@pytest.mark.parametrize(
    "laid",
    [
        "home:ship!",
        "home:ship! genes:wild@ship home:develop",
        "home:ship! novelty:wild@ship",
        "home:settle! genes:wild@ship",
    ],
)
def test_the_mat_shows_what_was_rolled(laid: str) -> None:
    """R-2.1, R-3.1: all dice of the roll, no others, and the faces that were rolled."""
    table = rolled("home:ship genes:wild")
    table.tell(mat("home:ship!", 2), "RecordSpareDie face=ship", mat(laid))
    assert table.refuses("ConfirmReveal") == "mat_dice"
    table.tell(mat("home:ship! genes:wild@settle"), "ConfirmReveal")


@pytest.mark.parametrize("column", Phase)
def test_wild_faces_go_anywhere(column: Phase) -> None:
    """R-3.1: under any column; two of them under the same or different ones."""
    here = f"home:ship! genes:wild@{column.value} alien_technology:wild@"
    assert judged(here + column.value) == "fine"
    assert judged(here + "ship") == "fine"


def test_other_faces_go_under_their_column() -> None:
    """R-3.1: a die under another column needs a power."""
    assert judged("home:ship! home:develop@settle") == "assignment"
    assert judged("home:ship! home:develop") == "fine"


@pytest.mark.parametrize("wanted", Phase)
def test_any_die_selects_any_phase(wanted: Phase) -> None:
    """R-3.2, FAQ (pl, hu) 7: whatever its face; the phase happens and the die works in it."""
    laid = f"military:develop@{wanted.value}!"
    table = revealed(laid, bob="home:ship!")
    assert wanted in table.state.round.active
    workers = dict(next(seat for seat in table.view().seats if seat.seat == 1).workers)
    assert workers[wanted] == 1


def test_one_die_selects() -> None:
    """R-3.2, FAQ (pl, hu) 61: exactly one."""
    assert judged("home:ship home:develop") != "fine"
    assert judged("home:ship! home:develop!") != "fine"


def test_first_select_then_reassign() -> None:
    """R-3.2, FAQ (pl, hu) 9, D-10: powers are for workers below the strip; selecting needs none.

    The die that selects is out of its column, and the one power is still there for another.
    """
    laid = "home:settle@ship! home:develop@ship"
    assert judged(laid, "shipping_affinity") == "fine"
    assert judged(laid) == "assignment"


def test_a_power_is_used_once() -> None:
    """R-3.3: two dice out of place need two powers."""
    laid = "home:ship! home:develop@settle home:explore@settle"
    assert judged(laid, "galactic_influence") == "assignment"
    assert judged(laid, "galactic_influence local_subsidies") == "fine"


def test_a_reassigned_die_lies_below_the_strip() -> None:
    """R-3.3, FAQ (pl, hu) 61: it selects nothing, and keeps its face."""
    table = revealed("home:ship! home:develop@settle", "galactic_influence")
    assert table.state.round.active == (SHIP,)
    assert table.cup() == "home"
    laid = next(seat for seat in table.view().seats if seat.seat == 1).dice
    assert laid[1].face.value == "develop"


def test_dictate() -> None:
    """R-3.4: one worker aside, one other moved anywhere; it is back in the cup at Reveal."""
    laid = "home:ship! home:develop@ship genes:settle@dictate"
    table = revealed(laid)
    assert table.cup() == "genes"
    assert table.state.round.active == (SHIP,)
    workers = dict(next(seat for seat in table.view().seats if seat.seat == 1).workers)
    assert workers[SHIP] == 2


def test_dictate_once_and_for_one() -> None:
    """R-3.4: a second die aside, or a second one moved, is too much; so is one moved for none."""
    for laid in (
        "home:ship! home:develop@ship home:settle@dictate home:explore@dictate home:explore@ship",
        "home:ship! home:develop@ship home:explore@ship home:settle@dictate",
        "home:ship! home:settle@dictate",
        "home:ship! home:develop@settle",
    ):
        assert judged(laid) == "assignment"


@pytest.mark.parametrize("aside", [1, 2, 6])
def test_a_dictate_moves_a_worker_below_the_strip(aside: int) -> None:
    """R-3.4, T-42d, T-49d: with all workers on Dictate the last one moved nobody.

    Galactic Mandate may move none.
    """
    kinds = ("home", "military", "consumption", "genes", "rare_elements", "novelty")
    laid = "home:ship! " + " ".join(f"{die}:explore@dictate" for die in kinds[:aside])
    with refused_as(errors.ASSIGNMENT, match="All workers are on Dictate") as refused:
        revealed(laid, "backup_planning")
    assert refused.value.code == "assignment"
    assert "Correct the dice" in refused.value.hint
    assert judged(laid, "backup_planning galactic_mandate") == "fine"
    assert judged(f"{laid} home:develop@ship", "backup_planning") == "fine"


def test_no_power_moves_the_die_on_dictate() -> None:
    """R-3.4, FAQ (pl, hu) 30: a die that paid for a move cannot be brought back by a power.

    Two dice are moved, one by Dictate, one by Galactic Influence: the die aside has to stay there.
    """
    laid = "home:ship! home:develop@ship home:explore@ship genes:settle@dictate"
    assert judged(laid, "galactic_influence") == "fine"
    back = "home:ship! home:develop@ship home:explore@ship genes:settle@develop"
    assert judged(back, "galactic_influence") == "assignment"


def test_several_workers_to_several_columns() -> None:
    """R-3.5, FAQ (pl, hu) 31, 53, T-12d: Nanotechnology sends two workers to two columns."""
    laid = "home:ship! home:develop@settle military:settle@explore"
    assert judged(laid, "nanotechnology") == "fine"
    three = f"{laid} home:explore@produce"
    assert judged(three, "nanotechnology") == "assignment"


def test_powers_may_move_wild_dice() -> None:
    """R-3.5, FAQ (pl, hu) 32: here Dictate was paid, so the wild die must be the one it moved."""
    laid = "home:ship! genes:wild@produce home:explore@dictate"
    assert judged(laid) == "fine"
    nobody = "home:ship! genes:settle home:explore@dictate"
    assert judged(nobody) == "assignment"


def test_the_column_is_matched_not_the_face() -> None:
    """R-3.5, R-3.6, FAQ (pl, hu) 35, 51, T-21d: explorers are what lies under Explore.

    Executive Power takes two of one column: a wild die sorted under Explore is the second one.
    Isolation Policy takes a developer's die only after another power has brought it there.
    """
    assert judged("home:ship! home:explore@ship genes:wild@ship", "executive_power") == "fine"
    assert judged("home:ship! home:explore@ship", "executive_power") == "assignment"
    developer = "home:ship! home:develop@settle"
    assert judged(developer, "isolation_policy") == "assignment"
    assert judged(developer, "isolation_policy operations_affinity") == "fine"


@pytest.mark.parametrize(
    ("laid", "built"),
    [
        ("alien_technology:develop@explore!", ""),
        ("home:explore! alien_technology:wild@explore", ""),
        ("home:explore! alien_technology:develop@explore", "galactic_influence"),
    ],
)
def test_yellow_dice_explore(laid: str, built: str) -> None:
    """R-3.6, FAQ (pl, hu) 33, 34: by selecting, by a wild face, by a Reassign power."""
    table = revealed(laid, built)
    before = table.credits()
    table.tell("Stock seat=1 die=alien_technology")
    assert table.credits() - before == 4  # Alien Archaeology knows it for a yellow explorer
    assert table.state.round.current is EXPLORE


def test_everybody_is_ready_before_the_reveal() -> None:
    """R-3.7, FAQ (pl, hu) 8: afterwards nobody assigns, also no wild dice."""
    table = rolled("home:ship genes:wild")
    assert table.state.step.value == "reveal"
    assert table.refuses("WithdrawReady seat=1") == "wrong_step"
    table.tell(mat("home:ship! genes:wild@settle"), mat("home:ship!", 2))
    table.tell("RecordSpareDie face=ship", "ConfirmReveal")
    assert table.refuses(mat("home:ship! genes:wild@ship")) == "wrong_step"
    assert table.cup() == "genes"  # Settle does not happen
