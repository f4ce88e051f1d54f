"""Dice that lie on a mat: by phase or in their picture, and the pages that correct one of them.

A key that changes dice is the command that does it.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, TypeAlias

from companion.games.question import Piece
from companion.games.roll.ask.mat import PLACES
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RemoveDie
from companion.games.roll.view.camera import known_kinds
from companion.session.table_port import MatPicture
from kivy_ui.common.outlines import close_up, nearest, photograph, upright
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.looks import LOOKS
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.page import Card, Cards, Chip, Look, Main, Page, Picture, Seat, Side
from kivy_ui.pages.photos import Found, Photo, Photograph
from kivy_ui.pages.rounds import Cell, Column

_MOST_LETTERED: Final = 8
"""With more dice only those in question say in the picture what they were read as."""

Correction: TypeAlias = AddDie | CorrectDie | RemoveDie


@dataclass(frozen=True, slots=True)
class LyingDice:
    """Dice that are shown.

    Attributes:
        dice: by their correction index.
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

    @property
    def from_left(self) -> list[int]:
        """The dice in the picture, from left to right."""
        outlines = self.outlines
        return sorted(outlines, key=lambda index: upright(outlines[index])[0])

    def likely(self, index: int | None, die: PlacedDie) -> Iterator[PlacedDie]:
        """Yield what a die can be instead, at the place of *die*, most likely first.

        Other kinds come with the kind that it was read as.
        """
        if self.seen is None or index is None:
            return
        any_kind = die.type is self.dice[index].type
        for kind, face in known_kinds(chain(*self.seen.others[index : index + 1])):
            if kind is die.type or (any_kind and (not self.cup or kind in self.cup)):
                yield PlacedDie(kind, face, die.place)

    def agree(self, index: int) -> CorrectDie:
        """Return the key that says that a doubtful die was read correctly."""
        return CorrectDie(self.seat.number, index, replace(self.dice[index], doubtful=False))

    def photo(self, index: int | None) -> Photograph | None:
        """Return the part of the picture around a die; None if there is none."""
        corners = None if index is None else self.outlines.get(index)
        return close_up(corners, self.seen.picture) if corners and self.seen else None


class DicePages(StackedPages):
    """Shows dice, and asks what one of them is and where it lies."""

    @property
    @abstractmethod
    def lying(self) -> LyingDice:
        """The dice that are shown."""

    @property
    @abstractmethod
    def above(self) -> str:
        """The small line over what is asked about a die."""

    # --- what lies there -----------------------------------------------------------------------

    def body(self, marked: Collection[int] = (), enlarged: int | None = None) -> Photo | Mat:
        """Return the photo with what was read there; without one, the mat.

        Args:
            marked: correction indices of the dice in question.
            enlarged: the one that is shown enlarged.
        """
        lying = self.lying
        places = lying.from_left
        rows = columns(
            Words(self.translate), lying.dice, self.phase_key, marked=marked, order=places
        )
        if lying.seen is None:
            return Mat(rows, lying.seat)
        few = len(places) <= _MOST_LETTERED
        dice = (
            Found(
                upright(lying.outlines[index]),
                index in marked,
                _picture(lying.dice[index]) if few or index in marked else None,
                selects=lying.dice[index].place.selecting,
            )
            for index in places
        )
        unread = (Found(upright(corners), doubtful=True) for corners in lying.seen.unread)
        return Photo(
            photograph(lying.seen.picture),
            (*dice, *unread),
            rows,
            lying.seat,
            places.index(enlarged) if enlarged in places else None,
            key=do(self.correct_nearest),
        )

    @property
    def doubtful(self) -> int | None:
        """The first die that may have been read wrong; None if there is none."""
        return next((i for i, die in enumerate(self.lying.dice) if die.doubtful), None)

    def doubt(self) -> Page | None:
        """Ask whether the first doubtful die was read correctly; None if there is none."""
        translate, lying, index = self.translate, self.lying, self.doubtful
        if index is None:
            return None
        asked = translate("Is this die read correctly?")
        if lying.seat.name:
            asked = translate("%(name)s: is this die read correctly?", name=lying.seat.name)
        return Page(
            self.above,
            asked,
            self.body({index}, index),
            side=(Side(do(self.correct, index), translate("No, correct it"), "pencil"),),
            main=Main(translate("Yes, correct"), lying.agree(index), "tick"),
        )

    def phase_key(self, phase: Phase | None) -> object:
        """Return what a touch on a phase (None: Dictate) does: where no die lies, one is added."""
        if any(die.place.phase is phase for die in self.lying.dice):
            return do(self.open, self.of_phase, phase)
        return self._adding(phase)

    def _adding(self, phase: Phase | None) -> object:
        return do(self.open, self.die, usual(self.lying.next, Place(phase)), None)

    def correct_nearest(self, x: float, y: float) -> None:
        """Ask about the die that is nearest to a point of the picture, if there are dice."""
        outlines = self.lying.outlines
        found = nearest(tuple(outlines.values()), x, y)
        if found is not None:
            self.correct(tuple(outlines)[found])

    def correct(self, index: int) -> None:
        self.open(self.die, self.lying.dice[index], index)

    # --- pages ---------------------------------------------------------------------------------

    def of_phase(self, phase: Phase | None) -> Page:
        """Ask which die of a phase is wrong; None for Dictate."""
        words, lying = Words(self.translate), self.lying
        cards = [
            Card(
                do(self.correct, index),
                (_picture(die, marked=die.doubtful),),
                words.of(die.type),
                (words.place(die.place),),
            )
            for index, die in enumerate(lying.dice)
            if die.place.phase is phase
        ]
        add = Side(self._adding(phase), words.translate("Add a die"), "plus")
        asked = words.translate("Which die is wrong?")
        return Page(self.above, asked, Cards(tuple(cards)), side=(add,))

    def die(self, die: PlacedDie, index: int | None) -> Page | None:
        """Ask what a die shows, after its picture; the kinds are tabs. Without index it is added.

        None if the die is gone.
        """
        lying, words, kind = self.lying, Words(self.translate), die.type
        if index is not None and index >= len(lying.dice):
            return None
        photo = lying.photo(index)
        seen = Card(None, (Picture("", photo=photo),), words.translate("The image"))
        of_kind = (PlacedDie(kind, face, die.place) for face in FACES[kind])
        faces = tuple(
            Card(
                self._answer(each, index),
                (_picture(each),),
                words.of(each.face),
                chosen=index is not None and (each.type, each.face) == (kind, die.face),
            )
            for each in dict.fromkeys((*lying.likely(index, die), *of_kind))
        )
        cup = Counter(lying.cup or DieType)
        if index is None and lying.cup:
            cup -= Counter(each.type for each in lying.dice)
        pictures = {each: Picture(f"die/{each.value}", count=cup[each]) for each in DieType}
        tabs = tuple(
            Choice(
                do(self.turn, self.die, _of_kind(die, each), index),
                picture.caption,
                (picture,),
                chosen=each is kind,
            )
            for each, picture in pictures.items()
            if cup[each] or each is kind
        )
        where = do(self.open, self.where, die, index)
        side = [Side(where, self.translate("Move to another phase"), "swap")]
        if index is not None:
            remove = RemoveDie(lying.seat.number, index)
            side.append(Side(remove, self.translate("No such die"), "bin"))
        choice = tabs if len(tabs) > 1 else ()
        cards = Cards(faces if photo is None else (seen, *faces), tabs=choice)
        asked = self.translate("Tap what the die shows")
        if choice:
            asked = self.translate("Tap the colour of the die, then its face")
        phase = die.place.phase
        under = Chip(picture=Picture(f"phase/{phase.value}/active" if phase else "cup"))
        chips = (Chip(seat=lying.seat), under) if lying.seat.name else (under,)
        return Page(self.above, asked, cards, chips=chips, side=tuple(side))

    def where(self, die: PlacedDie, index: int | None) -> Page:
        words, cards = Words(self.translate), []
        for name, place in PLACES.items():
            picture = LOOKS.picture(Piece(f"mat/{name}"))
            key = self._answer(PlacedDie(die.type, die.face, place), index)
            cards.append(Card(key, (picture,), words.place(place), chosen=place == die.place))
        return Page(self.above, self.translate("Where does the die lie?"), Cards(tuple(cards)))

    def _answer(self, die: PlacedDie, index: int | None) -> Correction:
        seat = self.lying.seat.number
        return AddDie(seat, die) if index is None else CorrectDie(seat, index, die)


def columns(
    words: Words,
    dice: tuple[PlacedDie, ...],
    key: Callable[[Phase | None], object],
    *,
    marked: Collection[int] = (),
    order: Sequence[int] = (),
    entering: bool = False,
) -> tuple[Column, ...]:
    """Return the phases with their dice, the selecting one first.

    Args:
        key: phase -> what a touch returns; None for Dictate.
        marked: indices of the dice that somebody has to look at.
        order: indices of dice in the order in which they lie; others come after them.
        entering: whether dice are put there: each is shown as a target, Dictate too.
    """
    found, everything = [], tuple(dict.fromkeys((*order, *range(len(dice)))))
    for phase in (*PHASES, None):
        here = [index for index in everything if dice[index].place.phase is phase]
        here.sort(key=lambda index: not dice[index].place.selecting)
        if phase is None and not here and not entering:
            continue
        selecting = 0 if here and dice[here[0]].place.selecting else None
        pictures = tuple(_picture(dice[index], marked=index in marked) for index in here)
        name = words.translate("Dictate") if phase is None else words.of(phase)
        cell = Cell(pictures, selecting)
        active, touch = entering or bool(here), key(phase)
        adds = _picture(touch.die) if isinstance(touch, AddDie) else None
        if adds is not None and phase is None:  # it may show anything there
            adds = Picture(adds.piece.rpartition("/")[0])
        found.append(Column(phase.value if phase else "", name, active, (cell,), touch, adds))
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


def _of_kind(die: PlacedDie, kind: DieType) -> PlacedDie:
    """Return the die as one of another kind; a face that the kind lacks is lost."""
    face = die.face if die.face in FACES[kind] else FACES[kind][0]
    return PlacedDie(kind, face, die.place)
