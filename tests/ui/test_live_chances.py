"""Chances to win during the game: off by default, found once a round, true after an undo."""

from dataclasses import replace
from typing import Any

import pytest

from companion.app import game_hints
from companion.app.computer_players import value_network
from companion.app.game_hints import GameHints
from companion.benches.sync_table import SyncTable
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import Step
from companion.players.errors import PlayerNetworkError
from companion.players.observation import observe
from companion.players.win_probability import win_chances
from companion.preferences import Preferences
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.numbers import percentages
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.seat_page import players
from kivy_ui.pages.listing import List
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.presenters import Presenters
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import RULES
from tests.players.test_seated import GAME, WithComputers
from tests.some import of
from tests.ui import fake_table as fake
from tests.ui.contexts import RunningArchive, a_context

COMPUTERS = tuple(ComputerSeat(seat, "easy") for seat in (2, 3))
LIVE = Preferences(live_chances=True)


class _Counting(GameHints):
    """Counts how often somebody asks."""

    asked = 0

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        self.asked += 1
        return super().win_chances(game_id)


class _Table:
    """A game of one person and two computer players without a window."""

    def __init__(self, look: Preferences) -> None:
        log = MemoryEventLog()
        self.port = SyncTable(GAME, log, ManualClock())
        self.giver = _Counting(RunningArchive(log), lambda: RULES)
        settings = UiSettings(preferences=look, services=Services(hints=self.giver))
        self.ui = RollContext(self.port, settings)
        self.port.subscribe(self.ui.take)
        self.presenters = Presenters(self.ui)
        self.evening = WithComputers(2, COMPUTERS)
        self.port.new_game(GAME.key)
        for command in self.evening.commands:
            self.port.post(command)

    def play_to_round(self, number: int) -> None:
        while (
            self.evening.state.round.number < number or self.evening.state.step is not Step.ASSIGN
        ):
            self.evening.do(self.evening.next_command())
            self.port.post(self.evening.commands[-1])

    def percent(self) -> tuple[int | None, ...]:
        """What the cards say once it is found."""
        self.notes()
        self.ui.live_chances.wait()
        return tuple(self.ui.win_percent(seat) for seat in (1, 2, 3))

    def notes(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(row.value for row in players(self.presenters.rounds).rows)


@pytest.fixture
def live() -> _Table:
    table = _Table(LIVE)
    table.play_to_round(2)
    return table


def test_nothing_is_computed_unless_somebody_wants_it() -> None:
    """It is off by default, and a look at the table asks nobody."""
    assert not Preferences().live_chances
    table = _Table(Preferences())
    table.play_to_round(2)
    assert table.percent() == (None, None, None)
    assert not any(table.notes())
    assert table.giver.asked == 0


def test_each_card_says_the_chance_once_a_round(live: _Table) -> None:
    """They add up to 100 %; signals of the same round ask for nothing new."""
    percent = live.percent()
    assert sum(each or 0 for each in percent) == 100
    for note, each in zip(live.notes(), percent, strict=True):
        assert note == f"wins {each} %"
    assert live.ui.live_chances.arrived()
    assert not live.ui.live_chances.arrived()
    asked = live.giver.asked
    live.evening.do(live.evening.next_command())
    live.port.post(live.evening.commands[-1])
    assert live.percent() == percent
    assert live.giver.asked == asked


def test_undo_and_redo_show_the_chances_of_that_round(live: _Table) -> None:
    """After an undo into the round before its values are back; a redo shows the later ones."""
    before = live.percent()
    live.play_to_round(4)
    after = live.percent()
    assert after != before
    steps = 0
    while live.ui.view is not None and live.ui.view.round > 2:
        live.port.undo()
        live.percent()
        steps += 1
    assert live.percent() == before
    for _ in range(steps):
        live.port.redo()
    assert live.percent() == after


def test_what_is_hidden_is_not_needed(live: _Table) -> None:
    """The values are those that a spectator works out: no roll, no mat, nobody's unseen tiles."""
    public = observe(live.evening.state, 0).state
    assert public != live.evening.state
    chances = win_chances(RULES, value_network(3), public)
    assert live.percent() == percentages(chances)


def _settings_of(presenters: Presenters) -> str:
    """What the settings say about the chances."""
    return " ".join(row.text for row in of(List, presenters.source("settings").page().body).rows)


def test_a_missing_network_shows_nothing_and_the_settings_say_why(
    live: _Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No error, no line; the reason stands on the page where it is turned on."""

    def missing(players: int) -> Any:
        raise PlayerNetworkError(players=players, reason="missing")

    monkeypatch.setattr(game_hints, "value_network", missing)
    assert live.percent() == (None, None, None)
    assert "No network for 3 players" in _settings_of(live.presenters)
    live.ui.preferences = replace(live.ui.preferences, live_chances=False)
    assert "network" not in _settings_of(live.presenters)


def test_a_quick_count_shows_nothing_and_the_settings_say_why() -> None:
    """Nobody has told where dice and tiles are, so nothing is asked."""
    ui, _ = a_context(fake.assigning(), preferences=LIVE)
    presenters = Presenters(ui)
    assert ui.win_percent(1) is None
    assert not any(row.value for row in players(presenters.rounds).rows)
    assert "quick count" in _settings_of(presenters)


@pytest.mark.parametrize(
    ("shares", "found"),
    [
        ((), ()),
        ((1 / 3, 1 / 3, 1 / 3), (34, 33, 33)),
        ((0.004, 0.996), (0, 100)),
        ((1.0, 0.0), (100, 0)),
    ],
)
def test_percentages_add_up(shares: tuple[float, ...], found: tuple[int, ...]) -> None:
    """The largest fractions are rounded up, the first ones where they are equal."""
    assert percentages(shares) == found
