"""The mats before the folder camera: those that the table waits for."""

import pytest

from companion.demo.picture_selector import PictureSelector
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.session.calibration_ports import ReadCount, WizardView
from companion.session.calibration_ports import Stage as WizardStage
from companion.storage.memory_log import MemoryEventLog
from tests.companion.demo.stage import EVENING, Stage, all_recorded
from tests.waiting import until

COLOURS = ("blue", "orange", "green", "purple", "yellow")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_game_of_any_size_gets_all_its_mats_read(count: int) -> None:
    """People who try the table without a camera: every mat that is wanted comes by itself."""
    stage = Stage(MemoryEventLog())
    stage.start()
    seats = range(1, count + 1)
    stage.owner.new_game("roll")
    stage.owner.post(
        StartGame(tuple(PlayerSetup(seat, f"P{seat}", COLOURS[seat - 1]) for seat in seats))
    )
    for seat in seats:
        stage.owner.post(SignalReady(seat))
    until(lambda: all_recorded(stage.owner))
    view = stage.owner.latest().view
    stage.stop()
    assert (view.spare_die is not None) == (count == 2)


def test_who_calibrates_gets_the_calibration_mat_and_one_throw_after_the_other() -> None:
    """Afterwards what the table waits for lies there again."""
    stages = WizardStage.LOOK, *[WizardStage.PROVE] * 3, WizardStage.KEEP
    views = [
        WizardView(stage, (), 0, 2, throws, 3, (), ReadCount("all"), picture=None)
        for stage, throws in zip(stages, (0, 0, 1, 2, 3), strict=True)
    ]
    asked = iter([None, *views, None])
    lens = PictureSelector(EVENING, lambda: (), lambda: next(asked))
    assert lens.before_capture() == EVENING.idle
    laid = [lens.before_capture() for _ in stages]
    throws = [each.picture for each in EVENING.throws]
    assert laid == [EVENING.calibration.picture, *throws, throws[-1]]
    assert lens.before_capture() == EVENING.idle
