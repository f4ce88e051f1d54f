"""Dice that lie on a mat: by phase or in their picture, and the pages that correct one of them.

A key that changes dice is the command that does it; one that opens a page is what is open then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RemoveDie
from companion.session.table_port import MatPicture
from kivy_ui.common.outlines import close_up, nearest, photograph, upright
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Card, Cards, Look, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Found, Photo, Photograph
from kivy_ui.pages.rounds import Cell, Column

PLACES: Final = (
    *(Place(phase, selecting=True) for phase in PHASES),
    *(Place(phase) for phase in PHASES),
    Place(None),
)
"""All places of a mat: the selection places, the columns, Dictate."""
ON_PHOTO: Final = "photo"
"""Key of a picture: a touch on a die corrects it."""


@dataclass(frozen=True, slots=True)
class ShowPhase:
    """Key, and what is open: the dice of a phase; None for Dictate."""

    phase: Phase | None


@dataclass(frozen=True, slots=True)
class ShowDie:
    """Key, and what is open: a die that is corrected.

    Attributes:
        index: its correction index; None for one that is added.
        moving: whether its place is asked for, instead of what it shows.
    """

    die: PlacedDie
    index: int | None = None
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """Key: closes what is open, without a change."""


Shown: TypeAlias = ShowPhase | ShowDie
Correction: TypeAlias = AddDie | CorrectDie | RemoveDie


@dataclass(frozen=True, slots=True)
class LyingDice:
    """Dice that are shown.

    Attributes:
        dice: by their correction index.
        seen: the picture that they were read from.
        cup: the kinds that they can be, as far as that is known.
        next: the kind of a die that is added.
    """

    seat: Seat
    dice: tuple[PlacedDie, ...]
    seen: MatPicture | None = None
    cup: tuple[DieType, ...] = ()
    next: DieType = DieType.HOME

    @property
    def outlines(self) -> dict[int, tuple[tuple[float, float], ...]]:
        """The corners of the dice in the picture."""
        found = zip(range(len(self.dice)), self.seen.outlines if self.seen else (), strict=False)
        return {index: corners for index, corners in found if corners is not None}

    def nearest(self, x: float, y: float) -> ShowDie | None:
        """Return the die that is nearest to a point of the picture; None without dice."""
        found = nearest(tuple(self.outlines.values()), x, y)
        return None if found is None else self.show(tuple(self.outlines)[found])

    def show(self, index: int) -> ShowDie:
        """Return the key that corrects a die."""
        return ShowDie(self.dice[index], index)

    def agree(self, index: int) -> CorrectDie:
        """Return the key that says that a doubtful die was read correctly."""
        return CorrectDie(self.seat.number, index, replace(self.dice[index], doubtful=False))

    def photo(self, index: int | None) -> Photograph | None:
        """Return the part of the picture around a die; None if there is none."""
        corners = None if index is None else self.outlines.get(index)
        return close_up(corners, self.seen.picture) if corners and self.seen else None


def opened(before: tuple[Shown, ...], key: Shown | Close) -> tuple[Shown, ...]:
    """Return what is open after a touch, the topmost last."""
    shows_die = isinstance(key, ShowDie) and bool(before) and isinstance(before[-1], ShowDie)
    left = before[:-1] if shows_die or isinstance(key, Close) else before
    return left if isinstance(key, Close) else (*left, key)


# --- what lies there -----------------------------------------------------------------------------


def body(
    words: Words, lying: LyingDice, marked: Collection[int] = (), enlarged: int | None = None
) -> Photo | Mat:
    """Return the photo with what was read there; without one, the mat.

    Args:
        marked: correction indices of the dice in question.
        enlarged: the one that is shown enlarged.
    """
    rows = columns(words, lying.dice, ShowPhase, marked=marked)
    if lying.seen is None:
        return Mat(rows, lying.seat)
    places = list(lying.outlines)
    dice = (Found(upright(each), index in marked) for index, each in lying.outlines.items())
    unread = (Found(upright(corners), doubtful=True) for corners in lying.seen.unread)
    return Photo(
        photograph(lying.seen.picture),
        (*dice, *unread),
        rows,
        lying.seat,
        places.index(enlarged) if enlarged in places else None,
        key=ON_PHOTO,
    )


def columns(
    words: Words,
    dice: tuple[PlacedDie, ...],
    key: Callable[[Phase | None], object],
    *,
    marked: Collection[int] = (),
    entering: bool = False,
) -> tuple[Column, ...]:
    """Return the phases with their dice, the selecting one first.

    Args:
        key: phase -> what a touch returns; None for Dictate.
        marked: indices of the dice that somebody has to look at.
        entering: whether dice are put there: each is shown as a target, Dictate too.
    """
    found = []
    for phase in (*PHASES, None):
        here = [index for index, die in enumerate(dice) if die.place.phase is phase]
        here.sort(key=lambda index: not dice[index].place.selecting)
        if phase is None and not here and not entering:
            continue
        selecting = 0 if here and dice[here[0]].place.selecting else None
        pictures = tuple(_picture(dice[index], marked=index in marked) for index in here)
        name = words.translate("Dictate") if phase is None else words.phase(phase)
        cell = Cell(pictures, selecting)
        active = entering or bool(here)
        found.append(Column(phase.value if phase else "", name, active, (cell,), key(phase)))
    return tuple(found)


def usual(kind: DieType, place: Place) -> PlacedDie:
    """Return a die at a place with the face that it most likely shows there."""
    face = Face(place.phase.value) if place.phase is not None else FACES[kind][0]
    if face not in FACES[kind]:
        face = Face.WILD if Face.WILD in FACES[kind] else FACES[kind][0]
    return PlacedDie(kind, face, place)


def _picture(die: PlacedDie, *, marked: bool = False) -> Picture:
    look = Look.DOUBTFUL if marked else Look.NORMAL
    return Picture(f"die/{die.type.value}/{die.face.value}", look)


# --- pages ---------------------------------------------------------------------------------------


def page(words: Words, above: str, lying: LyingDice, shown: Shown) -> Page:
    """Return the page of what is open: the dice of a phase, or the question about a die."""
    translate = words.translate
    match shown:
        case ShowPhase(phase=phase):
            question, body = translate("Which die is wrong?"), _of_phase(words, lying, phase)
            return Page(above, question, body, back=Close())
        case ShowDie(moving=True):
            body = Cards(tuple(_place(words, lying, shown, place) for place in PLACES))
            back = replace(shown, moving=False)
            return Page(above, translate("Where does the die lie?"), body, back=back)
        case ShowDie():
            return Page(
                above,
                translate("What does the die show?"),
                _faces(words, lying, shown),
                side=tuple(_otherwise(words, lying, shown)),
                back=Close(),
            )


def _of_phase(words: Words, lying: LyingDice, phase: Phase | None) -> Cards:
    cards = [
        Card(
            lying.show(index),
            (_picture(die, marked=die.doubtful),),
            words.die(die.type),
            (words.place(die.place),),
        )
        for index, die in enumerate(lying.dice)
        if die.place.phase is phase
    ]
    add, plus = ShowDie(usual(lying.next, Place(phase))), (Picture("symbol/plus"),)
    return Cards((*cards, Card(add, plus, words.translate("Add a die"))))


def _place(words: Words, lying: LyingDice, shown: ShowDie, place: Place) -> Card:
    phase, die = place.phase, shown.die
    state = "active" if place.selecting else "off"
    picture = Picture(f"phase/{phase.value}/{state}" if phase else "cup")
    key = _answer(lying, shown, PlacedDie(die.type, die.face, place))
    return Card(key, (picture,), words.place(place), chosen=place == die.place)


def _faces(words: Words, lying: LyingDice, shown: ShowDie) -> Cards:
    """Return the faces of the kind, after the picture of the die; the kinds are tabs."""
    kind, place, photo = shown.die.type, shown.die.place, lying.photo(shown.index)
    seen = Card(None, (Picture("", photo=photo),), words.translate("The image"))
    faces = tuple(
        Card(
            _answer(lying, shown, PlacedDie(kind, face, place)),
            (Picture(f"die/{kind.value}/{face.value}"),),
            words.face(face),
            chosen=face is shown.die.face and shown.index is not None,
        )
        for face in dict.fromkeys(FACES[kind])
    )
    tabs = tuple(
        Choice(_of_kind(shown, each), "", (Picture(f"die/{each.value}"),), chosen=each is kind)
        for each in DieType
        if not lying.cup or each in lying.cup or each is kind
    )
    return Cards(faces if photo is None else (seen, *faces), tabs=tabs)


def _of_kind(shown: ShowDie, kind: DieType) -> ShowDie:
    """Return the die as one of another kind; a face that the kind lacks is lost."""
    face = shown.die.face if shown.die.face in FACES[kind] else FACES[kind][0]
    return replace(shown, die=PlacedDie(kind, face, shown.die.place))


def _otherwise(words: Words, lying: LyingDice, shown: ShowDie) -> Iterator[Side]:
    yield Side(replace(shown, moving=True), words.translate("Another place"), "swap")
    if shown.index is not None:
        remove = RemoveDie(lying.seat.number, shown.index)
        yield Side(remove, words.translate("No such die"), "bin")


def _answer(lying: LyingDice, shown: ShowDie, die: PlacedDie) -> Correction:
    seat = lying.seat.number
    return AddDie(seat, die) if shown.index is None else CorrectDie(seat, shown.index, die)
