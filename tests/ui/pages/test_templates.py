"""Templates with any content that the model allows: all is shown and can be reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kivy_ui.pages.check import faults
from kivy_ui.pages.forms import Entry
from kivy_ui.pages.letters import MOST_LETTERS, Erase, Letter, Shift, Turn, Typing
from kivy_ui.pages.listing import List, Moves, Row, RowLook
from kivy_ui.pages.maps import Map, Shape, Spot, SpotLook
from kivy_ui.pages.marks import SEATS, Scene
from kivy_ui.pages.page import Card, Cards, Frame, Main, Move, Page, Picture
from kivy_ui.pages.people import FACTS, FACTS_OF_MANY, MANY_PEOPLE, MOST_PEOPLE, Person
from kivy_ui.pages.scores import Next, Picks, Rank, Result, Tally, tally_page
from kivy_ui.pages.templates import compose
from tests.ui.pages.end_examples import FINISH, LONG, PARTS, RESULT, scorers
from tests.ui.pages.game_examples import GALAXY, LONG_NAMES, facts

SIZES_PX = ((800, 480), (1280, 800), (480, 800))
each_size = pytest.mark.parametrize("size_px", SIZES_PX, ids=lambda size: f"{size[0]}x{size[1]}")


def parts_of(page: Page, size_px: tuple[int, int]) -> Iterator[Scene]:
    """Lay out all parts of a page; none has a fault."""
    from kivy_ui.pages.textures import text_width

    for part in itertools.count():
        scene = compose(replace(page, part=part), size_px, text_width)
        assert faults(scene, size_px) == []
        yield scene
        if Frame.LATER not in [each.key for each in scene.targets]:
            return


def keys_of(page: Page, size_px: tuple[int, int]) -> list[object]:
    """Keys that the parts of a page offer, without those of its frame."""
    found = [target.key for scene in parts_of(page, size_px) for target in scene.targets]
    return [key for key in found if not isinstance(key, Frame)]


def texts_of(page: Page, size_px: tuple[int, int]) -> str:
    """All texts of a page's parts."""
    return " ".join(mark.text for scene in parts_of(page, size_px) for mark in scene.words)


@each_size
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_all_people_and_their_facts_fit(data: st.DataObject, size_px: tuple[int, int]) -> None:
    """The longest names with as many facts as the model allows, whoever acts or is done.

    Where some have no facts, a badge may be all that names a player: number and colour say who.
    """
    count = data.draw(st.integers(1, MOST_PEOPLE))
    most = FACTS if count <= MANY_PEOPLE else FACTS_OF_MANY
    people = tuple(
        Person(seat, facts(*data.draw(st.lists(st.integers(0, 99), max_size=most))),
               acts=data.draw(st.booleans()), done=data.draw(st.booleans()))
        for seat in LONG_NAMES[:count]
    )  # fmt: skip
    page = Page("", "Question", Cards((Card(1, (Picture("coin"),), "Answer"),)), people=people)
    text = texts_of(page, size_px)
    if all(each.facts for each in people):
        assert all(each.seat.name in text for each in people)
    assert all(str(each.seat.number) in text.split() for each in people)
    assert all(fact.text in text.split() for person in people for fact in person.facts)


@pytest.mark.parametrize(("count", "many"), [(4, FACTS + 1), (5, FACTS_OF_MANY + 1), (7, 1)])
def test_more_people_or_facts_are_refused(count: int, many: int) -> None:
    """A developer hears of it at once, not the players by what is missing."""
    seats = (*LONG_NAMES, LONG_NAMES[0])[:count]
    people = tuple(Person(seat, (Picture("coin", text="1"),) * many) for seat in seats)
    with pytest.raises(ValueError, match="people"):
        Page("", "", Cards(()), people=people)


TITLES = ("Rey", "Cirkáló átcsoportosítása", "Improved Reconnaissance", "Felderítés")


@st.composite
def cards(draw: st.DrawFn) -> tuple[Card, ...]:
    """Cards with any number of pictures, lines and gains."""
    pictures = st.lists(st.sampled_from((Picture("coin"), Picture("cube/food", count=3),
                                         Picture("seat", number="2", colour="white"))),
                        max_size=4)  # fmt: skip
    return tuple(
        Card(index, tuple(draw(pictures)), draw(st.sampled_from(TITLES)),
             draw(st.sampled_from(((), ("Wormhole Station",)))),
             draw(st.sampled_from(((), (Picture("chip/blank", text="+2"),)))),
             chosen=draw(st.booleans()), suggested=draw(st.booleans()), able=draw(st.booleans()),
             number=draw(st.sampled_from(("", "12"))))
        for index in range(draw(st.integers(1, 20)))
    )  # fmt: skip


@each_size
@settings(max_examples=15, deadline=None)
@given(shown=cards(), main=st.sampled_from((None, Main("Next", "next"))))
def test_each_card_is_on_one_part(
    shown: tuple[Card, ...], main: Main | None, size_px: tuple[int, int]
) -> None:
    """Whatever the cards hold, each can be reached once, in order; also those that only explain."""
    page = Page("", "Question", Cards(shown), main=main)
    keys = [key for key in keys_of(page, size_px) if key != "next"]
    assert keys == [card.key for card in shown]


LOOKS = tuple(SpotLook)
PIECES = (Picture("ship/fighter", count=12, colour="blue"), Picture("ship/cruiser", colour="white"),
          Picture("token/starbase", colour="yellow"))  # fmt: skip


@each_size
@pytest.mark.parametrize("shift", range(4))
def test_each_place_of_a_map_can_be_tapped(shift: int, size_px: tuple[int, int]) -> None:
    """All 37 hexagons are answers, with any pieces on them."""
    assert isinstance(GALAXY.body, Map)
    colours = ("", *SEATS)
    places = tuple(
        replace(
            place,
            key=index,
            look=LOOKS[(index + shift) % len(LOOKS)],
            colour=colours[(index * 3 + shift) % len(colours)],
            pictures=(PIECES * 2)[index % 3 :][: (index + shift) % 3],
        )
        for index, place in enumerate(GALAXY.body.places)
    )
    page = replace(GALAXY, body=Map(places))
    assert set(range(37)) <= set(keys_of(page, size_px))


@each_size
@pytest.mark.parametrize(("columns", "rows"), [(4, 7), (7, 4), (3, 3), (1, 5)])
def test_a_board_of_fields_of_any_shape_fits(
    columns: int, rows: int, size_px: tuple[int, int]
) -> None:
    """The longer side lies along the longer side of the room; each field is a target."""
    places = tuple(
        Spot((column, row), column, row) for column in range(columns) for row in range(rows)
    )
    page = Page("", "Question", Map(places, Shape.FIELD))
    assert set(keys_of(page, size_px)) == {place.key for place in places}


def test_without_room_for_answers_a_map_has_a_fault() -> None:
    """What would be drawn over something else is reported, not only drawn."""
    from kivy_ui.pages.textures import text_width

    people = tuple(Person(seat, facts(1, 2), acts=True) for seat in LONG_NAMES)
    assert isinstance(GALAXY.body, Map)
    answers = tuple(Card(index, (Picture("coin"),), "Answer") for index in range(9))
    page = replace(GALAXY, body=replace(GALAXY.body, cards=answers), people=people)
    scene = compose(page, (800, 480), text_width)
    assert any("answers" in fault for fault in faults(scene, (800, 480)))
    one = tuple(replace(each, acts=not index) for index, each in enumerate(people))
    move = Move((Picture("coin"),), Picture("tile"), key="moved")
    page = replace(page, people=one, move_now=move)
    assert not faults(compose(page, (800, 480), text_width), (800, 480))


@each_size
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_each_row_is_on_one_part(data: st.DataObject, size_px: tuple[int, int]) -> None:
    """Rows with long names, figures, values and switches, as many as there are."""
    figures = tuple(Picture("seat", number=str(seat.number), colour=seat.colour, text="142")
                    for seat in LONG[:5])  # fmt: skip
    rows = tuple(
        Row(index, f"{data.draw(st.sampled_from(TITLES))} {index}", (Picture("coin"),),
            data.draw(st.sampled_from(("", "Roll for the Galaxy"))),
            data.draw(st.sampled_from(((), figures[:2], figures))),
            data.draw(st.sampled_from(("", "26 Nov"))),
            look=data.draw(st.sampled_from(tuple(RowLook))))
        for index in range(data.draw(st.integers(1, 20)))
    )  # fmt: skip
    page = Page("", "History", List(rows))
    assert keys_of(page, size_px) == [row.key for row in rows]
    assert all(row.title in texts_of(page, size_px) for row in rows)


@each_size
def test_eight_moves_a_part_with_a_tick_each(size_px: tuple[int, int]) -> None:
    """Nine moves are two parts; those that are done are ticked."""
    moves = tuple(
        Move((Picture("die/home"),), Picture("cup"), ("cup",), LONG[0], index, done=index < 3)
        for index in range(9)
    )
    scenes = list(parts_of(Page("", "", Moves(moves)), size_px))
    ticks = sum(mark.name == "tick/good" for scene in scenes for mark in scene.pieces)
    counts = [sum(isinstance(each.key, int) for each in scene.targets) for scene in scenes]
    assert (ticks, sum(counts)) == (3, 9)
    assert size_px != (800, 480) or counts == [8, 1]


@each_size
@pytest.mark.parametrize("count", range(1, 7))
def test_a_result_of_any_number_of_players_fits(count: int, size_px: tuple[int, int]) -> None:
    """All names and totals are shown, and more points are a longer bar."""
    assert isinstance(RESULT.body, Result)
    shares = RESULT.body.ranks[0].shares
    ranks = tuple(Rank(seat, 142 - seat.number, shares[: 5 - seat.number], key=seat.number)
                  for seat in LONG[:count])  # fmt: skip
    page = Page("", "Result", Result(ranks))
    text = texts_of(page, size_px)
    assert all(rank.seat.name in text and str(rank.points) in text.split() for rank in ranks)
    scene = next(parts_of(page, size_px))
    bars = [mark.box.w for mark in scene.patches if mark.surface == "segment" and mark.of == 1]
    assert bars == sorted(bars, reverse=True)
    assert len(set(bars)) == len(bars)


def test_sources_differ_by_more_than_their_colour() -> None:
    """Three have a pattern each, the first none: no pattern is drawn stretched."""
    scene = next(parts_of(RESULT, (800, 480)))
    patterns = {mark.surface for mark in scene.patches if mark.surface.startswith("pattern_")}
    assert patterns == {"pattern_diagonal", "pattern_dots", "pattern_vertical"}
    assert max(m.box.w for m in scene.patches if m.surface.startswith("pattern_")) <= 160


entered = st.lists(st.integers(0, len(PARTS)), min_size=1, max_size=6)


@each_size
@settings(max_examples=15, deadline=None)
@given(counts=entered, data=st.data())
def test_question_player_and_next_step_belong_together(
    counts: list[int], data: st.DataObject, size_px: tuple[int, int]
) -> None:
    """The page asks the highlighted player and leads to what is missing, else to the end."""
    players = scorers(LONG[: len(counts)], tuple(counts))
    at = data.draw(st.integers(0, len(players) - 1))
    part = data.draw(st.integers(0, len(PARTS) - 1))
    page = tally_page(Tally(players, PARTS, at, part, Picks(())), "", FINISH)
    assert page.question == f"{players[at].seat.name}: {PARTS[part].ask}"
    scene = next(parts_of(page, size_px))
    bright = [mark.tint for mark in scene.patches if mark.surface == "head_alone"]
    assert bright == [SEATS[players[at].seat.colour]]
    assert page.main is not None
    if part >= counts[at]:
        assert page.main == Main(PARTS[part].missing)
    elif counts[at] < len(PARTS):
        assert page.main.key == Next(PARTS[counts[at]].key)
    elif min(counts) < len(PARTS):
        assert page.main.key in {Next(each.key) for each in players if not each.complete}
    else:
        assert page.main == FINISH


@each_size
def test_a_number_has_its_twelve_keys(size_px: tuple[int, int]) -> None:
    """Each digit returns its own key; one without meaning returns nothing."""
    page = Page("", "How many?", Entry("12", tuple(range(10)), "erase", "sign"))
    assert set(keys_of(page, size_px)) == {*range(10), "erase", "sign"}
    empty = Page("", "How many?", Entry("", tuple(range(10)), None))
    assert set(keys_of(empty, size_px)) == set(range(10))


names = st.lists(st.sampled_from(("Ann", "Zsuzsannácska", "Grześ", "Improved Reconnaissance")),
                 max_size=14)  # fmt: skip


@each_size
@settings(max_examples=20, deadline=None)
@given(text=st.text("Wi ą", max_size=MOST_LETTERS), shown=names, searches=st.booleans(),
       turned=st.integers(0, 3), capital=st.booleans(), main=st.booleans())  # fmt: skip
def test_a_keyboard_has_all_its_letters_and_each_card(
    text: str, shown: list[str], searches: bool, turned: int, capital: bool, main: bool,
    size_px: tuple[int, int],
) -> None:  # fmt: skip
    """Whatever is typed and may be meant, each letter is a key and each card can be reached."""
    typing = Typing(text, searches=searches, turned=turned, capital=capital)
    cards = tuple(Card(index, (), name) for index, name in enumerate(shown))
    body = typing.body("Name", "hu", cards)
    page = Page("", "Who?", body, main=Main("Keep this name", "keep") if main else None)
    keys = keys_of(page, size_px)
    letters = {Letter(letter) for row in body.rows for letter in row} | {Letter(" "), Erase()}
    others = set() if searches else {Shift(), Turn()}
    assert set(keys) - {"keep"} == letters | others | set(range(len(shown)))
