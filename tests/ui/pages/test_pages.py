"""Pages of the new model: nothing overlaps or is cut, and a tap returns the right key."""

import subprocess
import sys
import time
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kivy_ui.pages.bodies import Body
from kivy_ui.pages.check import faults
from kivy_ui.pages.letters import Letters
from kivy_ui.pages.listing import TableTop
from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import Level
from kivy_ui.pages.opening import Table, Welcome
from kivy_ui.pages.page import Card, Cards, Frame, Page
from kivy_ui.pages.photos import At
from kivy_ui.pages.scores import Tally
from kivy_ui.pages.templates import TEMPLATES, compose
from kivy_ui.pages.templates.parts import Drawing
from tests.some import some
from tests.ui.pages import random_pages as at_random
from tests.ui.pages.examples import EXAMPLES, chosen
from tests.ui.pages.hands import Touch, a_view, heard_by, tap, tap_on, touch_at

each_page = pytest.mark.parametrize("name", EXAMPLES)


def test_some_pages_become_larger() -> None:
    """The setting has an effect: at least a third of the pages fit in large."""
    from kivy_ui.pages.textures import text_width

    sizes = [
        max(word.size for word in compose(page, (1280, 800), text_width, text_scale=1.15).words)
        > max(word.size for word in compose(page, (1280, 800), text_width).words)
        for page in EXAMPLES.values()
    ]
    assert sum(sizes) >= len(sizes) // 3


def test_no_line_ends_between_a_name_and_its_number() -> None:
    """A player without a name is called by a word and a number."""
    drawing = Drawing(800, 480, 1.0, lambda text, size, _: len(text) * size // 2)
    told = "Roll the cup of Player 1, or enter its dice: Player 2 17, Player 3 4"
    for lines in (drawing.lines, drawing.paragraph):
        for wide in some(range(90, 600, 30)):
            assert not [line for line in lines(told, wide, 20) if line[0].isdigit()]


def test_what_is_proposed_looks_otherwise_than_what_is_chosen() -> None:
    """Corners instead of a frame, and no tick: nobody has answered yet."""
    looks = []
    for card in (Card("a", (), "A", suggested=True), Card("a", (), "A", chosen=True)):
        scene = compose(
            Page("", "?", Cards((card,))), (800, 480), lambda text, size, _: len(text) * size // 2
        )
        ticks = [each.name for each in scene.pieces if each.name.startswith("tick/")]
        looks.append(({"suggested", "chosen"} & {each.surface for each in scene.patches}, ticks))
    assert looks == [({"suggested"}, []), ({"chosen"}, ["tick/act"])]


def test_each_kind_of_body_has_a_template() -> None:
    """A kind that was forgotten would fail only when it is shown."""
    special = {Map, Table, TableTop, Welcome}
    assert {*TEMPLATES, *special} == set(get_args(Body))


def test_layout_needs_no_kivy() -> None:
    """Content and layout can be computed without a window."""
    code = (
        "import sys; from kivy_ui.pages import templates; from tests.ui.pages import examples;"
        "templates.compose(examples.SHIP, (800, 480), lambda text, size, _: len(text) * size // 2);"
        "sys.exit('kivy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@each_page
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 800), (480, 800)])
def test_who_has_a_phone_is_seen_on_each_badge_and_nothing_else_changes(
    name: str, size_px: tuple[int, int]
) -> None:
    from kivy_ui.pages.textures import text_width

    page = EXAMPLES[name]
    off = compose(page, size_px, text_width)
    signed = [compose(replace(page, phones=frozenset(seats)), size_px, text_width)
              for seats in ((1, 2, 3, 4, 5, 6), (9,))]  # fmt: skip
    on, other = (len(scene.patches) - len(off.patches) for scene in signed)
    badges = sum(patch.surface == "badge" for patch in off.patches)
    assert on >= 2 * badges
    assert other == 0
    assert (signed[0].words, signed[0].pieces, signed[0].targets) == (
        off.words, off.pieces, off.targets
    )  # fmt: skip
    assert faults(signed[0], size_px) == faults(off, size_px)


@pytest.fixture
def view() -> Any:
    """A view of 800 x 480 in the tests' window."""
    return a_view()


@pytest.mark.parametrize("body", at_random.BODIES)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_tap_returns_the_key(body: str, data: st.DataObject) -> None:
    """Each target returns its own key, in the order of the taps."""
    view, page = a_view(), data.draw(at_random.page_of(body))
    heard: list[object] = []
    view.bind(on_answer=lambda _view, key: heard.append(key))
    view.show(page)
    parts = view.scene.parts
    for part in range(parts):
        targets = [each for each in view.scene.targets if each.key is not Frame.LATER]
        before = len(heard)
        for target in targets:
            if target.key is not Frame.EARLIER:
                tap(view, target.box)
        heard[before:] = [key.key if isinstance(key, At) else key for key in heard[before:]]
        assert heard[before:] == [each.key for each in targets if each.key is not Frame.EARLIER]
        if part < parts - 1:
            tap(view, next(each.box for each in view.scene.targets if each.key is Frame.LATER))


def test_a_finger_that_slides_off_answers_nothing(view: Any) -> None:
    """The player can still change their mind while pressing."""
    heard: list[str] = []
    view.bind(on_answer=lambda _view, key: heard.append(key))
    view.show(EXAMPLES["ship"])
    finger = touch_at(next(each for each in view.scene.targets if each.key == "ship").box)
    view.on_touch_down(finger)
    assert view.pressed == "ship"
    finger.pos = (5, 240)
    view.on_touch_up(finger)
    assert (heard, view.pressed) == ([], None)


def test_nothing_to_touch_where_nothing_is_offered(view: Any) -> None:
    """The text that says what is missing is no button."""
    view.show(EXAMPLES["explore"])
    assert view.on_touch_down(Touch(pos=(632, 50), grab_current=None)) is False


def _instructions(view: Any) -> int:
    """How many drawing instructions were made so far."""
    layers = (*view._layers.values(), view._leaving)
    pools = (each for layer in layers for each in vars(layer).values() if hasattr(each, "take"))
    return sum(len(pool._all) for pool in pools)


def _word_places(view: Any) -> list[float]:
    words = view.stage._words
    return [shape.pos[1] for _, shape in words._all[: words._shown]]


def test_a_page_change_makes_no_new_instructions(view: Any) -> None:
    """Once the largest pages were shown, everything is reused."""
    pages = list(EXAMPLES.values())[:9]
    for page in pages:
        view.show(page)
    made, rendered = _instructions(view), view.texts.rendered
    for page in pages:
        view.show(page)
    assert (_instructions(view), view.texts.rendered) == (made, rendered)


def test_another_question_moves_in_and_comes_to_rest(view: Any) -> None:
    """The stage is shifted and faint at first, in its place and opaque at the end."""
    from kivy.clock import Clock

    view.moves = True
    view.show(EXAMPLES["ship"])
    assert view.stage.shift.x == 0
    view.show(EXAMPLES["choice"])
    assert view.stage.shift.x == 24
    end = time.monotonic() + 5
    while view.in_motion and time.monotonic() < end:
        Clock.tick()
    assert view.stage.shift.x == 0
    assert all(now == alpha for now, alpha in view.stage.opacities())


def test_a_tap_in_motion_answers(view: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not in the first quarter of a second, when it was meant for the page before."""
    heard = heard_by(view)
    view.moves = True
    view.show(EXAMPLES["ship"])
    view.show(EXAMPLES["summary"])
    tap_on(view, "start")
    assert (heard, view.stage.shift.x, view.in_motion) == ([], 0, False)
    view.show(EXAMPLES["ship"])
    view.show(EXAMPLES["summary"])
    monkeypatch.setattr(view, "_guarded_s", 0.0)
    assert view.in_motion
    tap_on(view, "start")
    assert (heard, view.in_motion) == (["start"], False)


def test_a_key_ends_the_motion_and_acts(view: Any) -> None:
    """Escape goes back at once."""
    heard = heard_by(view)
    view.moves = True
    view.show(EXAMPLES["summary"])
    view.show(EXAMPLES["ship"])
    assert view.in_motion
    assert view.on_key("escape")
    assert (heard, view.in_motion) == ([Frame.MENU], False)


def test_a_chosen_answer_does_not_move_the_page(view: Any) -> None:
    """The same question with another tick is drawn in place."""
    view.moves = True
    view.show(EXAMPLES["ship"])
    view.show(chosen(EXAMPLES["ship"], "trade:1:1"))
    assert not view.in_motion
    marked = [mark.of for mark in view.scene.patches if mark.surface == "suggested"]
    assert marked == ["trade:1:0", "trade:1:1", "trade:3:0"]


def test_a_pressed_button_moves_with_its_picture_and_word(view: Any) -> None:
    """The surface, the piece and the text of a pressed target are 3 px lower."""
    view.show(EXAMPLES["ship"])
    before = _word_places(view)
    view.press("trade:1:1")
    words = [mark for mark in view.scene.words if mark.level is not Level.FRAME]
    moved = {
        words[index].text for index, y in enumerate(_word_places(view))
        if y == before[index] - 3
    }  # fmt: skip
    assert moved == {"+5", "Trade"}


@each_page
def test_a_page_stays_within_the_budget(view: Any, name: str) -> None:
    """At most 80 pictures and 45 texts at 800 x 480; maps, tallies, keyboards have more."""
    view.show(EXAMPLES[name])
    scene = view.scene
    body, more = EXAMPLES[name].body, 0
    if isinstance(body, Map):
        more = 2 * len(body.places)
    elif isinstance(body, Tally):
        more = sum(len(each.entered) for each in body.players)
    assert len(scene.patches) + len(scene.pieces) <= 80 + more
    keys = sum(map(len, body.rows)) if isinstance(body, Letters) else 0
    assert len({(mark.text, mark.size, mark.bold) for mark in scene.words}) <= 45 + keys // 2
