"""A round from Assign to the next one: signals, phases, Manage Empire, the end."""

from __future__ import annotations

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import EndReason, Step
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.phases.round import RevealStarted
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import PhaseStatus
from tests.games.refused import refused_as
from tests.games.roll.table import THREE, TWO, all_ready, command, decided, play, revealed, see

MATS = (
    "home:explore!,home:explore,home:ship",
    "home:ship!,military:develop",
    "home:explore!,military:wild@ship,home:settle@dictate,home:explore@ship",
)


def in_phases() -> GameState:
    return play("ConfirmReveal", state=revealed(THREE, *MATS))


def managing() -> GameState:
    return play("FinishPhase;FinishPhase", state=in_phases())


def test_everybody_ready_starts_the_reveal() -> None:
    """R-3.7: the last signal ends the step, in one step that one undo takes back."""
    state = play(THREE, "SignalReady seat=1;SignalReady seat=3")
    assert see(state).needs == (Need("ready", 2),)
    assert decided(state, "SignalReady seat=2")[-1] == RevealStarted()
    state = play("SignalReady seat=2", state=state)
    assert see(state).step is Step.REVEAL
    assert not any(seat.ready for seat in see(state).seats)


def test_ready_can_be_withdrawn_until_all_are_ready() -> None:
    """R-3.7."""
    state = play(THREE, "SignalReady seat=1;WithdrawReady seat=1")
    assert not any(seat.ready for seat in see(state).seats)
    with refused_as(errors.NOT_READY):
        decided(state, "WithdrawReady seat=1")
    with refused_as(errors.WRONG_STEP):
        decided(all_ready(state), "WithdrawReady seat=1")


def test_a_second_signal_is_refused() -> None:
    """A button pressed twice is told apart from one pressed once."""
    with refused_as(errors.ALREADY_READY):
        play(THREE, "SignalReady seat=1;SignalReady seat=1")


def test_phases_run_in_order_and_only_the_active_ones() -> None:
    """R-4.1, R-5.1: Explore and Ship were selected."""
    view = see(in_phases())
    statuses = {each.phase: each.status for each in view.phases}
    assert view.current_phase is Phase.EXPLORE
    assert statuses[Phase.EXPLORE] is PhaseStatus.CURRENT
    assert statuses[Phase.SHIP] is PhaseStatus.WAITING
    assert statuses[Phase.SETTLE] is PhaseStatus.INACTIVE
    assert {each.phase: each.selected_by for each in view.phases}[Phase.EXPLORE] == (3, 1)
    view = see(play("FinishPhase", state=in_phases()))
    assert view.current_phase is Phase.SHIP
    assert view.phases[0].status is PhaseStatus.DONE
    assert see(managing()).step is Step.MANAGE
    assert see(managing()).current_phase is None


def test_workers_and_dice_back_to_the_cup() -> None:
    """R-3.2: the selecting die works. R-4.3: idle workers and the die on Dictate go back."""
    seats = {seat.seat: seat for seat in see(in_phases()).seats}
    assert seats[1].workers == ((Phase.EXPLORE, 2), (Phase.SHIP, 1))
    assert seats[2].workers == ((Phase.EXPLORE, 0), (Phase.SHIP, 1))
    assert seats[3].workers == ((Phase.EXPLORE, 1), (Phase.SHIP, 2))
    assert seats[1].to_cup == ()
    assert seats[2].to_cup == ((DieType.MILITARY, 1),)
    assert seats[3].to_cup == ((DieType.HOME, 1),)


def test_next_round_starts_clean() -> None:
    """Mats, signals and phases are swept away; credits, chips and tiles stay."""
    state = play("ChangeVp seat=1 delta=3;FinishRound", state=managing())
    view = see(state)
    assert (view.step, view.round) == (Step.ASSIGN, 2)
    assert all(not seat.recorded and not seat.dice and not seat.to_cup for seat in view.seats)
    assert {each.status for each in view.phases} == {PhaseStatus.UNKNOWN}
    assert {seat.seat: seat.vp_chips for seat in view.seats} == {1: 3, 2: 0, 3: 0}


def test_ready_signals_end_manage_too() -> None:
    """While managing, the last ready signal finishes the round."""
    state = play("SignalReady seat=1;SignalReady seat=2", state=managing())
    assert see(state).step is Step.MANAGE
    assert see(play("SignalReady seat=3", state=state)).round == 2


def test_marker_on_zero_goes_to_one() -> None:
    """R-10.1, also in the last round, before the end is checked."""
    state = play("ChangeCredits seat=3 delta=-8;FinishRound", state=managing())
    assert {seat.seat: seat.credits for seat in see(state).seats} == {1: 1, 2: 1, 3: 1}
    state = play("ChangeVp seat=1 delta=36;ChangeCredits seat=3 delta=-8", state=managing())
    assert see(play("FinishRound", state=state)).seats[0].credits == 1


def test_pool_used_up_ends_the_game() -> None:
    """R-10.4: said as soon as it holds, acted on at the end of the round."""
    state = play("ChangeVp seat=1 delta=35", state=managing())
    assert see(state).end_reasons == ()
    state = play("ChangeVp seat=2 delta=1", state=state)
    assert see(state).end_reasons == (EndReason.VP_POOL,)
    assert see(state).step is Step.MANAGE
    assert see(play("FinishRound", state=state)).step is Step.OVER


def test_twelve_tiles_end_the_game() -> None:
    """R-10.4: both conditions may hold at once."""
    state = play("ChangeTiles seat=2 delta=8", state=managing())
    assert see(state).end_reasons == ()
    state = play("ChangeTiles seat=2 delta=1;ChangeVp seat=1 delta=40", state=state)
    view = see(play("FinishRound", state=state))
    assert view.step is Step.OVER
    assert view.end_reasons == (EndReason.VP_POOL, EndReason.TILES)
    assert view.needs == ()


def test_ranks_go_by_what_is_known() -> None:
    """Chips first, then credits; equal players share a rank."""
    state = play("ChangeVp seat=1 delta=18;ChangeVp seat=2 delta=18", state=managing())
    view = see(play("FinishRound", state=state))
    assert {seat.seat: seat.final_rank for seat in view.seats} == {1: 1, 2: 1, 3: 3}
    state = play("ChangeCredits seat=2 delta=4;FinishRound", state=state)
    assert {seat.seat: seat.final_rank for seat in see(state).seats} == {1: 2, 2: 1, 3: 3}


def test_corrections_after_the_end_change_the_ranks() -> None:
    """Physical truth wins, at the end too."""
    state = play("ChangeVp seat=1 delta=36;FinishRound", state=managing())
    state = play("Correct what=vp_chips value=40 seat=2", state=state)
    assert {seat.seat: seat.final_rank for seat in see(state).seats}[2] == 1
    assert see(state).legal == {"Correct"}


def test_a_correction_can_end_or_save_the_game() -> None:
    """The end is checked on what lies on the table when the round finishes."""
    state = play("ChangeTiles seat=1 delta=9;Correct what=tiles value=11 seat=1", state=managing())
    assert see(play("FinishRound", state=state)).step is Step.ASSIGN
    state = play("Correct what=vp_pool value=0", state=managing())
    assert see(play("FinishRound", state=state)).step is Step.OVER


@pytest.mark.parametrize(
    "line",
    [
        "SignalReady seat=4",
        "RecordMat seat=4 dice=home:explore!",
        "ChangeCredits seat=5 delta=1",
        "ChangeVp seat=0 delta=1",
        "ChangeTiles seat=9 delta=1",
        "Correct what=credits value=3 seat=4",
    ],
)
def test_nobody_sits_there(line: str) -> None:
    """An unknown seat is refused by name, whatever the command."""
    with refused_as(errors.UNKNOWN_SEAT):
        decided(play(THREE), line)


@pytest.mark.parametrize(
    "line", ["Correct what=credits value=3", "Correct what=vp_pool value=3 seat=1"]
)
def test_a_counter_belongs_to_a_player_or_to_the_table(line: str) -> None:
    with refused_as(errors.WHOSE):
        decided(play(THREE), line)


@pytest.mark.parametrize(
    "line",
    [
        "SignalReady seat=1",
        "ConfirmReveal",
        "FinishPhase",
        "FinishRound",
        "ChangeVp seat=1 delta=1",
        "RecordSpareDie face=ship",
        f"Correct what={Correctable.ROUND.value} value=2",
    ],
)
def test_nothing_happens_before_the_game(line: str) -> None:
    """Every command but the set-up is out of step on an empty table."""
    with refused_as(errors.WRONG_STEP):
        play(line)


def test_the_view_names_what_may_be_sent() -> None:
    """``legal`` and ``decide`` agree on every step; the spare die is for two players."""
    states = [play(THREE), all_ready(play(TWO)), in_phases(), managing()]
    for state in states:
        for line in ("FinishPhase", "FinishRound", "RecordSpareDie face=ship"):
            wanted = command(line)
            if type(wanted).__name__ in see(state).legal:
                decided(state, line)
            else:
                with pytest.raises(RefusedError):
                    decided(state, line)
    assert "ConfirmReveal" not in see(all_ready(play(TWO))).legal, "mats are missing"
    assert "RecordSpareDie" not in see(all_ready(play(THREE))).legal


def test_the_players_stop_whenever_they_want() -> None:
    """Not a rule: a group that has to leave; in any step of a game that runs, and only there."""
    for state in (play(THREE), revealed(THREE, *MATS), in_phases(), managing()):
        view = see(play("StopGame", state=state))
        assert (view.step, view.end_reasons) == (Step.OVER, (EndReason.STOPPED,))
        with refused_as(errors.WRONG_STEP):
            decided(play("StopGame", state=state), "StopGame")
    with refused_as(errors.WRONG_STEP):
        decided(GameState(), "StopGame")
