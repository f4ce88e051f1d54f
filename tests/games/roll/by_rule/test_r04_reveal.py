"""Section 2c: Reveal."""

from __future__ import annotations

import pytest

from companion.games.roll.model.commands import PlayerSetup
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.steps import Step
from tests.games.roll.by_rule.scenario import (
    ANN,
    BOB,
    CID,
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    Table,
    mat,
    revealed,
    rolled,
)
from tests.games.roll.tracked_positions import begun


def test_every_selected_phase_happens() -> None:
    """R-4.1: selected by whomever, in their order, each once."""
    table = rolled("home:ship home:explore", players=(ANN, BOB, CID))
    table.tell(mat("home:ship@settle! home:explore"), mat("home:ship@explore!", 2))
    table.tell(mat("home:ship@settle!", 3), "ConfirmReveal")
    assert table.state.round.active == (EXPLORE, SETTLE)
    assert [each.selected_by for each in table.view().phases][:3] == [(2,), (), (3, 1)]


def test_the_spare_die_of_two_players() -> None:
    """R-4.2: its phase happens, too; if somebody selected it nothing changes."""
    assert revealed("home:ship!", spare="develop").state.round.active == (DEVELOP, SHIP)
    assert revealed("home:ship!", spare="ship").state.round.active == (SHIP,)


def test_without_the_spare_die_two_players_do_not_go_on() -> None:
    """R-4.2: it is rolled; a white die has no wild face; three players do not roll it."""
    table = rolled("home:ship")
    table.tell(mat("home:ship!"), mat("home:ship!", 2))
    assert table.refuses("ConfirmReveal") == "reveal_incomplete"
    assert table.refuses("RecordSpareDie face=wild") == "no_such_face"
    three = rolled("home:ship", players=(ANN, BOB, CID))
    assert three.refuses("RecordSpareDie face=ship") == "spare_die_not_used"


def test_idle_workers_and_the_dictated_die_return() -> None:
    """R-4.3, FAQ (pl, hu) 64: to the cup, not to the Citizenry."""
    laid = "home:ship! genes:settle military:develop@ship novelty:ship@dictate"
    table = revealed(laid)
    assert table.cup() == "genes novelty"
    assert table.citizenry() == ""
    seen = next(seat for seat in table.view().seats if seat.seat == 1)
    assert sum(count for _, count in seen.to_cup) == 2


def test_somebody_elses_phase_is_mine_too() -> None:
    """R-4.3, R-5.1: Ann's settlers work although Bob selected Settle."""
    table = revealed("home:ship! military:settle", bob="home:settle!")
    assert table.held().workers(SETTLE) != ()


@pytest.mark.parametrize(
    ("players", "spare", "active"),
    [((ANN, BOB), "RecordSpareDie face=produce", (PRODUCE,)), ((ANN, BOB, CID), "", ())],
)
def test_a_round_without_dice(
    players: tuple[PlayerSetup, ...], spare: str, active: tuple[Phase, ...]
) -> None:
    """R-4.2: the spare die activates a phase although nobody has a die to select with."""
    table = Table(begun(*players))
    seats = table.state.seats
    for seat in seats:
        table.seat(seat, cup="").tell(f"SignalReady seat={seat}")
    table.tell(*(f"RecordMat seat={seat} dice=()" for seat in seats), *filter(None, [spare]))
    table.tell("ConfirmReveal")
    assert table.state.round.active == active
    assert table.state.step is (Step.PHASE if active else Step.MANAGE)
