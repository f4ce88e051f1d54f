"""When what the camera sees on a mat may be believed: the same dice in readings one after another.

Hands move, dice are set down, a face is read once like this and once like that. A mat is *settled*
when its dice stay where they are over several readings. A die whose type or face differs between
readings, or that the reader itself doubts, is passed on as doubtful.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from companion.games.definition import SeenDie
from companion.session.ports import DieReading, DieStatus, MatReading, Reading

SAME_PLACE_MM: Final = 4.0
"""A die that moved less than this between two readings has not moved: a third of a small die."""

SURE_AFTER: Final = 2
"""Readings that must agree where every die is read clearly and alike."""

DOUBTFUL_AFTER: Final = 4
"""Readings after which dice that the reader doubts are passed on for a person to look at."""

CONTRARY_AFTER: Final = 8
"""Readings after which dice that read clearly but differently are passed on as doubtful."""

COVERED_AFTER: Final = 30
"""Readings after which the dice of a mat that something lies over are passed on, all doubtful: a
hand goes away before, a cup stays."""

SAME_MAT: Final = 0.01
"""A mat or a camera that moved by less than this share of the mat's diagonal has not moved."""

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was last seen on one mat.

    Attributes:
        dice: in reading order: by zone from left to right, then from the top.
        still: readings in a row in which nothing moved, this one included.
        contrary: indices of the dice that read differently since they lie there.
        covered: something else, a hand perhaps, lies over the mat.
        mat_px: the mat's corners in the picture.
    """

    dice: tuple[DieReading, ...]
    still: int = 1
    contrary: frozenset[int] = frozenset()
    covered: bool = False
    mat_px: Corners = ()

    @property
    def is_settled(self) -> bool:
        """Whether the dice may be passed on."""
        if self.covered:
            return self.still >= COVERED_AFTER
        if self.contrary:
            return self.still >= CONTRARY_AFTER
        if any(die.status is DieStatus.CHECK for die in self.dice):
            return self.still >= DOUBTFUL_AFTER
        return self.still >= SURE_AFTER

    def seen(self) -> tuple[SeenDie, ...]:
        """Return the dice in the words that games understand; their marks are their indices."""
        return tuple(
            SeenDie(
                type=die.type,
                face=die.face,
                zone=die.zone,
                doubtful=die.status is DieStatus.CHECK or index in self.contrary or self.covered,
                mark=str(index),
                colour=die.colour,
            )
            for index, die in enumerate(self.dice)
        )


def dice_on(reading: Reading, mat_id: str) -> tuple[DieReading, ...]:
    """Return the dice on a mat from left to right, then from the top."""
    return tuple(sorted((die for die in reading.dice if die.mat == mat_id), key=_reading_order))


def mat_in(reading: Reading, mat_id: str) -> MatReading | None:
    """Return the mat if it is in view; a printed one before one that was drawn."""
    mats = (*reading.mats, *reading.drawn)
    return next((mat for mat in mats if mat.mat_id == mat_id), None)


def covered_mats(reading: Reading) -> frozenset[str]:
    """Return the ids of the mats over which something lies."""
    return frozenset(str(p.params["mat"]) for p in reading.problems if p.code == "mat_covered")


def follow(
    before: Sighting | None,
    dice: tuple[DieReading, ...],
    *,
    covered: bool = False,
    mat_px: Corners = (),
) -> Sighting:
    """Return the sighting after one more reading of the mat.

    Args:
        before: the mat's last one; None where it was not in view.
        dice: on the mat, now.
        covered: something lies over the mat.
        mat_px: the mat's corners; where they move, the mat or the camera does.
    """
    begin = Sighting(dice, covered=covered, mat_px=mat_px)
    if before is None or before.covered != covered or _mat_moved(before.mat_px, mat_px):
        return begin
    partners = partners_of(before.dice, dice)
    if partners is None:
        return begin
    contrary = frozenset(
        index
        for index, partner in enumerate(partners)
        if partner in before.contrary or _read_differently(before.dice[partner], dice[index])
    )
    return replace(begin, still=before.still + 1, contrary=contrary)


def corners_px(die: DieReading) -> Corners:
    """Return the four corners of the die's top face, clockwise from the upper left."""
    return square_px(die.centre_px, die.size_px, die.angle_deg)


def square_px(centre_px: tuple[float, float], edge_px: float, angle_deg: float) -> Corners:
    """Return the corners of a square, clockwise from the upper left; angles as in `DieReading`."""
    half = edge_px / 2
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    x, y = centre_px
    return tuple(
        (x + dx * half * cos - dy * half * sin, y + dx * half * sin + dy * half * cos)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def as_fractions(corners_px: Corners, size_px: tuple[int, int]) -> Corners:
    """Return corners as fractions of a picture's width and height."""
    return tuple((x / size_px[0], y / size_px[1]) for x, y in corners_px)


def _reading_order(die: DieReading) -> tuple[float, float]:
    return die.position_mm or die.centre_px


def partners_of(
    before: tuple[DieReading, ...], now: tuple[DieReading, ...]
) -> tuple[int, ...] | None:
    """Return, for each die now, the index of the same die before; None if anything moved."""
    if len(before) != len(now):
        return None
    free = set(range(len(before)))
    partners = []
    for die in now:
        near = [index for index in free if same_place(before[index], die)]
        if not near:
            return None
        nearest = min(near, key=lambda index: _distance(before[index], die))
        free.remove(nearest)
        partners.append(nearest)
    return tuple(partners)


def _mat_moved(before: Corners, now: Corners) -> bool:
    if len(before) != len(now) or not now:
        return before != now
    diagonal = max(math.dist(now[0], now[2]), math.dist(now[1], now[3]))
    return any(math.dist(a, b) > SAME_MAT * diagonal for a, b in zip(before, now, strict=True))


def same_place(one: DieReading, other: DieReading) -> bool:
    """Whether a die lies where the other one lay."""
    return one.zone == other.zone and _distance(one, other) <= _reach(one)


def _distance(one: DieReading, other: DieReading) -> float:
    if one.position_mm and other.position_mm:
        return math.dist(one.position_mm, other.position_mm)
    return math.dist(one.centre_px, other.centre_px)


def _reach(die: DieReading) -> float:
    """Return how far a resting die may seem to move, in the unit of ``_distance``."""
    return SAME_PLACE_MM if die.position_mm else die.size_px / 4


def _read_differently(one: DieReading, other: DieReading) -> bool:
    return (one.type, one.face) != (other.type, other.face)
