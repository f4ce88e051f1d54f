"""Which lines of a picture are names of tiles, and on which tile each of them is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from vision.core.arrays import F64
from vision.tiles.naming import SURE, chances, name_evidence
from vision.tiles.text import Spot

_WITHIN: Final = 0.65
"""Largest distance of a tile's line from its centre."""

_TRIES: Final = 3
_ALIKE: Final = (0.75, 1.4)
"""Heights of names, relative to their median; all are printed in one size."""

_SAME_PLACE: Final = 0.5
_HALF: Final = 0.5
_INNER: Final = 0.35
_COST_PLACE: Final = np.array([-0.35, -0.35])
_COST_SIZE: Final = (0.16, 0.15)
_LONGEST: Final = 1.1
"""Longer lines are no names: they are other print, or the names of several tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadLine:
    """A line that was read.

    Attributes:
        spot: where it is, from its beginning; of a name in part covered, where all of it is.
        text: the most likely characters. ``clear``: their mean confidence, 0..1.
        evidence: log likelihood ratio of each name against unknown text.
    """

    spot: Spot
    text: str
    clear: float
    evidence: F64
    whole: bool = True

    @property
    def sure(self) -> bool:
        """Whether it is the name of a tile for certain."""
        return bool(chances(name_evidence([self.evidence], 0)).max() >= SURE)


@dataclass(slots=True, eq=False)
class Square:
    """A tile on the table: centre, direction of its upper side, lines that were read on it.

    Attributes:
        place: index of the detected tile; None for a name where none was detected.
        named: whether the first line is its name.
    """

    centre: F64
    turn: float
    place: int | None
    lines: list[ReadLine] = field(default_factory=list)
    named: bool = False

    @property
    def cost(self) -> Spot:
        """Where the cost is printed: in the upper left corner."""
        return self.strip(0, _COST_PLACE, *_COST_SIZE)

    def strip(self, quarter: int, place: F64, length: float, height: float) -> Spot:
        """Return the line at *place* of the tile, turned by so many quarter turns."""
        turn = self.turn + quarter * np.pi / 2
        c, s = np.cos(turn), np.sin(turn)
        return Spot(self.centre + place @ np.array([(c, s), (-s, c)]), turn, length, height)

    def take_best(self, lines: Sequence[ReadLine]) -> None:
        """Take the most likely name of *lines* where it is likelier than what was read.

        What was read stays unless the name is sure: it may be one that nobody knows yet.
        """
        best = max(lines, key=lambda line: float(line.evidence.max()))
        if best.evidence.max() > max([0.0, *(float(line.evidence.max()) for line in self.lines)]):
            former = [] if best.sure else self.lines
            self.turn, self.lines, self.named = best.spot.turn, [best, *former], best.sure

    def covers(self, point: F64) -> bool:
        """Whether it is a named tile with *point* on its inner part, which no other tile hides."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return self.named and bool(
            (np.abs((point - self.centre) @ np.array([(c, -s), (s, c)])) < _INNER).all()
        )


def squares_of(
    centres: F64, turns: F64, spots: Sequence[Spot], read: Callable[[Spot], ReadLine]
) -> list[Square]:  # fmt: skip
    """Read the names among the lines of a picture, and return the tiles with their lines.

    First the largest lines of each detected tile are read, until one is a name. Where names lie on
    a tile, and their size, then tells which other lines may be names, of tiles that were not
    detected or have another one's line nearest to them.

    Args:
        centres: of the detected tiles on the table, (P, 2).
        turns: rough direction of a side of each, (P,).

    Returns:
        The detected tiles in their order, and then others.
    """
    spots = [spot for spot in spots if spot.length < _LONGEST]
    homes = [_home(spot, centres) for spot in spots]
    lines = _read_tallest(homes, spots, read)
    squares = [
        Square(centre, _turn_of([s for s, home in zip(spots, homes, strict=True) if home == place],
                                turns[place]), place)
        for place, centre in enumerate(centres)
    ]  # fmt: skip
    sure = {number: line for number, line in lines.items() if line.sure}
    if sure:
        # Where a name is covered, the tile is too: its centre was detected in what is left of it.
        whole = {n: line for n, line in sure.items() if line.whole} or sure
        offset = np.median(
            [local(line.spot, centres[homes[n]]) for n, line in whole.items()], axis=0
        )
        usual = float(np.median([line.spot.height for line in sure.values()]))
        _claim(squares, list(sure.values()), offset)
        for number, spot in enumerate(spots):
            alike = _ALIKE[0] < spot.height / usual < _ALIKE[1]
            if alike and number not in lines and not any(s.covers(spot.middle) for s in squares):
                lines[number] = read(spot)
                if lines[number].sure:
                    _claim(squares, [lines[number]], offset)
    for number, line in lines.items():
        if homes[number] >= 0 and not line.sure:
            square = squares[homes[number]]
            square.turn = square.turn if square.lines else line.spot.turn
            square.lines.append(line)
    return squares


def _home(spot: Spot, centres: F64) -> int:
    """Return the detected tile on which a line lies, or -1."""
    apart = np.hypot(*(centres - spot.middle).T)
    home = int(apart.argmin())
    return home if apart[home] < _WITHIN else -1


def _read_tallest(
    homes: Sequence[int], spots: Sequence[Spot], read: Callable[[Spot], ReadLine]
) -> dict[int, ReadLine]:
    """Read the tallest lines of each detected tile, until one is a name.

    Each is first read in that of its directions which is nearer to the last name's: most tiles of a
    table lie the same way.
    """
    lines: dict[int, ReadLine] = {}
    left = {home: _TRIES for home in homes if home >= 0}
    usual = 0.0
    for number in sorted(range(len(spots)), key=lambda n: -spots[n].height):
        if left.get(homes[number]):
            spot = spots[number]
            line = read(spot if np.cos(spot.turn - usual) >= 0 else spot.reversed)
            lines[number] = line
            left[homes[number]] = 0 if line.sure else left[homes[number]] - 1
            usual = line.spot.turn if line.sure else usual
    return lines


def local(spot: Spot, centre: F64) -> F64:
    """Return where a line lies on the tile at *centre*: to the right, and down."""
    c, s = np.cos(spot.turn), np.sin(spot.turn)
    return np.array([(c, s), (-s, c)]) @ (spot.middle - centre)


def has_room(square: Square, centres: F64, ends: Sequence[float]) -> bool:
    """Whether a tile's name may be the rest of a longer one, of which *ends* are covered.

    Args:
        centres: of the detected tiles; without one the name alone says where its tile is.
        ends: what the longer name has before and after this one, as shares of its length.
    """
    if square.place is None:
        return True
    spot, (before, after) = square.lines[0].spot, ends
    along = float(local(spot, centres[square.place])[0])
    begin, end = along - spot.length * (_HALF + before), along + spot.length * (_HALF + after)
    return (not before or begin > -_HALF) and (not after or end < _HALF)


def _turn_of(spots: Sequence[Spot], turn: float) -> float:
    return max(spots, key=lambda spot: spot.length).turn if spots else turn


def _claim(squares: list[Square], names: Sequence[ReadLine], offset: F64) -> None:
    """Give each name to the tile that it lies on, or to a new one; it tells the tile's centre."""
    for line in sorted(names, key=lambda name: -name.evidence.max()):
        spot = line.spot
        c, s = np.cos(spot.turn), np.sin(spot.turn)
        centre = spot.middle - offset @ np.array([(c, s), (-s, c)])
        apart = [float(np.hypot(*(square.centre - centre))) for square in squares]
        free = [n for n, square in enumerate(squares)
                if apart[n] < _SAME_PLACE and not square.named]  # fmt: skip
        if free:
            square = squares[min(free, key=lambda n: apart[n])]
        elif min(apart) < _SAME_PLACE:
            continue
        else:
            square = Square(centre, spot.turn, None)
            squares.append(square)
        square.centre = centre
        square.turn, square.lines, square.named = spot.turn, [line], True
