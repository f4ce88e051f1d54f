"""Reveal: recording, correcting and judging mats, the spare die, what is still missing."""

from __future__ import annotations

import pytest

from companion.games.roll import GAME
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RecordMat
from tests.games.refused import refused_as
from tests.games.roll.table import THREE, TWO, all_ready, decided, follow, play, revealed, see

EXPLORE = "home:explore!"
SHIP = "home:ship!"


def codes(state: GameState, *, blocking: bool | None = None) -> list[tuple[str, int | None]]:
    return [
        (need.code, need.seat)
        for need in see(state).needs
        if blocking is None or need.blocking is blocking
    ]


def test_what_the_reveal_waits_for() -> None:
    """Mats first, then what is wrong with them, at last the confirmation."""
    state = revealed(THREE, EXPLORE)
    assert codes(state) == [("scan_mat", 2), ("scan_mat", 3)]
    state = play(f"RecordMat seat=2 dice={SHIP};RecordMat seat=3 dice=home:ship", state=state)
    assert codes(state) == [("no_selection", 3)]
    state = play(f"RecordMat seat=3 dice={SHIP},genes:settle!", state=state)
    assert codes(state) == [("two_selections", 3)]
    state = play(f"RecordMat seat=3 dice={SHIP},genes:settle?", state=state)
    assert codes(state) == [("doubtful_die", 3)]
    state = play("CorrectDie seat=3 index=1 die=genes:settle", state=state)
    assert codes(state) == [("confirm", None)]


def test_confirming_too_early_says_what_is_missing() -> None:
    """The refusal carries the codes; nothing is lost."""
    state = revealed(TWO, EXPLORE)
    with refused_as(errors.REVEAL_INCOMPLETE) as caught:
        decided(state, "ConfirmReveal")
    assert caught.value.params["missing"] == "scan_mat, spare_die"


def test_somebody_must_select() -> None:
    """R-4.1: mats without any die leave nothing to play."""
    state = revealed(THREE, "()", "()", "()")
    assert codes(state, blocking=True) == [("confirm", None)]
    with refused_as(errors.NOTHING_SELECTED):
        decided(state, "ConfirmReveal")


def test_a_player_without_dice_does_not_hold_up_the_table() -> None:
    """An empty mat has nothing to select with: a warning, no obstacle."""
    state = revealed(THREE, EXPLORE, SHIP, "()")
    assert codes(state, blocking=False) == [("no_selection", 3)]
    assert see(play("ConfirmReveal", state=state)).step is Step.PHASE


def test_readings_before_reveal_stay_hidden() -> None:
    """R-12.1: in no view, for nobody, not even as a need."""
    state = play(THREE, "SignalReady seat=1;RecordMat seat=1 dice=home:explore!,home:ship?")
    bare = play(THREE, "SignalReady seat=1")
    for seat in (None, 1, 2, 3):
        assert see(state, seat) == see(bare, seat)
    state = play("SignalReady seat=2;SignalReady seat=3", state=state)
    assert see(state).step is Step.REVEAL
    assert len({seat.seat: seat for seat in see(state).seats}[1].dice) == 2


def test_an_early_mat_needs_a_player_who_has_finished() -> None:
    """R-3.7: before that the dice may still move; taking the signal back forgets them."""
    with refused_as(errors.STILL_ASSIGNING):
        play(THREE, f"RecordMat seat=1 dice={EXPLORE}")
    state = play(THREE, f"SignalReady seat=1;RecordMat seat=1 dice={EXPLORE}")
    state = play("WithdrawReady seat=1", state=state)
    assert codes(all_ready(state))[0] == ("scan_mat", 1)


def test_a_new_reading_replaces_the_old_one() -> None:
    """The mat is what lies there now."""
    state = play(f"RecordMat seat=1 dice={SHIP}", state=revealed(THREE, EXPLORE))
    assert {seat.seat: seat.selected for seat in see(state).seats}[1] is Phase.SHIP


def test_corrections_keep_the_outline_and_clear_the_doubt() -> None:
    """The mark links a die to its picture: a correction keeps it, an added die has none."""
    state = revealed(THREE, "home:explore!?#a.0,genes:settle?#a.1")
    state = play("CorrectDie seat=1 index=1 die=genes:wild@ship", state=state)
    state = play("AddDie seat=1 die=home:ship", state=state)
    dice = {seat.seat: seat.dice for seat in see(state).seats}[1]
    assert [die.mark for die in dice] == ["a.0", "a.1", ""]
    assert [die.doubtful for die in dice] == [True, False, False]
    state = play("RemoveDie seat=1 index=0", state=state)
    dice = {seat.seat: seat.dice for seat in see(state).seats}[1]
    assert [die.mark for die in dice] == ["a.1", ""]


def test_adding_a_die_begins_a_mat() -> None:
    """Without a camera a mat is entered die by die."""
    state = play(f"AddDie seat=1 die={EXPLORE}", state=revealed(THREE))
    assert {seat.seat: seat.recorded for seat in see(state).seats} == {1: True, 2: False, 3: False}


def test_there_must_be_a_die_to_correct() -> None:
    """Unknown numbers and unread mats are refused, each with its own code."""
    state = revealed(THREE, EXPLORE)
    for line in ("CorrectDie seat=1 index=1 die=home:ship", "RemoveDie seat=1 index=-1"):
        with refused_as(errors.NO_SUCH_DIE):
            decided(state, line)
    with refused_as(errors.NOT_RECORDED):
        decided(state, "RemoveDie seat=2 index=0")


def test_faces_that_do_not_exist() -> None:
    """30 pairs of die and face exist; a Home die has no wild one."""
    die = PlacedDie(DieType.HOME, Face.WILD, Place(Phase.SHIP))
    state = revealed(THREE, EXPLORE)
    for wrong in (RecordMat(1, (die,)), CorrectDie(1, 0, die), AddDie(2, die)):
        with refused_as(errors.NO_SUCH_FACE):
            GAME.decide(state, wrong)


def test_dictate_selects_nothing() -> None:
    """The place on Dictate is no selection place."""
    die = PlacedDie(DieType.HOME, Face.SHIP, Place(None, selecting=True))
    with refused_as(errors.NO_SUCH_PLACE):
        GAME.decide(revealed(THREE), RecordMat(1, (die,)))


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ("home:explore!,home:ship,genes:wild@produce", ""),
        ("home:explore@settle!,home:ship", ""),
        ("home:explore!,home:ship@settle", "unusual_place"),
        ("home:explore!,home:ship@settle,home:ship@dictate", ""),
        ("home:explore!,home:ship@settle,home:settle@ship,home:ship@dictate", "unusual_place"),
        ("home:explore!,home:ship,home:ship@dictate,home:ship@dictate", "unusual_place"),
        ("home:explore!,home:ship@dictate", "all_dictated"),
        ("home:explore!,home:ship@dictate,home:ship@dictate", "all_dictated"),
    ],
)
def test_odd_places_are_asked_about_not_refused(dice: str, code: str) -> None:
    """R-3.1 to R-3.4: sorting, selecting and one Dictate explain a mat, or a power is at work."""
    state = revealed(THREE, dice, SHIP, SHIP)
    assert codes(state, blocking=False) == ([(code, 1)] if code else [])
    assert see(play("ConfirmReveal", state=state)).step is Step.PHASE


def test_more_dice_than_the_box_has_are_asked_about() -> None:
    """R-1.1: nine Consumption dice; the table may own more than one box."""
    nine = ",".join(["consumption:ship!"] + ["consumption:ship"] * 8)
    state = revealed(THREE, nine, EXPLORE, EXPLORE)
    assert codes(state) == [("confirm", None)]
    state = play("AddDie seat=2 die=consumption:ship", state=state)
    assert codes(state) == [("impossible_dice", None), ("confirm", None)]
    odd = play(
        "AddDie seat=2 die=home:ship@settle", "AddDie seat=3 die=home:ship@settle", state=state
    )
    assert codes(odd)[:2] == [("impossible_dice", None), ("unusual_place", 2)]
    assert see(play("ConfirmReveal", state=state)).step is Step.PHASE


# --- two players ---------------------------------------------------------------------------------


def test_spare_die_adds_a_phase() -> None:
    """R-4.2: active when nobody selected it; the view says by whom."""
    state = revealed(TWO, EXPLORE, SHIP)
    assert codes(state) == [("spare_die", None)]
    state = play("RecordSpareDie face=produce", state=state)
    phases = {each.phase: each for each in see(play("ConfirmReveal", state=state)).phases}
    assert phases[Phase.PRODUCE].by_spare_die
    assert not phases[Phase.SHIP].by_spare_die


def test_spare_die_on_a_selected_phase_adds_nothing() -> None:
    """R-4.2; the die may be read again to correct it."""
    state = play("RecordSpareDie face=settle", state=revealed(TWO, EXPLORE, SHIP))
    state = play("RecordSpareDie face=ship;ConfirmReveal", state=state)
    assert state.round.active == (Phase.EXPLORE, Phase.SHIP)
    assert not any(each.by_spare_die for each in see(state).phases)


def test_spare_die_is_a_home_die_of_two_players() -> None:
    """R-4.2: it has no wild face, and three players do not roll it."""
    with refused_as(errors.NO_SUCH_FACE):
        decided(revealed(TWO, EXPLORE, SHIP), "RecordSpareDie face=wild")
    with refused_as(errors.SPARE_DIE_NOT_USED):
        decided(revealed(THREE), "RecordSpareDie face=ship")


# --- once the phases run -------------------------------------------------------------------------


def test_corrections_while_the_phases_run() -> None:
    """Workers and the dice that go back are counted anew; what was selected stands."""
    state = play("ConfirmReveal", state=revealed(THREE, f"{EXPLORE},home:settle", SHIP, SHIP))
    state = play("CorrectDie seat=1 index=1 die=genes:settle@ship", state=state)
    seat = {seat.seat: seat for seat in see(state).seats}[1]
    assert seat.workers == ((Phase.EXPLORE, 1), (Phase.SHIP, 1))
    assert seat.to_cup == ()
    state = play("AddDie seat=1 die=novelty:produce", state=state)
    assert {seat.seat: seat.to_cup for seat in see(state).seats}[1] == ((DieType.NOVELTY, 1),)
    for line in ("CorrectDie seat=1 index=0 die=home:ship!", "RemoveDie seat=1 index=0"):
        with refused_as(errors.SELECTION_FIXED):
            decided(state, line)
    with refused_as(errors.WRONG_STEP):
        decided(state, f"RecordMat seat=1 dice={EXPLORE}")


def test_events_say_what_went_back() -> None:
    """The log can be read without the rules: phases and returned dice are in it."""
    state = revealed(THREE, f"{EXPLORE},home:settle", SHIP, SHIP)
    events = decided(state, "ConfirmReveal")
    assert [type(event).__name__ for event in events] == [
        "PhasesActivated",
        "DiceReturned",
        "PhaseStarted",
    ]
    assert follow(state, events).assignment(1).returned == ((DieType.HOME, 1),)
