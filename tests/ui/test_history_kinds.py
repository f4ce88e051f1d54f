"""Past games of several boxes on the screen: named, chosen, averaged apart; Roll's parts hidden."""

from __future__ import annotations

import pytest

from companion.history.archive import Archive
from companion.i18n import LANGUAGES
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.settings import Services
from kivy_ui.window.history import HistoryPresenter, HistoryTab
from tests.history import other_evenings as play
from tests.history.evenings import an_evening
from tests.ui.contexts import a_context

Stored = dict[str, tuple[StoredEvent, ...]]


@pytest.fixture(scope="module")
def evening() -> tuple[list[GameHeader], Stored]:
    log = MemoryEventLog()
    an_evening(log)
    play.play_rule(log, "Ann", "Bo", seed=4)
    play.play_goals(log, "Ann", "Bo")
    play.play_solo(log, "Ann")
    headers = list(log.games())
    return headers, {header.game_id: log.load(header.game_id) for header in headers}


def shown(
    evening: tuple[list[GameHeader], Stored], language: str = "en", *only: str
) -> HistoryPresenter:
    headers = [each for each in evening[0] if not only or each.game in only]
    archive = Archive(headers, evening[1])
    ui, _ = a_context(None, language=language, services=Services(archive=archive))
    history = HistoryPresenter(ui)
    history.enter()
    history.wait()
    return history


def test_every_game_is_named_and_can_be_shown_alone(
    evening: tuple[list[GameHeader], Stored],
) -> None:
    history = shown(evening)
    assert history.kind_words() == "All games"
    notes = [line.note for line in history.game_lines()]
    assert "Rule the Galaxy: Ann, Bo" in notes
    assert "The Gathering Storm: against the robot: Ann, Robot" in notes
    seen = []
    for _ in history.kinds:
        history.next_kind()
        seen.append(history.kind_words())
        assert len(history.game_lines()) == 1
        assert history.frame().status == "1 game"
    assert len(set(seen)) == 4
    history.next_kind()
    assert len(history.game_lines()) == 4


def test_averages_are_those_of_one_game(evening: tuple[list[GameHeader], Stored]) -> None:
    history = shown(evening)
    assert "choose a game" in history.player_lines()[0].note
    while history.kind != "gathering_storm":
        history.next_kind()
    notes = [line.note for line in history.player_lines()]
    assert notes[0] == "1 of 1 won, 29 points on average"
    assert "tiles" not in "".join(notes)


def test_dice_and_camera_are_shown_for_roll_only(
    evening: tuple[list[GameHeader], Stored],
) -> None:
    history = shown(evening)
    assert history.tabs == tuple(HistoryTab)
    history.open_tab(HistoryTab.DICE)
    while history.kind != "rule_the_galaxy":
        history.next_kind()
    assert history.tabs == (HistoryTab.GAMES, HistoryTab.PLAYERS)
    assert history.tab is HistoryTab.GAMES
    assert not history.can_count()
    assert not history.score()
    alone = shown(evening, "en", "gathering_storm")
    assert HistoryTab.DICE not in alone.tabs
    assert alone.kind_words() == ""


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_details_tell_what_belongs_to_the_game(
    evening: tuple[list[GameHeader], Stored], language: str
) -> None:
    history = shown(evening, language)
    for kind in history.kinds:
        history.next_kind()
        game = history.game()
        assert game is not None
        assert game.kind == kind
        lines = history.details(game)
        assert len(lines) == 1 + len(game.players)
        assert not any("%(" in line.title + line.note + line.value for line in lines)
    won = {line.key: line.value for line in shown(evening, "en").game_lines()}
    assert "Ann 29" in won.values()
