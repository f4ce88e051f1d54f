"""Presenters: what is shown and what a tap sends, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.steps import EndReason
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
)
from companion.games.roll.phases.round import FinishPhase, SignalReady, WithdrawReady
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.table_view import TableView
from companion.i18n import LANGUAGES, translator
from companion.session.ports import Problem
from companion.session.table_port import DeviceState, ScanUpdate
from kivy_ui.common.frame import Primary
from kivy_ui.games.roll.frame import DOUBLE_TAP_S, RollFramePresenter
from kivy_ui.games.roll.texts.words import NEEDS, Words
from kivy_ui.games.roll.turn.counters import CounterPresenter
from kivy_ui.games.roll.turn.phases import PhasesPresenter
from kivy_ui.games.roll.turn.table import TablePresenter
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "screen", "primary"),
    [
        (None, "start", Primary.NONE),
        (fake.assigning(), "table", Primary.ALL_READY),
        (fake.revealing(), "reveal", Primary.NONE),
        (fake.playing(), "phases", Primary.FINISH_PHASE),
        (fake.managing(), "phases", Primary.FINISH_ROUND),
        (fake.over(), "end", Primary.COUNT_TILES),
    ],
)
def test_every_step_has_its_screen_and_main_button(
    view: TableView | None, screen: str, primary: Primary
) -> None:
    """The screen follows the step of the round, and so does the main button."""
    ui, _ = a_context(view)
    model = RollFramePresenter(ui).model()
    assert (screen, primary) == (model.screen, model.primary)
    assert model.primary_text or screen in {"start", "reveal"}, "pages have their own"


def test_status_names_everybody_whom_the_need_concerns() -> None:
    """What is awaited: two players by their names, more counted, as their cards show who."""
    said = "Roll, then assign behind the screen.\nWaiting for "
    ui, _ = a_context(fake.assigning(5))
    assert RollFramePresenter(ui).model().status == said + "3 of 5 players"
    ui, _ = a_context(fake.assigning(3))
    assert RollFramePresenter(ui).model().status == f"{said}{fake.NAMES[0]} and {fake.NAMES[2]}"


def test_a_double_tap_finishes_one_phase() -> None:
    """The second of two quick taps on the main button is dropped, a later one counts."""
    ui, table = a_context(fake.playing())
    frame = RollFramePresenter(ui)
    frame.act(10.0)
    frame.act(10.0 + DOUBLE_TAP_S / 2)
    assert table.posted == [FinishPhase()]
    frame.act(10.0 + DOUBLE_TAP_S)
    assert len(table.posted) == 2


def test_all_ready_signals_for_those_who_are_not() -> None:
    """ "All ready" leaves players alone who signalled already."""
    ui, table = a_context(fake.assigning(3))
    RollFramePresenter(ui).act(0.0)
    assert table.posted == [SignalReady(1), SignalReady(3)]


def test_nobody_is_asked_to_be_ready_where_only_computers_play() -> None:
    """They choose by themselves: their cards say so, and there is no button."""
    view = fake.assigning(2)
    seats = tuple(
        replace(seat, computer=ComputerSeat(seat.seat, "normal", "builder"), ready=False)
        for seat in view.seats
    )
    ui, _ = a_context(replace(view, seats=seats))
    model = RollFramePresenter(ui).model()
    assert model.status == "The computer players choose; the round continues automatically"
    assert (model.status_icon, model.primary_text) == ("waiting", "")
    lights = [card.light for card in TablePresenter(ui).seats()]
    assert {(light.word, light.icon, light.can_toggle) for light in lights} == {
        ("Choosing", "robot", False)
    }


def test_pool_says_what_was_taken_beyond_it() -> None:
    """R-9.4: VP beyond the pool are named apart."""
    ui, _ = a_context(replace(fake.managing(), vp_pool=0, vp_beyond_pool=3))
    model = RollFramePresenter(ui).model()
    assert model.pool == "0 VP left, 3 extra taken"
    assert model.notice.text == "Last round: somebody has 12 tiles"


@pytest.mark.parametrize(
    ("state", "icon", "fine"),
    [
        (DeviceState.ABSENT, "camera_off", True),
        (DeviceState.READY, "camera", True),
        (DeviceState.LOST, "camera_off", False),
    ],
)
def test_camera_state_is_a_symbol_and_a_word(state: DeviceState, icon: str, fine: bool) -> None:
    """A lost camera looks unlike one that was never there."""
    ui, table = a_context(fake.assigning())
    table.scan = ScanUpdate(camera=state)
    mark = RollFramePresenter(ui).camera()
    assert (icon, fine) == (mark.icon, mark.fine)
    assert mark.word


def test_buttons_state_comes_from_the_settings() -> None:
    """The state of the ready buttons is asked for anew each time."""
    ui, _ = a_context(fake.assigning(), buttons=lambda: DeviceState.LOST)
    assert not RollFramePresenter(ui).buttons().fine


def test_a_visit_to_the_table_ends_when_the_round_goes_on() -> None:
    """Looking at the table does not hide the next step; composing a new game goes on."""
    ui, table = a_context(fake.playing())
    frame = RollFramePresenter(ui)
    ui.visit("table")
    ui.take(fake.an_update(fake.playing()))
    assert frame.model().screen == "table"
    ui.take(fake.an_update(fake.managing()))
    assert frame.model().screen == "phases"
    ui.visit("start")
    ui.take(fake.an_update(fake.assigning()))
    assert frame.model().screen == "start"
    del table


# --- errors in words -----------------------------------------------------------------------------


def test_errors_say_keys_as_words_of_the_game() -> None:
    """A refused command never shows a key such as ``doubtful_die`` or ``assign``."""
    ui, _ = a_context(fake.assigning(), language="pl")
    frame = RollFramePresenter(ui)
    banner = frame.banner(errors.WRONG_STEP(step="assign"))
    assert banner is not None
    assert banner.message == "Teraz to niemożliwe: trwa etap „przydział kości”."
    missing = frame.banner(errors.REVEAL_INCOMPLETE(missing="doubtful_die, scan_mat"))
    assert missing is not None
    assert "_" not in missing.message
    assert missing.hint


def test_problems_call_mats_by_their_players() -> None:
    """``strip-2`` becomes the seat's number and name; the tray stays as it is."""
    ui, _ = a_context(fake.assigning())
    template = "The mat %(mat)s is in the image twice."
    assert (
        ui.error_text.message(Problem("mat_duplicate", template, {"mat": "strip-2"}))
        == "The mat 2 (Béla) is in the image twice."
    )
    assert "tray" in ui.error_text.message(Problem("mat_duplicate", template, {"mat": "tray"}))


# --- counters ------------------------------------------------------------------------------------


def test_a_step_is_a_move_where_the_game_has_one() -> None:
    """While managing, a tap on plus is a gain in the log, not a correction."""
    ui, table = a_context(fake.managing())
    counters = CounterPresenter(ui)
    counters.change(Correctable.CREDITS, 1, 1)
    counters.change(Correctable.VP_CHIPS, 2, -1)
    counters.change(Correctable.TILES, 3, 1)
    assert table.posted == [ChangeCredits(1, 1), ChangeVp(2, -1), ChangeTiles(3, 1)]


def test_a_step_is_a_correction_where_it_is_no_move() -> None:
    """While assigning, the same tap sets the counter to the new value."""
    view = replace(fake.assigning(), legal=frozenset({Correct}))
    ui, table = a_context(view)
    counters = CounterPresenter(ui)
    counters.change(Correctable.CREDITS, 2, -1)
    counters.change(Correctable.VP_POOL, None, 1)
    counters.change(Correctable.ROUND, None, -1)
    assert table.posted == [
        Correct(Correctable.CREDITS, 7, 2, reason="screen"),
        Correct(Correctable.VP_POOL, 25, None, reason="screen"),
        Correct(Correctable.ROUND, 2, None, reason="screen"),
    ]


def test_steppers_stop_at_the_ends_of_the_track() -> None:
    """Credits go from 0 to 10 (R-5.3), no counter below 0."""
    ui, _ = a_context(fake.assigning(5))
    seats = {card.seat: card for card in TablePresenter(ui).seats()}
    assert not seats[4].counters[0].can_raise
    assert not seats[5].counters[0].can_lower
    assert not seats[2].counters[1].can_lower
    assert seats[1].counters[1].can_raise


def test_a_change_for_nobody_is_nothing() -> None:
    """A tap that arrives after the seat is gone sends nothing."""
    ui, table = a_context(None)
    CounterPresenter(ui).change(Correctable.CREDITS, 1, 1)
    assert table.posted == []


# --- the table -----------------------------------------------------------------------------------


def test_ready_toggles() -> None:
    """A light that is off signals, one that is on withdraws, an empty seat does nothing."""
    ui, table = a_context(fake.assigning(3))
    presenter = TablePresenter(ui)
    for seat in (1, 2, 5):
        presenter.toggle_ready(seat)
    assert table.posted == [SignalReady(1), WithdrawReady(2)]


def test_every_light_has_its_own_symbol_and_word() -> None:
    """Ready and not ready differ in more than colour."""
    ui, _ = a_context(fake.assigning(2))
    waiting, ready = (card.light for card in TablePresenter(ui).seats())
    assert waiting.word != ready.word
    assert waiting.icon != ready.icon


def test_workers_are_counted_for_the_current_phase_only() -> None:
    """The phase overview shows the workers of the phase that is being played."""
    ui, _ = a_context(fake.playing(3))
    lines = PhasesPresenter(ui, TablePresenter(ui)).model().lines
    assert [line.workers for line in lines] == [1, 3, 5]
    assert [line.workers_text for line in lines] == ["1 worker", "3 workers", "5 workers"]
    assert [len(line.dice) for line in lines] == [1, 3, 5]


def test_while_managing_nobody_has_workers() -> None:
    """Manage Empire shows ready lights instead."""
    ui, _ = a_context(fake.managing(3))
    model = PhasesPresenter(ui, TablePresenter(ui)).model()
    assert model.managing
    assert {line.workers for line in model.lines} == {None}


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_letters_tell_the_dice_apart(language: str) -> None:
    """Where there is room for two letters only, they differ in every language."""
    words = Words(translator(language))
    letters = {words.letters(die) for die in DieType}
    assert len({each.casefold() for each in letters}) == len(DieType)
    assert not letters & {words.translate("Yes"), words.translate("No")}


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_every_need_has_words(language: str) -> None:
    """All needs of the view are sentences, in every language."""
    words = Words(translator(language))
    seats = fake.assigning(2).seats
    said = [words.need((Need(code, 1),), seats) for code in NEEDS]
    assert len(set(said)) == len(NEEDS)
    rules = (EndReason.VP_POOL, EndReason.TILES)
    ends = {words.last_round((reason,)) for reason in rules}
    assert len({words.why_over(reason) for reason in EndReason}) == len(EndReason)
    assert len(ends | {words.last_round(rules), words.last_round(())}) == 4


def test_polish_numbers_have_three_forms() -> None:
    """1 robotnik, 2 robotnicy, 5 robotników, 12 robotników, 22 robotnicy."""
    translate = translator("pl")
    said = [
        translate.plural("%(count)s worker", "%(count)s workers", count)
        for count in (1, 2, 5, 12, 22)
    ]
    assert said == [
        "1 Robotnik",
        "2 Robotnicy",
        "5 Robotników",
        "12 Robotników",
        "22 Robotnicy",
    ]


def test_house_has_every_presenter() -> None:
    """All screens find their presenter."""
    ui, _ = a_context(None)
    presenters = Presenters(ui)
    assert presenters.table.seats() == ()
