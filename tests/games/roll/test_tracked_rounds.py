"""What no scenario of a fully tracked game can say: the camera, a judge that gives up, the end."""

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases import assign
from companion.games.roll.phases.assign import AssignmentUnexplained
from companion.games.roll.rules.reassign import Judgement, Verdict
from companion.games.roll.view.observe import expected_dice
from tests.games.roll.tracked_positions import (
    RULES,
    begun,
    dice,
    front,
    manage,
    phase,
    play,
    shown,
    told,
)

ROLL = "RollDice seat=1 dice=home/explore,home/ship,home/ship"


def revealing() -> GameState:
    return play(begun(), ROLL, "SignalReady seat=1", "SignalReady seat=2")


def test_what_the_camera_should_see() -> None:
    """The cup's dice until Reveal, the workers that are left in the phases, then nothing."""
    cups = {"strip-1": {"home": 3}, "strip-2": {"home": 3, "novelty": 1}}
    assert expected_dice(begun()) == cups
    assert expected_dice(revealing()) == cups
    state = phase(Phase.SHIP, workers="home genes genes")
    assert expected_dice(state) == {"strip-1": {"home": 1, "genes": 2}, "strip-2": {}}
    assert expected_dice(manage()) == {}


def showing(built: str, rolled: str) -> GameState:
    """Seat 1 has rolled these dice (``kind:face``) and shows its mat next."""
    state = front(begun(), built=built, cup=dice(" ".join(w.split(":")[0] for w in rolled.split())))
    state = play(state, f"RollDice seat=1 dice={rolled.replace(' ', ',').replace(':', '/')}")
    return play(state, "SignalReady seat=1", "SignalReady seat=2")


def test_a_mat_that_cannot_be_judged_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-17: nobody is accused where the judge gives up, and the log says so."""
    monkeypatch.setattr(assign, "judge", lambda *_: Judgement(Verdict.UNDECIDED))
    state = shown(showing("", "home:ship home:explore"), "home:ship!,home:explore@settle")
    assert AssignmentUnexplained(1) in told(state, "ConfirmReveal")


def test_stopping_counts_what_lies_on_the_table() -> None:
    """In a fully tracked game with everybody's points, as the end of the round would."""
    state = begun()
    stopped = play(state, "StopGame")
    assert stopped.step is Step.OVER
    assert len(tracking(stopped).scores) == len(stopped.seats)
    for score in tracking(stopped).scores:
        tableau = RULES.sides(holdings(stopped, score.seat).tableau)
        assert score.tiles == sum(side.cost for side in tableau)
