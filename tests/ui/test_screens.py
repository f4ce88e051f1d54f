"""Screens in a real window, driven by touches and keys."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import SignalReady
from companion.session.errors import LogWriteError
from companion.session.table_port import DeviceState
from kivy_ui.common.page_source import Dismiss, Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.page import Frame
from kivy_ui.settings import Services, UiSettings
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

_KEY_1, _KEY_9, _ENTER, _ESCAPE, _BACKSPACE, _F1, _F2 = 49, 57, 13, 27, 8, 282, 283


def test_a_name_can_be_typed_on_a_real_keyboard(hand: Hand) -> None:
    """Letters, backspace, Enter; digits are no ready buttons while a name is typed."""
    from kivy.core.window import Window

    hand.touch_text("We know the game")
    hand.touch_page(
        do(hand.app.shell.presenters.who.ask_about, hand.app.shell.presenters.opening, 1)
    )
    hand.touch_text("Name")
    for letter in ("Ż", "a", "x"):
        Window.dispatch("on_textinput", letter)
    hand.key(_BACKSPACE)
    hand.key(_KEY_1)
    hand.key(_ENTER)
    assert hand.reads("Ża")


def test_a_held_key_is_one_press(hand: Hand, table: fake.FakeTable) -> None:
    """The keyboard repeats a held key; the ready light must not flicker."""
    from kivy.core.window import Window

    table.show(fake.assigning(3))
    hand.wait()
    for _ in range(5):
        Window.dispatch("on_key_down", _KEY_1, 0, None, [])
    Window.dispatch("on_key_up", _KEY_1, 0)
    assert table.posted == [SignalReady(1)]


def test_undo_redo_by_touch_and_key(hand: Hand, table: fake.FakeTable) -> None:
    """Undo is on every page; Ctrl+Y does the undone step again."""
    for view in (fake.assigning(), fake.playing(), fake.managing(), fake.over()):
        table.show(view)
        hand.wait()
        hand.touch_page(Frame.UNDO)
    table.show(fake.revealing())
    hand.wait()
    hand.touch_page(Frame.UNDO)
    assert table.posted.count("undo") == 5
    hand.key(ord("z"), "ctrl")
    hand.key(ord("y"), "ctrl")
    assert table.posted[-2:] == ["undo", "redo"]


def test_an_error_is_a_banner_that_a_tap_takes_away(hand: Hand, table: fake.FakeTable) -> None:
    """Sentence and hint are shown, then gone; the screen behind is as it was."""
    table.show(fake.assigning())
    table.show(fake.assigning(), error=LogWriteError(reason="no space left"))
    table.show(fake.assigning())
    hand.wait()
    assert hand.notice == "The game log could not be written: no space left."
    assert hand.reads("Free some space")
    hand.touch_page(Dismiss())
    assert hand.notice == ""
    assert table.posted == []


def test_the_language_changes_on_the_spot(table: fake.FakeTable) -> None:
    """Also in the middle of a correction, and it is remembered."""
    chosen: list[object] = []
    table.update = fake.an_update(fake.revealing())
    services = Services(remember=lambda **chosen_now: chosen.append(chosen_now))
    with Hand(table, settings=UiSettings(services=services)) as hand:
        hand.touch_page(do(hand.app.shell.presenters.reveal.correct, 4))
        assert hand.page.question == "Tap the colour of the die, then its face"
        hand.key(_F2)
        hand.app.choose_language("hu")
        hand.wait()
        assert hand.page.question == "Koppints a kocka színére, aztán az oldalára"
    assert chosen == [{"language": "pl"}, {"language": "hu"}]


def test_a_banner_speaks_the_language_that_is_chosen(table: fake.FakeTable) -> None:
    """A refusal that is on the screen while somebody switches the language is said anew."""
    with Hand(table, language="en") as hand:
        table.show(fake.assigning(), error=LogWriteError(reason="full"))
        hand.wait()
        hand.app.choose_language("hu")
        hand.wait()
        assert hand.notice == "A játéknaplót nem sikerült írni: full."


def test_the_menu_leads_everywhere(hand: Hand, table: fake.FakeTable) -> None:
    """The table, corrections, a new game and back."""
    table.show(fake.playing())
    hand.wait()
    hand.tap_icon("menu")
    hand.touch_text("Show the table")
    assert hand.app.current_screen == "table"
    hand.key(_F1)
    hand.touch_text("Correct or")
    assert hand.app.current_screen == "corrections"
    hand.key(_F1)
    hand.touch_text("New game")
    assert hand.app.current_screen == "start"
    hand.wait_until(lambda: not hand.app.root.in_motion)
    hand.key(_ESCAPE)
    assert hand.app.current_screen == "phases"


def test_a_new_game_beside_a_running_one_is_safe(hand: Hand, table: fake.FakeTable) -> None:
    """While players are chosen, nothing happens to the running game behind the screen."""
    table.show(fake.playing())
    hand.wait()
    hand.key(_F1)
    hand.touch_text("New game")
    assert "ends the running game" in hand.page.above
    hand.key(_KEY_1)
    assert table.posted == []
    hand.touch_page(Visit(None))
    assert hand.app.current_screen == "phases"
    hand.key(_F1)
    hand.touch_text("New game")
    hand.set_up(counts=True)
    assert table.posted[0] == ("new_game", "roll")


def test_a_device_that_a_step_needs_is_missed_aloud(table: fake.FakeTable) -> None:
    """The bottom line says it within a tick, and says nothing once the device is back."""
    buttons = DeviceState.LOST
    settings = UiSettings(buttons=lambda: buttons)
    table.show(fake.assigning())
    with Hand(table, settings=settings) as hand:
        root = hand.app.shell
        assert hand.reads("The ready buttons do not respond")
        buttons = DeviceState.READY
        root.tick()
        assert not hand.reads("The ready buttons do not respond")


def test_hooks_fire_once(table: fake.FakeTable) -> None:
    """The first frame and the end are told exactly once."""
    said: list[str] = []
    with Hand(
        table,
        on_first_frame=lambda: said.append("frame"),
        on_quit=lambda: said.append("quit"),
    ) as hand:
        hand.app.step(5)
        assert said == ["frame"]
        hand.app.dispatch("on_stop")
    assert said == ["frame", "quit"]
    assert table.listeners == []


def test_the_first_frame_is_drawn_twice_before_it_is_told(table: fake.FakeTable) -> None:
    """On the bare console SDL throws the first one away, and an idle table draws no other."""
    from kivy.core.window import Window

    seen: list[str] = []

    def flipped(_window: object) -> None:
        seen.append("flip")  # Kivy calls who was bound last first: after the application's own

    Window.bind(on_flip=flipped)
    with Hand(table, on_first_frame=lambda: seen.append("told")) as hand:
        seen.clear()
        hand.app.step(5)
    Window.unbind(on_flip=flipped)
    assert seen[:2] == ["flip", "told"]


def test_a_resumed_evening_is_announced(table: fake.FakeTable) -> None:
    """After a restart the screen says that nothing was lost."""
    table.update = replace(fake.an_update(fake.playing()), restored=True)
    with Hand(table) as hand:
        assert hand.notice == "The game continues where it stopped."
        assert hand.app.current_screen == "phases"


def test_a_finished_game_does_not_go_on(table: fake.FakeTable) -> None:
    """After a restart its end is shown, and nothing lies over it."""
    table.update = fake.an_update(fake.over())
    with Hand(table) as hand:
        assert hand.notice == ""
        assert hand.app.current_screen == "end"


def test_a_screenshot_has_the_windows_size(hand: Hand, tmp_path: Path) -> None:
    """The demonstration leaves pictures of the screen."""
    from kivy.core.image import Image

    hand.app.screenshot(tmp_path / "shots" / "start.png")
    assert Image(str(tmp_path / "shots" / "start.png")).size == (800, 480)


@pytest.mark.parametrize("step", list(Step))
def test_a_game_without_players_breaks_nothing(
    hand: Hand, table: fake.FakeTable, step: Step
) -> None:
    """An empty view of any step can be shown."""
    table.show(fake.a_view(step, seats=(), phases=()))
    hand.wait()
    hand.app.shell.tick()
    assert hand.app.current_screen
