"""Hints at the table: chosen for a seat, shown while the name is held, and never without asking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.app.computer_players import seated_players
from companion.app.game_hints import GameHints
from companion.games.roll.at_table import at_table
from companion.games.roll.decide.combined import asked_tile
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.round import must_act
from companion.i18n import LANGUAGES
from companion.preferences import Preferences
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.panels.dice.die import DieChoice
from kivy_ui.panels.dice.roll import RollRowView
from kivy_ui.settings import Services, UiSettings
from kivy_ui.widgets.lists import LineView
from kivy_ui.widgets.long_press import PlayerName
from kivy_ui.widgets.text import Text
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import RULES
from tests.players.test_seated import WithComputers
from tests.ui.contexts import RunningArchive
from tests.ui.hand import Hand

GAME = at_table(RULES, seated_players())
PERSON, COMPUTER = 1, 2


class _Table:
    """A running game of a person and a computer player, in a window.

    Args:
        hints: when the person may ask.
        size_px: of the window.
        until: whether the game has come as far as it shall; by default the first roll.
    """

    def __init__(
        self,
        hints: str,
        size_px: tuple[int, int] = (800, 480),
        until: Callable[[GameState], bool] = lambda state: state.step is Step.ASSIGN,
    ) -> None:
        log = MemoryEventLog()
        self.owner = TableOwner({GAME.key: GAME}, log, ManualClock())
        self.owner.start()
        self.owner.new_game(GAME.key)
        evening = WithComputers(1, (ComputerSeat(COMPUTER, "normal"),))
        while not until(evening.state):
            evening.do(evening.next_command())
        for command in evening.commands:
            self.owner.post(command)
        self.chosen: dict[str, object] = {}
        archive = RunningArchive(log)
        services = Services(hints=GameHints(archive, lambda: RULES), remember=self.chosen.update)
        look = Preferences(hints=(hints,) if hints else ())
        self.hand = Hand(
            self.owner, settings=UiSettings(services=services, preferences=look), size_px=size_px
        )

    def __enter__(self) -> Hand:
        hand = self.hand.__enter__()
        hand.wait_until(
            lambda: (
                hand.app.shown_version == self.owner.latest().version
                and bool(list(hand.widgets(PlayerName)))
            )
        )
        while hand.panel_name == "MovedPanel":
            hand.tap_text("Moved, continue")
        return hand

    def __exit__(self, *error: Any) -> None:
        self.hand.__exit__(*error)
        self.owner.stop()


def _name(hand: Hand, seat: int) -> Any:
    return next(each for each in hand.widgets(PlayerName) if each.seat == seat)


def _held(hand: Hand, seat: int) -> Iterator[None]:
    """Rest on a name; the finger is lifted where the caller goes on."""
    from kivy.tests.common import UnitTestTouch

    name = _name(hand, seat)
    touch = UnitTestTouch(*name.to_window(*name.center))
    touch.touch_down()
    hand.wait(1)
    touch.ud["held"].cancel()
    hand.app.root._held(touch)
    hand.wait()
    yield
    touch.touch_up()
    hand.wait()


def _hold(hand: Hand, seat: int) -> None:
    list(_held(hand, seat))


def _enter_roll(hand: Hand) -> None:
    for row in list(hand.widgets(RollRowView)):
        hand.tap(next(one for one in row.walk() if isinstance(one, DieChoice)))
    hand.tap_text("Done")


def test_hints_show_while_the_name_is_held() -> None:
    """First the roll is asked for; then three options, gone when the finger leaves."""
    with _Table("always") as hand:
        _hold(hand, PERSON)
        assert hand.panel_name == "RollPanel"
        _enter_roll(hand)
        assert hand.panel_name == ""
        hand.app.root.presenters.hints.wait(PERSON)
        for _ in _held(hand, PERSON):
            assert hand.panel_name == "HintsPanel"
            lines = list(hand.widgets(LineView))
            assert 1 <= len(lines) <= 3
            assert all(line.title and line.note and line.face for line in lines)
            assert any(line.value.endswith("%") for line in lines)
        assert hand.panel_name == ""


def _deciding(phase: Phase) -> Callable[[GameState], bool]:
    """Whether the phase waits for the person."""

    def found(state: GameState) -> bool:
        now = state.step is Step.PHASE and state.round.current is phase
        asked = asked_tile(state, COMPUTER) is not None
        return now and not asked and must_act(RULES, state, PERSON)

    return found


@pytest.mark.parametrize("phase", [Phase.EXPLORE, Phase.SHIP])
def test_in_a_phase_options_show_without_asking_for_a_roll(phase: Phase) -> None:
    """What lies on the table is known; the hints are of the moment and are looked for anew."""
    with _Table("always", until=_deciding(phase)) as hand:
        presenter = hand.app.root.presenters.hints
        for _ in _held(hand, PERSON):
            assert hand.panel_name == "HintsPanel"
            presenter.wait(PERSON)
            hand.wait_until(lambda: bool(presenter.lines(PERSON)))
            hand.wait_until(lambda: bool(list(hand.widgets(LineView))))
            lines = presenter.lines(PERSON)
            assert 1 <= len(lines) <= 3
            assert len({line.title for line in lines}) == len(lines)
            assert all(line.reason and "%" in line.value for line in lines)
        assert hand.panel_name == ""
        hand.app.root.presenters.ui.update = replace(hand.app.root.presenters.ui.update, version=0)
        assert presenter.lines(PERSON) == ()


@pytest.mark.parametrize("hints", ["", "off"])
def test_nobody_who_has_not_asked_for_them_gets_hints(hints: str) -> None:
    """Holding the name does nothing then; a computer player never gets any."""
    with _Table(hints) as hand:
        for seat in (PERSON, COMPUTER):
            assert not hand.app.root.hint(seat)
            assert hand.panel_name == ""


def test_the_setting_is_chosen_for_a_seat_and_kept() -> None:
    """Beside who plays it; learning ends after some rounds."""
    from kivy_ui.games.roll import hints

    table = _Table("")
    with table as hand:
        root = hand.app.root
        root.screen._open(PERSON)
        hand.wait()
        root.panel.who_plays()
        hand.wait()
        hand.tap_text("learning: rounds 1 to 5")
        assert table.chosen == {"hints": ("learning",)}
        assert root.presenters.hints.may_ask(PERSON)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hints, "LEARNING_ROUNDS", 0)
            assert not root.presenters.hints.may_ask(PERSON)


def test_another_round_asks_for_another_roll() -> None:
    """A roll belongs to its round; the game's log knows nothing of it."""
    table = _Table("always")
    with table as hand:
        before = hand.app.root.presenters.ui.update.version
        _hold(hand, PERSON)
        _enter_roll(hand)
        presenter = hand.app.root.presenters.hints
        assert not presenter.asks_roll(PERSON)
        assert hand.app.root.presenters.ui.update.version == before
        presenter._asked[PERSON].about = ("another", 1, ())
        assert presenter.asks_roll(PERSON)
        assert presenter.lines(PERSON) == ()


@pytest.mark.parametrize("phase", [Phase.EXPLORE, Phase.SHIP])
def test_all_of_a_phase_s_hints_can_be_read(phase: Phase) -> None:
    """Nothing is cut off in any language."""
    with _Table("always", until=_deciding(phase)) as hand:
        root = hand.app.root
        assert root.hint(PERSON)
        root.presenters.hints.wait(PERSON)
        hand.wait_until(lambda: bool(list(hand.widgets(LineView))))
        cut = [(each, _cut(hand, each.key)) for each in LANGUAGES]
        assert not [each for each in cut if each[1]]


@pytest.mark.parametrize("size_px", [(800, 480), (720, 1280)])
def test_all_of_the_hints_can_be_read(size_px: tuple[int, int]) -> None:
    """Nothing is cut off in any language, neither of the hints nor of the question before."""
    with _Table("always", size_px) as hand:
        root = hand.app.root
        _hold(hand, PERSON)
        cut = [(each, _cut(hand, each.key)) for each in LANGUAGES]
        hand.app.choose_language("en")
        hand.wait()
        _enter_roll(hand)
        root.presenters.hints.wait(PERSON)
        root.hint(PERSON)
        cut += [(each, _cut(hand, each.key)) for each in LANGUAGES]
        assert not [each for each in cut if each[1]]


def _cut(hand: Hand, language: str) -> list[str]:
    hand.app.choose_language(language)
    hand.wait()
    panel = hand.app.root.panel
    return [text.text for text in panel.walk() if isinstance(text, Text) and text.overflowing]
