"""Random pages of every kind of body, as full as the model allows, in three languages."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from hypothesis import strategies as st

from kivy_ui.pages import listing, opening, scores
from kivy_ui.pages import page as pages
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.forms import Choice, Entry, Field, Form, Stepper
from kivy_ui.pages.letters import Letter, Typing
from kivy_ui.pages.maps import Map, Shape, Spot, SpotLook
from kivy_ui.pages.marks import SEATS
from kivy_ui.pages.page import (
    Card,
    Cards,
    Doing,
    Look,
    Main,
    Move,
    Note,
    Page,
    Picture,
    Seat,
    Side,
)
from kivy_ui.pages.people import FACTS, FACTS_OF_MANY, MANY_PEOPLE, Person
from kivy_ui.pages.photos import Found, Photo, Photograph, Zone
from kivy_ui.pages.rounds import Answer, Cell, Column, Columns, Lane, Lanes, Offer, Pick

T = TypeVar("T")
Strategy = st.SearchStrategy


class Tongue(NamedTuple):
    """Words of a language: names, answers with their short forms, titles, sentences."""

    names: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    phase: str


TONGUES: Final = (
    Tongue(("Ann", "Bo", "Christopher", "Elizabeth", "Jonathan", "Margaret"),
           (("Stock", ""), ("Consume", ""), ("Not yet", "No")),
           ("Rey", "Comet Zone", "Improved Reconnaissance", "Malevolent Lifeforms"),
           ("+1 Genes die", "One worker to Settle"), "Explore"),
    Tongue(("Maksymiliana", "Bartłomiej", "Agnieszka", "Wieńczysława", "Łukasz", "Wiktoria"),
           (("Konsumpcja", "Zużyj"), ("Zwiad", ""), ("Jeszcze nie", "Nie")),
           ("Fin", "Świat górniczy", "Republika Galaktyczna", "Kolonialne powinowactwo"),
           ("+1 kość genów", "Robotnik do Zasiedlania"), "Osiedlanie"),
    Tongue(("Zsuzsanna", "Krisztofer", "Szilveszter", "Zsófi", "Bálint", "Krisztina"),
           (("Felderítés", "Felderít"), ("Készletezés", "Készlet"), ("Még nem", "Nem")),
           ("Rey", "Nyilvános munkák", "Cirkáló átcsoportosítása", "Továbbfejlesztett felderítés"),
           ("+1 génkocka áruként", "Munkás a Betelepítéshez"), "Betelepítés"),
)  # fmt: skip
PIECES: Final = (Picture("coin"), Picture("cube/food", count=3), Picture("world/genes", number="4"),
                 Picture("die/home/explore"), Picture("seat", number="2", colour="white"),
                 Picture("chip/blank", text="+12"))  # fmt: skip
PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
PHOTO: Final = Photograph(96, 54, bytes(96 * 54 * 3))


class Making:
    """Draws parts of a page in one language; each key is used once."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._chance = draw(st.randoms(use_true_random=True))  # many small choices are slow else
        self.tongue, self._keys = self.of(*TONGUES), iter(range(9999))

    def key(self) -> int:
        """A key that nothing else has."""
        return next(self._keys)

    def of(self, *values: T) -> T:
        """One of the values."""
        return self._chance.choice(values)

    def coin(self) -> bool:
        """Either."""
        return self._chance.random() < 0.5

    def up_to(self, most: int, least: int = 0) -> range:
        """A range of so many."""
        return range(self._chance.randint(least, most))

    def some(self, *values: T, most: int, least: int = 0) -> tuple[T, ...]:
        """Up to so many of the values, with repetitions."""
        return tuple(self.of(*values) for _ in self.up_to(most, least))

    def pictures(self, most: int = 4, least: int = 0) -> tuple[Picture, ...]:
        """Pieces with numbers, captions, counts."""
        return self.some(*PIECES, most=most, least=least)

    def picture(self) -> Picture:
        """One piece."""
        return self.of(*PIECES)

    def title(self) -> str:
        """The name of a tile or a card."""
        return self.of(*self.tongue.titles)

    def tile(self) -> str:
        """A name without very long words."""
        return self.of(*self.tongue.titles[:2])

    def text(self, most: int = 1) -> tuple[str, ...]:
        """Lines that say what something does."""
        return self.some(*self.tongue.sentences, most=most)

    def seats(self, most: int = 6, least: int = 1, money: str = "") -> list[Seat]:
        """Players with their names and colours."""
        return [Seat(at + 1, self.tongue.names[at], list(SEATS)[at], money)
                for at in self.up_to(most, least)]  # fmt: skip

    def answers(self, most: int, least: int = 1) -> tuple[Answer, ...]:
        """Answers of a lane or of an offer."""
        return tuple(
            Answer(self.key(), self.picture(), *self.of(*self.tongue.answers),
                   number=self.of("", "+10"), suggested=self.coin())
            for _ in self.up_to(most, least)
        )  # fmt: skip

    def cards(self, most: int = 20, least: int = 1) -> tuple[Card, ...]:
        """Cards with anything on them."""
        return tuple(
            Card(self.key(), self.pictures(), self.title(), self.text(),
                 self.some(Picture("chip/blank", text="+2"), most=1), self.coin(), self.coin(),
                 self.coin(), self.of("", "12"))
            for _ in self.up_to(most, least)
        )  # fmt: skip

    def plain_cards(self, most: int) -> tuple[Card, ...]:
        """Cards that stand beside something else."""
        return tuple(Card(self.key(), self.pictures(1), self.title(), chosen=self.coin())
                     for _ in self.up_to(most))  # fmt: skip

    def choices(self, most: int) -> tuple[Choice, ...]:
        """Choices or tabs."""
        return tuple(Choice(self.key(), self.of(*self.tongue.answers)[0], self.pictures(1),
                            self.coin(), self.coin()) for _ in self.up_to(most, 1))  # fmt: skip

    def fields(self, most: int, *, numbers: bool = False) -> tuple[Field, ...]:
        """Parts of a form: numbers, and choices unless only *numbers*."""
        return tuple(
            Field(self.title(), (Picture("ship/fighter"),), (), self.stepper())
            if numbers
            else Field(self.title(), self.pictures(1), (), self.stepper())
            if self.coin()
            else Field(self.title(), self.pictures(1), self.choices(3))
            for _ in self.up_to(most, 1)
        )

    def stepper(self) -> Stepper:
        """A number that can be changed."""
        return Stepper(self._chance.randint(0, 99), self.of(None, self.key()), self.key())

    def columns(self, cells: int, most: int = 6, *, keys: bool = True) -> tuple[Column, ...]:
        """The phases with dice."""
        return tuple(
            Column(phase, self.tongue.phase, self.coin(),
                   tuple(self.cell(most) for _ in range(cells)), self.key() if keys else None)
            for phase in PHASES
        )  # fmt: skip

    def cell(self, most: int) -> Cell:
        """Dice of a player in a phase."""
        dice = tuple(Picture("die/genes/settle") for _ in self.up_to(most))
        return Cell(dice, self.of(None, 0, len(dice) - 1) if dice else None)


def a_seat(at: int) -> Seat:
    """A player with the longest name."""
    return Seat(at + 1, TONGUES[1].names[0], list(SEATS)[at])


def lanes(a: Making) -> Body:
    """Lanes in any mixture of states, with answers, offers or pieces to tick."""
    seats, kind = a.seats(5, money=a.of("0", "10")), a.of("answers", "offers", "picks")
    return Lanes(tuple(_lane(a, seat, kind, len(seats)) for seat in seats))


def _lane(a: Making, seat: Seat, kind: str, count: int) -> Lane:
    if a.coin():
        idle = replace(seat, doing=Doing.IDLE, reason=a.of("", "No explorer"))
        return Lane(idle, key=a.of(None, a.key()))
    leaves = a.of(None, Move((Picture("citizenry"),), Picture("cup")))
    if kind == "offers":
        world = Picture("world/genes", over=(Picture("die/home"), Picture("die/home/ship")))
        return Lane(seat, offers=tuple(
            Offer(world, (Answer(a.key(), Picture("coin"), *a.of(*a.tongue.answers), "+3"),
                          Answer(a.key(), Picture("chip"), *a.of(*a.tongue.answers), "+1")))
            for _ in a.up_to(5, 1)), leaves=leaves)  # fmt: skip
    if kind == "picks":
        picks = tuple(
            Pick(a.key(), Picture("die/home"), a.coin(), a.coin()) for _ in a.up_to(12, 1)
        )
        cost = a.of("", "Pay $6: marker to $2", "Pay $6; $0 » $1")
        return Lane(seat, picks=picks, leaves=leaves, cost=cost)
    dice = a.some(Picture("die/home/explore"), Picture("die/home/explore", Look.DONE), most=5)
    return Lane(seat, dice, a.answers(3 if count < 4 else 2), key=a.of(None, a.key()))


def columns(a: Making) -> Body:
    """The overview of up to six players."""
    seats = a.seats()
    return Columns(tuple(seats), a.columns(len(seats), keys=False))


def cards(a: Making) -> Body:
    """Any number of cards, some with tabs."""
    tabs = a.choices(6) if a.coin() else ()
    return Cards(a.cards(), a.of("", "or"), tabs)


def form(a: Making) -> Body:
    """Choices and numbers."""
    return Form(a.fields(12))


def entry(a: Making) -> Body:
    """A number with all its keys."""
    digits = tuple(a.key() for _ in range(10))
    return Entry(a.of("", "7", "142"), digits, a.key(), a.of(None, a.key()),
                 a.of(None, a.picture()), a.of("", a.title()))  # fmt: skip


def letters(a: Making) -> Body:
    """A name or a search, with what may be meant."""
    typing = Typing(searches=a.coin())
    for letter in a.of("", "zs", "w" * 16):
        typing = typing.after(Letter(letter))
    return typing.body(a.title(), a.of("en", "pl", "hu"), a.plain_cards(9))


def mat(a: Making) -> Body:
    """A mat with dice, and dice to put there."""
    dice = tuple(Pick(a.key(), Picture("die/home", count=a.of(1, 12)), a.coin())
                 for _ in a.up_to(7))  # fmt: skip
    return opening.Mat(a.columns(1), a.seats()[0], dice)


def photo(a: Making) -> Body:
    """A photo with dice and marks; beside it a reading, or lines and cards."""
    found = tuple(Found((x, 0.4, x + 0.1, 0.55), a.coin(), a.of(None, Picture("die/home/explore")))
                  for x in a.some(0.1, 0.3, 0.5, 0.7, 0.85, most=5))  # fmt: skip
    close_up = a.of(None, 0) if found else None
    zones = tuple(Zone(((x, 0.1), (x + 0.1, 0.1), (x + 0.1, 0.3), (x, 0.3)), a.of(None, PIECES[0]))
                  for x in a.some(0.2, 0.6, most=2))  # fmt: skip
    shown = a.of(None, PHOTO, PHOTO)
    if a.coin():
        key = None if shown is None else a.key()
        return Photo(shown, found, a.columns(1, 8), a.seats()[0], close_up, key=key)
    return Photo(shown, found, close_up=close_up, lines=(a.title(), *a.text(2)), zones=zones,
                 pictures=a.pictures(4), cards=a.plain_cards(6), whole=a.coin())  # fmt: skip


def seats(a: Making) -> Body:
    """Seats with tiles, or what belongs there."""
    return opening.Seats(tuple(
        opening.Place(seat, tuple(_slot(a) for _ in a.up_to(2)), a.of(None, a.key()))
        for seat in a.seats()))  # fmt: skip


def _slot(a: Making) -> opening.Slot:
    two = a.coin()
    names = ("Doomed World", "Ősi faj")
    tiles = tuple((Picture("development", number="2"), a.of(*names)) for _ in range(1 + two))
    waiting = a.coin() and not two
    return opening.Slot(tiles, a.of(None, a.key()), waiting)


def table(a: Making) -> Body:
    """The word for all, with who is ready."""
    return opening.Table(a.of("Lift.", "Podnieście ekrany. Kamera patrzy."), tuple(
        opening.Ready(seat, a.of(*a.tongue.answers)[0], a.key(), a.coin())
        for seat in a.seats()))  # fmt: skip


def welcome(a: Making) -> Body:
    """The first page."""
    return opening.Welcome(a.text(2), a.of(None, Side(a.key(), a.title(), "pips")))


def across(a: Making) -> Body:
    """A word for the whole table."""
    word = a.of(a.title(), a.tongue.phase)
    return opening.Across(word, a.key(), a.picture(), tuple(a.seats(least=0)))


def rows(a: Making) -> Body:
    """Rows with anything on them."""
    plain = tuple(replace(each, pictures=()) for each in a.choices(3))
    figures = [Picture("seat", number=str(at), colour="blue", text="142") for at in range(1, 6)]
    if a.coin():
        looks = [listing.Row(a.key(), a.title(), look=look) for look in listing.RowLook]
        return listing.List(
            tuple(looks)
            + tuple(
                listing.Row(a.key(), a.title(), a.pictures(2), value="21:14") for _ in a.up_to(9)
            )
        )
    return listing.List(tuple(
        listing.Row(a.key(), a.title(), a.pictures(2), a.of("", "Roll for the Galaxy"),
                    a.of((), tuple(figures[:2]), tuple(figures)), a.of("", "26 Nov"),
                    on=a.of(None, None, True, False))
        if a.coin()
        else listing.Row(None, a.title(), a.pictures(1), choices=tuple(
            replace(each, key=a.key()) for each in plain))
        for _ in a.up_to(20, 1)))  # fmt: skip


def moves(a: Making) -> Body:
    """Moves of players, of everybody and of the table."""
    people = a.seats(least=6)
    return listing.Moves(tuple(
        Move(a.pictures(3, 1), a.picture(), a.of((), ("cup",), ("to the", "cup")),
             a.of(None, *people), a.of(None, a.key()), a.picture(), a.coin())
        for _ in a.up_to(20, 1)))  # fmt: skip


def prose(a: Making) -> Body:
    """Paragraphs of any length."""
    return listing.Prose(a.some(*(f"{each}. " * 9 for each in a.tongue.sentences), most=9, least=1),
                         a.pictures(3))  # fmt: skip


def table_top(a: Making) -> Body:
    """Things on the table."""
    rows = (
        listing.Row(None, a.title(), a.pictures(3), a.of("", "Roll for the Galaxy"))
        for _ in a.up_to(9)
    )
    return listing.TableTop(tuple(rows), a.of(0, 1, -1))


def _shares(a: Making) -> tuple[scores.Share, ...]:
    return tuple(scores.Share(pattern, a.of(0, 1, 40), a.picture()) for pattern in scores.Pattern)


def result(a: Making) -> Body:
    """The result of any number of players."""
    ranks = tuple(
        scores.Rank(seat, a.of(0, 142), _shares(a), a.of("", "wins"), a.of(None, a.key()))
        for seat in a.seats())  # fmt: skip
    shared = scores.Code(((True,) * 85,) * 85, a.text(2))
    return scores.Result(ranks, shared if len(ranks) % 2 else None)


def why(a: Making) -> Body:
    """Sources with reasons, each with pieces that count together."""
    sources = tuple(scores.Source(a.key(), a.picture(), a.tile(), 42, a.coin())
                    for _ in a.up_to(4, 1))  # fmt: skip
    reasons = tuple(
        scores.Reason(a.picture(), a.title(), 12, tuple(a.pictures(3, 1) for _ in a.up_to(6)),
                      a.of("", *a.tongue.sentences)) for _ in a.up_to(9)
    )  # fmt: skip
    return scores.Why(sources, reasons)


PARTS: Final = tuple(
    scores.ScorePart(f"part{at}", piece, "points?", "Next", "To go")
    for at, piece in enumerate(PIECES[:5])
)


def tally(a: Making) -> Body:
    """The entry of the final score."""
    players = tuple(
        scores.Scorer(seat, tuple(a.coin() for _ in PARTS), a.of("", "142"), a.key())
        for seat in a.seats(4)
    )
    players = (*players[:-1], replace(players[-1], key=None))
    body = a.of(entry(a), Cards(a.plain_cards(20)))
    assert isinstance(body, Entry | Cards)
    return scores.Tally(players, PARTS, len(players) - 1, a.of(*range(len(PARTS))), body)


def chart(a: Making) -> Body:
    """Lines of any number of players and rounds."""
    rounds = a.up_to(40, 1)
    return scores.Chart(tuple(
        scores.Curve(seat, tuple(a.of(0, 17, 142) for _ in rounds)) for seat in a.seats()
    ), marks=a.some(1, 5, most=2))  # fmt: skip


def code(a: Making) -> Body:
    """A code with words and cards beside it."""
    edge = a.of(21, 33)
    return scores.Code(((True,) * edge,) * edge, a.text(2), a.plain_cards(3))


def board(a: Making) -> Body:
    """A board of fields or hexagons with answers beside it."""
    shape = a.of(*Shape)
    wide = ((4, 7), (7, 4)) if shape is Shape.FIELD else ((4, 4),)
    across, down = a.of((3, 3), (1, 5), *wide)
    aside = 0.5 if shape is Shape.HEX else 0
    places = tuple(
        Spot(a.key(), column + row * aside, row, a.of(None, (), (Picture("world/genes"),)),
             a.of("", *SEATS), a.some(Picture("ship/fighter", count=12, colour="blue"),
                                      Picture("token/starbase", colour="red"), most=2),
             a.of(*SpotLook))
        for column in range(across) for row in range(down)
    )  # fmt: skip
    numbers = a.fields(2, numbers=True) if shape is Shape.HEX and a.coin() else ()
    return Map(places, shape, a.plain_cards(4), numbers)


BODIES: Final[Mapping[str, Any]] = {
    each.__name__: each
    for each in (lanes, columns, cards, form, entry, letters, mat, photo, seats, table, welcome,
                 across, rows, moves, prose, table_top, result, why, tally, chart, code, board)
}  # fmt: skip


@st.composite
def page_of(draw: st.DrawFn, body: str) -> Page:
    """A page with a body of a kind, and anything in its frame."""
    a = Making(draw)
    shown = BODIES[body](a)
    feet: list[dict[str, Any]] = [
        {}, {"note": Note((a.title(), *a.text()), a.picture())},
        {"side": (Side(a.key(), a.of(*a.tongue.answers)[0], "search"),)},
    ]  # fmt: skip
    if isinstance(shown, scores.Tally):
        return scores.tally_page(shown, "", Main("Result", "finish"), **a.of(*feet))
    dice = a.some(Picture("die/home/explore"), most=4, least=1)
    words, who = a.of(("cup",), ("to the", "cup")), a.of(None, *a.seats())
    feet.append({"move_now": Move(dice, Picture("cup"), words, who, a.of(None, a.key()))})
    foot = a.of(*feet)
    main = a.of(None, Main("Rozpocznij", a.key()), Main("2 players to go"))
    asked = a.title()
    phases = tuple((phase, a.of(*pages.PhaseState)) for phase in PHASES) if a.coin() else ()
    if not phases and a.coin():
        asked = f"{a.tongue.names[0]}: {asked}?"
    return Page("Round 12 · Explore", asked, shown, phases=phases,
                main=main, onward="Dalej", back=a.of(None, "back"), **foot)  # fmt: skip


@st.composite
def people(draw: st.DrawFn) -> tuple[Person, ...]:
    """Players with as many facts as the model allows."""
    a = Making(draw)
    sitting = a.seats()
    most = FACTS if len(sitting) <= MANY_PEOPLE else FACTS_OF_MANY
    return tuple(
        Person(seat, a.some(*(Picture("coin", text=str(at)) for at in (0, 7, 99)), most=most),
               a.coin(), a.coin()) for seat in sitting
    )  # fmt: skip


def inside(value: object, kind: type[T]) -> Iterator[T]:
    """All values of a kind within a value."""
    if isinstance(value, kind):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from inside(each, kind)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from inside(getattr(value, field.name), kind)


_KEYS: Final = ("key", "less", "more", "erase", "sign")


def keys_in(value: object) -> Iterator[object]:
    """The keys that a value offers."""
    if isinstance(value, tuple):
        for each in value:
            yield from keys_in(each)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            found = getattr(value, field.name)
            if field.name == "digits":
                yield from found
            elif field.name in _KEYS:
                yield from () if found is None else (found,)
            else:
                yield from keys_in(found)
