"""Pages of the new model: nothing overlaps or is cut, and a tap returns the right key."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kivy_ui.pages.bodies import Body
from kivy_ui.pages.check import faults
from kivy_ui.pages.letters import Letters
from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import Box, Level, Scene
from kivy_ui.pages.opening import Table, Welcome
from kivy_ui.pages.page import Card, Cards, Doing, Frame, Page, Picture, Seat
from kivy_ui.pages.photos import At
from kivy_ui.pages.rounds import Answer, Cell, Column, Columns, Lane, Lanes
from kivy_ui.pages.scores import Tally
from kivy_ui.pages.templates import TEMPLATES, TEXT_SCALES, compose, scale_for
from tests.ui.pages.examples import EXAMPLES, chosen
from tests.ui.pages.hands import Touch, a_view, tap, touch_at

SIZES_PX = ((800, 480), (1280, 800), (480, 800))
TOUCH_PX = 48
BUTTONS = {"raised", "chosen", "main", "ready"}

each_page = pytest.mark.parametrize("name", EXAMPLES)
each_size = pytest.mark.parametrize("size_px", SIZES_PX, ids=lambda size: f"{size[0]}x{size[1]}")


def scene_of(page: Page, size_px: tuple[int, int]) -> Scene:
    """Lay a page out with the widths of the real font."""
    from kivy_ui.pages.textures import text_width

    return compose(page, size_px, text_width)


def parts_of(page: Page, size_px: tuple[int, int]) -> Iterator[Scene]:
    """All parts of a page, as one turns them."""
    for part in itertools.count():
        scene = scene_of(replace(page, part=part), size_px)
        yield scene
        if Frame.LATER not in [each.key for each in scene.targets]:
            return


def answers_of(page: Page) -> Iterator[Answer | Card]:
    """All answers of a page that have a label."""
    if isinstance(page.body, Cards | Map):
        yield from page.body.cards
    if isinstance(page.body, Lanes):
        for lane in page.body.lanes:
            yield from lane.answers
            for offer in lane.offers:
                yield from offer.answers


def names_of(page: Page) -> list[str]:
    """Names of all seats that a page shows."""
    if page.people and not isinstance(page.body, Map):
        return [person.seat.name for person in page.people]
    if isinstance(page.body, Lanes):
        return [lane.seat.name for lane in page.body.lanes]
    return [seat.name for seat in page.body.seats] if isinstance(page.body, Columns) else []


def fewer(page: Page, count: int) -> Page:
    """The page with only some of its lanes."""
    assert isinstance(page.body, Lanes)
    return replace(page, body=Lanes(page.body.lanes[:count]))


@each_size
@each_page
def test_a_page_has_no_fault(name: str, size_px: tuple[int, int]) -> None:
    """Nothing overlaps, is cut, leaves the window or is too small to touch."""
    assert faults(scene_of(EXAMPLES[name], size_px), size_px) == []


@each_size
@each_page
@pytest.mark.parametrize("text_scale", TEXT_SCALES[1:])
def test_a_larger_text_size_never_breaks_a_page(
    name: str, size_px: tuple[int, int], text_scale: float
) -> None:
    """What does not fit in the size that the players chose is drawn smaller."""
    from kivy_ui.pages.textures import text_width

    scene = compose(EXAMPLES[name], size_px, text_width, text_scale=text_scale)
    assert faults(scene, size_px) == []


def test_some_pages_become_larger() -> None:
    """The setting has an effect: at least a third of the pages fit in large."""
    from kivy_ui.pages.textures import text_width

    sizes = [
        max(word.size for word in compose(page, (1280, 800), text_width, text_scale=1.15).words)
        > max(word.size for word in compose(page, (1280, 800), text_width).words)
        for page in EXAMPLES.values()
    ]
    assert sum(sizes) >= len(sizes) // 3


def line(box: Box) -> Box:
    """The box of a text without the 2 px of leading that lines of a paragraph share."""
    return Box(box.x, box.y + 2, box.w, box.h - 4)


def boxes_of(scene: Scene) -> list[Box]:
    """The boxes of everything on a page."""
    return [
        *(mark.box for mark in scene.patches), *(mark.box for mark in scene.pieces),
        *(mark.box for mark in scene.words), *(mark.box for mark in scene.targets),
    ]  # fmt: skip


def lies_on(scene: Scene, box: Box) -> bool:
    """Whether one surface of the stage carries all of a box."""
    return any(patch.box.holds(box) for patch in scene.patches if patch.level is Level.STAGE)


@each_size
@each_page
def test_every_text_is_shown_in_full(name: str, size_px: tuple[int, int]) -> None:
    """Question, names, answers and the next step are all there, in one of their forms."""
    page = EXAMPLES[name]
    shown = [mark.text for part in parts_of(page, size_px) for mark in part.words]
    together = " ".join(shown)
    assert page.question in together
    for answer in answers_of(page):
        forms = [answer.title] if isinstance(answer, Card) else [answer.label, answer.short]
        assert any(form and form in together for form in forms), answer.key
    for person in names_of(page):
        assert person in shown
    main = page.sheet.main if page.sheet else page.main
    if main:
        assert main.text in shown
    for line in page.note.lines if page.note else ():
        assert line in together


@each_size
@each_page
def test_a_text_is_as_large_as_it_was_measured(name: str, size_px: tuple[int, int]) -> None:
    """What Kivy renders is no wider than the box for it, and at least 16 px high."""
    from kivy.core.window import Window  # without a window Kivy crashes when it makes a texture

    from kivy_ui.pages.textures import Texts

    assert Window is not None
    texts = Texts()
    for mark in scene_of(EXAMPLES[name], size_px).words:
        texture = texts.of(mark.text, mark.size, bold=mark.bold)
        assert texture.width <= mark.box.w + 1, mark
        assert texture.height <= mark.box.h + 2, mark
        assert mark.size >= round(16 * scale_for(size_px))


@each_size
@each_page
def test_what_looks_tappable_is_a_target(name: str, size_px: tuple[int, int]) -> None:
    """Each raised surface answers a touch, and no other surface of a lane looks raised."""
    scene = scene_of(EXAMPLES[name], size_px)
    keys = [each.key for each in scene.targets]
    on_top = Level.SHEET if EXAMPLES[name].sheet else Level.FRAME
    buttons = [mark for mark in scene.patches
               if mark.surface in BUTTONS and mark.level >= on_top]  # fmt: skip
    assert [mark for mark in buttons if mark.of not in keys] == []


@each_size
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_fewer_lanes_fit_as_well(count: int, size_px: tuple[int, int]) -> None:
    """The page for five players works for any smaller number."""
    scene = scene_of(fewer(EXAMPLES["five"], count), size_px)
    window = Box(0, 0, *size_px)
    assert all(window.holds(box) for box in boxes_of(scene))
    assert all(min(each.box.w, each.box.h) >= TOUCH_PX for each in scene.targets)


def test_each_kind_of_body_has_a_template() -> None:
    """A kind that was forgotten would fail only when it is shown."""
    special = {Map, Table, Welcome}
    assert {*TEMPLATES, *special} == set(get_args(Body))


def test_layout_needs_no_kivy() -> None:
    """Content and layout can be computed without a window."""
    code = (
        "import sys; from kivy_ui.pages import templates; from tests.ui.pages import examples;"
        "templates.compose(examples.SHIP, (800, 480), lambda text, size, _: len(text) * size // 2);"
        "sys.exit('kivy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.fixture
def view() -> Any:
    """A view of 800 x 480 in the tests' window."""
    return a_view()


@each_page
def test_a_tap_returns_the_key(view: Any, name: str) -> None:
    """Each target returns its own key, in the order of the taps."""
    page = EXAMPLES[name]
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
    if page.sheet:
        assert heard == [page.sheet.main.key, *(each.key for each in page.sheet.side)]
        return
    expected = [answer.key for answer in answers_of(page)]
    expected += [Frame.UNDO] if page.can_undo else []
    if not isinstance(page.body, Welcome):
        expected.append(Frame.MENU if page.back is None else page.back)
    assert [key for key in expected if key not in heard] == []


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
    """The outline that says what is missing is no button."""
    view.show(EXAMPLES["explore"])
    assert view.on_touch_down(Touch(pos=(632, 50), grab_current=None)) is False


def test_a_page_change_makes_no_new_instructions(view: Any) -> None:
    """Once the largest pages were shown, everything is reused."""
    pages = list(EXAMPLES.values())[:9]
    for page in pages:
        view.show(page)
    made, rendered = view.instructions(), view.texts.rendered
    for page in pages:
        view.show(page)
    assert (view.instructions(), view.texts.rendered) == (made, rendered)


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


def test_a_tap_ends_the_motion_and_answers_nothing(view: Any) -> None:
    """A finger that meets a page in motion is not taken for an answer to it."""
    heard: list[str] = []
    view.bind(on_answer=lambda _view, key: heard.append(key))
    view.moves = True
    view.show(EXAMPLES["summary"])
    view.show(EXAMPLES["ship"])
    finger = touch_at(next(each for each in view.scene.targets if each.key == "ship").box)
    view.on_touch_down(finger)
    view.on_touch_up(finger)
    assert (heard, view.stage.shift.x, view.in_motion) == ([], 0, False)


def test_a_chosen_answer_does_not_move_the_page(view: Any) -> None:
    """The same question with another tick is drawn in place."""
    view.moves = True
    view.show(EXAMPLES["ship"])
    view.show(chosen(EXAMPLES["ship"], "trade:1:1"))
    assert not view.in_motion
    marked = [mark.of for mark in view.scene.patches if mark.surface == "chosen"]
    assert marked == ["trade:1:0", "trade:1:1", "trade:3:0"]


def test_a_pressed_button_moves_with_its_picture_and_word(view: Any) -> None:
    """The surface, the piece and the text of a pressed target are 3 px lower."""
    view.show(EXAMPLES["ship"])
    before = view.stage.word_places()
    view.press("trade:1:1")
    words = [mark for mark in view.scene.words if mark.level is not Level.FRAME]
    moved = {
        words[index].text for index, y in enumerate(view.stage.word_places())
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


NAMES = ("Maksymiliana", "Zsuzsanna", "Bartłomiej", "Krisztina", "Agnieszka", "Wiktoria")
COLOURS = ("blue", "orange", "green", "purple", "yellow", "white")
LABELS = (("Felderítés", "Felderít"), ("Konsumpcja", "Zużyj"), ("Készletezés", "Készlet"))


@st.composite
def lanes_pages(draw: st.DrawFn) -> Page:
    """Pages of one to six lanes with the longest texts, in any mixture of states."""
    lanes = []
    count = draw(st.integers(1, 6))
    for number in range(1, count + 1):
        acts = draw(st.booleans())
        reason = "" if acts else draw(st.sampled_from(("", "No explorer")))
        seat = Seat(number, NAMES[number - 1], COLOURS[number - 1],
                    draw(st.sampled_from(("0", "10"))), Doing.ACTS if acts else Doing.IDLE,
                    reason)  # fmt: skip
        dice = draw(st.integers(0, 6))
        answers = tuple(
            Answer(f"{number}:{index}", Picture("coin"), *draw(st.sampled_from(LABELS)),
                   number=draw(st.sampled_from(("", "+10"))), chosen=draw(st.booleans()))
            for index in range(draw(st.integers(1, 3 if count < 4 else 2)))
        )  # fmt: skip
        pictures = tuple(Picture("die/home/explore") for _ in range(dice))
        lanes.append(Lane(seat, pictures, answers) if acts else Lane(seat))
    return replace(EXAMPLES["explore"], body=Lanes(tuple(lanes)))


@each_size
@settings(max_examples=60, deadline=None)
@given(page=lanes_pages())
def test_any_mixture_of_lanes_fits(page: Page, size_px: tuple[int, int]) -> None:
    """Whoever acts: all names and answers are shown, apart from each other, large enough."""
    scene = scene_of(page, size_px)
    shown = [mark.text for mark in scene.words]
    window = Box(0, 0, *size_px)
    assert [box for box in boxes_of(scene) if not window.holds(box)] == []
    assert [name for name in names_of(page) if name not in " ".join(shown)] == []
    for answer in answers_of(page):
        assert isinstance(answer, Answer)
        assert {answer.label, answer.short} & set(shown), answer
    stage = [mark.box for mark in scene.words if mark.level is not Level.FRAME]
    stage += [
        m.box for m in scene.pieces if m.level is not Level.FRAME and not m.name.startswith("tick")
    ]
    assert [box for box in stage if not lies_on(scene, box)] == []
    assert [each for each in scene.targets if min(each.box.w, each.box.h) < TOUCH_PX] == []
    for one, other in itertools.combinations(scene.targets, 2):
        assert not one.box.overlaps(other.box), (one, other)
    words = [mark for mark in scene.words if not mark.shaded]
    for mark, another in itertools.combinations(words, 2):
        assert not line(mark.box).overlaps(line(another.box)), (mark, another)


@st.composite
def offers_pages(draw: st.DrawFn, *, most: int) -> Page:
    """Pages of one to six lanes with offers."""
    lanes = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        offers = tuple(
            replace(
                OFFER,
                answers=tuple(
                    replace(each, key=f"{each.key}:{number}:{index}") for each in OFFER.answers
                ),
            )
            for index in range(draw(st.integers(1, most)))
        )
        seat = Seat(number, NAMES[number - 1], "blue", "10")
        lanes.append(Lane(seat, offers=offers, leaves=draw(st.sampled_from((None, LEAVES)))))
    return replace(EXAMPLES["ship"], body=Lanes(tuple(lanes)))


SHIP = EXAMPLES["ship"].body
assert isinstance(SHIP, Lanes)
OFFER = SHIP.lanes[0].offers[0]
LEAVES = SHIP.lanes[2].leaves


@each_size
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_offers_fit(data: st.DataObject, size_px: tuple[int, int]) -> None:
    """Any number of goods a player: the parts of the page together offer all answers."""
    page = data.draw(offers_pages(most=5))
    scenes = list(parts_of(page, size_px))
    offered = [target.key for scene in scenes for target in scene.targets]
    assert [each.key for each in answers_of(page) if each.key not in offered] == []
    for scene in scenes:
        check_offers(scene, size_px)


def check_offers(scene: Scene, size_px: tuple[int, int]) -> None:
    """Large enough to touch, nothing overlaps, everything is on the surface that it belongs to."""
    assert [each for each in scene.targets if min(each.box.w, each.box.h) < TOUCH_PX] == []
    for one, other in itertools.combinations(scene.targets, 2):
        assert not one.box.overlaps(other.box), (one, other)
    stage = [mark.box for mark in scene.words if mark.level is not Level.FRAME]
    stage += [
        m.box for m in scene.pieces if m.level is not Level.FRAME and not m.name.startswith("tick")
    ]
    assert [box for box in stage if not lies_on(scene, box)] == []
    for mark in scene.words:
        surface = [each.box for each in scene.patches if mark.of and each.of == mark.of]
        assert not surface or any(box.holds(mark.box) for box in surface), mark


FACES = ("explore", "develop", "settle", "produce", "ship")


@st.composite
def columns_pages(draw: st.DrawFn) -> Page:
    """Overviews of one to six players with up to seven dice in a cell and fifteen in all."""
    seats = tuple(
        Seat(number, NAMES[number - 1], "blue") for number in range(1, draw(st.integers(1, 6)) + 1)
    )
    left = [15] * len(seats)
    columns = []
    for face in FACES:
        cells = []
        for index in range(len(seats)):
            count = min(left[index], draw(st.integers(0, 7)))
            left[index] -= count
            pictures = tuple(Picture(f"die/genes/{face}") for _ in range(count))
            chosen = draw(st.sampled_from((None, 0, count - 1))) if count else None
            cells.append(Cell(pictures, chosen))
        columns.append(Column(face, "Osiedlanie", draw(st.booleans()), tuple(cells)))
    return replace(EXAMPLES["summary"], body=Columns(seats, tuple(columns)))


@each_size
@settings(max_examples=60, deadline=None)
@given(page=columns_pages())
def test_any_overview_fits(page: Page, size_px: tuple[int, int]) -> None:
    """All dice lie within the window and left of the next column, however many there are."""
    scene = scene_of(page, size_px)
    window = Box(0, 0, *size_px)
    assert [box for box in boxes_of(scene) if not window.holds(box)] == []
    assert isinstance(page.body, Columns)
    dice = [mark.box for mark in scene.pieces if mark.name.startswith("die/")]
    count = sum(len(cell.pictures) for column in page.body.columns for cell in column.cells)
    assert len(dice) == count
    assert all(box.w >= 16 for box in dice)
    assert len({(box.x, box.y) for box in dice}) == count
    bright = [m.box for m in scene.pieces if m.name.startswith("die/") and m.opacity == 1]
    assert [box for box in bright if not lies_on(scene, box)] == []
    words = [mark for mark in scene.words if not mark.shaded]
    for mark, another in itertools.combinations(words, 2):
        assert not line(mark.box).overlaps(line(another.box)), (mark, another)
