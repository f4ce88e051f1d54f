"""Throws on a tray: deduplicates deliveries and ignores dice that were already counted.

Players throw repeatedly onto one mat. Dice that are unchanged since they were delivered are not
delivered again; dice that the game has counted since do not count as a new throw until the camera
has seen the mat without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.session.ports import DieReading
from companion.session.sightings import Sighting, partners_of, same_place


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
