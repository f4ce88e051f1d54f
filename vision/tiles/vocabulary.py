"""The names that tiles can have, and the likelihood of recognised text for each of them."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import compress
from typing import Final

import numpy as np

from companion.games.roll.model.tiles import Catalog, Side
from vision.core.arrays import F32, F64, Indices

_CONFUSED: Final = {"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "ł": "l", "ß": "s"}
"""Letters that are merged because a recogniser confuses them in small print."""

_FLOOR: Final = 2e-4
"""Least probability of each letter in each step: a smudge costs a bounded penalty, 8.5 nats."""

_WORST: Final = -80.0
_MOST_LIKELY: Final = 40
"""Number of spellings that are compared letter by letter."""

_COVERED_END: Final = 3.0
_COVERED_LETTER: Final = 0.9
_BESIDE_END: Final = 2.5
_BESIDE_LETTER: Final = 1.6
"""Penalties, as logarithms: a covered end of a name, and each letter of it; other letters next to a
name, and each of them."""


@dataclass(frozen=True, slots=True)
class TileName:
    """One printed face: a side of a tile, or one half of a faction tile.

    Attributes:
        tile: its key in a reading: that of the side, or ``faction_<number>``.
        piece: the piece of cardboard that it is printed on; two faces of one are never both seen.
        half: 0 and 1 for the left and right half of a faction tile, else None.
        key: of the side.
        cost: the number in its upper left corner.
        spellings: what may be printed on it, in any language.
    """

    tile: str
    piece: str
    half: int | None
    key: str
    cost: int
    spellings: tuple[str, ...]


def names_of(catalog: Catalog) -> tuple[TileName, ...]:
    """Return all faces of the box."""
    names = [
        _name(side, side.key, f"tile_{tile.id}", None)
        for tile in catalog.tiles
        for side in (tile.development, tile.world)
    ]
    for faction in catalog.factions:
        key = f"faction_{faction.number}"
        names += [_name(side, key, key, half) for half, side in enumerate(faction.halves)]
    names += [
        _name(home.world, home.world.key, home.world.key, None) for home in catalog.home_worlds
    ]
    return tuple(names)


def _name(side: Side, tile: str, piece: str, half: int | None) -> TileName:
    spellings = (side.name_en, *side.name_alt, *([side.name_pl] if side.name_pl else []))
    return TileName(tile, piece, half, side.key, side.cost, spellings)


def letters_of(text: str) -> str:
    """Return the letters that count: lower case, without accents, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    same = (_CONFUSED.get(c, c) for c in plain)
    return "".join(c for c in same if c.isalnum() and c.isascii())


def _beside(letters: Indices) -> F32:
    """Return the factor of so many other letters at an end of a name."""
    factors = np.exp(-_BESIDE_END * (letters > 0) - _BESIDE_LETTER * letters)
    return np.asarray(factors, np.float32)


class Vocabulary:
    """Scores recognised text against every name.

    Args:
        names: all faces, in the order of the scores.
        characters: the characters of the columns of the recogniser's output.
        more: further spellings, such as the text on an enrolled tile: index into *names* and text.
    """

    def __init__(
        self,
        names: Sequence[TileName],
        characters: Sequence[str],
        more: Iterable[tuple[int, str]] = (),
    ) -> None:
        self.names = tuple(names)
        pairs = {
            (index, letters_of(text)) for index, name in enumerate(names) for text in name.spellings
        } | {(index, letters_of(text)) for index, text in more}
        kept = sorted((index, text) for index, text in pairs if text)
        self._owner = np.array([index for index, _ in kept], np.intp)
        self._texts = [text for _, text in kept]
        symbols = sorted(
            {c for text in self._texts for c in text} | set("abcdefghjklmnopqrstuvwxyz")
        )
        self._column = {c: n + 1 for n, c in enumerate(symbols)}
        self._base = len(symbols) + 2
        self._bigrams = self._bigrams_of_texts()
        self._merge = self._merging(characters, len(symbols) + 1)
        self._labels, self._skips = self._expanded(symbols)
        self._begin, self._end = self._ends()

    def missing(self, name: int, text: str) -> tuple[float, float, float]:
        """Return how much of a name is missing before and after what was read, in shares of it.

        The third is the share of the letters that are missing in between.
        """
        read = letters_of(text)
        found, ends, between = 0, (0, 0), 1.0
        for spelling in compress(self._texts, self._owner == name):
            matcher = SequenceMatcher(None, spelling, read, autojunk=False)
            blocks = [block for block in matcher.get_matching_blocks() if block.size]
            matched = sum(block.size for block in blocks)
            if matched > found:
                first, last = blocks[0], blocks[-1]
                after = len(spelling) - len(read) - last.a + last.b
                found, ends = matched, (first.a - first.b, after)
                between = 1 - matched / (last.a + last.size - first.a)
        before, behind = (max(0, end) / max(len(read), 1) for end in ends)
        return before, behind, between

    def longer(self, name: int) -> Iterator[tuple[int, float, float]]:
        """Names that begin or end with this one, and how much is before and after it there."""
        for text in compress(self._texts, self._owner == name):
            for other, spelling in zip(self._owner, self._texts, strict=True):
                more = len(spelling) / len(text) - 1
                if other != name and more > 0 and spelling.endswith(text):
                    yield int(other), more, 0.0
                elif other != name and more > 0 and spelling.startswith(text):
                    yield int(other), 0.0, more

    def _merging(self, characters: Sequence[str], count: int) -> Indices:
        """Return the column of each character: 0 for blanks, spaces, punctuation; last: others."""
        columns = np.full(len(characters), count, np.intp)
        for number, character in enumerate(characters):
            letters = letters_of(character)
            if len(letters) == 1 and letters in self._column:
                columns[number] = self._column[letters]
            elif not character.strip() or not character.isalnum():
                columns[number] = 0
        return columns

    def _expanded(self, symbols: Sequence[str]) -> tuple[Indices, F32]:
        """Names as CTC label sequences, with a blank before, between and after their letters."""
        longest = max(map(len, self._texts))
        labels = np.zeros((len(self._texts), 2 * longest + 1), np.intp)
        for row, text in zip(labels, self._texts, strict=True):
            row[1 : 2 * len(text) : 2] = [self._column[c] for c in text]
        skips = np.zeros(labels.shape, np.float32)
        # Equal letters have a blank between them; different ones that are merged need none.
        merged = np.isin(labels, [self._column[c] for c in set(_CONFUSED.values()) & set(symbols)])
        skips[:, 2:] = (labels[:, 2:] != 0) & ((labels[:, 2:] != labels[:, :-2]) | merged[:, 2:])
        return labels, skips

    def _ends(self) -> tuple[F32, F32]:
        """Penalties to begin and to end at each place of a name, as factors, (N, L) each."""
        letters = np.array([len(text) for text in self._texts])[:, None]
        place = np.arange(self._labels.shape[1])[None, :]
        before = place // 2  # letters that are left out when a name begins here
        after = letters - (place + 1) // 2
        begin = np.where(before > 0, np.exp(-_COVERED_END - _COVERED_LETTER * before), 1.0)
        end = np.where(after > 0, np.exp(-_COVERED_END - _COVERED_LETTER * after), 1.0)
        inside = (place <= 2 * letters) & (after >= 0)
        return (np.where(inside, begin, 0.0).astype(np.float32),
                np.where(inside, end, 0.0).astype(np.float32))  # fmt: skip

    def symbols(self, steps: F32) -> F64:
        """Return the probability of each symbol in each step, (T, S), from characters' (T, C)."""
        merged = np.zeros((len(steps), len(self._column) + 2))
        used = steps.max(axis=0) > _FLOOR / 10
        np.add.at(merged.T, self._merge[used], steps[:, used].T.astype(np.float64))
        merged = np.maximum(merged, _FLOOR)
        return np.asarray(merged / merged.sum(axis=1, keepdims=True))

    def scores(self, steps: F32) -> F64:
        """Return the log likelihood of each name, relative to the most likely letters; at best 0.

        It is the CTC probability of the name's letters (Graves et al. 2006, the forward pass)
        divided by that of the most likely ones. Ends of a name may be covered by another tile, and
        letters of that tile may be next to it, each with a penalty. A name of several spellings
        has that of its best one.

        Args:
            steps: (T, C), output of the recogniser.
        """
        symbols = self.symbols(steps)
        symbols = (symbols / symbols.max(axis=1, keepdims=True)).astype(np.float32)
        likely = symbols.argmax(axis=1)
        some = self._likely(likely)
        letters = (likely != 0) & np.concatenate([[True], likely[1:] != likely[:-1]])
        before = _beside(np.cumsum(letters) - letters)
        after = _beside(letters.sum() - np.cumsum(letters))
        begin, end, skips = self._begin[some], self._end[some], self._skips[some, 2:]
        chance = symbols[:, self._labels[some]]  # (T, N, L)
        alpha = np.zeros(begin.shape, np.float32)
        best = np.zeros(len(some), np.float32)
        for step, at in enumerate(chance):
            moved = alpha + begin * before[step]
            moved[:, 1:] += alpha[:, :-1]
            moved[:, 2:] += alpha[:, :-2] * skips
            alpha = moved * at
            ended = (alpha * end).max(axis=1) * after[step]
            np.maximum(best, ended, out=best)
        found = np.full(len(self.names), _WORST)
        np.maximum.at(found, self._owner[some], np.log(np.maximum(best, np.exp(_WORST))))
        return found

    def _likely(self, columns: Indices) -> Indices:
        """Return the spellings that share most letters and bigrams with the most likely text."""
        letters = columns[(columns != 0) & (columns != np.roll(columns, 1))]
        pairs = np.zeros(self._bigrams.shape[1], np.float32)
        pairs[letters] = 0.3
        pairs[(letters[:-1] + 1) * self._base + letters[1:]] = 1.0
        shared = self._bigrams @ pairs
        return np.argsort(-shared)[:_MOST_LIKELY]

    def _bigrams_of_texts(self) -> F32:
        """The letters and bigrams of each spelling, (N, letters and bigrams)."""
        found = np.zeros((len(self._texts), self._base * (self._base + 1)), np.float32)
        for row, text in zip(found, self._texts, strict=True):
            columns = np.array([self._column[c] for c in text])
            row[columns] = 1.0
            row[(columns[:-1] + 1) * self._base + columns[1:]] = 1.0
        return found
