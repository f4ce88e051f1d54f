"""Hints at the table: chosen for a seat, shown on a page of the seat, and never without asking."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.app.computer_players import seated_players
from companion.app.game_hints import GameHints
from companion.games.roll.at_table import at_table
from companion.games.roll.decide.combined import asked_tile
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.round import must_act
from companion.i18n import LANGUAGES
from companion.preferences import Preferences
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.check import faults
from kivy_ui.pages.forms import Form
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.templates import compose
from kivy_ui.pages.textures import text_width
from kivy_ui.settings import Services, UiSettings
from tests import waiting
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
        until: whether the game has come as far as it shall; by default the first roll.
    """

    def __init__(
        self,
        hints: str,
        until: Callable[[GameState], bool] = lambda state: state.step is Step.ASSIGN,
    ) -> None:
        log = MemoryEventLog()
        self.owner = TableOwner({GAME.key: GAME}, log, ManualClock())
        self.owner.start()
        self.owner.new_game(GAME.key)
        waiting.until(lambda: self.owner.latest().game == GAME.key)
        evening = WithComputers(1, (ComputerSeat(COMPUTER, "normal"),))
        while not until(evening.state):
            evening.do(evening.next_command())
        played: list[object] = []
        self.owner.subscribe(played.append)
        for command in evening.commands:
            self.owner.post(command)
        waiting.until(lambda: len(played) == len(evening.commands))
        self.chosen: dict[str, object] = {}
        archive = RunningArchive(log)
        services = Services(hints=GameHints(archive, lambda: RULES), remember=self.chosen.update)
        look = Preferences(hints=(hints,) if hints else ())
        self.hand = Hand(self.owner, settings=UiSettings(services=services, preferences=look))

    def __enter__(self) -> Hand:
        hand = self.hand.__enter__()
        hand.wait_until(
            lambda: (
                hand.app.shown_version == self.owner.latest().version
                and hand.app.current_screen in ("table", "phases")
            )
        )
        return hand

    def __exit__(self, *error: Any) -> None:
        self.hand.__exit__(*error)
        self.owner.stop()


def _open(hand: Hand) -> None:
    """Lead to the hints as the person does: the players, the seat, its button."""
    rounds = hand.rounds
    hand.app.shell.visit("table")
    hand.touch_page(do(rounds.whole, PERSON))
    hand.touch_page(do(rounds.ask_hints, PERSON))


def _enter_roll(hand: Hand) -> None:
    form = hand.body(Form)
    for field in form.fields:
        hand.touch_page(field.choices[0].key)
    hand.touch_text("All entered")


def _shown(hand: Hand) -> tuple[Row, ...]:
    """The hints on the page, once they are found."""
    hand.app.shell.presenters.hints._asked[PERSON].wait()
    hand.app.shell.refresh()
    return hand.body(List).rows


def _can_be_read(hand: Hand) -> bool:
    """Whether nothing of the page is cut off, in any language and size."""
    for language in LANGUAGES:
        hand.app.choose_language(language.key)
        if any(faults(compose(hand.page, size_px, text_width), size_px) for size_px in SIZES_PX):
            return False
    hand.app.choose_language("en")
    return True


def test_hints_show_after_the_roll_is_entered() -> None:
    """Three options, gone with a touch; a roll belongs to its round, no log knows of it."""
    with _Table("always") as hand:
        before = hand.app.shell.presenters.ui.update.version
        presenter = hand.app.shell.presenters.hints
        _open(hand)
        assert _can_be_read(hand)
        _enter_roll(hand)
        rows = _shown(hand)
        assert _can_be_read(hand)
        assert 1 <= len(rows) <= 3
        assert all(row.title and row.text and row.pictures for row in rows)
        assert any(row.value.endswith("%") for row in rows)
        hand.touch_page(hand.page.back)
        assert hand.page.question != "P1: hints"
        assert not presenter.asks_roll(PERSON)
        assert hand.app.shell.presenters.ui.update.version == before
        presenter._asked[PERSON].about = ("another", 1, ())
        assert presenter.asks_roll(PERSON)
        assert presenter.rows(PERSON) == ()


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
        _open(hand)
        rows = _shown(hand)
        assert _can_be_read(hand)
        assert 1 <= len(rows) <= 3
        assert len({row.title for row in rows}) == len(rows)
        assert all(row.text and "%" in row.value for row in rows)
        ui = hand.app.shell.presenters.ui
        ui.update = replace(ui.update, version=0)
        assert hand.app.shell.presenters.hints.rows(PERSON) == ()


@pytest.mark.parametrize("hints", ["", "off"])
def test_nobody_who_has_not_asked_for_them_gets_hints(hints: str) -> None:
    """There is no button then; a computer player never has one."""
    with _Table(hints) as hand:
        for seat in (PERSON, COMPUTER):
            hand.app.shell.visit("table")
            hand.touch_page(do(hand.rounds.whole, seat))
            assert "Hints" not in [button.text for button in hand.page.side]


def test_the_setting_is_chosen_for_a_seat_and_kept() -> None:
    """Beside who plays it; learning ends after some rounds."""
    from kivy_ui.games.roll import hints

    table = _Table("")
    with table as hand:
        root = hand.app.shell
        root.visit("table")
        hand.touch_page(do(root.presenters.rounds.whole, PERSON))
        hand.touch_text("Who plays?")
        hand.touch_text("learning: rounds 1 to 5")
        assert table.chosen == {"hints": ("learning",)}
        assert root.presenters.hints.may_ask(PERSON)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hints, "LEARNING_ROUNDS", 0)
            assert not root.presenters.hints.may_ask(PERSON)
