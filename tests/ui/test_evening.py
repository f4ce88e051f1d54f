"""A whole game on the real owner of the state, with a finger and the keyboard."""

from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import ChangeVp
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.view.table_view import TableView
from companion.session.table import TableOwner
from kivy_ui.pages.forms import Form
from tests.some import of, there
from tests.ui.hand import Hand

_ENTER = 13


def _view(owner: TableOwner) -> TableView:
    return of(TableView, owner.latest().view)


def _step(owner: TableOwner) -> Step | None:
    view = owner.latest().view
    return view.step if isinstance(view, TableView) else None


def _mat(selects: Phase, *, doubtful: bool = False) -> tuple[PlacedDie, ...]:
    return (
        PlacedDie(DieType.HOME, Face(selects.value), Place(selects, selecting=True)),
        PlacedDie(DieType.HOME, Face.SHIP, Place(Phase.SHIP), doubtful=doubtful),
    )


def test_three_players_play_a_round_and_end_the_game(owner: TableOwner) -> None:
    """From nothing to the last screen and back with undo, by touch and keys only."""

    with Hand(owner) as hand:
        hand.set_up(counts=True)
        hand.wait_until(lambda: _step(owner) is Step.ASSIGN)
        assert hand.app.current_screen == "table"
        for key in (49, 50, 51):
            hand.key(key)
        hand.wait_until(lambda: _step(owner) is Step.REVEAL)
        for seat, phase in ((1, Phase.EXPLORE), (2, Phase.SHIP), (3, Phase.SHIP)):
            owner.post(RecordMat(seat, _mat(phase, doubtful=seat == 2)))
        hand.wait_until(lambda: _view(owner).needs[0].code == "doubtful_die")
        hand.wait()
        hand.touch_text("Yes, correct")
        hand.wait_until(lambda: _view(owner).needs[0].code == "confirm")
        hand.wait()
        hand.touch_page(ConfirmReveal())
        hand.wait_until(lambda: _step(owner) is Step.PHASE)
        form = hand.body(Form)
        hand.touch_page(there(form.fields[0].number).more)
        hand.wait_until(lambda: _view(owner).seats[0].credits == 2)
        hand.touch_text("Finish phase")
        hand.wait_until(lambda: _view(owner).current_phase is Phase.SHIP)
        hand.key(_ENTER)
        hand.wait_until(lambda: _step(owner) is Step.MANAGE)
        _use_up_the_pool(hand, owner)
        hand.touch_text("Finish round")
        hand.wait_until(lambda: _step(owner) is Step.OVER)
        assert hand.app.current_screen == "end"
        hand.tap_icon("undo")
        hand.wait_until(lambda: _step(owner) is Step.MANAGE)
        hand.app.shell.redo()
        hand.wait()
        hand.wait_until(lambda: _step(owner) is Step.OVER)
        assert hand.app.current_screen == "end"


def _use_up_the_pool(hand: Hand, owner: TableOwner) -> None:
    owner.post(ChangeVp(2, _view(owner).vp_pool))
    hand.wait_until(lambda: _view(owner).vp_pool == 0)
    assert hand.reads("Last round: the VP pool is used up")


def test_a_refused_command_says_why(owner: TableOwner) -> None:
    """An error of the rules arrives as a sentence; the table stays as it was."""
    with Hand(owner, language="hu") as hand:
        owner.undo()
        hand.wait_until(lambda: hand.notice != "")
        assert hand.notice == "Nincs megnyitott játék."
        assert hand.app.current_screen == "start"


def test_a_notice_goes_when_the_evening_moves(owner: TableOwner) -> None:
    """What was said of the resumed evening does not cover the next step."""
    with Hand(owner) as hand:
        hand.set_up(counts=True)
        hand.wait_until(lambda: _step(owner) is Step.ASSIGN)
        hand.app.shell.show_notice("The game continues where it stopped.")
        hand.wait_until(lambda: hand.notice != "")
        hand.touch_text("All ready")
        hand.wait_until(lambda: _step(owner) is Step.REVEAL)
        hand.wait_until(lambda: hand.notice == "")
