"""A fully tracked game of the demonstration, from the first tile to the explained final score."""

import time
from collections import Counter
from dataclasses import replace

import pytest

from companion.benches.taps import TapSimulation
from companion.demo.simulated_mats import SimulatedMats
from companion.games.roll.model.state import EndReason, Step
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import SetUpGame
from companion.players.seeded_random import SeededRandom
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.pages.scores import Result, Why
from tests.companion.demo.rehearsal import views
from tests.companion.demo.stage import EVENING, Stage, all_recorded
from tests.some import of, there
from tests.ui.at_source import AtSource
from tests.waiting import until


class WithSimulatedMats(TapSimulation):
    """People who play through the screen's presenters; what lies on the mats is simulated."""

    def _wanted(self) -> tuple[str, ...]:
        view = self.presenters.ui.view
        needs = view.needs if view is not None else ()
        mats = (f"strip-{need.seat}" for need in needs if need.code == "scan_mat")
        return (*mats, *("tray" for need in needs if need.code == "spare_die"))

    def _reveal(self) -> None:
        mats = SimulatedMats(EVENING, self._wanted, self.table.post)
        while self._wanted():
            # Dice follow from the game's id: with a fixed one every run is the same game.
            mats.take(replace(self.presenters.ui.update, game_id="to the end"))


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_played_to_its_natural_end_and_every_point_is_explained(players: int) -> None:
    """By the taps of people; each line has its points, and together they are the total."""
    evening = WithSimulatedMats(SeededRandom(f"to the end {players}"), players=players)
    evening.play()
    view = there(evening.presenters.ui.view)
    assert view.step is Step.OVER
    assert set(view.end_reasons) <= {EndReason.VP_POOL, EndReason.TILES}
    assert not evening.table.refused
    at = AtSource(evening.presenters.ending)
    assert "win" in at.page.question
    body = of(Result, at.page.body)
    for rank in body.ranks:
        seat = next(each for each in view.seats if each.seat == rank.seat.number)
        assert rank.points == there(there(seat.tracking).score).total
        assert sum(share.points for share in rank.shares) == rank.points
        at.touch(rank.key)
        assert all(reason.title for reason in of(Why, at.page.body).reasons)
        at.touch(at.page.back)


@pytest.mark.parametrize("players", [2, 3])
def test_mats_without_a_picture_come_by_themselves(players: int) -> None:
    """Other people than those of the evening; after an undo only once they are asked for again."""
    stage = Stage(MemoryEventLog())
    owner = stage.owner
    mats = SimulatedMats(EVENING, lambda: owner.scan_plan().mats, owner.post)
    owner.subscribe(mats.take)
    stage.start()
    start = of(SetUpGame, EVENING.games[0].start)
    people = tuple(replace(each, name=f"P{each.seat}") for each in start.players[:players])
    owner.new_game("roll")
    owner.post(SetUpGame(people, start.first_tiles[:players]))
    for each in people:
        owner.post(SignalReady(each.seat))
    until(lambda: all_recorded(owner))
    view = owner.latest().view
    for seat in view.seats:
        laid = Counter(die.type for die in seat.dice)
        assert laid == Counter(seat.tracking.cup), "the picture of another evening would not fit"
    assert not [need for need in view.needs if need.code != "confirm"], "every mat is legal"
    version = owner.latest().version
    owner.undo()
    until(lambda: owner.latest().version != version)
    time.sleep(0.1)
    assert owner.latest().view.needs[0].code in ("scan_mat", "spare_die")
    owner.rescan()
    until(lambda: owner.latest().view.needs[0].code == "confirm")
    stage.stop()


def test_the_picture_is_kept_where_it_shows_the_cup() -> None:
    """The evening's own dice are read by the camera; whoever plays otherwise has other ones."""
    game = EVENING.games[0]
    view = next(each for each in views(game) if each.round == 1)
    mats = [mat.mat for mat in game.rounds[0].mats]
    assert all(EVENING.shows(mat, view) for mat in mats)
    assert not any(EVENING.shows(mat, replace(view, round=3)) for mat in mats)
    assert not EVENING.shows("strip-1", replace(view, round=9))
