"""What reaches people who do not look at the screen: the large line, sounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.view.table_view import TableView
from companion.preferences import Preferences
from kivy_ui import theme
from kivy_ui.games.roll.cues import Cue, cue
from kivy_ui.settings import UiSettings
from kivy_ui.sounds import Sound, Speaker
from kivy_ui.window.large_status import broken
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        (fake.assigning(), replace(fake.assigning(), round=3), None),
        (fake.managing(), fake.over(), Cue.END),
        (fake.assigning(), fake.revealing(), Cue.REVEAL),
        (fake.revealing(), fake.playing(), Cue.TURN),
        (replace(fake.playing(), current_phase=Phase.EXPLORE), fake.playing(), Cue.TURN),
        (replace(fake.revealing(), seats=fake.a_view(fake.revealing().step).seats),
         fake.revealing(), Cue.DOUBT),
        (None, fake.assigning(), None),
    ],
)  # fmt: skip
def test_each_event_has_its_own_sound(
    before: TableView | None, after: TableView, heard: Cue | None
) -> None:
    """The most important of what has happened is heard, nothing where nothing has."""
    assert cue(before, after) is heard
    if heard is not None:
        assert Sound(heard.value).value == heard.value


def test_a_ready_player_is_heard() -> None:
    """One more light."""
    before = fake.assigning()
    seats = (replace(before.seats[0], ready=True), *before.seats[1:])
    assert cue(before, replace(before, seats=seats)) is Cue.READY
    assert cue(replace(before, seats=seats), before) is None


def test_without_a_device_speakers_stay_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL answers a missing device with an empty sound; it is asked for once."""
    from kivy.core.audio import SoundLoader

    asked: list[str] = []

    class Empty:
        length = 0.0

    def load(path: str) -> Empty:
        asked.append(path)
        return Empty()

    monkeypatch.setattr(SoundLoader, "load", load)
    speaker = Speaker()
    assert not speaker.play(Sound.TURN)
    assert not speaker.play(Sound.READY)
    assert len(asked) == 1


def test_the_line_names_the_step_and_whom_it_waits_for() -> None:
    """Players who are not ready; a phase by its name; at the end the winner."""
    ui, _ = a_context(fake.assigning(3))
    presenter = Presenters(ui).large_status
    assert (presenter.model().word, [each.number for each in presenter.model().awaited]) == (
        "Assign", [1, 3],
    )  # fmt: skip
    ui.take(fake.an_update(fake.playing(), version=2))
    assert (presenter.model().word, presenter.model().icon) == ("Develop", "phase/develop")
    ui.take(fake.an_update(fake.over(3), version=3))
    assert [each.name for each in presenter.model().awaited] == ["Ann"]


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("LETELEPEDÉS", "LETELE-\nPEDÉS"),
        ("ÁTSZERVEZÉS", "ÁTSZER-\nVEZÉS"),
        ("ŁY", "ŁY"),
        ("ROUND 1: DRAWING", "ROUND 1:\nDRAWING"),
    ],
)
def test_a_long_word_breaks_between_syllables_and_a_title_between_words(
    word: str, lines: str
) -> None:
    """Near its middle, and not inside of two letters for one sound."""
    assert broken(word) == lines


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_letters_are_twelve_millimetres_tall(language: str, turns: int) -> None:
    """At 800 px over 154 mm a capital of Roboto (0.71 of the size) has 62 px, in every phase.

    Towards the short sides of the display, too.
    """
    from kivy_ui.panels.large_status import LargeWord

    table = fake.FakeTable(fake.an_update(fake.assigning(5)))
    settings = UiSettings(language=language, preferences=Preferences(quarter_turns=turns))
    with Hand(table, settings=settings) as hand:
        for phase in Phase:
            table.show(replace(fake.playing(5), current_phase=phase))
            hand.wait()
            hand.app.root.show_large_status()
            hand.wait()
            words = [word for word in hand.widgets(LargeWord) if word.text]
            sizes_mm = {word.text: word.font_size * 0.71 * 154 / 800 for word in words}
            assert min(sizes_mm.values()) >= 12.0, sizes_mm
            hand.app.root.close_panel()


def test_a_running_game_rests_on_the_line_and_a_touch_wakes_it() -> None:
    """Not over other panels, not beside the game; turning it is remembered."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table, settings=UiSettings()) as hand:
        root = hand.app.root
        hand.menu()
        assert not root.rest()
        hand.key(27)
        before = hand.page
        assert root.rest()
        hand.wait()
        hand.tap_text("Turn")
        assert hand.app._presenters.ui.preferences.quarter_turns == 1
        assert hand.panel_name == "LargeStatusPanel"
        hand.tap_at(400, 300)
        assert hand.panel_name == ""
        assert hand.page == before
        root.visit("help")
        assert not root.rest()
        table.show(fake.over())
        hand.wait()
        root.visit(None)
        assert not root.rest()


def test_the_size_of_the_line_is_a_token() -> None:
    """12 mm of 154 on 800 dp."""
    assert theme.TEXT_ACROSS * 0.71 * 154 / 800 >= 12.0
