"""The hands of the demonstration: the whole evening, also after it was broken off anywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.demo.dry_run import counters, dry_run
from companion.demo.errors import OtherGameError
from companion.demo.script import LaidMat
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import Step
from companion.games.roll.phases.set_up import StartGame
from companion.session.ports import DieReading
from companion.storage.memory_log import MemoryEventLog
from tests.companion.demo.stage import EVENING, KnowingReader, Stage, doubted
from tests.evening_log import facts, story_of


def _ended_as_rehearsed(stage: Stage) -> None:
    view = stage.owner.latest().view
    _, expected = dry_run(EVENING.games[-1])
    assert view.step is Step.OVER
    assert counters(view) == counters(expected)
    assert [len(stage.log.load(game.game_id)) > 0 for game in stage.log.games()] == [True, True]


def _play(stage: Stage) -> None:
    stage.start()
    try:
        assert stage.demo_player().run()
    finally:
        stage.stop()


def test_the_whole_evening_plays_by_itself() -> None:
    """Both games, as rehearsed; every mat read by the camera, one die corrected, one undo."""
    stage = Stage(MemoryEventLog())
    _play(stage)
    _ended_as_rehearsed(stage)
    assert not [line for line in stage.told if "by hand" in line or "Refused" in line]
    assert "The last step was undone." in stage.told
    assert "Corrected on Zsófi's mat: genes wild on ship is genes wild on settle." in stage.told
    assert "Phase V ship is active: by the spare die." in stage.told
    assert stage.told[-2].startswith("1. Bea")
    assert any("points; " in line for line in stage.told), "the fully tracked game is counted"
    assert story_of(stage.log) == facts(stage.told), "the log tells all that was told"
    stage.told.clear()
    stage.narrator.explain_score()
    assert stage.told[0] == "The final score of Ann, Łukasz and Zsófi, tile by tile:"
    blocks = "\n".join(stage.told[1:-1]).split("\n\n")
    first, *parts = blocks[0].splitlines()
    assert first == "1. Ann: 14 VP"
    assert [line.split() for line in parts[:3]] == [
        ["VP", "chips", "0"],
        ["cost", "of", "5", "tiles", "14"],
        ["Improved", "Reconnaissance", "(development)", "2"],
    ]
    assert stage.told[-1] == "Winner: Ann."


_ACTS = [0, 1, 2, 4, 6, 9, 12, 14, 17, 19, 27, 33, 36, 37, 38, 60, 66, 80]


@pytest.mark.parametrize(
    "acts", [each if at % 3 == 0 else pytest.param(each, marks=pytest.mark.slow)
             for at, each in enumerate(_ACTS)]
)  # fmt: skip
def test_a_broken_off_evening_goes_on_and_ends_the_same(acts: int) -> None:
    """Nothing but the log is carried over; nothing is counted twice."""
    log = MemoryEventLog()
    first = Stage(log)
    first.start()
    assert not first.demo_player(acts=acts).run()
    first.stop()
    second = Stage(log)
    _play(second)
    _ended_as_rehearsed(second)


def test_a_finished_evening_begins_anew() -> None:
    """The next start of the demonstration plays it again, in new games."""
    log = MemoryEventLog()
    _play(Stage(log))
    again = Stage(log)
    again.start()
    assert not again.demo_player(acts=3).run()
    again.stop()
    names = {each.name for each in again.owner.latest().view.seats}
    assert names == set(EVENING.games[0].names)
    assert len(log.games()) == 3


def test_fresh_begins_the_first_game_whatever_is_open() -> None:
    """The game that was open stays in the log, finished."""
    log = MemoryEventLog()
    first = Stage(log)
    first.start()
    first.demo_player(acts=20).run()
    version = first.owner.latest().version
    first.stop()
    second = Stage(log)
    second.start()
    second.demo_player(fresh=True, acts=2).run()
    second.stop()
    old = log.games()[1]
    assert old.finished
    assert len(log.load(old.game_id)) == version
    assert second.owner.latest().view.round == 1


def test_a_game_of_other_people_is_left_alone() -> None:
    """The demonstration does not play on somebody's table."""
    stage = Stage(MemoryEventLog())
    stage.start()
    stage.owner.new_game("roll")
    players = (PlayerSetup(1, "Eva", "blue"), PlayerSetup(2, "Adam", "green"))
    stage.owner.post(StartGame(players))
    while stage.owner.latest().version < 2:
        pass
    with pytest.raises(OtherGameError, match="Eva, Adam"):
        stage.demo_player().run()
    stage.stop()


def _nothing(_mat: LaidMat, _dice: list[DieReading]) -> list[DieReading]:
    return []


def _all_doubted(_mat: LaidMat, dice: list[DieReading]) -> list[DieReading]:
    return [doubted(die) for die in dice]


def _one_missing(mat: LaidMat, dice: list[DieReading]) -> list[DieReading]:
    return dice if mat.spare else dice[:-1]


@pytest.mark.parametrize("change", [_nothing, _all_doubted, _one_missing])
def test_whatever_the_camera_sees_the_evening_ends_the_same(
    change: Callable[[LaidMat, list[DieReading]], list[DieReading]],
) -> None:
    """Unread mats are entered by hand, doubts are cleared, missing dice added."""
    stage = Stage(MemoryEventLog(), reader=KnowingReader(change), reading_s=0.3)
    _play(stage)
    _ended_as_rehearsed(stage)
    assert any("by hand" in line for line in stage.told) == (change is not _one_missing)
