"""The view: motion, the guard against early and double taps, the keyboard, parts, a sheet."""

from dataclasses import replace
from typing import Any

import pytest

from kivy_ui.pages.letters import Letter, Typing
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.maps import Spot
from kivy_ui.pages.marks import Box, Level
from kivy_ui.pages.page import Card, Doing, Frame, Look, Main, Move, Page, Picture
from kivy_ui.pages.photos import At
from kivy_ui.pages.rounds import Lane, Lanes
from tests.some import of
from tests.ui.pages.examples import EXAMPLES, chosen
from tests.ui.pages.hands import a_view, heard_by, tap, tap_on


@pytest.fixture
def view() -> Any:
    """A view without motion."""
    return a_view()


@pytest.fixture
def moving() -> Any:
    """A view with motion."""
    return a_view(moves=True)


class Clock:
    """Seconds that only tests let pass."""

    now_s = 100.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The renderer's clock."""
    from kivy_ui.pages import renderer

    ticking = Clock()
    monkeypatch.setattr(renderer, "time", ticking)
    return ticking


def test_a_tap_right_after_another_question_is_ignored(view: Any, clock: Clock) -> None:
    """It was meant for the page before; a quarter of a second later it counts."""
    heard = heard_by(view)
    view.show(EXAMPLES["summary"])
    view.show(EXAMPLES["ship"])
    tap_on(view, "ship")
    assert heard == []
    clock.now_s += 0.3
    tap_on(view, "ship")
    assert heard == ["ship"]


def test_a_second_tap_on_the_same_button_is_no_second_answer(view: Any, clock: Clock) -> None:
    """Until the page has changed: a digit may be entered twice."""
    heard = heard_by(view)
    view.show(EXAMPLES["ship"])
    tap_on(view, "trade:1:1")
    tap_on(view, "trade:1:1")
    assert heard == ["trade:1:1"]
    view.show(chosen(EXAMPLES["ship"], "trade:1:1"))
    tap_on(view, "trade:1:1")
    assert heard == ["trade:1:1"] * 2
    clock.now_s += 1
    tap_on(view, "trade:1:1")
    assert heard == ["trade:1:1"] * 3


@pytest.mark.parametrize("share", [(0.25, 0.5), (0.9, 0.1)])
def test_a_touch_on_a_photo_says_where(view: Any, share: tuple[float, float]) -> None:
    """In shares of the whole photo, wherever it lies in the window."""
    heard = heard_by(view)
    view.show(EXAMPLES["zones"])
    box = next(each.box for each in view.scene.targets if each.key == "touched")
    tap(view, Box(box.x + round(share[0] * box.w), box.y + round(share[1] * box.h), 0, 0))
    (at,) = heard
    assert isinstance(at, At)
    assert (at.key, at.x, at.y) == ("touched", *(pytest.approx(each, abs=0.01) for each in share))


def test_ticks_can_be_changed_as_fast_as_one_taps(view: Any, clock: Clock) -> None:
    """The guard only covers targets that have moved."""
    heard = heard_by(view)
    view.show(EXAMPLES["ship"])
    view.show(chosen(EXAMPLES["ship"], "trade:1:1"))
    tap_on(view, "consume:3:0")
    assert heard == ["consume:3:0"]


def test_letters_can_be_typed_as_fast_as_one_taps(moving: Any, clock: Clock) -> None:
    """Other cards appear with each letter; they are guarded, the keys are not."""
    heard = heard_by(moving)
    typing = Typing(searches=True)
    moving.show(Page("", "Which?", typing.body("Search", cards=(Card("a", (), "Ann"),))))
    typing = typing.after(Letter("b"))
    moving.show(Page("", "Which?", typing.body("Search", cards=(Card("b", (), "Bo"),))))
    tap_on(moving, "b")
    tap_on(moving, Letter("x"))
    clock.now_s += 1
    tap_on(moving, "b")
    assert heard == [Letter("x"), "b"]


def ended() -> Page:
    """The page of Explore after Ann's lane has ended: Zsófi's is wider."""
    body = of(Lanes, EXAMPLES["explore"].body)
    first = body.lanes[0]
    idle = Lane(replace(first.seat, doing=Doing.IDLE, reason="Done"))
    return replace(EXAMPLES["explore"], body=Lanes((idle, *body.lanes[1:])))


def test_other_widths_are_guarded_and_cross_faded(moving: Any, clock: Clock) -> None:
    """The same question, but another answer lies under the finger."""
    heard = heard_by(moving)
    moving.show(EXAMPLES["explore"])
    moving.show(ended())
    assert moving.in_motion
    moving.progress(100)
    faint = [now for now, alpha in moving.stage.opacities() if alpha == 1]
    assert all(0 < now < 1 for now in faint)
    moving.rest()
    tap_on(moving, "stock:3")
    assert heard == []
    assert all(now == alpha for now, alpha in moving.stage.opacities())


def test_a_die_that_acted_flies_to_the_foot(moving: Any) -> None:
    """It starts where it lay and ends in the foot, among the moves to make now."""
    page = replace(EXAMPLES["explore"], move_now=None)
    body = of(Lanes, page.body)
    acted = replace(body.lanes[2], pictures=(Picture("die/home/explore", Look.DONE),))
    after = replace(
        page,
        body=Lanes((*body.lanes[:2], acted)),
        move_now=Move((Picture("die/home/explore"),), Picture("citizenry"), ("Die to",)),
    )
    moving.show(page)
    lay = next(each.box for each in moving.scene.pieces if each.flight is not None)
    moving.show(after)
    (way,) = moving._motion.flights
    assert way[1] == lay
    assert way[2].y > 380
    shape = moving._layers[Level.FRAME]._flying[0][1]
    assert shape.pos == (lay.x, 480 - lay.bottom)
    moving.rest()
    assert shape.pos == (way[2].x, 480 - way[2].bottom)


def test_phases_light_up_one_after_the_other(moving: Any) -> None:
    """On the reveal; all are lit when the motion ends."""
    moving.show(EXAMPLES["ship"])
    moving.show(EXAMPLES["summary"])
    late = [mark for mark in moving.scene.pieces if mark.delay_ms]
    assert [mark.delay_ms for mark in late] == [200, 400, 600]
    moving.progress(450)
    alphas = [now for now, _ in moving.stage.opacities()]
    moving.rest()
    assert sum(now == 0 for now in alphas) == 1
    assert all(now == alpha for now, alpha in moving.stage.opacities())


def test_a_doubtful_die_pulses_until_it_is_answered(moving: Any) -> None:
    """Four steps a second; with another page nothing is drawn any more."""
    moving.show(EXAMPLES["reveal"])
    assert moving._pulse is not None
    assert moving.stage.light(0.5)
    assert len(events_of(moving)) == 1
    moving.show(EXAMPLES["ship"])
    moving.rest()
    assert moving._pulse is None
    assert events_of(moving) == []


def events_of(view: Any) -> list[Any]:
    """What the clock will call of a view: each call may draw a frame."""
    from kivy.clock import Clock as KivyClock

    KivyClock.tick()
    KivyClock.tick()
    callbacks = [event.get_callback() for event in KivyClock.get_events()]
    return [each for each in callbacks if getattr(each, "__self__", None) is view]


def test_nothing_happens_at_rest(moving: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No event of the clock is left once a page has come to rest, so no frame is drawn."""
    from kivy.clock import Clock as KivyClock

    monkeypatch.setattr(KivyClock, "get_time", lambda: 0.0)  # a slow machine would end the motion
    moving.show(EXAMPLES["ship"])
    moving.show(EXAMPLES["choice"])
    assert len(events_of(moving)) == 1
    moving.rest()
    assert events_of(moving) == []


def test_without_motion_each_page_is_there_at_once(view: Any) -> None:
    """One setting turns all of it off, the pulse as well."""
    view.show(EXAMPLES["ship"])
    view.show(EXAMPLES["reveal"])
    assert not view.in_motion
    assert view._pulse is None


def test_every_target_is_reached_by_the_keyboard(view: Any) -> None:
    """Tab goes around all of them, Enter answers where it is."""
    view.show(EXAMPLES["ship"])
    heard = heard_by(view)
    seen = []
    for _ in view.scene.targets:
        assert view.on_key("tab")
        seen.append(view._focus)
    assert [each.key for each in view.scene.targets if each.key not in seen] == []
    view.on_key("enter")
    assert heard == [seen[-1]]


def test_arrows_go_to_the_nearest_target(view: Any) -> None:
    """Left and right in a row, down to the row below, and not beyond the edge."""
    view.show(EXAMPLES["ship"])
    view.on_key("down")
    assert view._focus == "trade:1:0"
    places = []
    for key in ("right", "down", "left", "up", "left"):
        view.on_key(key)
        places.append(view._focus)
    assert places[:4] == ["consume:1:0", "consume:1:1", "trade:1:1", "trade:1:0"]


def test_enter_and_escape_without_a_mark(view: Any) -> None:
    """The main button, and the menu or the way back."""
    view.show(EXAMPLES["ship"])
    heard = heard_by(view)
    view.on_key("enter")
    view.on_key("escape")
    assert heard == ["ship", Frame.MENU]
    view.on_key("right")
    view.on_key("escape")
    assert (view._focus, len(heard)) == (None, 2)


def test_a_sheet_covers_the_page(view: Any, clock: Clock) -> None:
    """Only its buttons answer; Escape dismisses it, Enter is its main button."""
    view.show(EXAMPLES["ship"])
    view.show(replace(EXAMPLES["ship"], sheet=EXAMPLES["dialog"].sheet))
    heard = heard_by(view)
    assert {each.key for each in view.scene.targets} == {"hand", "again", "later"}
    clock.now_s += 1
    view.on_key("enter")
    view.on_key("escape")
    assert heard == ["hand", "later"]


def test_arrows_in_the_foot_turn_to_the_other_parts(view: Any) -> None:
    """They are no answer; the same question with another tick stays at its part."""
    page = EXAMPLES["ship-many"]
    view.show(page)
    heard = heard_by(view)
    tap_on(view, Frame.LATER)
    view.show(chosen(page, "consume:1:3"))
    marked = [mark.of for mark in view.scene.patches if mark.surface == "suggested"]
    assert "consume:1:3" in marked
    tap_on(view, Frame.LATER)
    assert heard == []
    assert Frame.LATER not in [each.key for each in view.scene.targets]


def test_the_main_button_turns_until_the_last_part_was_shown(view: Any) -> None:
    """Nobody is done with a list of which they have seen the beginning only; Enter turns it too."""
    steps = tuple(Move((Picture("coin"),), Picture("cup"), key=f"step {i}") for i in range(9))
    view.show(Page("", "Move these", Moves(steps), main=Main("Done", "done"), onward="Next"))
    heard = heard_by(view)
    assert "done" not in [each.key for each in view.scene.targets]
    view.on_key("enter")
    assert heard == []
    tap_on(view, Frame.EARLIER)
    tap_on(view, Frame.LATER)
    tap_on(view, "done")
    assert heard == ["done"]


def test_a_text_without_room_is_reported(view: Any, caplog: pytest.LogCaptureFixture) -> None:
    """It is missing on the screen, so the log must say so."""
    missing = "to go" * 20
    view.show(replace(EXAMPLES["explore"], main=Main(missing)))
    assert missing in caplog.text


def test_another_text_size_is_seen_at_once(view: Any) -> None:
    """Whoever changes the setting sees what it does."""
    view.size = (1280, 800)
    view.show(EXAMPLES["choice"])
    normal = max(word.size for word in view.scene.words)
    view.text_scale = 1.15
    assert max(word.size for word in view.scene.words) > normal


@pytest.mark.parametrize(
    "wrong",
    [
        lambda page: replace(page, side=EXAMPLES["choice"].side),
        lambda page: replace(page, body=Lanes(page.body.lanes * 4)),
        lambda page: replace(page.body.lanes[1], answers=page.body.lanes[0].answers),
        lambda page: replace(page.body.lanes[0], answers=page.body.lanes[0].answers * 2),
        lambda _page: Picture("world/genes", over=(Picture("die/home"),) * 3),
        lambda _page: Spot(None, 0, 0, (Picture("world/genes", count=4),)),
    ],
    ids=["foot", "lanes", "idle", "answers", "over", "ground"],
)
def test_values_refuse_what_has_no_room(wrong: Any) -> None:
    """A mistake of the presenter is found when the page is built, not on the table."""
    with pytest.raises(ValueError, match=r"\d|room|idle"):
        wrong(EXAMPLES["explore"])
