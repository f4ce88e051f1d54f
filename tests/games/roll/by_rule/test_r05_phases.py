"""Section 2d: what holds in every phase."""

from __future__ import annotations

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.events import PhaseStarted
from tests.games.roll.by_rule.scenario import (
    ANN,
    BOB,
    CID,
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    in_phase,
    revealed,
    with_bag,
)


def test_active_phases_in_order() -> None:
    """R-5.1: I to V; what is not active does not happen at all."""
    table = revealed("home:ship! home:explore", bob="home:explore!", spare="produce")
    assert table.refuses("Produce seat=1 goods=spice_world/home") == "wrong_step"
    order = [table.state.round.current]
    table.tell("Stock seat=1 die=home", "Stock seat=2 die=home")
    while (events := table.tell("FinishPhase")) and table.state.step.value == "phase":
        order += [each.phase for each in events if isinstance(each, PhaseStarted)]
    assert order == [EXPLORE, PRODUCE, SHIP]


def test_the_selecting_die_works() -> None:
    """R-5.1, FAQ (pl, hu) 60: it is one of the two explorers, and both must be used."""
    table = revealed("home:settle@explore! home:explore")
    table.tell("Stock seat=1 die=home")
    assert table.refuses("FinishPhase") == "work_left"
    table.tell("Stock seat=1 die=home")
    assert table.citizenry() == "home home"


@pytest.mark.parametrize(
    ("phase", "mine"),
    [
        pytest.param(EXPLORE, {}, id="FAQ (pl, hu) 10"),
        pytest.param(DEVELOP, {"developments": "conscription"}, id="FAQ (pl, hu) 14: developers"),
        pytest.param(SETTLE, {"worlds": "rebel_hideout"}, id="FAQ (pl, hu) 14: settlers"),
        pytest.param(PRODUCE, {"built": "spice_world"}, id="producers"),
        pytest.param(SHIP, {"built": "spice_world", "goods": "spice_world/home"}, id="shippers"),
    ],
)
def test_all_workers_must_be_used(phase: Phase, mine: dict[str, object]) -> None:
    """R-5.1: as long as there is a task for them."""
    table = in_phase(phase).seat(workers="home", **mine)
    assert table.refuses("FinishPhase") == "work_left"


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        (EXPLORE, "Stock seat=1 die={}"),
        (EXPLORE, "Scout seat=1 die={} drawn=5"),
        (DEVELOP, "PlaceWorkers seat=1 dice={}"),
        (SETTLE, "PlaceWorkers seat=1 dice={}"),
        (PRODUCE, "Produce seat=1 goods=gem_world/{}"),
        (SHIP, "Ship seat=1 shipper={} good=spice_world/home task=trade"),
    ],
)
def test_only_workers_of_the_phase_work(phase: Phase, line: str) -> None:
    """R-5.1: one's own, each once; not dice of the cup or the Citizenry, nor other players'."""
    table = in_phase(phase, workers="home", cup="genes", citizenry="novelty")
    table.seat(developments="conscription", worlds="rebel_hideout")
    table.seat(built="spice_world gem_world", goods="spice_world/home spice_world/home")
    table.seat(2, workers="military")
    for die in ("genes", "novelty", "military"):
        assert table.refuses(line.format(die)) == "no_such_worker"
    table.tell(line.format("home"))
    if phase is not EXPLORE or "Stock" in line:
        assert table.refuses(line.format("home")) == "no_such_worker"


@pytest.mark.parametrize("phase", [DEVELOP, SETTLE, PRODUCE, SHIP])
def test_workers_without_a_task_return(phase: Phase) -> None:
    """R-5.2, R-7.3, R-8.2, R-9.5, FAQ (pl, hu) 64: to the cup, free of charge."""
    table = in_phase(phase, workers="home genes")
    table.tell("FinishPhase")
    assert (table.cup(), table.citizenry()) == ("genes home", "")


def test_used_workers_go_to_the_citizenry() -> None:
    """R-5.1, FAQ (pl, hu) 63: not to the cup."""
    table = in_phase(EXPLORE, workers="home genes")
    table.tell("Stock seat=1 die=genes")
    assert (table.cup(), table.citizenry()) == ("", "genes")


def test_one_task_after_the_other() -> None:
    """R-5.1, FAQ (pl, hu) 11, 62: an explorer decides after the one before has finished."""
    table = in_phase(EXPLORE, workers="home home")
    table.tell("Scout seat=1 die=home drawn=5")
    assert table.refuses("Stock seat=1 die=home") == "tiles_in_hand"
    assert table.refuses("Scout seat=1 die=home drawn=6") == "tiles_in_hand"
    table.tell("PlaceTiles seat=1 placings=5/world/no", "Stock seat=1 die=home")
    assert table.credits() == 2


def test_shippers_decide_one_by_one() -> None:
    """R-5.1, FAQ (pl, hu) 19: a Trade, then a Consume, nothing declared ahead."""
    table = in_phase(
        SHIP,
        built="spice_world space_port",
        goods="spice_world/home space_port/home",
        workers="home home",
    )
    table.tell("Ship seat=1 shipper=home good=spice_world/home task=trade")
    table.tell("Ship seat=1 shipper=home good=space_port/home task=consume")
    assert (table.credits(), table.vp()) == (3, 1)


def test_credits_stop_at_ten() -> None:
    """R-5.3: the surplus is lost."""
    table = in_phase(EXPLORE, workers="home home", credits=9)
    assert table.pays("Stock seat=1 die=home") == {"R-6.2": (1, 0)}
    assert table.pays("Stock seat=1 die=home") == {"R-6.2": (0, 0)}
    assert table.credits() == 10


def test_powers_work_without_workers() -> None:
    """R-5.4, FAQ (pl, hu) 26, 28, T-5d: nobody of Ann is in Ship; Free Trade Association pays."""
    table = in_phase(SHIP, built="free_trade_association")
    assert table.pays("FinishPhase") == {"free_trade_association": (2, 0)}


def test_powers_sleep_in_other_phases() -> None:
    """R-5.4, FAQ (pl, hu) 26: a power of Ship pays nothing in Produce."""
    assert in_phase(PRODUCE, built="free_trade_association").pays("FinishPhase") == {}


def test_a_power_works_as_soon_as_it_is_built() -> None:
    """R-5.4, FAQ (pl, hu) 27, 29, T-40d: Public Works pays for both tiles built after it."""
    table = in_phase(
        DEVELOP,
        developments="public_works export_duties diversification",
        workers="home home home home",
    )
    done = []
    for count in (1, 2, 1):
        table.tell(f"PlaceWorkers seat=1 dice={','.join(['home'] * count)}")
        done.append(table.pays("CompleteTile seat=1"))
    assert done == [{}, {"public_works": (1, 0)}, {"public_works": (1, 0)}]
    assert table.credits() == 2


def test_powers_that_say_may_are_optional() -> None:
    """R-5.4: Galactic Bankers may buy; what does not say may happens in any case."""
    table = in_phase(
        SHIP,
        built="galactic_bankers spice_world free_trade_association",
        goods="spice_world/home",
        workers="home",
    )
    assert table.pays("Ship seat=1 shipper=home good=spice_world/home task=trade") == {
        "R-9.2": (3, 0)
    }
    assert "free_trade_association" in table.pays("FinishPhase")


def test_discounts_are_no_choice() -> None:
    """R-5.5, FAQ (pl, hu) 15, T-19d: with Replicant Robots the second settler finds no place."""
    table = in_phase(SETTLE, built="replicant_robots", worlds="spice_world", workers="home home")
    assert table.refuses("PlaceWorkers seat=1 dice=home,home") == "too_many_workers"
    table.tell("PlaceWorkers seat=1 dice=home", "CompleteTile seat=1", "FinishPhase")
    assert table.built() == ("replicant_robots", "spice_world")
    assert table.cup() == "home novelty"


def test_everybody_plays_at_once() -> None:
    """FAQ (pl, hu) 59: there are no turns: Ann and Bob work in any order."""
    for first, second in ((1, 2), (2, 1)):
        table = in_phase(EXPLORE, workers="home").seat(2, workers="home")
        table.tell(f"Stock seat={first} die=home", f"Stock seat={second} die=home")
        assert (table.credits(1), table.credits(2)) == (2, 2)


def test_the_lowest_faction_comes_first_when_it_matters() -> None:
    """R-5.6: with an empty bag Bob (faction 1) scouts before Ann (faction 2) and Cid (8)."""
    table = in_phase(EXPLORE, players=(ANN, BOB, CID), workers="home", developments="public_works")
    for seat in (2, 3):
        table.seat(seat, workers="home", developments="public_works")
    with_bag(table, 9)
    ahead = "Scout seat={} die=home abandon=development/0 drawn=9,{}"
    public_works = 40
    assert table.refuses(ahead.format(1, public_works)) == "timing"
    assert table.refuses(ahead.format(3, public_works)) == "timing"
    table.tell(ahead.format(2, public_works))
    assert [seat.seat for seat in table.view().seats] == [2, 3, 1]
