"""The stopwatch touches like a finger and waits for the frame that shows it."""

from companion.games.roll.phases.round import SignalReady
from kivy_ui.common.stacked_pages import do
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def test_a_touch_reaches_its_target_and_is_timed(hand: Hand, table: fake.FakeTable) -> None:
    """One touch is one tap and one time; without a touch nothing is timed."""
    from kivy_ui.stopwatch import Stopwatch

    table.show(fake.assigning(3))
    hand.wait_until(lambda: not hand.app.root.in_motion)
    ready = [do(hand.rounds.toggle_ready, seat) for seat in (1, 3)]
    watch = Stopwatch(lambda: [hand.place_on_page(key) for key in ready])
    try:
        hand.app.step(2)
        assert watch.times_ms == []
        for _ in range(2):
            watch.touch()
            assert watch.busy
            hand.app.step(4)
            assert not watch.busy
        assert len(watch.times_ms) == 2
        assert all(time_ms > 0 for time_ms in watch.times_ms)
    finally:
        watch.close()
    assert sorted(command.seat for command in table.posted if isinstance(command, SignalReady)) == [
        1,
        3,
    ]
    watch.touch()
    hand.app.step(2)
    assert len(watch.times_ms) == 2


def test_a_change_is_timed_to_the_frame_that_shows_it(hand: Hand, table: fake.FakeTable) -> None:
    """Each change once; a frame without one is no change."""
    from kivy_ui.stopwatch import ChangeWatch

    table.show(fake.assigning(3))
    hand.wait()
    watch = ChangeWatch()
    try:
        watch.do(lambda: hand.app.shell.visit("menu"))
        assert watch.busy
        hand.app.step(3)
        assert not watch.busy
        assert hand.app.current_screen == "menu"
        assert len(watch.times_ms) == 1
    finally:
        watch.close()
