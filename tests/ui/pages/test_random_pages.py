"""Any page that the model allows is sound: nothing is cut, covered, lost or too small to touch."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kivy_ui.art.files import SIZES_PX
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.check import faults
from kivy_ui.pages.forms import Choice, Field, Form, Stepper
from kivy_ui.pages.letters import Erase, Letter, Letters, Shift, Turn
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import BODY, SEATS, Level, Scene
from kivy_ui.pages.page import (
    Card,
    Cards,
    Frame,
    Main,
    Move,
    Note,
    Notice,
    Page,
    PhaseState,
    Picture,
    Side,
)
from kivy_ui.pages.people import FACTS, FACTS_OF_MANY, Person
from kivy_ui.pages.scores import Code, Next, Tally, tally_page
from kivy_ui.pages.templates import TEXT_SCALES, compose, scale_for
from tests.ui.pages import random_pages as at_random
from tests.ui.pages.examples import EXAMPLES

BUTTONS = {"raised", "chosen", "main", "ready"}
sizes = st.sampled_from(SIZES_PX)
MAIN = Main("Result", "finish")


def parts_of(page: Page, size_px: tuple[int, int], text_scale: float = 1.0) -> Iterator[Scene]:
    """Lay out all parts of a page; none has a fault."""
    from kivy_ui.pages.textures import text_width

    for part in itertools.count():
        turned = replace(page, part=part)
        scene = compose(turned, size_px, text_width, text_scale=text_scale)
        assert faults(scene, size_px) == []
        yield scene
        if Frame.LATER not in [each.key for each in scene.targets]:
            return


def test_a_part_of_a_form_with_many_choices_has_several_pages() -> None:
    """None of them is too low to be touched."""
    choices = tuple(Choice(key, f"A choice with a long name, {key}") for key in range(20))
    page = Page("", "Which?", Form((Field("Who", choices=choices),)))
    size_px, found = (480, 800), set[object]()
    for scene in parts_of(page, size_px):
        found |= {target.key for target in scene.targets}
    assert set(range(20)) <= found


def texts_of(scenes: list[Scene]) -> str:
    """All texts of the parts of a page."""
    return " ".join(mark.text for scene in scenes for mark in scene.words)


@pytest.mark.parametrize("body", at_random.BODIES)
@settings(max_examples=12, deadline=None)
@given(data=st.data(), size_px=sizes)
def test_any_page_is_sound_and_whole(
    body: str, data: st.DataObject, size_px: tuple[int, int]
) -> None:
    """Whatever it holds, in any language, window and text size: all can be touched and read."""
    page = data.draw(at_random.page_of(body))
    scenes = list(parts_of(page, size_px, data.draw(st.sampled_from(TEXT_SCALES))))
    offered = {target.key for scene in scenes for target in scene.targets}
    assert [key for key in at_random.keys_in(page) if key not in offered] == []
    if isinstance(page.body, Letters):
        keys = {Letter(letter) for row in page.body.rows for letter in row}
        others = {Shift(), Turn()} if page.body.turn else set()
        assert keys | others | {Letter(" "), Erase()} <= offered
    shown = texts_of(scenes)
    assert page.question in shown
    for card in at_random.inside(page, Card):
        assert (card.short or card.title) in shown
    for scene in scenes:
        buttons = [mark for mark in scene.patches if mark.surface in BUTTONS]
        assert [mark for mark in buttons if mark.of not in offered] == []


GAIN = Picture("chip/blank", text="+2")
PIECES = (Picture("coin"), GAIN, *(Picture("world/genes"),) * 2)
LONG = "Továbbfejlesztett felderítés"
CROWDED: dict[str, Body] = {
    "small pieces wider than a large card": Cards(
        tuple(Card(at, PIECES, "Rey", gains=(GAIN,))
              for at in range(3))
    ),
    "long names of many cards": Cards(
        tuple(Card(at, (Picture("coin", count=3),) * 4, LONG, gains=(GAIN,), number="12")
              for at in range(14))
    ),
    "cards below a code": Code(
        ((True,) * 33,) * 33, ("One line", "Another"),
        tuple(Card(at, (), "Improved Reconnaissance") for at in range(3)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize("body", CROWDED)
def test_crowded_pages_are_sound(body: str, size_px: tuple[int, int]) -> None:
    """Of which random pages seldom have examples."""
    note = Note(("Malevolent Lifeforms",), Picture("coin"))
    page = Page("Round 12", "Question", CROWDED[body], note=note, main=Main("2 players to go"))
    for phases in ((), tuple((phase, PhaseState.OFF) for phase in at_random.PHASES)):
        assert list(parts_of(replace(page, phases=phases), size_px))


@settings(max_examples=40, deadline=None)
@given(shown=at_random.people(), size_px=sizes)
def test_all_people_and_their_facts_fit(
    shown: tuple[Person, ...], size_px: tuple[int, int]
) -> None:
    """Where some have no facts, a badge may be all that names a player: number and colour do."""
    body = Cards((Card(1, (Picture("coin"),), "Answer"),))
    texts = texts_of(list(parts_of(Page("", "Question", body, people=shown), size_px)))
    if all(each.facts for each in shown):
        assert all(each.seat.name in texts for each in shown)
    assert all(str(each.seat.number) in texts.split() for each in shown)
    assert all(fact.text in texts.split() for person in shown for fact in person.facts)


@pytest.mark.parametrize(("count", "many"), [(4, FACTS + 1), (5, FACTS_OF_MANY + 1), (7, 1)])
def test_more_people_or_facts_are_refused(count: int, many: int) -> None:
    """A developer hears of it at once, not the players by what is missing."""
    seat = at_random.a_seat(0)
    people = tuple(Person(seat, (Picture("coin", text="1"),) * many) for _ in range(count))
    with pytest.raises(ValueError, match="people"):
        Page("", "", Cards(()), people=people)


def test_a_text_is_as_large_as_it_was_measured() -> None:
    """What Kivy renders is no wider than the box for it, and at least 16 px high."""
    from kivy.core.window import Window  # without a window Kivy crashes when it makes a texture

    from kivy_ui.pages.textures import Texts

    assert Window is not None
    texts = Texts()
    for page, size_px in itertools.product(EXAMPLES.values(), SIZES_PX):
        for mark in next(parts_of(page, size_px)).words:
            texture = texts.of(mark.text, mark.size, bold=mark.bold)
            assert texture.width <= mark.box.w + 1, mark
            assert texture.height <= mark.box.h + 2, mark
            assert mark.size >= round(16 * scale_for(size_px))


def test_a_sheet_lies_above_all_else() -> None:
    """Only its buttons can be touched."""
    for size_px in SIZES_PX:
        scene = next(parts_of(EXAMPLES["dialog"], size_px))
        assert {each.key for each in scene.targets} == {"hand", "again", "later"}
        assert any(mark.level is Level.SHEET for mark in scene.words)


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize(
    "hint", ["", "Free some space, or check the card; this move was not lost."]
)
@pytest.mark.parametrize("link", [None, Side("more", "Reassign and Dictate", "book")])
def test_a_notice_spares_the_first_button(
    size_px: tuple[int, int], hint: str, link: Side | None
) -> None:
    """What lies below it is not touched; it is as high as its words need; a link stands on it."""
    text = "The game log could not be written: no space left."
    notice = Notice(text, "away", hint, "error", link)
    for page in (EXAMPLES["ship"], EXAMPLES["choice"]):
        scene = next(parts_of(replace(page, notice=notice, sheet=None), size_px))
        keys = [each.key for each in scene.targets]
        assert keys[0] is Frame.MENU
        assert keys[-1 - bool(link) :] == (["away", "more"] if link else ["away"])
        assert not faults(scene, size_px)
        over = [mark.box for mark in scene.patches if mark.level is Level.SHEET]
        titles = [mark for mark in scene.words if mark.text == page.question]
        assert not any(mark.box.overlaps(box) for mark in titles for box in over)
        assert set(hint.split()) <= {word for mark in scene.words for word in mark.text.split()}


@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize(
    "body",
    [
        Cards(tuple(Card(at, (), f"Answer {at}") for at in range(3))),
        List((Row("row", "One row"),)),
        Form((Field("Chips", number=Stepper(2, "less", "more")),)),
    ],
)
def test_few_things_are_large_and_central(size_px: tuple[int, int], body: Body) -> None:
    """No page has a small row at the top and nothing below."""
    (scene,) = parts_of(Page("", "Question", body), size_px)
    marks = [mark for mark in scene.patches if mark.level is Level.STAGE]
    texts = [mark.size for mark in scene.words if mark.level is Level.STAGE]
    assert min(texts) >= BODY * 1.2
    above, below = (min(mark.box.y for mark in marks) - 84,
                    size_px[1] - max(mark.box.bottom for mark in marks))  # fmt: skip
    assert abs(above - below) <= size_px[1] // 10


def test_without_room_for_answers_a_map_has_a_fault() -> None:
    """What would be drawn over something else is reported, not only drawn."""
    from kivy_ui.pages.textures import text_width

    galaxy, size_px = EXAMPLES["galaxy"], SIZES_PX[0]
    assert isinstance(galaxy.body, Map)
    people = tuple(
        Person(at_random.a_seat(at), (Picture("coin", text="1"),) * 2, acts=True) for at in range(6)
    )
    answers = tuple(Card(index, (Picture("coin"),), "Answer") for index in range(9))
    page = replace(galaxy, body=replace(galaxy.body, cards=answers), people=people)
    scene = compose(page, size_px, text_width)
    assert any("answers" in fault for fault in faults(scene, size_px))
    one = tuple(replace(each, acts=not index) for index, each in enumerate(people))
    move = Move((Picture("coin"),), Picture("tile"), key="moved")
    assert list(parts_of(replace(page, people=one, move_now=move), size_px))


def test_sources_differ_by_more_than_their_colour() -> None:
    """Three have a pattern each, the first none: no pattern is drawn stretched."""
    scene = next(parts_of(EXAMPLES["result"], SIZES_PX[0]))
    patterns = [mark for mark in scene.patches if mark.surface.startswith("pattern_")]
    names = {mark.surface for mark in patterns}
    assert names == {"pattern_diagonal", "pattern_dots", "pattern_vertical"}
    assert max(mark.box.w for mark in patterns) <= 160


def test_more_points_are_a_longer_bar() -> None:
    """Of the winner's sources on the page of the result."""
    scene = next(parts_of(EXAMPLES["result"], SIZES_PX[0]))
    bars = [mark.box.w for mark in scene.patches if mark.surface == "segment"][:4]
    assert bars == sorted(bars, reverse=True)
    assert len(set(bars)) == 4


@settings(max_examples=30, deadline=None)
@given(data=st.data(), size_px=sizes)
def test_question_player_and_next_step_belong_together(
    data: st.DataObject, size_px: tuple[int, int]
) -> None:
    """The page asks the highlighted player and leads to what is missing, else to the end."""
    body = data.draw(at_random.page_of("tally")).body
    assert isinstance(body, Tally)
    page = tally_page(replace(body, body=Cards(())), "", MAIN)
    player, part = body.players[body.player], body.parts[body.part]
    assert page.question == f"{player.seat.name}: {part.ask}"
    scene = next(parts_of(page, size_px))
    bright = [mark.tint for mark in scene.patches if mark.surface == "head_alone"]
    assert bright == [SEATS[player.seat.colour]]
    assert page.main is not None
    if not player.entered[body.part]:
        assert page.main == Main(part.missing)
    elif all(each.complete for each in body.players):
        assert page.main == MAIN
    else:
        assert isinstance(page.main.key, Next)
