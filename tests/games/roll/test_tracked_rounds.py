"""What a fully tracked game asks beside the rules, which ``by_rule`` tests one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.holdings import UNKNOWN, RolledDie, Turn
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.notation import write
from companion.games.roll.phases import assign
from companion.games.roll.phases.assign import AssignmentUnexplained, DiceRolled, WorkersReassigned
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame, StartGame
from companion.games.roll.rules.judge import decide
from companion.games.roll.rules.needs import Need, needs
from companion.games.roll.rules.reassign import Judgement, Verdict
from companion.games.roll.view.expected_dice import expected_dice
from tests.games.roll.tracked_positions import (
    ANN,
    BOB,
    RULES,
    begun,
    dice,
    follow,
    front,
    manage,
    phase,
    play,
    refused,
    shown,
    tile,
    told,
)

# --- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "first"),
    [
        ((ANN, BOB), (FirstTiles(1, 2),)),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(2, 3))),
        ((ANN, BOB), (FirstTiles(1, 1), FirstTiles(2, 3))),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, 56))),
        ((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, UNKNOWN))),
        ((replace(ANN, faction=None), BOB), (FirstTiles(1, 2), FirstTiles(3, 4))),
        ((ANN, replace(BOB, home_world=None)), (FirstTiles(1, 2), FirstTiles(3, 4))),
    ],
)
def test_set_ups_that_cannot_be(players: tuple[object, ...], first: tuple[FirstTiles, ...]) -> None:
    """R-1.4, R-1.5: every tile once, start tiles for everybody."""
    with pytest.raises(RefusedError) as caught:
        decide(RULES, GAME.initial, SetUpGame(players, first, named_bag=True))  # type: ignore[arg-type] # players
    assert caught.value.code == "first_tiles"


def test_a_second_set_up() -> None:
    """Neither kind of game begins twice."""
    again = SetUpGame((ANN, BOB), (FirstTiles(1, 2), FirstTiles(3, 4)))
    by_hand = follow(GAME.initial, decide(RULES, GAME.initial, StartGame((ANN, BOB))))
    for state in (begun(), by_hand):
        with pytest.raises(RefusedError) as caught:
            decide(RULES, state, again)
        assert caught.value.code == "already_started"


def test_counters_by_hand_go_on_as_before() -> None:
    """The same engine: counters by hand there, none here."""
    by_hand = follow(GAME.initial, decide(RULES, GAME.initial, StartGame((ANN, BOB))))
    assert play(by_hand, "ChangeCredits seat=1 delta=2").empire(1).credits == 3
    assert refused(by_hand, "RollDice seat=1 dice=home/ship") == "no_account"
    for line in ("ChangeCredits seat=1 delta=2", "Correct what=tiles value=5 seat=1"):
        assert refused(begun(), line) == "counted_by_rules"


def test_wrong_step_and_seat() -> None:
    """Commands of a phase belong to that phase and to somebody."""
    assert refused(begun(), "Stock seat=1 die=home") == "wrong_step"
    assert refused(phase(Phase.DEVELOP), "Stock seat=1 die=home") == "wrong_step"
    assert refused(phase(Phase.EXPLORE), "Stock seat=4 die=home") == "unknown_seat"
    assert refused(begun(), "SignalReady seat=4") == "unknown_seat"


# --- roll, assign, reveal ------------------------------------------------------------------------

ROLL = "RollDice seat=1 dice=home/explore,home/ship,home/ship"


def revealing() -> GameState:
    return play(begun(), ROLL, "SignalReady seat=1", "SignalReady seat=2")


@pytest.mark.parametrize(
    ("mat", "code"),
    [
        ("home:explore!,home:ship", "mat_dice"),
        ("home:explore!,home:ship,home:produce", "mat_dice"),
        ("home:explore!,home:ship,home:ship@settle", "assignment"),
        ("home:explore!,home:ship!,home:ship", "reveal_incomplete"),
        ("home:explore,home:ship,home:ship", "reveal_incomplete"),
        ("home:explore!,home:ship,home:ship@dictate", "assignment"),
    ],
)
def test_a_mat_must_follow_from_the_roll(mat: str, code: str) -> None:
    """R-3.1 to R-3.4: the rolled dice, one selecting, the others explained.

    The mat is recorded as it is: the table sees what is wrong and puts it right before going on.
    """
    state = shown(revealing(), mat)
    assert state.assignment(1).dice is not None
    assert refused(state, "ConfirmReveal") == code


def test_a_wrong_mat_is_shown_and_corrected_die_by_die() -> None:
    """What the tracking expects is asked for before the reveal; one tap mends the reading."""
    state = shown(revealing(), "home:explore!,home:ship,home:produce")
    assert Need("mat_dice", 1) in needs(state)
    state = play(state, "CorrectDie seat=1 index=2 die=home:ship")
    assert [need.code for need in needs(state)] == ["confirm"]
    assert play(state, "ConfirmReveal").step is Step.PHASE


def test_without_a_roll_the_mat_says_what_was_rolled() -> None:
    """At a table nobody enters rolls: the camera reads the mats."""
    mat = "home:ship!,home:ship,home:ship,novelty:wild@ship"
    state = play(
        shown(revealing(), "home:explore!,home:ship,home:ship"), f"RecordMat seat=2 dice={mat}"
    )
    rolled = next(each for each in told(state, "ConfirmReveal") if isinstance(each, DiceRolled))
    assert (rolled.seat, rolled.from_mat) == (2, True)
    assert RolledDie(DieType.NOVELTY, Face.WILD) in rolled.dice
    too_few = play(state, "RecordMat seat=2 dice=home:ship!")
    assert refused(too_few, "ConfirmReveal") == "mat_dice"
    read_early = play(play(begun(), "SignalReady seat=2"), f"RecordMat seat=2 dice={mat}")
    early = play(read_early, "WithdrawReady seat=2", "SignalReady seat=2")
    play(early, "RecordMat seat=2 dice=home:ship!,home:ship,home:settle,novelty:ship")


def test_what_the_camera_should_see() -> None:
    """The cup's dice until Reveal, the workers that are left in the phases, then nothing."""
    cups = {"strip-1": {"home": 3}, "strip-2": {"home": 3, "novelty": 1}}
    assert expected_dice(begun()) == cups
    assert expected_dice(revealing()) == cups
    state = phase(Phase.SHIP, workers="home genes genes")
    assert expected_dice(state) == {"strip-1": {"home": 1, "genes": 2}, "strip-2": {}}
    assert expected_dice(manage()) == {}


# --- what explains a mat -------------------------------------------------------------------------

MOVED = "WorkersReassigned seat=1 moves=home/develop/settle"
TWO_MOVED = f"{MOVED},genes/settle/produce"
ONE_DICTATE = "home:ship!,home:explore@dictate,home:develop@settle"


def showing(built: str, rolled: str) -> GameState:
    """Seat 1 has rolled these dice (``kind:face``) and shows its mat next."""
    state = front(begun(), built=built, cup=dice(" ".join(w.split(":")[0] for w in rolled.split())))
    state = play(state, f"RollDice seat=1 dice={rolled.replace(' ', ',').replace(':', '/')}")
    return play(state, "SignalReady seat=1", "SignalReady seat=2")


@pytest.mark.parametrize(
    ("built", "mat", "lines"),
    [
        (
            "diversification",
            "home:ship!,home:explore@produce",
            ["WorkersReassigned seat=1 moves=home/explore/produce reason=diversification"],
        ),
        (
            "",
            ONE_DICTATE,
            [f"{MOVED} reason=R%2D3.4 aside=home"],
        ),
        (
            "backup_planning",
            f"{ONE_DICTATE},military:explore@dictate,genes:settle@produce",
            [
                "WorkersReassigned seat=1 moves=genes/settle/produce reason=R%2D3.4 aside=home",
                f"{MOVED} reason=R%2D3.4 aside=military helped_by=backup_planning",
            ],
        ),
        (
            "galactic_mandate",
            f"{ONE_DICTATE},genes:settle@produce",
            [
                f"{TWO_MOVED} reason=R%2D3.4 aside=home helped_by=galactic_mandate",
            ],
        ),
    ],
)
def test_the_log_says_which_powers_were_used(built: str, mat: str, lines: list[str]) -> None:
    """R-3.3, R-3.4: each use with its dice, and what made a further Dictate possible."""
    rolled = " ".join(die.partition("@")[0].rstrip("!") for die in mat.split(","))
    events = told(shown(showing(built, rolled), mat), "ConfirmReveal")
    assert [write(event) for event in events if isinstance(event, WorkersReassigned)] == lines


def test_a_mat_that_cannot_be_judged_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-17: nobody is accused where the judge gives up, and the log says so."""
    monkeypatch.setattr(assign, "judge", lambda *_: Judgement(Verdict.UNDECIDED))
    state = shown(showing("", "home:ship home:explore"), "home:ship!,home:explore@settle")
    assert AssignmentUnexplained(1) in told(state, "ConfirmReveal")


# --- Explore -------------------------------------------------------------------------------------


def test_scout() -> None:
    """R-6.3, R-6.4: abandon, draw one more, place at the bottom; workers keep their place."""
    mine = {"developments": (3, 4), "worlds": (5,), "settlers": dice("home")}
    state = phase(Phase.EXPLORE, workers="home home", **mine)
    gone = "Scout seat=1 die=home abandon=development/0,world/0"
    assert refused(state, f"{gone} drawn=7,8") == "draw"
    assert refused(state, f"{gone} drawn=7,8,8") == "draw"
    assert refused(state, f"{gone} drawn=7,8,51") == "draw"
    assert refused(state, f"{gone},world/1 drawn=7,8,9,10") == "no_such_tile"
    assert refused(state, f"{gone},world/0 drawn=7,8,9,10") == "no_such_tile"
    state = play(state, f"{gone} drawn=7,8,9")
    assert tracking(state).abandoned == (3, 5)
    assert refused(state, "Stock seat=1 die=home") == "tiles_in_hand"
    assert refused(state, "PlaceTiles seat=1 placings=7/world/no,8/world/no") == "placing"
    state = play(state, "PlaceTiles seat=1 placings=7/world/no,9/development/no,8/world/no")
    held = holdings(state, 1)
    assert (held.developments, held.worlds, held.settlers) == ((4, 9), (7, 8), dice("home"))
    state = play(state, "Stock seat=1 die=home")
    state = play(state, "FinishPhase")
    assert tracking(state).abandoned == ()
    assert {3, 5} <= set(tracking(state).bag)


# --- Develop, Settle -----------------------------------------------------------------------------


def test_a_tile_is_named_at_the_latest_when_it_is_built() -> None:
    """Partial knowledge: an unknown tile takes workers; completing it needs its number."""
    state = front(begun(named_bag=False), worlds=(UNKNOWN,), settlers=dice("home home"))
    assert set(tracking(state).bag) == {UNKNOWN}
    state = replace(state, step=Step.PHASE)
    state = replace(state, round=replace(state.round, active=(Phase.SETTLE,), current=Phase.SETTLE))
    state = front(state, workers="home")
    play(state, "PlaceWorkers seat=1 dice=home")
    assert refused(state, "CompleteTile seat=1") == "no_such_tile"
    assert refused(state, "CompleteTile seat=1 tile=53") == "no_such_tile"  # Bob's first tile
    number = tile("spice_world")
    held = holdings(play(state, f"CompleteTile seat=1 tile={number}"), 1)
    assert held.tableau[-1] == "spice_world"


def test_drawing_from_an_unknown_bag() -> None:
    """Partial knowledge: a drawn tile may be named or not; one that was seen cannot come again."""
    state = replace(begun(named_bag=False), step=Step.PHASE)
    now = replace(state.round, active=(Phase.EXPLORE,), current=Phase.EXPLORE)
    state = front(replace(state, round=now), workers="home home")
    assert refused(state, "Scout seat=1 die=home drawn=53") == "draw"
    named = play(state, "Scout seat=1 die=home drawn=7", "PlaceTiles seat=1 placings=7/world/no")
    assert len(tracking(named).bag) == 50
    assert refused(named, "Scout seat=1 die=home drawn=7") == "draw"
    unnamed = play(named, "Scout seat=1 die=home drawn=0")
    assert holdings(unnamed, 1).turn.hand == (UNKNOWN,)


# --- Manage Empire -------------------------------------------------------------------------------


def test_a_new_round_begins_anew() -> None:
    """R-10.3: nobody has recruited, nothing is borrowed or scouted any more."""
    state = manage(recruited=True, turn=Turn(borrowed=dice("home")))
    state = play(front(state, 2, recruited=True), "SignalReady seat=1", "SignalReady seat=2")
    assert (state.step, state.round.number) == (Step.ASSIGN, 2)
    assert not any(empire.holdings.recruited for empire in state.empires if empire.holdings)


# --- secrets -------------------------------------------------------------------------------------


def test_nothing_is_offered_that_is_counted_by_the_rules() -> None:
    """The view offers no counters by hand in a fully tracked game."""
    legal = GAME.view(phase(Phase.SHIP), None).legal
    assert "ChangeCredits" not in legal
    assert "FinishPhase" in legal


def test_stopping_counts_what_lies_on_the_table() -> None:
    """In a fully tracked game with everybody's points, as the end of the round would."""
    state = begun()
    stopped = play(state, "StopGame")
    assert stopped.step is Step.OVER
    assert len(tracking(stopped).scores) == len(stopped.seats)
    for score in tracking(stopped).scores:
        tableau = RULES.sides(holdings(stopped, score.seat).tableau)
        assert score.tiles == sum(side.cost for side in tableau)
