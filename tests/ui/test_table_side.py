"""What reaches people who do not look at the screen: the large line, sounds."""

from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.view.table_view import TableView
from companion.i18n import LANGUAGES
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.cues import Cue, cue
from kivy_ui.pages.opening import Across
from kivy_ui.pages.templates.across import broken
from kivy_ui.settings import UiSettings
from kivy_ui.sounds import Sound, Speaker
from tests.some import of
from tests.ui import fake_table as fake
from tests.ui.at_source import AtWindow
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
    for view, word, picture, seats in (
        (fake.assigning(3), "Assign", "cup", [1, 3]),
        (fake.playing(), "Develop", "phase/develop/active", []),
        (fake.managing(), "Manage", "coin", []),
        (fake.over(3), "The end", "symbol/crown", [1]),
    ):
        body = of(Across, AtWindow("status", view).page.body)
        assert (body.word, body.picture.piece) == (word, picture)
        assert [seat.number for seat in body.seats] == seats


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("LETELEPEDÉS", ["LETELE-", "PEDÉS"]),
        ("ÁTSZERVEZÉS", ["ÁTSZER-", "VEZÉS"]),
        ("ŁY", ["ŁY"]),
        ("ROUND 1: DRAWING", ["ROUND 1:", "DRAWING"]),
    ],
)
def test_a_long_word_breaks_between_syllables_and_a_title_between_words(
    word: str, lines: list[str]
) -> None:
    """Near its middle, and not inside of two letters for one sound."""
    assert broken(word) == lines


@pytest.mark.parametrize("size_px", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_letters_are_twelve_millimetres_tall(language: str, size_px: tuple[int, int]) -> None:
    """At 800 px over 154 mm a capital of Roboto (0.71 of the size) has 62 px, in every phase.

    Towards the short sides of the display, too.
    """
    for phase in Phase:
        playing = replace(fake.playing(5), current_phase=phase)
        at = AtWindow("status", playing, size_px=size_px, language=language)
        (scene,) = at.scenes()
        body = at.body(Across)
        lines = [body.word.upper(), *broken(body.word.upper())]
        sizes_mm = {
            mark.text: mark.size * 0.71 * 154 / 800 for mark in scene.words if mark.text in lines
        }
        assert min(sizes_mm.values()) >= 12.0, sizes_mm


def test_a_running_game_rests_on_the_line_and_a_touch_wakes_it() -> None:
    """Not over other pages; turning it is remembered, and it is touched where it is seen."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table, settings=UiSettings()) as hand:
        shell, status = hand.app.shell, hand.app.shell.presenters.large_status
        hand.menu()
        assert not shell.rest()
        hand.key(27)
        assert shell.rest()
        for turns in (1, 2, 3):
            hand.touch_page(do(status.rotate))
            assert shell.presenters.ui.preferences.quarter_turns == turns
        hand.key(ord("1"))
        assert table.posted == [SignalReady(1)]
        hand.touch_page(do(status.ui.leave))
        assert hand.app.current_screen == "table"
        assert shell.rest()
        table.show(fake.revealing())
        hand.wait()
        assert hand.app.current_screen == "reveal", "the next step is not hidden"
        table.show(fake.over())
        hand.wait()
        assert not shell.rest()
