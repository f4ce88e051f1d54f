"""Evidence about the dice of a mat, from several frames at rest.

Hands move, dice are set down, a die is missed in one frame or read differently. Each die is
followed by its place, and the sums of its log odds over the last frames decide whether it is a
die, and which. A mat is *settled* once all frames are sure and agree, or after ``MOST_FRAMES``;
what only some frames saw, what they read differently or flag as ``check``, is delivered as
doubtful.

Players throw repeatedly onto one mat (``Deliveries``): dice that are unchanged since they were
delivered are not delivered again; dice that the game has counted since do not count as a new throw
until the camera has seen the mat without them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.games.definition import SeenDie
from companion.session.ports import Corners, DieReading, DieStatus, MatReading, Reading
from companion.session.scan_plan import ScanPlan

SAME_PLACE_MM: Final = 4.0
"""Position tolerance between two readings of a stationary die: a third of a small die."""

LEAST_FRAMES: Final = 2
"""Frames that must be sure of a die, and agree."""

MOST_FRAMES: Final = 5
"""Frames of which the evidence is summed; after so many at rest the dice are delivered."""

COVERED_FRAMES: Final = 30
"""Frames after which the dice of an occluded mat are delivered, all doubtful: a hand leaves
earlier, a cup stays."""

SAME_MAT: Final = 0.01
"""Tolerance of mat or camera motion, as a fraction of the mat's diagonal."""

_PIPPED: Final = "d6"

_MOST_ODDS: Final = 4.0  # of one frame: a die seen in fewer than a third of the frames is gone
_UNSEEN_ODDS: Final = -2.0
_LEAST_SHARE: Final = 1e-4  # probability of a label that a reading does not name


@dataclass(frozen=True, slots=True)
class Place:
    """Readings of what lies at one place, from the oldest frame; None where there was nothing."""

    readings: tuple[DieReading | None, ...]

    @property
    def found(self) -> tuple[DieReading, ...]:
        """The readings of the frames that saw something here."""
        return tuple(die for die in self.readings if die is not None)

    @property
    def is_die(self) -> bool:
        """Whether it is a die by the sum of the log odds."""
        listed = any(die.odds > 0 for die in self.found)
        unseen = len(self.readings) - len(self.found)
        odds = sum(min(die.odds, _MOST_ODDS) for die in self.found) + unseen * _UNSEEN_ODDS
        return listed and odds > 0

    @property
    def is_sure(self) -> bool:
        """Whether all frames saw a die, and the sure ones read the same."""
        sure = [_label(die) for die in self.found if die.status is DieStatus.OK]
        seen = all(die is not None and die.odds > 0 for die in self.readings)
        return seen and len(sure) >= LEAST_FRAMES and set(sure) == {_label(self._best)}

    @property
    def die(self) -> DieReading:
        """The newest reading of the most likely type and face, ``check`` unless it is sure."""
        return replace(self._best, status=DieStatus.OK if self.is_sure else DieStatus.CHECK)

    @property
    def _best(self) -> DieReading:
        newest = reversed(self.found)
        return max(newest, key=lambda die: sum(_log_share(each, die) for each in self.found))


@dataclass(frozen=True, slots=True)
class Sighting:
    """Tracked state of the dice on one mat.

    Attributes:
        places: where at least one of the last frames saw a die or a faint candidate.
        frames: frames without motion, including this one.
        covered: the mat is occluded, for example by a hand.
        incomplete: a die may be missing: the reading contradicts the dice known from the game, or
            something on the mat was not read.
        mat_px: the mat's corners in the frame.
    """

    places: tuple[Place, ...]
    frames: int = 1
    covered: bool = False
    incomplete: bool = False
    mat_px: Corners = ()

    @property
    def dice(self) -> tuple[DieReading, ...]:
        """The dice in reading order: by zone from left to right, then from the top."""
        dice = (place.die for place in self.places if place.is_die)
        return tuple(sorted(dice, key=_reading_order))

    @property
    def is_settled(self) -> bool:
        """Whether the dice may be delivered."""
        if self.covered:
            return self.frames >= COVERED_FRAMES
        if self.incomplete or not all(place.is_sure for place in self.places):
            return self.frames >= MOST_FRAMES
        return self.frames >= LEAST_FRAMES

    def seen(self) -> tuple[SeenDie, ...]:
        """Return the dice in the games' representation; their marks are their indices."""
        found = (seen_die(die, str(index)) for index, die in enumerate(self.dice))
        return tuple(replace(die, doubtful=die.doubtful or self.covered) for die in found)


def seen_die(die: DieReading, mark: str) -> SeenDie:
    """Return a die in the games' representation."""
    others = tuple((each.type, each.face) for each in die.alternatives)
    doubtful = die.status is DieStatus.CHECK
    return SeenDie(die.type, die.face, die.zone, doubtful, mark, die.colour, others)


def dice_on(reading: Reading, mat_id: str) -> tuple[DieReading, ...]:
    """Return the dice on a mat from left to right, then from the top."""
    return tuple(sorted((die for die in reading.dice if die.mat == mat_id), key=_reading_order))


def mat_in(reading: Reading, mat_id: str) -> MatReading | None:
    """Return the mat if it is in view; a printed one takes precedence over a drawn one."""
    mats = (*reading.mats, *reading.drawn)
    return next((mat for mat in mats if mat.mat_id == mat_id), None)


def mats_with(reading: Reading, *codes: str) -> frozenset[str]:
    """Return the ids of the mats that have a problem with one of these codes."""
    return frozenset(str(each.params["mat"]) for each in reading.problems if each.code in codes)


def sighting_of(reading: Reading, mat: MatReading) -> Sighting:
    """Return what one frame shows of a mat.

    Pips are printed on many things, so pipped dice are read in a zone only.
    """
    seen = (die for die in (*reading.dice, *reading.faint) if die.mat == mat.mat_id)
    return Sighting(
        tuple(Place((die,)) for die in seen if die.zone is not None or die.type != _PIPPED),
        covered=mat.mat_id in mats_with(reading, "mat_covered"),
        incomplete=mat.mat_id in mats_with(reading, "count_mismatch", "unread_object"),
        mat_px=mat.corners_px,
    )


def follow(before: Sighting | None, now: Sighting, frames: int = 1) -> Sighting:
    """Return the sighting after one more reading of the mat.

    A die where there was none, a moved mat or camera, and a hand that comes or goes are motion: the
    evidence begins anew.

    Args:
        before: the mat's last sighting; None where it was not in view.
        now: what the new reading alone shows.
        frames: the number of frames for which it counts.
    """
    if before is None or before.covered != now.covered or _mat_moved(before.mat_px, now.mat_px):
        return now
    fresh = [place.found[0] for place in now.places]
    places, gone = [], False
    for place in before.places:
        die = _nearest(fresh, place.found[-1])
        if die is not None:
            fresh.remove(die)
        after = Place((*place.readings, *(die,) * frames)[-MOST_FRAMES:])
        taken = place.is_die and not after.is_die and len(after.readings) == MOST_FRAMES
        gone |= taken
        if after.found and not taken:
            places.append(after)
    if any(die.odds > 0 for die in fresh):
        return now
    unseen = (None,) * min(before.frames, MOST_FRAMES - frames)
    places += [Place((*unseen, *(die,) * frames)) for die in fresh]
    return replace(
        now, places=tuple(places), frames=LEAST_FRAMES if gone else before.frames + frames
    )


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


def _nearest(dice: Iterable[DieReading], to: DieReading) -> DieReading | None:
    """Return the die that lies where *to* lies; None if there is none."""
    near = (die for die in dice if same_place(to, die))
    return min(near, key=lambda die: _distance(to, die), default=None)


def _are_unmoved(before: tuple[DieReading, ...], now: tuple[DieReading, ...]) -> bool:
    """Whether each die lies where one lay before."""
    free = list(before)
    for die in now:
        was = _nearest(free, die)
        if was is None:
            return False
        free.remove(was)
    return not free


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


def _label(die: DieReading) -> tuple[str, str]:
    return die.type, die.face


def _log_share(reading: DieReading, die: DieReading) -> float:
    """Return the log probability that *reading* gives to type and face of *die*."""
    named = {(each.type, each.face): each.confidence for each in reading.alternatives}
    named[_label(reading)] = reading.confidence
    return math.log(max(named.get(_label(die), 0.0), _LEAST_SHARE))


@dataclass(frozen=True, slots=True)
class _Delivery:
    """The last delivered dice of a mat, and the plan that they were delivered for."""

    plan: ScanPlan
    dice: tuple[DieReading, ...]

    def left(self, sighting: Sighting) -> int:
        """Return how many of them are still in place with the same face."""
        return sum(
            any(same_place(was, die) and was.face == die.face for die in sighting.dice)
            for was in self.dice
        )


class Deliveries:
    """The last delivery of each mat. Scanner thread only."""

    def __init__(self) -> None:
        self._last: dict[str, _Delivery] = {}
        self._asked = 0

    def keep_up(self, plan: ScanPlan) -> None:
        """Clear everything when a new reading was requested."""
        if plan.asked != self._asked:
            self._asked = plan.asked
            self._last.clear()

    def counted(self, plan: ScanPlan, mat_id: str, sighting: Sighting) -> int:
        """Return the number of already counted dice on the mat, which must be picked up."""
        last = self._last.get(mat_id)
        if last is None or last.plan.throws in (None, plan.throws) or plan.throws is None:
            return 0
        left = last.left(sighting)
        if not left and not sighting.covered:
            del self._last[mat_id]
        return left

    def is_news(self, plan: ScanPlan, mat_id: str, sighting: Sighting) -> bool:
        """Whether to deliver this: placed dice once per ticket, thrown dice when they moved."""
        last = self._last.get(mat_id)
        if last is None or plan.throws is None:
            return last is None or last.plan.ticket != plan.ticket
        return last.plan.throws is None or not _are_unmoved(last.dice, sighting.dice)

    def add(self, plan: ScanPlan, mat_id: str, sighting: Sighting) -> None:
        """Store the dice that are delivered now."""
        self._last[mat_id] = _Delivery(plan, sighting.dice)
