"""Correcting one die: its face is one touch, its kind and its place one more."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.roll.model.dice import FACES, DieType, Face, Place, PlacedDie
from kivy_ui.common.outlines import CropModel
from kivy_ui.games.roll.mats.lying import PLACES
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.page import Card, Cards, Page, Picture, Side
from kivy_ui.pages.photos import Photograph


@dataclass(frozen=True, slots=True)
class DieDraft:
    """A die that is being corrected or added.

    Attributes:
        index: its correction index; None for one that is added.
        kinds: what it may be.
        moving: whether its place is asked for.
    """

    index: int | None
    die: PlacedDie
    kinds: tuple[DieType, ...]
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """Key: it is a die of this kind."""

    kind: DieType


@dataclass(frozen=True, slots=True)
class Shows:
    """Key: the die shows this face, which is the answer."""

    face: Face


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Key: asks for the place of the die, or for its face again."""


@dataclass(frozen=True, slots=True)
class Lies:
    """Key: the die lies here, which is the answer."""

    place: Place


@dataclass(frozen=True, slots=True)
class Remove:
    """Key: there is no such die."""


@dataclass(frozen=True, slots=True)
class Close:
    """Key: returns without a change."""


def die_page(words: Words, above: str, draft: DieDraft, crop: CropModel | None) -> Page:
    """Return the page that asks for the face of a die, or for its place.

    Args:
        crop: the die in the picture; None if there is none.
    """
    translate = words.translate
    if draft.moving:
        return Page(
            above,
            translate("Where does the die lie?"),
            Cards(tuple(_place(words, draft, place) for place in PLACES)),
            back=Elsewhere(),
        )
    kind = draft.die.type
    seen = () if crop is None else (Card(None, (_photo(crop),), translate("The image")),)
    faces = tuple(
        Card(
            Shows(face),
            (Picture(f"die/{kind.value}/{face.value}"),),
            words.face(face),
            chosen=face is draft.die.face and draft.index is not None,
        )
        for face in dict.fromkeys(FACES[kind])
    )
    kinds = tuple(
        Choice(Kind(each), "", (Picture(f"die/{each.value}"),), chosen=each is kind)
        for each in draft.kinds
    )
    side = [Side(Elsewhere(), translate("Another place"), "swap")]
    if draft.index is not None:
        side.append(Side(Remove(), translate("No such die"), "bin"))
    question = translate("What does the die show?")
    return Page(above, question, Cards(seen + faces, tabs=kinds), side=tuple(side), back=Close())


def after(draft: DieDraft, key: Kind | Elsewhere) -> DieDraft:
    """Return the draft after a touch that does not answer; a face that the kind lacks is lost."""
    match key:
        case Elsewhere():
            return replace(draft, moving=not draft.moving)
        case Kind(kind=kind):
            face = draft.die.face if draft.die.face in FACES[kind] else FACES[kind][0]
            return replace(draft, die=PlacedDie(kind, face, draft.die.place))


def answered(draft: DieDraft, key: Shows | Lies) -> PlacedDie:
    """Return the die as it is now, without a doubt."""
    face = key.face if isinstance(key, Shows) else draft.die.face
    place = key.place if isinstance(key, Lies) else draft.die.place
    return PlacedDie(draft.die.type, face, place)


def kinds_of(cup: tuple[DieType, ...], die: DieType) -> tuple[DieType, ...]:
    """Return the kinds of a cup and of a die in their order; all if the cup is not known."""
    return tuple(kind for kind in DieType if not cup or kind in cup or kind is die)


def _place(words: Words, draft: DieDraft, place: Place) -> Card:
    phase = place.phase
    picture = Picture(f"phase/{phase.value}/{'active' if place.selecting else 'off'}"
                      if phase else "cup")  # fmt: skip
    return Card(Lies(place), (picture,), words.place(place), chosen=place == draft.die.place)


def _photo(crop: CropModel) -> Picture:
    """Return the part of a picture around a die."""
    left, top, wide, high = crop.part
    rgb, across = crop.picture.rgb, crop.picture.width
    rows = (rgb[3 * (y * across + left) : 3 * (y * across + left + wide)]
            for y in range(top, top + high))  # fmt: skip
    return Picture("", photo=Photograph(wide, high, b"".join(rows)))
