"""A whole three-player game with all rules on the real owner of the state, by touch."""

from collections.abc import Callable

from companion.games.roll.model.dice import PHASES, Phase, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.reveal import ConfirmReveal, CorrectDie, RecordMat
from companion.games.roll.view.table_view import TableView
from companion.session.table import TableOwner
from kivy_ui.asking.draft import Give, Why
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.page import Cards, Frame
from kivy_ui.pages.rounds import Lanes
from tests.games.roll.tracked_table import laid
from tests.some import of, there
from tests.ui.hand import Hand

MOST_TAPS = 60


class Evening:
    """Fingers that know what is left to do."""

    def __init__(self, hand: Hand, owner: TableOwner) -> None:
        self.hand = hand
        self.owner = owner

    @property
    def view(self) -> TableView:
        return of(TableView, self.owner.latest().view)

    def until(self, holds: Callable[[TableView], bool]) -> None:
        def shown() -> bool:
            latest = self.owner.latest()
            same = self.hand.app.shown_version == latest.version
            return same and isinstance(latest.view, TableView) and holds(latest.view)

        self.hand.wait_until(shown)

    def answered(self, tap: Callable[[], object]) -> None:
        """Tap, and wait for the table's answer."""
        version = self.owner.latest().version
        tap()
        self.until(lambda _view: self.owner.latest().version > version)

    def citizenry(self, number: int) -> int:
        tracking = there(next(seat.tracking for seat in self.view.seats if seat.seat == number))
        return len(tracking.citizenry)

    def begin(self) -> None:
        """Two touches lead to the tiles, then one for each."""
        self.hand.touch_text("We know the game")
        self.hand.touch_text("Enter the tiles")
        taps = 0
        while isinstance(self.hand.page.body, Cards):
            free = [card.key for card in self.hand.page.body.cards if card.able]
            self.hand.touch_page(free[-1])
            taps += 1
        assert taps == 6, "a faction and a home world each"
        self.hand.touch_text("Start the game")
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
        while isinstance(self.hand.page.main.key, CorrectDie):  # type: ignore[union-attr]
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
        """Answer for somebody who has to choose, else touch the main button."""
        key = self._key()
        if self._names(key):
            self.hand.touch_page(key)
            self._name()
        else:
            self.answered(lambda: self.hand.touch_page(key))

    def _key(self) -> object:
        page = self.hand.page
        if isinstance(page.body, Moves):
            self.hand.finish(do(self.hand.rounds.all_moved))
            return self._key()
        lanes = page.body.lanes if isinstance(page.body, Lanes) else ()
        for lane in lanes:
            answers = [each for each in lane.answers if not isinstance(each.key, Why)]
            if answers and not any(each.suggested for each in answers):
                names = self._names(answers[-1].key) and len(lane.pictures) < 2
                return answers[0 if names else -1].key
        assert page.main is not None, page
        return page.main.key

    def _names(self, key: object) -> bool:
        """Whether a touch asks for the name of a tile."""
        return isinstance(key, Do) and key.action == self.hand.rounds.name

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
            assert hand.app.current_screen == "phases"
            asked |= set(evening.play())
        assert asked >= {Phase.EXPLORE, Phase.DEVELOP, Phase.SETTLE, Phase.PRODUCE}
        _correct_chips(evening)
        evening.reveal(Phase.SHIP, Phase.SHIP, Phase.SHIP, rest=Phase.SHIP)
        evening.play()
        assert evening.view.step is Step.OVER
        assert hand.app.current_screen == "end"
        assert "win" in hand.page.question
        ending = hand.app.shell.presenters.ending
        hand.touch_page(do(ending.open, ending.why, 0))
        hand.touch_page(hand.page.back)
        evening.answered(lambda: hand.touch_page(Frame.UNDO))
        assert evening.view.step is not Step.OVER
        evening.answered(hand.app.shell.redo)
        assert evening.view.step is Step.OVER


def test_a_group_undoes_stops_before_the_end_and_sees_the_score(owner: TableOwner) -> None:
    """In the middle of a round; an undo lists what to move, a tap takes the page away."""
    with Hand(owner) as hand:
        evening = Evening(hand, owner)
        evening.begin()
        evening.reveal(Phase.EXPLORE, Phase.EXPLORE, Phase.EXPLORE, rest=Phase.EXPLORE)
        evening._one_tap()
        evening.answered(lambda: hand.tap_icon("undo"))
        assert hand.app.current_screen == "undo"
        assert any("Citizenry" in mark.text for mark in hand.app.root.scene.words)
        hand.touch_text("Done")
        assert hand.app.current_screen == "phases"
        evening._one_tap()
        hand.menu("Correct or")
        evening.answered(lambda: hand.touch_page(Give(0, ("stop",))))
        assert evening.view.step is Step.OVER
        assert hand.app.current_screen == "end"
        hand.touch_text("Why it is over")
        assert hand.body(Cards).cards[-1].title.startswith("You ended it early")
        hand.touch_page(hand.page.back)
        evening.answered(lambda: hand.touch_page(Frame.UNDO))
        assert evening.view.current_phase is Phase.EXPLORE


def _correct_chips(evening: Evening) -> None:
    """In a player's page: one chip by touch; then so many that the pool is empty."""
    hand = evening.hand
    rounds = hand.rounds
    hand.finish(do(rounds.all_moved))
    hand.touch_text("Players")
    name = next(seat.name for seat in evening.view.seats if seat.seat == 1)
    hand.touch_page(do(rounds.whole, 1))
    hand.touch_text("Correct")
    chips = next(seat.vp_chips for seat in evening.view.seats if seat.seat == 1)
    for text in ("Counters", name):
        hand.touch_text(text)
    form = hand.body(Form)
    hand.touch_page(there(form.fields[1].number).more)
    evening.answered(lambda: hand.touch_page(hand.main_button.key))
    corrected = next(seat.vp_chips for seat in evening.view.seats if seat.seat == 1)
    assert corrected == chips + 1
    evening.answered(lambda: evening.owner.post(Correct(Correctable.VP_CHIPS, 60, 1, "test")))
    assert evening.view.vp_pool == 0
    hand.app.shell.visit(None)
    hand.wait()
