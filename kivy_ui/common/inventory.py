"""What lies on the table of any game, and how two moments differ: the list after an undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.i18n import Translator
from kivy_ui.common.numbers import signed

TABLE: Final = 0
"""Stands for the seat of what belongs to nobody."""


@dataclass(frozen=True, slots=True)
class PiecePlace:
    """A place of pieces; *seat* is ``TABLE`` for those of all."""

    seat: int
    name: str


@dataclass(slots=True)
class Inventory:
    """Everything that people would have to move.

    Attributes:
        people: seat -> name and key of the colour.
        counters: (seat, what) -> how many, or what it shows.
        pieces: word of a kind of piece -> where how many lie.
        stock: where pieces come from and go to that are in no place of ``pieces``.
    """

    people: dict[int, tuple[str, str]]
    counters: dict[tuple[int, str], int | str] = field(default_factory=dict)
    pieces: dict[str, Counter[PiecePlace]] = field(default_factory=dict)
    stock: str = ""

    def put(self, piece: str, place: PiecePlace, count: int = 1) -> None:
        """Add pieces to a place."""
        self.pieces.setdefault(piece, Counter())[place] += count


@dataclass(frozen=True, slots=True)
class SeatChanges:
    """What changed for one player.

    Attributes:
        credits, vp, tiles: how many more; negative for fewer.
        lines: everything in words, counters first.
    """

    seat: int
    name: str
    colour: str
    credits: int
    vp: int
    tiles: int
    lines: tuple[str, ...]


def differences(
    translate: Translator,
    before: Inventory,
    after: Inventory,
    hidden: Mapping[tuple[int, str], int] | None = None,
) -> tuple[SeatChanges, ...]:
    """Return what to move so that the table looks like *after*, by player, the table last.

    Args:
        translate: the words of the chosen language.
        before: what the companion said before.
        after: what it says now.
        hidden: (seat, what) -> how many more, of numbers that only their owner may see.
    """
    lines: dict[int, list[str]] = {seat: [] for seat in (*after.people, TABLE)}
    for seat, text in _counted(translate, before, after):
        lines.setdefault(seat, []).append(text)
    for (seat, what), delta in (hidden or {}).items():
        if delta:
            lines.setdefault(seat, []).append(f"{what}: {signed(delta)}")
    for seat, text in _moved(translate, before, after):
        lines.setdefault(seat, []).append(text)
    people = {**before.people, **after.people, TABLE: (translate("the table"), "")}
    return tuple(
        SeatChanges(seat, *people[seat], credits=0, vp=0, tiles=0, lines=tuple(texts))
        for seat, texts in lines.items()
        if texts
    )


def _counted(
    translate: Translator, before: Inventory, after: Inventory
) -> Iterator[tuple[int, str]]:
    for key in dict.fromkeys((*after.counters, *before.counters)):
        seat, what = key
        old, new = before.counters.get(key, "–"), after.counters.get(key, "–")
        if old != new:
            text = translate("%(what)s: %(new)s (was %(old)s)", what=what, new=new, old=old)
            yield seat, text


def _moved(translate: Translator, before: Inventory, after: Inventory) -> Iterator[tuple[int, str]]:
    """Pieces that lie elsewhere; what one place lost another got."""
    for piece in dict.fromkeys((*after.pieces, *before.pieces)):
        old = before.pieces.get(piece, Counter())
        new = after.pieces.get(piece, Counter())
        lost, got = list((old - new).elements()), list((new - old).elements())
        stock = PiecePlace(TABLE, after.stock or before.stock)
        size = max(len(lost), len(got))
        lost += [stock] * (size - len(lost))
        got += [stock] * (size - len(got))
        for (source, target), count in Counter(zip(lost, got, strict=True)).items():
            text = translate(
                "%(dice)s: from “%(source)s” to “%(target)s”",
                dice=f"{count} × {piece}" if count > 1 else piece,
                source=source.name,
                target=target.name,
            )
            yield target.seat or source.seat, text
