"""Section 3: Manage Empire."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.ask.seat import question
from companion.games.roll.model.events import GameEnded
from companion.games.roll.model.options import EmptyCup, TableOptions
from companion.games.roll.model.state import tracking
from companion.games.roll.rules.lookup import Rules
from tests.games.roll.by_rule.scenario import CATALOG, PRODUCE, SHIP, in_phase, managing


def test_who_can_pay_recruits_everybody() -> None:
    """R-10.1, FAQ (pl, hu) 22: no choice, so it happens by itself; $1 a die."""
    table = in_phase(SHIP, citizenry="home genes", credits=5)
    table.tell("FinishPhase")
    assert (table.cup(), table.citizenry(), table.credits()) == ("genes home", "", 3)
    assert table.held().recruited


def test_who_cannot_pay_for_all_chooses() -> None:
    """R-10.1, FAQ (pl, hu) 22: as many as the credits, neither more nor fewer; then $1."""
    table = in_phase(SHIP, citizenry="home genes military", credits=2)
    table.tell("FinishPhase")
    assert table.refuses("Recruit seat=1 dice=genes") == "recruit"
    assert table.refuses("Recruit seat=1 dice=genes,home,military") == "recruit"
    assert table.refuses("Recruit seat=1 dice=genes,genes") == "recruit"
    assert table.refuses("SignalReady seat=1") == "work_left"
    table.tell("Recruit seat=1 dice=genes,military")
    assert (table.cup(), table.citizenry(), table.credits()) == ("genes military", "home", 1)


def test_the_marker_on_zero() -> None:
    """R-10.1: it goes to $1 when all credits are spent, and only then."""
    for credits_before, left in ((2, 1), (3, 1), (4, 2)):
        table = in_phase(SHIP, citizenry="home home", credits=credits_before)
        table.tell("FinishPhase")
        assert table.credits() == left


def test_who_got_more_after_recruiting_recruits_again() -> None:
    """R-10.1: a correction to $2 with dice in the Citizenry; the $1 after spending all stays."""
    table = managing(credits=1, citizenry="home genes")
    table.tell("Recruit seat=1 dice=home")
    assert table.refuses("Recruit seat=1 dice=genes") == "recruit"
    table.tell("Correct what=credits value=2 seat=1 reason=miscounted")
    assert table.refuses("SignalReady seat=1") == "work_left"
    table.tell("Recruit seat=1 dice=genes")
    assert (table.citizenry(), table.credits()) == ("", 1)


def test_recall() -> None:
    """R-10.2: free, after recruiting, any number of builders and goods."""
    table = managing(
        credits=1,
        citizenry="home",
        developers="genes",
        settlers="military home",
        built="spice_world",
        goods="spice_world/novelty",
    )
    line = "Recall seat=1 developers=genes settlers=military goods=spice_world/novelty"
    assert table.refuses(line) == "recall"  # recruiting comes first
    table.tell("Recruit seat=1 dice=home", line)
    assert (table.cup(), table.credits()) == ("genes home military novelty", 1)
    assert len(table.held().settlers) == 1


def test_who_is_ready_recalls_nothing() -> None:
    """R-10.2: the signal ends it; it can be taken back."""
    table = managing(cup="home", developers="genes", recruited=True)
    table.tell("SignalReady seat=1")
    assert table.refuses("Recall seat=1 developers=genes") == "recall"
    assert question(Rules(CATALOG), table.state, 1) is None
    table.tell("WithdrawReady seat=1", "Recall seat=1 developers=genes")
    assert table.cup() == "genes home"


def test_recalling_is_optional() -> None:
    """R-10.2: with a die in the cup nobody has to."""
    table = managing(cup="home", developers="genes", recruited=True)
    table.tell("FinishRound")
    assert len(table.held().developers) == 1


def test_an_empty_cup_forces_a_recall() -> None:
    """R-10.2, D-15: the Polish rulebook says so; a table may read the Hungarian one."""
    mine = {"developers": "genes home", "recruited": True}
    table = managing().seat(**mine)
    assert table.refuses("FinishRound") == "work_left"
    table.tell("Recall seat=1 developers=home", "FinishRound")
    assert (table.state.round.number, table.cup()) == (2, "home")
    free = managing(options=TableOptions(empty_cup=EmptyCup.MAY_RECALL)).seat(**mine)
    free.tell("FinishRound")
    assert free.cup() == ""


def test_nothing_to_recall() -> None:
    """R-10.2: who has no die anywhere cannot be forced."""
    managing(recruited=True).tell("FinishRound")


def test_the_phase_tiles_are_turned_back() -> None:
    """R-10.3: in the new round nothing is selected and nobody is ready."""
    table = managing(cup="home", recruited=True)
    table.tell("FinishRound")
    assert table.state.round.active == ()
    assert {each.status.value for each in table.view().phases} == {"unknown"}
    assert not any(seat.ready or seat.recorded for seat in table.view().seats)


@pytest.mark.parametrize(("worlds", "over"), [(8, False), (9, True), (10, True)])
def test_twelve_tiles(worlds: int, over: bool) -> None:
    """R-10.4, FAQ (pl, hu) 67: three start tiles and nine others end the game."""
    sides = [each.world.key for each in CATALOG.tiles[:worlds]]
    table = managing(built=" ".join(sides), cup="home", recruited=True)
    events = table.tell("FinishRound")
    assert any(isinstance(event, GameEnded) for event in events) is over
    assert (table.state.step.value == "over") is over


def test_the_round_is_played_to_its_end() -> None:
    """R-10.4: an empty pool in Produce stops neither Ship nor recruiting."""
    table = in_phase(PRODUCE, SHIP, citizenry="home home", credits=1)
    table.state = replace(table.state, vp_pool=0)
    table.tell("FinishPhase", "FinishPhase", "Recruit seat=1 dice=home", "FinishRound")
    assert table.state.step.value == "over"


def test_recalling_in_the_last_round_can_win() -> None:
    """R-11.5, R-10.2, FAQ (pl, hu) 23: dice in the cup break ties; builders and goods do not."""
    for line, winner in (("", 2), ("Recall seat=1 developers=genes,genes", 1)):
        table = managing(cup="home", developers="genes genes", recruited=True, credits=1)
        table.seat(2, cup="home home", credits=1)
        level = replace(table.state.empire(1), vp_chips=2)  # Bob's start tiles cost 2 more
        table.state = replace(table.state.with_empire(level), vp_pool=0)
        table.tell(*[line] if line else [], "FinishRound")
        assert [score.seat for score in tracking(table.state).scores if score.rank == 1] == [winner]
