"""Identify the tile of each outline by text, appearance and rules, each piece once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.session.ports import DieStatus
from companion.session.service_ports import TileAlternative, TileReading
from vision.core.arrays import F32, F64
from vision.tiles.vocabulary import TileName, Vocabulary, letters_of

SURE: Final = 0.985
"""Least confidence of a tile that does not get status `check`."""

UNSURE: Final = 3.0
"""Evidence of a line that is too little for a sure name."""

LEAST: Final = 0.25
"""Below, no tile is named; the candidates are alternatives."""

_LETTER: Final = 1.1
_UNKNOWN: Final = 4.0
"""Negative log probability of a text that is no name: ``_LETTER`` for each letter, and this."""

_LEAST_CLEAR: Final = 0.35
_SMUDGED: Final = 3.0
"""A name may be unreadable, by glare or a die: the log odds of any name are then minus this."""

_TEXT_WEIGHT: Final = 0.7
COVERED_NAME: Final = 2.0
"""The log odds that a name is not the end of a longer one whose other letters cannot be seen."""

_LOOK_WEIGHT: Final = 24.0
_UNLIKE: Final = -4.0
"""Lower bound of the evidence of appearance: dice may lie on a tile, or did at enrolment."""

_NOT_POSSIBLE: Final = 9.0
_DIGITS: Final = "0123456789"
_LEAST_DIGIT: Final = 0.02
"""Added to the probability of each digit in the corner: it may be covered or unclear."""

_ALTERNATIVES: Final = 3
_ADJACENT: Final = 0.3
"""Largest gap between the halves of a faction tile, as a share of a side."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One square with the evidence for its name.

    Attributes:
        corners: (4, 2).
        scores: log odds of each name against no known tile, (N,).
    """

    corners: F64
    scores: F64
    text: str

    @property
    def edge_px(self) -> float:
        """Mean side."""
        sides = np.roll(self.corners, -1, axis=0) - self.corners
        return float(np.hypot(*sides.T).mean())


def text_evidence(vocabulary: Vocabulary, steps: F32, text: str, clear: float) -> F64:
    """Return the log likelihood ratios of a line's text, each name against unknown text.

    Names are compared with the most likely letters. The less likely these are themselves, the
    better any other letters fit: unknown text, too.

    Args:
        steps: output of the recogniser.
        clear: their mean probability.
    """
    letter = _LETTER + np.log(max(clear, _LEAST_CLEAR))
    unknown = -(_UNKNOWN + letter * len(letters_of(text)))
    return np.asarray(vocabulary.scores(steps) * _TEXT_WEIGHT - unknown)


def name_evidence(lines: Sequence[F64], count: int) -> F64:
    """Return the log odds of each of *count* names, from the evidence of the lines in its place.

    Each line is the name, a part of it that a die or a tile leaves, or something else.
    """
    lifted = [np.logaddexp(evidence + _SMUDGED, 0.0) for evidence in lines]
    return np.asarray(np.sum(lifted, axis=0) if lifted else np.zeros(count)) - _SMUDGED


def look_evidence(alike: F64, usual: float) -> F64:
    """Return the evidence of the appearance for each name; faces without template are neutral.

    Args:
        alike: similarity to each face.
        usual: similarity of different tiles.
    """
    fits = _LOOK_WEIGHT * (np.where(np.isnan(alike), usual, alike) - usual)
    return np.asarray(np.maximum(fits, _UNLIKE))


def possible_evidence(names: Sequence[TileName], possible: Collection[str] | None) -> F64:
    """Return the evidence of the rules: tiles that lie elsewhere are unlikely."""
    if possible is None:
        return np.zeros(len(names))
    return np.array([0.0 if name.tile in possible else -_NOT_POSSIBLE for name in names])


def cost_evidence(names: Sequence[TileName], characters: Sequence[str], steps: F32) -> F64:
    """Return the evidence of the number in a tile's corner for each name, at most 0.

    Args:
        characters: of the columns of *steps*.
        steps: output of the recogniser.
    """
    digits = np.array([steps[:, characters.index(digit)].max(initial=0.0) for digit in _DIGITS])
    likely = np.log(digits + _LEAST_DIGIT)
    return np.asarray([likely[name.cost] - likely.max() for name in names], np.float64)


def named(names: Sequence[TileName], squares: Sequence[Seen]) -> tuple[TileReading, ...]:
    """Return the tiles: each piece of cardboard at most once without status `check`.

    Of names that are in part covered those remain that no other tile has for certain.
    """
    shares = _of_other_pieces(names, squares)
    order = sorted(range(len(squares)), key=lambda n: -float(shares[n].max(initial=0.0)))
    taken: dict[str, int] = {}
    readings: dict[int, TileReading] = {}
    for number in order:
        if number in readings:
            continue
        best = int(shares[number].argmax()) if len(shares[number]) else -1
        name = names[best]
        partner = None
        if name.half is not None and shares[number][best] >= LEAST:
            partner = _partner(number, name, names, squares, shares, readings)
        twice = name.piece in taken
        readings[number] = _reading(number, names, squares, shares, partner, twice=twice)
        taken.setdefault(name.piece, number)
        if partner is not None:
            readings[partner] = readings[number]
    kept = {id(reading): reading for _, reading in sorted(readings.items())}
    return tuple(kept.values())


def _of_other_pieces(names: Sequence[TileName], squares: Sequence[Seen]) -> list[F64]:
    """Return the probabilities of names; pieces that another tile surely is have none."""
    shares = [chances(square.scores) for square in squares]
    sure = {names[int(each.argmax())].piece for each in shares if each.max(initial=0.0) >= SURE}
    gone = np.array([name.piece in sure and name.half is None for name in names], np.bool_)
    return [
        each if each.max(initial=0.0) >= SURE else chances(np.where(gone, -np.inf, square.scores))
        for each, square in zip(shares, squares, strict=True)
    ]


def chances(scores: F64) -> F64:
    """Return the probability of each name; the rest to 1 is that of no known tile."""
    top = max(float(scores.max(initial=0.0)), 0.0)
    shares = np.exp(scores - top)
    return np.asarray(shares / (shares.sum() + np.exp(-top)))


def _partner(
    number: int, name: TileName, names: Sequence[TileName], squares: Sequence[Seen],
    chances: Sequence[F64], readings: dict[int, TileReading],
) -> int | None:  # fmt: skip
    """Return the square that is the other half of a faction tile."""
    mine = squares[number]
    for other, square in enumerate(squares):
        if other == number or other in readings:
            continue
        left, right = (mine, square) if name.half == 0 else (square, mine)
        gap = np.hypot(*(left.corners[[1, 2]] - right.corners[[0, 3]]).T).max()
        if gap > _ADJACENT * mine.edge_px:
            continue
        best = int(chances[other].argmax())
        if names[best].tile == name.tile or chances[other][best] < SURE:
            return other
    return None


def _reading(
    number: int, names: Sequence[TileName], squares: Sequence[Seen], chances: Sequence[F64],
    partner: int | None, *, twice: bool,
) -> TileReading:  # fmt: skip
    square = squares[number]
    shares: dict[str, float] = {}
    for index in np.argsort(-chances[number])[: 2 * _ALTERNATIVES + 2]:
        name = names[int(index)]
        shares[name.tile] = shares.get(name.tile, 0.0) + float(chances[number][index])
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    tile, confidence = ranked[0]
    best = names[int(chances[number].argmax())]
    corners, text = square.corners, square.text
    if best.half is not None and (partner is not None or confidence >= SURE):
        corners, text = _whole(square, None if partner is None else squares[partner], best.half)
        if partner is not None:
            agrees = sum(float(chances[partner][n]) for n, name in enumerate(names)
                         if name.tile == tile)  # fmt: skip
            confidence = 1 - (1 - confidence) * (1 - agrees)
    known = confidence >= LEAST
    sure = confidence >= SURE and not twice
    rest = ranked[1:] if known else ranked
    return TileReading(
        corners_px=tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
        size_px=round(square.edge_px, 1),
        tile=tile if known else None,
        confidence=round(confidence, 4) if known else 0.0,
        status=DieStatus.OK if sure else DieStatus.CHECK,
        text=text,
        alternatives=tuple(TileAlternative(t, round(c, 4)) for t, c in rest[:_ALTERNATIVES]),
    )


def _whole(square: Seen, other: Seen | None, half: int) -> tuple[F64, str]:
    """Return corners and text of both halves; a missed half is extrapolated from the other."""
    if other is None:
        step = square.corners[1] - square.corners[0], square.corners[2] - square.corners[3]
        away = np.array([step[0], step[0], step[1], step[1]])
        other = Seen(square.corners + (away if half == 0 else -away), square.scores, "")
    left, right = (square, other) if half == 0 else (other, square)
    corners = np.stack([left.corners[0], right.corners[1], right.corners[2], left.corners[3]])
    return corners, f"{left.text} / {right.text}"
