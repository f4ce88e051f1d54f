"""One person and three computer players, by touch in a real window, to the final score."""

import random
from typing import Any

import pytest

from companion.games.roll.model.dice import FACES, Face, Phase, Place, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN
from companion.games.roll.model.state import Step
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.tile_corrections import TileLocation, TileSpot
from companion.session.table import TableOwner
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.opening import Table
from kivy_ui.pages.page import Doing
from kivy_ui.pages.rounds import Lanes
from tests.games.roll.tracked_table import RULES
from tests.some import there
from tests.ui.hand import Hand
from tests.ui.test_full_evening import Evening

PERSON = 1
MOST_TAPS_A_ROUND = 4


class WithComputers(Evening):
    """The person plays by chance, and looks at the tiles that computer players ask about."""

    def __init__(self, hand: Hand, owner: TableOwner) -> None:
        super().__init__(hand, owner)
        self.chance = random.Random("computers")
        self.for_computers = 0

    def seat_computers(self) -> None:
        """Seats for the person and for three computer players."""
        hand = self.hand
        presenters = hand.app.shell.presenters
        hand.touch_text("We know the game")
        hand.touch_page(do(presenters.start.seat, 4))
        for number in (2, 3, 4):
            hand.touch_page(do(presenters.who.ask_about, presenters.opening, number))
            hand.touch_text("medium")
            hand.touch_text("Done")
        hand.touch_text("Draw for us")
        hand.touch_text("Start the game")
        self.until(lambda view: view.step is Step.ASSIGN)

    def lay_out(self) -> None:
        """The person is ready; the camera reads the only mat that it waits for."""
        hand = self.hand
        if isinstance(hand.page.body, Moves):
            hand.finish(do(hand.rounds.all_moved))
        ready = hand.body(Table)
        self.answered(lambda: hand.touch_page(ready.seats[0].key))
        assert self.view.step is Step.REVEAL
        unread = [need.seat for need in self.view.needs if need.code == "scan_mat"]
        assert unread == [PERSON], "computer players have decided"
        seat = next(seat for seat in self.view.seats if seat.seat == PERSON)
        assert seat.tracking is not None
        dice = []
        for index, die in enumerate(seat.tracking.cup):
            face = self.chance.choice(FACES[die])
            phases = tuple(Phase) if face is Face.WILD or not index else (Phase(face.value),)
            place = Place(self.chance.choice(phases), selecting=not index)
            dice.append(PlacedDie(die, face, place))
        self.answered(lambda: self.owner.post(RecordMat(PERSON, tuple(dice))))
        hand.wait()
        self.answered(lambda: hand.touch_page(ConfirmReveal()))

    def whole_round(self) -> int:
        """Play a round; returns the taps that computer players asked for."""
        number, before = self.view.round, self.for_computers
        self.lay_out()
        for _ in range(80):
            if self.view.round != number or self.view.step is Step.OVER:
                return self.for_computers - before
            if self.hand.names_tile:
                self._answer()
            else:
                self._one_tap()
        raise AssertionError(f"the round does not end: {self.hand.texts()}")

    def _one_tap(self) -> None:
        line_of_a_computer = self._computer_line()
        if line_of_a_computer is not None:
            self.for_computers += 1
        super()._one_tap()

    def _computer_line(self) -> Any:
        body = self.hand.page.body
        lanes = body.lanes if isinstance(body, Lanes) else ()
        acting = [lane for lane in lanes if lane.seat.doing is Doing.ACTS]
        return next((lane for lane in acting if lane.seat.number != PERSON), None)

    def _answer(self) -> None:
        """Say which tile it is: its cost, then its card. The page has come by itself."""
        asking = next(s for s in self.view.seats if s.tracking and s.tracking.asked)
        assert asking.tracking is not None
        assert asking.tracking.asked is not None
        tile = self._look_at(asking.tracking.asked)
        kind = asking.tracking.asked.stack or Category.DEVELOPMENT
        side = RULES.side_of(tile, kind)
        group = next(each for each in TILE_GROUPS if each.has(side))
        self.hand.touch_page(do(self.hand.app.shell.presenters.tile.show, group))
        self.for_computers += 2
        take = self.hand.app.shell.presenters.tile.take
        shown = [each.key for each in self.hand.app.root.scene.targets]
        near = [key for key in shown if isinstance(key, Do) and key.action == take]
        key = next((key for key in near if key == do(take, side.key)), near[0])  # else further on
        self.answered(lambda: self.hand.touch_page(key))

    def _look_at(self, spot: TileSpot) -> int:
        """A tile that lies nowhere else."""
        assert spot.location in (TileLocation.HAND, TileLocation.STACK)
        tracking = there(self.view.tracking)
        return self.chance.choice(
            [tile.id for tile in RULES.catalog.tiles if tile.id not in (UNKNOWN, *tracking.seen)]
        )


def test_computer_players_sit_down_and_play_along(owner: TableOwner) -> None:
    """Two rounds: their mats are never waited for, and the questions come by themselves."""
    with Hand(owner) as hand:
        evening = WithComputers(hand, owner)
        evening.seat_computers()
        seats = {seat.seat: seat.computer for seat in evening.view.seats}
        assert {number for number, computer in seats.items() if computer} == {2, 3, 4}
        for _ in range(2):
            evening.whole_round()
        assert evening.view.round == 3


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_person_and_three_computer_players_play_to_the_final_score(owner: TableOwner) -> None:
    """Whatever computer players need costs at most four taps a round on average."""
    with Hand(owner) as hand:
        evening = WithComputers(hand, owner)
        evening.seat_computers()
        taps: list[int] = []
        while evening.view.step is not Step.OVER:
            assert len(taps) < 40
            taps.append(evening.whole_round())
        assert sum(taps) / len(taps) <= MOST_TAPS_A_ROUND, taps
        assert sum(taps), "they have asked for something"
        assert hand.app.current_screen == "end"
        assert hand.reads("wins")
