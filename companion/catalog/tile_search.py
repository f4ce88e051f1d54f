"""Tile search by name, cost and colour, in all languages at once."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from companion.catalog.roll_texts import TileTexts
from companion.games.roll.model.effects import Category, WorldColour
from companion.games.roll.model.tiles import Side, World

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
_NO_MATCH: Final = 9


class _Folded(dict[int, str | None]):
    """What becomes of a character of decomposed text; an entry is made on first use."""

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        self[code] = None if unicodedata.combining(char) else char if char.isalnum() else " "
        return self[code]


# Letters that Unicode normalisation (NFD) does not decompose.
_FOLDED: Final = _Folded({ord("ł"): "l", ord("ø"): "o", ord("đ"): "d"})


@dataclass(frozen=True, slots=True)
class TileFilter:
    """Search criteria; an empty text and None match everything.

    Accents and case are ignored; cost 6 also matches 6+ developments, a colour no development.
    """

    text: str = ""
    category: Category | None = None
    cost: int | None = None
    colour: WorldColour | None = None


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return *text* in lower case without accents and punctuation, words separated by one space."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return " ".join(letters.translate(_FOLDED).split())


def search(
    sides: Iterable[Side],
    wanted: TileFilter,
    *,
    texts: Sequence[TileTexts] = (),
    often: Mapping[str, int] = _NOTHING,
) -> tuple[Side, ...]:
    """Return the matching sides, the most likely first.

    Ranking: names that start with the text, names whose words start with its words ("gal fed"),
    names that contain it, tiles whose description contains it. Equal ranks are sorted by how often
    the tile was built (by key), then by cost, then by name.
    """
    letters = fold(wanted.text)
    ranked = [
        (rank, -often.get(side.key, 0), side.cost, side.name_en, side)
        for side in sides
        if _fits(side, wanted) and (rank := _rank(side, letters, texts)) < _NO_MATCH
    ]
    return tuple(entry[-1] for entry in sorted(ranked, key=lambda entry: entry[:-1]))


def names(side: Side) -> tuple[str, ...]:
    """Return all names and spellings of *side*. The Hungarian rulebook uses the English names."""
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
    """Return the rank of a match, 0 for the best; ``_NO_MATCH`` if there is none."""
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
