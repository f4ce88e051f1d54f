"""Temporal filter over the readings of a mat: detects when its dice are settled.

Hands move, dice are set down, and the predicted face can vary between frames. A mat is *settled*
when its dice keep their positions over several consecutive readings. A die whose type or face
varies between readings, or that the reader flags as ``check``, is delivered as doubtful.

Players throw repeatedly onto one mat (``Throws``): dice that are unchanged since they were
delivered are not delivered again; dice that the game has counted since do not count as a new throw
until the camera has seen the mat without them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from companion.games.definition import SeenDie
from companion.session.ports import Corners, DieReading, DieStatus, MatReading, Reading

SAME_PLACE_MM: Final = 4.0
"""Position tolerance between two readings of a stationary die: a third of a small die."""

SURE_AFTER: Final = 2
"""Consecutive readings required if all dice are ``ok`` and consistent."""

DOUBTFUL_AFTER: Final = 4
"""Consecutive readings after which dice with status ``check`` are delivered as doubtful."""

CONTRARY_AFTER: Final = 8
"""Consecutive readings after which dice with inconsistent readings are delivered as doubtful."""

COVERED_AFTER: Final = 30
"""Consecutive readings after which the dice of an occluded mat are delivered, all doubtful: a hand
leaves earlier, a cup stays."""

SAME_MAT: Final = 0.01
"""Tolerance of mat or camera motion, as a fraction of the mat's diagonal."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Tracked state of the dice on one mat.

    Attributes:
        dice: in reading order: by zone from left to right, then from the top.
        still: consecutive readings without motion, including this one.
        contrary: indices of the dice with inconsistent readings since they stopped moving.
        covered: the mat is occluded, for example by a hand.
        mat_px: the mat's corners in the frame.
    """

    dice: tuple[DieReading, ...]
    still: int = 1
    contrary: frozenset[int] = frozenset()
    covered: bool = False
    mat_px: Corners = ()

    @property
    def is_settled(self) -> bool:
        """Whether the dice may be delivered."""
        if self.covered:
            return self.still >= COVERED_AFTER
        if self.contrary:
            return self.still >= CONTRARY_AFTER
        if any(die.status is DieStatus.CHECK for die in self.dice):
            return self.still >= DOUBTFUL_AFTER
        return self.still >= SURE_AFTER

    def seen(self) -> tuple[SeenDie, ...]:
        """Return the dice in the games' representation; their marks are their indices."""
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
    """Return the mat if it is in view; a printed one takes precedence over a drawn one."""
    mats = (*reading.mats, *reading.drawn)
    return next((mat for mat in mats if mat.mat_id == mat_id), None)


def covered_mats(reading: Reading) -> frozenset[str]:
    """Return the ids of the occluded mats."""
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
        before: the mat's last sighting; None where it was not in view.
        dice: the dice now on the mat.
        covered: the mat is occluded.
        mat_px: the mat's corners; if they move, the mat or the camera has moved.
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
        if partner in before.contrary or _disagree(before.dice[partner], dice[index])
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
    """Return corners as fractions of an image's width and height."""
    return tuple((x / size_px[0], y / size_px[1]) for x, y in corners_px)


def _reading_order(die: DieReading) -> tuple[float, float]:
    return die.position_mm or die.centre_px


def partners_of(
    before: tuple[DieReading, ...], now: tuple[DieReading, ...]
) -> tuple[int, ...] | None:
    """Match each die now to the index of the same die before; None if anything moved."""
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
    """Whether two dice have the same position, within the tolerance."""
    return one.zone == other.zone and _distance(one, other) <= _tolerance(one)


def _distance(one: DieReading, other: DieReading) -> float:
    if one.position_mm and other.position_mm:
        return math.dist(one.position_mm, other.position_mm)
    return math.dist(one.centre_px, other.centre_px)


def _tolerance(die: DieReading) -> float:
    """Return the position tolerance of a stationary die, in the unit of ``_distance``."""
    return SAME_PLACE_MM if die.position_mm else die.size_px / 4


def _disagree(one: DieReading, other: DieReading) -> bool:
    return (one.type, one.face) != (other.type, other.face)


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The last delivered dice of a mat.

    Attributes:
        throws: number of throws that the game had counted then.
    """

    throws: int
    dice: tuple[DieReading, ...]

    def left(self, sighting: Sighting) -> int:
        """Return how many of them are still in place with the same face."""
        return sum(
            any(same_place(was, die) and was.face == die.face for die in sighting.dice)
            for was in self.dice
        )


class Throws:
    """Last delivery of each mat. Scanner thread only."""

    def __init__(self) -> None:
        self._delivered: dict[str, PassedOn] = {}
        self._asked = 0

    def keep_up(self, asked: int) -> None:
        """Clear everything when a new reading was requested."""
        if asked != self._asked:
            self._asked = asked
            self._delivered.clear()

    def counted(self, mat_id: str, sighting: Sighting, throws: int) -> int:
        """Return the number of already counted dice on the mat, which must be picked up."""
        passed = self._delivered.get(mat_id)
        if passed is None or passed.throws == throws:
            return 0
        left = passed.left(sighting)
        if not left and not sighting.covered:
            del self._delivered[mat_id]
        return left

    def is_news(self, mat_id: str, sighting: Sighting) -> bool:
        """Whether the dice moved since the last delivery."""
        passed = self._delivered.get(mat_id)
        return passed is None or partners_of(passed.dice, sighting.dice) is None

    def pass_on(self, mat_id: str, sighting: Sighting, throws: int) -> None:
        """Store the dice that are delivered now."""
        self._delivered[mat_id] = PassedOn(throws, sighting.dice)
