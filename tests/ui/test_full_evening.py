"""A whole three-player game with all rules on the real owner of the state, by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.roll.model.dice import PHASES, Phase, PlacedDie
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.view.table_view import TableView
from companion.session.table import TableOwner
from kivy_ui.games.roll.mats.mat_pages import Agree
from kivy_ui.games.roll.result import Look, Part
from kivy_ui.games.roll.start import Missing, Open, Start
from kivy_ui.games.roll.turn import buttons as keys
from kivy_ui.pages.page import Cards, Frame
from tests.games.roll.tracked_table import laid
from tests.ui.hand import Hand

MOST_TAPS = 60


class Evening:
    """Fingers that know what is left to do."""

    def __init__(self, hand: Hand, owner: TableOwner) -> None:
        self.hand = hand
        self.owner = owner

    @property
    def view(self) -> TableView:
        view = self.owner.latest().view
        assert isinstance(view, TableView)
        return view

    def until(self, holds: Callable[[TableView], bool]) -> None:
        def shown() -> bool:
            latest = self.owner.latest()
            same = self.hand.app.shown_version == latest.version
            return same and isinstance(latest.view, TableView) and holds(latest.view)

        self.hand.wait_until(shown)

    def answered(self, tap: Callable[[], None]) -> None:
        """Tap, and wait for the table's answer."""
        version = self.owner.latest().version
        tap()
        self.until(lambda _view: self.owner.latest().version > version)

    def citizenry(self, number: int) -> int:
        tracking = next(seat.tracking for seat in self.view.seats if seat.seat == number)
        assert tracking is not None
        return len(tracking.citizenry)

    def begin(self) -> None:
        """Two touches lead to the tiles, then one for each."""
        self.hand.touch_page(Open("seats"))
        self.hand.touch_page(Missing())
        taps = 0
        while isinstance(self.hand.page.body, Cards):
            free = [card.key for card in self.hand.page.body.cards if card.able]
            self.hand.touch_page(free[-1])
            taps += 1
        assert taps == 6, "a faction and a home world each"
        self.hand.touch_page(Start())
        self.until(lambda view: view.step is Step.ASSIGN)

    def reveal(self, *selected: Phase, rest: Phase) -> None:
        """Everybody is ready; the camera reads; one doubtful die is agreed with."""
        number = self.view.round
        for key in (49, 50, 51):
            self.hand.key(key)
        self.until(lambda view: view.step is Step.REVEAL)
        for seat in self.view.seats:
            assert seat.tracking is not None
            phase = selected[seat.seat - 1]
            dice = [
                laid(die, rest if index else phase, selecting=not index)
                for index, die in enumerate(seat.tracking.cup)
            ]
            if seat.seat == 2 and len(dice) > 1:
                dice[1] = PlacedDie(dice[1].type, dice[1].face, dice[1].place, doubtful=True)
            self.answered(lambda: self.owner.post(RecordMat(seat.seat, tuple(dice))))  # noqa: B023
        self.hand.wait_until(lambda: self.hand.page.main.key is not None)  # type: ignore[union-attr]
        while isinstance(self.hand.page.main.key, Agree):  # type: ignore[union-attr]
            self.answered(lambda: self.hand.touch_page(self.hand.page.main.key))  # type: ignore[union-attr]
        self.answered(lambda: self.hand.touch_page(ConfirmReveal()))
        assert (self.view.step, self.view.round) != (Step.REVEAL, number)

    def play(self) -> list[Phase | None]:
        """Tap what is asked for until the round is over; returns the phases that asked."""
        number, asked = self.view.round, [self.view.current_phase]
        for _ in range(MOST_TAPS):
            if self.view.round != number or self.view.step is Step.OVER:
                return asked
            if self.view.current_phase is not asked[-1]:
                asked.append(self.view.current_phase)
            self._one_tap()
        raise AssertionError(f"the round does not end: {self.hand.texts()}")

    def _one_tap(self) -> None:
        button = self._button()
        if button is None:
            self.answered(self.hand.app.root.primary)
        elif button.key == keys.NAME:
            self.hand.tap(button)
            self._name()
        else:
            self.answered(lambda: self.hand.tap(button))

    def _button(self) -> Any:
        """The first button of somebody who has to choose: the last one of the line."""
        from kivy_ui.screens.tasks import TaskButtonView, TaskLineView

        for line in self.hand.widgets(TaskLineView):
            buttons = [one for one in line.walk() if isinstance(one, TaskButtonView)]
            if line.waiting and buttons and buttons[0].key != keys.ACCEPT:
                enough = buttons[-1].key != keys.NAME or self._can_name(line)
                return buttons[-1] if enough else buttons[0]
        return None

    def _can_name(self, line: Any) -> bool:
        return len(line.ids.dice.children) > 1

    def _name(self) -> None:
        assert self.hand.names_tile
        key = self.hand.page.body.cards[0].key  # type: ignore[union-attr]
        self.answered(lambda: self.hand.touch_page(key))
        assert not self.hand.names_tile


def test_three_players_play_with_all_rules_to_the_end(owner: TableOwner) -> None:
    """Start tiles, mats, all five phases, managing, corrections, undo, and the score."""

    with Hand(owner) as hand:
        evening = Evening(hand, owner)
        evening.begin()
        asked: set[Phase | None] = set()
        for number in range(3):
            first, second = PHASES[2 * number % 5], PHASES[(2 * number + 1) % 5]
            evening.reveal(first, second, first, rest=second)
            assert hand.app.current_screen == "tasks"
            asked |= set(evening.play())
        assert asked >= {Phase.EXPLORE, Phase.DEVELOP, Phase.SETTLE, Phase.PRODUCE}
        _correct_chips(evening)
        evening.reveal(Phase.SHIP, Phase.SHIP, Phase.SHIP, rest=Phase.SHIP)
        evening.play()
        assert evening.view.step is Step.OVER
        assert hand.app.current_screen == "end"
        assert "win" in hand.page.question
        hand.touch_page(Look(Part.WHY))
        hand.touch_page(Look())
        evening.answered(lambda: hand.touch_page(Frame.UNDO))
        assert evening.view.step is not Step.OVER
        hand.app.root.close_panel()
        evening.answered(hand.app.root.redo)
        assert evening.view.step is Step.OVER


def test_a_group_stops_before_the_end_and_sees_the_score(owner: TableOwner) -> None:
    """By touch, in the middle of a round; every line of the score is explained; undo goes on."""
    with Hand(owner) as hand:
        evening = Evening(hand, owner)
        evening.begin()
        evening.reveal(Phase.EXPLORE, Phase.EXPLORE, Phase.EXPLORE, rest=Phase.EXPLORE)
        evening._one_tap()
        hand.menu("Correct or end")
        evening.answered(lambda: hand.tap_text("End the game now and count the points"))
        assert evening.view.step is Step.OVER
        assert hand.app.current_screen == "end"
        hand.touch_page(Look(Part.AWARDS))
        assert isinstance(hand.page.body, Cards)
        assert hand.page.body.cards[-1].title.startswith("You ended it early")
        hand.touch_page(Look())
        evening.answered(lambda: hand.touch_page(Frame.UNDO))
        assert evening.view.current_phase is Phase.EXPLORE


def _correct_chips(evening: Evening) -> None:
    """In a player's panel: one chip by touch; then so many that the pool is empty."""
    from kivy_ui.panels.choosing import CounterChoice
    from kivy_ui.screens.table import SeatCardView

    hand = evening.hand
    assert hand.panel_name == "MovedPanel", "the round begins with what to move"
    hand.tap_text("Moved, continue")
    card = next(one for one in hand.widgets(SeatCardView) if one.number == 1)
    hand.tap(card.ids.counters)
    assert hand.panel_name == "EmpirePanel"
    hand.tap_text("Correct")
    chips = next(seat.vp_chips for seat in evening.view.seats if seat.seat == 1)
    stepper = next(each for each in hand.widgets(CounterChoice) if each.icon == "chip")
    evening.answered(lambda: hand.tap(stepper.ids.stepper.children[0]))
    corrected = next(seat.vp_chips for seat in evening.view.seats if seat.seat == 1)
    assert corrected == chips + 1
    evening.answered(lambda: evening.owner.post(Correct(Correctable.VP_CHIPS, 60, 1, "test")))
    assert evening.view.vp_pool == 0
    hand.key(27)
    hand.key(27)
    assert hand.panel_name == ""


def test_an_undo_lists_what_to_move_on_the_table(owner: TableOwner) -> None:
    """The page comes with the undo, and a tap takes it away."""
    with Hand(owner) as hand:
        evening = Evening(hand, owner)
        evening.begin()
        evening.reveal(Phase.EXPLORE, Phase.EXPLORE, Phase.EXPLORE, rest=Phase.EXPLORE)
        evening._one_tap()
        evening.answered(lambda: hand.tap_icon("undo"))
        assert hand.app.current_screen == "undo"
        assert any("Citizenry" in mark.text for mark in hand.app.root.screen.view.scene.words)
        hand.touch_text("Done")
        assert hand.app.current_screen == "tasks"


def test_two_fingers_and_a_line_that_changes_do_nothing_twice(owner: TableOwner) -> None:
    """Two fingers on two buttons of one player: the first counts; a button that has become
    another one before the finger goes up does nothing."""
    from kivy.tests.common import UnitTestTouch

    from kivy_ui.screens.tasks import TaskButtonView, TaskLineView

    with Hand(owner) as hand:
        evening = Evening(hand, owner)
        evening.begin()
        evening.reveal(Phase.EXPLORE, Phase.EXPLORE, Phase.EXPLORE, rest=Phase.EXPLORE)
        line = next(one for one in hand.widgets(TaskLineView) if one.waiting)
        buttons = [one for one in line.walk() if isinstance(one, TaskButtonView)]
        fingers = [UnitTestTouch(*one.to_window(*one.center)) for one in buttons[:2]]
        version, before = owner.latest().version, evening.citizenry(line.number)
        for finger in fingers:
            finger.touch_down()
        for finger in fingers:
            finger.touch_up()
        evening.until(lambda _view: owner.latest().version > version)
        hand.wait(8)
        assert evening.citizenry(line.number) == before + 1
        finger = UnitTestTouch(*buttons[0].to_window(*buttons[0].center))
        finger.touch_down()
        buttons[0].key = "another"
        version = owner.latest().version
        finger.touch_up()
        hand.wait(8)
        assert owner.latest().version == version
