"""The hands of the demonstration: the whole evening, whatever the camera reads."""

from collections.abc import Callable

import pytest

from companion.demo.script import LaidMat
from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from companion.session.ports import DieReading
from companion.storage.memory_log import MemoryEventLog
from tests.companion.demo.rehearsal import end_of
from tests.companion.demo.stage import EVENING, KnowingReader, Stage, doubted
from tests.evening_log import facts, story_of


def _ended_as_rehearsed(stage: Stage) -> None:
    view = stage.owner.latest().view
    expected = end_of(EVENING.games[-1])
    assert view.step is Step.OVER
    assert _results(view) == _results(expected)
    assert [len(stage.log.load(game.game_id)) > 0 for game in stage.log.games()] == [True, True]


def _results(view: TableView) -> list[tuple[str, int, int, int]]:
    return [(seat.name, seat.credits, seat.vp_chips, seat.tiles) for seat in view.seats]


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
    assert "Undone: Ann scouts with Home." in stage.told
    assert "These phases happen: Settle, Produce, Ship." in stage.told
    assert "Corrected on the mat of Zsófi: Genes, Wild." in stage.told
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


def test_a_demonstration_that_was_broken_off_begins_anew() -> None:
    """Its games stay in the log as they were."""
    log = MemoryEventLog()
    first = Stage(log)
    first.start()
    assert not first.demo_player(deeds=20).run()
    version = first.owner.latest().version
    first.stop()
    second = Stage(log)
    second.start()
    assert not second.demo_player(deeds=3).run()
    second.stop()
    view = second.owner.latest().view
    assert {each.name for each in view.seats} == set(EVENING.games[0].names)
    assert view.round == 1
    old = log.games()[-1]
    assert old.finished
    assert len(log.load(old.game_id)) == version


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
