"""History, log, help and settings in a real window; sleep; the hand; letters."""

import os
import sys
import tempfile
import wave
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.session.service_ports import Brightness, Exchange, PowerControl, Reporter
from kivy_ui.common.stacked_pages import do
from kivy_ui.settings import Services, UiSettings
from kivy_ui.sounds import RATE_HZ, Sound, Speaker, as_wave
from tests.ui import fake_table as fake
from tests.ui.beside_scenes import ListedBackups
from tests.ui.hand import Hand
from tests.ui.test_beside_presenters import an_archive

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
        hand.app.shell.presenters.ui.choose(text_size=1, sleep_after_min=0)
        hand.wait()


def test_the_menu_leads_to_every_screen_beside_the_game(beside: Hand) -> None:
    """And Escape leads back."""
    for text, screen in (
        ("Final score", "score_entry"), ("History", "history"), ("Log", "event_log"),
        ("Help", "help"), ("Settings", "settings"),
    ):  # fmt: skip
        beside.menu(text)
        assert beside.app.current_screen == screen
        beside.key(_ESCAPE)
        assert beside.app.current_screen == "table"


def _fall_asleep(beside: Hand) -> None:
    beside.app._idle_timer.after_min = 1
    beside.app._idle_timer._last_s -= 61
    beside.app._tick(0.0)
    assert beside.app._idle_timer.asleep


def test_the_waking_touch_presses_nothing(beside: Hand, table: fake.FakeTable) -> None:
    """Asleep the screen is black; a touch on a ready light only wakes it, the next one counts."""
    waiting = next(each for each in table.update.view.seats if not each.ready)
    key = do(beside.rounds.toggle_ready, waiting.seat)
    _fall_asleep(beside)
    assert beside.app._sleep_overlay._colour.a == 1.0
    beside.touch_page(key)
    assert not beside.app._idle_timer.asleep
    assert beside.app._sleep_overlay._colour.a == 0.0
    assert table.posted == []
    beside.touch_page(key)
    assert len(table.posted) == 1


def test_a_key_or_the_game_wakes_the_screen(beside: Hand, table: fake.FakeTable) -> None:
    """The waking key means nothing; a ready button of the table wakes it, too."""
    for by_key in (True, False):
        _fall_asleep(beside)
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
