"""A table that keeps its counters by hand: what no scenario can say."""

from dataclasses import replace

import pytest

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model import errors
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.set_up import HOME_WORLDS, StartGame
from companion.games.roll.rules.judge import is_legal
from tests.games.refused import refused_as
from tests.games.roll.table import (
    COLOURS,
    NAMES,
    THREE,
    TWO,
    all_ready,
    command,
    decided,
    play,
    revealed,
    see,
)

MATS = (
    "home:explore!,home:explore,home:ship",
    "home:ship!,military:develop",
    "home:explore!,military:wild@ship,home:settle@dictate,home:explore@ship",
)


def in_phases() -> GameState:
    return play("ConfirmReveal", state=revealed(THREE, *MATS))


def managing() -> GameState:
    return play("FinishPhase;FinishPhase", state=in_phases())


def test_commands_of_another_step_are_refused() -> None:
    states = [play(THREE), all_ready(play(TWO)), in_phases(), managing()]
    for state in states:
        for line in ("FinishPhase", "FinishRound", "RecordSpareDie face=ship"):
            wanted = command(line)
            if is_legal(type(wanted), state):
                decided(state, line)
            else:
                with pytest.raises(RefusedError):
                    decided(state, line)


def test_confirming_too_early_says_what_is_missing() -> None:
    """The refusal carries the codes; nothing is lost."""
    state = revealed(TWO, "home:explore!")
    with refused_as(errors.REVEAL_INCOMPLETE) as caught:
        decided(state, "ConfirmReveal")
    assert caught.value.params["missing"] == "scan_mat, spare_die"


def test_readings_before_reveal_stay_hidden() -> None:
    """R-12.1: in no view, for nobody, not even as a need."""
    state = play(THREE, "SignalReady seat=1;RecordMat seat=1 dice=home:explore!,home:ship?")
    bare = play(THREE, "SignalReady seat=1")
    for seat in (None, 1, 2, 3):
        assert see(state, seat) == see(bare, seat)
    state = play("SignalReady seat=2;SignalReady seat=3", state=state)
    assert see(state).step is Step.REVEAL
    assert len({seat.seat: seat for seat in see(state).seats}[1].dice) == 2


def test_a_refused_value_is_in_the_message() -> None:
    """The error names what is possible."""
    with refused_as(errors.BAD_VALUE) as caught:
        decided(play(THREE), "Correct what=credits value=11 seat=1")
    assert "11" in caught.value.message


def some_players(count: int) -> tuple[PlayerSetup, ...]:
    return tuple(PlayerSetup(i + 1, NAMES[i], COLOURS[i], i + 1) for i in range(count))


def test_home_worlds_are_those_of_the_box() -> None:
    """The set-up's keys and start credits are the catalogue's (R-1.2, R-1.7)."""
    worlds = load_roll_catalog().home_worlds
    assert sorted(world.world.key for world in worlds) == sorted(HOME_WORLDS)
    for world in worlds:
        first, second = some_players(2)
        players = (replace(first, home_world=world.world.key), second)
        started, _ = GAME.decide(GAME.initial, StartGame(players))
        assert started.credits == (world.world.start_credits or 1, 1)
