"""History, log, help and settings in a real window; sleep; the hand; letters."""

from __future__ import annotations

import math
import os
import sys
import tempfile
import wave
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.session.service_ports import Brightness, Exchange, PowerControl, Reporter
from companion.session.table_port import DeviceState
from kivy_ui.games.roll.help import HelpSection
from kivy_ui.games.roll.result import Look, Part, WriteTable
from kivy_ui.settings import Services, UiSettings
from kivy_ui.sounds import RATE_HZ, Sound, Speaker, as_wave
from kivy_ui.window.history import HistoryTab
from tests.ui import fake_table as fake
from tests.ui.beside_scenes import ListedBackups
from tests.ui.hand import Hand
from tests.ui.test_beside_presenters import SCORE_ENTRY, an_archive

_ESCAPE = 27


@pytest.fixture
def services() -> Services:
    """A machine with a past, a stick and a switch."""
    archive, _ = an_archive()
    return Services(
        archive=archive,
        exchange=Exchange(),
        power=PowerControl(available=True),
        reporter=Reporter(),
        brightness=Brightness(),
        backups=ListedBackups(),
    )


@pytest.fixture
def beside(table: fake.FakeTable, services: Services) -> Iterator[Hand]:
    """A hand before the window of that machine."""
    table.update = fake.an_update(fake.assigning())
    with Hand(table, settings=UiSettings(services=services)) as hand:
        yield hand
        hand.app.root.presenters.side.settings.change(
            text_size=1, left_handed=False, sleep_after_min=0
        )
        hand.wait()


def _visit(hand: Hand, screen: str) -> Any:
    hand.app.root.visit(screen)
    hand.app.root.presenters.side.history.wait()
    hand.app.root.tick()
    hand.wait()
    assert hand.app.current_screen == screen
    return hand.app.root.presenters.side.visited


def test_the_menu_leads_to_every_screen_beside_the_game(beside: Hand) -> None:
    """And Escape leads back."""
    for text, screen in (
        ("Final score", "score_entry"), ("History", "history"), ("Log", "event_log"),
        ("Help", "help"), ("Settings", "settings"),
    ):  # fmt: skip
        beside.tap_icon("menu")
        beside.tap_text(text)
        assert beside.app.current_screen == screen
        beside.key(_ESCAPE)
        assert beside.app.current_screen == "table"
    beside.tap_icon("menu")
    beside.tap_text("Switch off")
    assert beside.panel_name == "PowerPanel"


def test_the_history_shows_games_players_dice_and_the_camera(beside: Hand) -> None:
    """Every tab; details by a tap; the code; the score entry; the export."""
    from kivy_ui.widgets.lists import LineView

    history = _visit(beside, "history")
    assert beside.reads("Ann 25")
    beside.tap(next(line for line in beside.widgets(LineView) if line.value == "not scored"))
    assert beside.reads("2 rounds")
    for tab, text in (
        (HistoryTab.PLAYERS, "1 of 1 won"),
        (HistoryTab.STARTS, "VP on average"),
        (HistoryTab.DICE, "too few to judge"),
        (HistoryTab.CAMERA, "Sure but corrected"),
    ):
        history.open_tab(tab)
        beside.app.root.refresh()
        beside.wait()
        assert beside.reads(text), tab
    history.open_tab(HistoryTab.GAMES)
    history.choose(SCORE_ENTRY.entry_id)
    beside.app.root.refresh()
    beside.wait()
    beside.tap_text("Result")
    beside.touch_page(Look(Part.SHARE))
    beside.touch_page(WriteTable())
    assert beside.app.root.ids.banner.text.startswith("Saved: result-")
    beside.touch_page(beside.page.back)
    beside.touch_page(beside.page.back)
    beside.tap_text("Export")
    assert beside.reads("history.csv")
    beside.tap_text("Change")
    assert beside.app.current_screen == "score_entry"
    assert beside.reads("Ann wins")


def test_deleting_a_score_is_asked_first(beside: Hand, services: Services) -> None:
    """The quiet bin asks; only the red answer deletes."""
    history = _visit(beside, "history")
    history.choose(SCORE_ENTRY.entry_id)
    beside.app.root.refresh()
    beside.wait()
    beside.tap_text("Delete")
    assert beside.panel_name == "DeleteScorePanel"
    beside.tap_text("Keep it")
    assert len(services.archive.score_entries()) == 1
    beside.tap_text("Delete")
    beside.tap_text("Delete")
    assert services.archive.score_entries() == ()


def test_an_empty_history_says_what_to_do(hand: Hand) -> None:
    """No blank page."""
    hand.app.root.visit("history")
    hand.app.root.presenters.side.history.wait()
    hand.app.root.tick()
    hand.wait()
    assert hand.reads("No game yet.")


def test_a_line_of_the_log_says_why(
    beside: Hand, table: fake.FakeTable, services: Services
) -> None:
    """Newest first; a tap opens the rule; rounds by the arrows."""
    from kivy_ui.widgets.lists import LineView

    header = services.archive.games()[0]
    table.update = replace(table.update, game_id=header.game_id, version=99)
    table.listeners[0](table.update)
    beside.wait()
    _visit(beside, "event_log")
    first = next(iter(sorted(beside.widgets(LineView), key=lambda line: -line.y)))
    assert first.title == "The game is over."
    beside.tap(first)
    assert beside.panel_name == "WhyPanel"
    beside.key(_ESCAPE)
    beside.app.root.screen.step(-1)
    beside.wait()
    assert beside.reads("Round 1")


def test_help_is_found_and_read(beside: Hand) -> None:
    """Shelves, a tap on an entry, letters on the screen and on a keyboard."""
    from kivy.core.window import Window

    helper = _visit(beside, "help")
    beside.tap_text("Worlds")
    assert helper.section is HelpSection.WORLDS
    beside.tap_text("Search")
    for letter in "gal":
        beside.tap_text(letter)
    Window.dispatch("on_textinput", "f")
    assert helper.text == "galf"
    beside.key(8)
    assert helper.text == "gal"
    assert beside.reads("Galactic")


def _choose(hand: Hand, text: str, group: str = "") -> None:
    """Open a group of the settings, bring a choice into view and tap it."""
    from kivy.uix.scrollview import ScrollView

    if group:
        hand.tap_text(group)
    next(iter(hand.widgets(ScrollView))).scroll_to(hand.button(text), animate=False)
    hand.wait()
    hand.tap_text(text)


def test_settings_hold_at_once_and_are_remembered(table: fake.FakeTable) -> None:
    """Letters, light, hand, language; the bars turn round for a left hand."""
    from kivy.metrics import Metrics

    remembered: dict[str, object] = {}
    light = Brightness()
    settings = UiSettings(services=Services(remember=remembered.update, brightness=light))
    with Hand(table, settings=settings) as hand:
        _visit(hand, "settings")
        root = hand.app.root
        menu_x = root.ids.bar.children[-1].x
        hand.tap_text("huge")
        assert Metrics.fontscale == 1.4
        assert hand.app.root is not root
        _choose(hand, "left", "Controls")
        assert hand.app.root.ids.bar.children[-1].x > menu_x + 400
        _choose(hand, "40 %", "Screen and sound")
        assert light.percent == 40
        assert math.isclose(hand.app._sleep_overlay._colour.a, 0.6)
        _choose(hand, "Magyar")
        assert hand.reads("Beállítások")
        _choose(hand, "közepes")
        _choose(hand, "jobbra", "Kezelés")
        assert Metrics.fontscale == 1.0
    assert remembered == {
        "text_size": 1, "left_handed": False, "brightness_percent": 40, "language": "hu",
    }  # fmt: skip


def test_the_waking_touch_presses_nothing(beside: Hand, table: fake.FakeTable) -> None:
    """Asleep the screen is black; a touch on a ready light only wakes it, the next one counts."""
    from kivy_ui.screens.parts import ReadyButton

    light = next(one for one in beside.widgets(ReadyButton) if not one.lit)
    beside.app._idle_timer.after_min = 1
    beside.app._idle_timer._last_s -= 61
    beside.app._tick(0.0)
    assert beside.app._idle_timer.asleep
    assert beside.app._sleep_overlay._colour.a == 1.0
    beside.tap(light)
    assert not beside.app._idle_timer.asleep
    assert beside.app._sleep_overlay._colour.a == 0.0
    assert table.posted == []
    beside.tap(light)
    assert len(table.posted) == 1


def test_a_key_or_the_game_wakes_the_screen(beside: Hand, table: fake.FakeTable) -> None:
    """The waking key means nothing; a ready button of the table wakes it, too."""
    for by_key in (True, False):
        beside.app._idle_timer.after_min = 1
        beside.app._idle_timer._last_s -= 61
        beside.app._tick(0.0)
        assert beside.app._idle_timer.asleep
        if by_key:
            beside.key(ord("1"))
        else:
            table.show(fake.revealing())
        beside.wait()
        assert not beside.app._idle_timer.asleep
    assert table.posted == []


def test_a_screen_that_never_sleeps_stays_awake(beside: Hand) -> None:
    """0 minutes is never."""
    beside.app._idle_timer.after_min = 0
    beside.app._idle_timer._last_s -= 100_000
    beside.app._tick(0.0)
    assert not beside.app._idle_timer.asleep


def test_switching_off_is_asked_first(beside: Hand, services: Services) -> None:
    """Stay does nothing; the second answer switches off, once."""
    power = services.power
    beside.tap_icon("menu")
    beside.tap_text("Switch off")
    assert beside.panel_name == "PowerPanel"
    beside.tap_text("Stay")
    assert power.asked == 0
    beside.tap_icon("menu")
    beside.tap_text("Switch off")
    beside.tap_text("Switch off")
    assert power.asked == 1
    assert beside.reads("wait until the green LED")


def test_a_machine_that_is_not_ours_is_not_switched_off(hand: Hand) -> None:
    """The button is not offered; closing the program is."""
    hand.tap_icon("menu")
    hand.tap_text("Switch off")
    assert hand.reads("This machine cannot be switched off from here.")
    assert not hand.app.root.panel.can_switch_off
    hand.tap_text("Stay")
    assert hand.panel_name == ""


def test_a_report_is_written_after_the_question(
    beside: Hand, table: fake.FakeTable, services: Services
) -> None:
    """With the picture only by its own button; where it is, is said."""
    reporter = services.reporter
    _visit(beside, "settings")
    beside.tap_text("Report a bug")
    assert not beside.reads("With image"), "there is none"
    beside.tap_text("Save report")
    assert beside.app.root.ids.banner.text == "Saved: report-1.zip"
    table.scan = replace(fake.a_scan(), camera=DeviceState.READY)
    beside.app.root.hide_banner()
    beside.tap_text("Report a bug")
    beside.tap_text("With image")
    assert [len(pictures) for pictures in reporter.written] == [0, 1]


def test_a_backup_is_made_and_restored(beside: Hand, services: Services) -> None:
    """Restoring only after the question; Cancel does nothing."""
    backups = services.backups
    assert isinstance(backups, ListedBackups)
    _visit(beside, "settings")
    beside.tap_text("Backups")
    beside.tap_text("Back up now")
    beside.wait_until(lambda: beside.app.root.ids.banner.text == "Saved: kept-000001.zip")
    assert backups.made == 1
    beside.app.root.hide_banner()
    for answer in ("Cancel", "Restore"):
        assert backups.restored == []
        if beside.panel_name != "BackupsPanel":
            beside.tap_text("Backups")
        beside.tap_text("21 Nov 2026 · This device")
        beside.tap_text(answer)
    assert backups.restored == ["2026-11-21T20:05:00+00:00"]


def test_sounds_are_whole_and_quiet() -> None:
    """A WAV that any player reads, without a crack at its ends, well below full scale."""
    for sound in Sound:
        with wave.open(BytesIO(as_wave(sound))) as file:
            assert file.getframerate() == RATE_HZ
            frames = file.readframes(file.getnframes())
        samples = memoryview(frames).cast("h")
        assert abs(samples[0]) < 200
        assert abs(samples[-1]) < 2500
        assert 5_000 < max(samples) < 16_000


def test_sounds_lie_where_nobody_can_plant_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of this process alone, not under a name that can be foreseen."""
    loaded: list[Path] = []

    class Loader:
        @staticmethod
        def load(name: str) -> None:
            loaded.append(Path(name))

    monkeypatch.setitem(sys.modules, "kivy.core.audio", SimpleNamespace(SoundLoader=Loader))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    speaker = Speaker()
    speaker.play(Sound.TURN)
    (path,) = loaded
    assert path.read_bytes() == as_wave(Sound.TURN)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert str(os.getuid()) != path.parent.name.rpartition("-")[2]
