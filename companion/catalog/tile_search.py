"""Finding a tile by a few letters, by its cost and by its colour, in every language at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.catalog.roll_texts import TileTexts
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side, World

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
_NO_MATCH: Final = 9
# Letters that Unicode does not take apart into a letter and a mark.
_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class TileFilter:
    """What is looked for; an empty text and None do not restrict.

    Attributes:
        text: letters of the name, in any of its spellings; accents and capitals do not matter.
        category: developments or worlds.
        cost: the printed cost; 6 finds the 6+ developments, too.
        colour: of worlds; finds no developments.
    """

    text: str = ""
    category: Category | None = None
    cost: int | None = None
    colour: WorldColour | None = None


def fold(text: str) -> str:
    """Return *text* in small letters without accents and punctuation, one blank between words."""
    letters = unicodedata.normalize("NFD", text.casefold().translate(_PLAIN))
    plain = (char if char.isalnum() else " " for char in letters if not unicodedata.combining(char))
    return " ".join("".join(plain).split())


def search(
    sides: Iterable[Side],
    wanted: TileFilter,
    *,
    texts: Sequence[TileTexts] = (),
    often: Mapping[str, int] = _NOTHING,
) -> tuple[Side, ...]:
    """Return the sides that fit, the likeliest first.

    A name that begins with the letters comes before one whose words begin with them ("gal fed"),
    that before one that only contains them, and that before a tile whose text does. Among equals
    the tiles that were built most often come first, then the cheaper ones, then by name.

    Args:
        sides: where to look.
        wanted: what to look for.
        texts: words of the tiles to look through as well.
        often: how often a side was built in earlier games, by key.
    """
    letters = fold(wanted.text)
    ranked = [
        (rank, -often.get(side.key, 0), side.cost, side.name_en, side)
        for side in sides
        if _fits(side, wanted) and (rank := _rank(side, letters, texts)) < _NO_MATCH
    ]
    return tuple(entry[-1] for entry in sorted(ranked, key=lambda entry: entry[:-1]))


def names(side: Side) -> tuple[str, ...]:
    """Every name and spelling of *side*. The Hungarian rulebook uses the English names."""
    return tuple(
        dict.fromkeys((side.name_en, *((side.name_pl,) if side.name_pl else ()), *side.name_alt))
    )


def _fits(side: Side, wanted: TileFilter) -> bool:
    return (
        wanted.category in (None, side.category)
        and wanted.cost in (None, side.cost)
        and (wanted.colour is None or (isinstance(side, World) and side.colour is wanted.colour))
    )


def _rank(side: Side, letters: str, texts: Sequence[TileTexts]) -> int:
    """0 for the best match; ``_NO_MATCH`` where there is none."""
    if not letters:
        return 0
    best = min(_name_rank(fold(name), letters) for name in names(side))
    if best == _NO_MATCH and any(letters in fold(text.of(side)) for text in texts):
        return 3
    return best


def _name_rank(name: str, letters: str) -> int:
    if name.startswith(letters):
        return 0
    words = name.split()
    if all(any(word.startswith(part) for word in words) for part in letters.split()):
        return 1
    return 2 if letters in name else _NO_MATCH
