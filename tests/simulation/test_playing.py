"""Whole games by chance: nothing is wrong with them, and they are the same every time."""

from __future__ import annotations

import os
from collections import Counter
from functools import reduce
from typing import get_args

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll import with_rules
from companion.games.roll.model.apply import apply
from companion.games.roll.model.commands import Command, TrackedCommand
from companion.games.roll.model.events import Event
from companion.games.roll.model.notation import read, write
from companion.games.roll.model.options import (
    BankersMoment,
    EmptyBag,
    EmptyCup,
    FreedWorkers,
    ReconnaissanceScope,
    TableOptions,
    Timing,
    UnprintedMoment,
)
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_events import AssignmentUnexplained, TaskEvent
from companion.games.roll.rules.lookup import Rules
from companion.simulation.playing import as_text, chance_of, play, simulate
from companion.storage.codec import EventCodec
from tests.simulation.long_run import blocks, played, recorded

RULES = Rules(load_roll_catalog())
OTHER_READINGS = TableOptions(
    freed_workers=FreedWorkers.MAY_DECLINE,
    unprinted_moment=UnprintedMoment.PHASE_START,
    bankers_moment=BankersMoment.BEFORE_INCOME,
    reconnaissance_scope=ReconnaissanceScope.EVERY_DRAW,
    empty_bag=EmptyBag.MORE_THAN_THREE,
    empty_cup=EmptyCup.MAY_RECALL,
    timing=Timing.IN_TURN,
)
GAMES = int(os.environ.get("SIMULATED_GAMES", "250"))
"""Games of each number of players in the slow test."""

DIGESTS = {
    2: "d8e5ac33a05b64bd02f2096efae71636a4d9b0495090ecf4c92f986137ac6fde",
    3: "6ac8abca42c20b599dc52d4b24d95d2dede1ffc3e617e960faac43f07b413f76",
    4: "5214f6df57485132c2228d6e0aeebf7e66ea206c6a555866526b64e72b98d196",
    5: "425874bf50cf2839930eeae4c5a79c946b1732c875bcca8c8948c3a336157ebc",
}
"""Of four games each. A rule or a player that changes changes them; nothing else may."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_end_without_a_violation(players: int) -> None:
    """Dice, tiles, credits and VP are right after every event, and somebody wins."""
    summary = simulate(RULES, players=players, games=4, seed=11)
    assert summary.violations == ()
    assert sum(count for _, count in summary.ended_by) == summary.games
    assert summary.digest == DIGESTS[players]


def test_the_other_readings_play_as_well() -> None:
    """Every option of the table leads to the end of a game."""
    summary = simulate(Rules(load_roll_catalog(), OTHER_READINGS), players=3, games=4, seed=3)
    assert summary.violations == ()


def test_replay_equals_live_and_all_can_be_written() -> None:
    """The stored events lead to the same state; commands and events survive as notation."""
    codec = EventCodec(with_rules(RULES))
    told: list[Event] = []

    def tell(command: Command, events: tuple[Event, ...], _: GameState) -> None:
        assert read(write(command)) == command
        for event in events:
            assert read(write(event)) == event
            stored = codec.decode(codec.encode(event))
            assert stored == event
            told.append(event)

    live = play(RULES, 4, chance_of(2, 4, 0), tell).state
    assert live.step is Step.OVER
    assert as_text(reduce(apply, told, GameState())) == as_text(live)
    assert reduce(apply, told, GameState()) == live


def test_every_command_and_event_occurs() -> None:
    """Games by chance reach all of the round, so that what holds for them holds for it.

    No mat of theirs is too much for the judge.
    """
    seen: Counter[type] = Counter()

    def tell(command: Command, events: tuple[Event, ...], _: GameState) -> None:
        seen.update(map(type, (command, *events)))

    for game in range(30):
        play(RULES, 5, chance_of(4, 5, game), tell)
    missing = {*get_args(TrackedCommand), *get_args(TaskEvent)} - seen.keys()
    assert missing == {AssignmentUnexplained}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "block"), tuple(blocks(int(os.environ.get("SIMULATED_GAMES", "250"))))
)
def test_blocks_of_many_games(players: int, block: int) -> None:
    """No violation in any of them, and the states that were recorded (``long_run``)."""
    summary = played(RULES, players, block)
    assert summary.violations == ()
    assert max(summary.rounds) < 120
    assert summary.digest == recorded().get((players, block), summary.digest)
