"""Whole games by chance: nothing is wrong with them, and they are the same every time."""

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial, reduce

import pytest

from companion.catalog import load_roll_catalog
from companion.games.messages import apply, kinds
from companion.games.roll import with_rules
from companion.games.roll.model.event import Event
from companion.games.roll.model.options import (
    TableOptions,
)
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.simulation.playing import as_text, game_rng, one_game, play, simulate
from companion.storage.codec import EventCodec
from tests.golden.roll_lines import read, write
from tests.simulation.long_run import blocks, played, recorded

RULES = Rules(load_roll_catalog())
OTHER_READINGS = TableOptions(
    freed_workers="may_decline",
    unprinted_moment="phase_start",
    bankers_moment="before_income",
    reconnaissance_scope="every_draw",
    empty_bag="more_than_three",
    empty_cup="may_recall",
    timing="in_turn",
)
GAMES = int(os.environ.get("SIMULATED_GAMES", "250"))
"""Games of each number of players in the slow test."""

DIGESTS = {
    2: "869c98594f7d56fc49b0d7b91803e016e5a552f823fc77646aea21cdeaec37ee",
    3: "b186346a56e7eac6cef1a322caa48712201af4bed683b5566576dceb87c5444f",
    4: "e307fc6727948e5e1175b291867834c82f01ba93be8d45e02e53a4787245f4e7",
    5: "54779857c92e10493304ce91d10bded44203b13f3e33d55d0e580ca6e8bad845",
}
"""Of four games each. A rule or a player that changes changes them; nothing else may."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_end_without_a_violation(players: int) -> None:
    """Dice, tiles, credits and VP are right after every event, and somebody wins."""
    summary = simulate(partial(one_game, RULES, (), players=players, seed=11), 4)
    assert summary.violations == ()
    assert sum(count for _, count in summary.ended_by) == 4
    assert summary.digest == DIGESTS[players]


def test_the_other_readings_play_as_well() -> None:
    """Every option of the table leads to the end of a game."""
    one = partial(one_game, RULES, (), players=3, seed=3, options=OTHER_READINGS)
    summary = simulate(one, 4)
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

    live = play(RULES, 4, game_rng(2, 4, 0), tell).state
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
        play(RULES, 5, game_rng(4, 5, game), tell)
    commands: Iterator[type[Command]] = kinds(Command)
    tasks = {kind for kind in commands if kind.when.is_task}
    missing = {kind.__name__ for kind in {*tasks, *kinds(Event)} - seen.keys()}
    # Every tile of theirs has a name, nothing is corrected, and five players need no spare die.
    assert missing == {
        *("AssignmentUnexplained", "LeaveUnfinished", "Correct", "ChangeTiles"),
        *("MoveDice", "AddDie", "CorrectDie", "RemoveDie", "WorkersWithdrawn"),
        *("ReplaceStartTiles", "MoveTile", "ReplaceTile", "WithdrawReady"),
        *("SeatComputers", "LevelLowered", "RecordSpareDie"),
        *("Accept", "Build", "NameTile"),  # at a screen only
    }


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
