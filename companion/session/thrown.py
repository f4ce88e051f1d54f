"""Throws on a tray: the same dice are passed on once, and counted dice are picked up first.

Players throw again and again onto one mat. Dice that lie as they were passed on are no news; dice
that the game has counted since are no throw until the camera has seen the mat without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.session.ports import DieReading
from companion.session.sightings import Sighting, partners_of, same_place


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The dice that were passed on from a mat last.

    Attributes:
        throws: how many throws the game had counted then.
    """

    throws: int
    dice: tuple[DieReading, ...]

    def left(self, sighting: Sighting) -> int:
        """Return how many of them still lie where they lay, with the same face."""
        return sum(
            any(same_place(was, die) and was.face == die.face for die in sighting.dice)
            for was in self.dice
        )


class Throws:
    """What was passed on from each mat. Belongs to the scanner's thread."""

    def __init__(self) -> None:
        self._passed: dict[str, PassedOn] = {}
        self._asked = 0

    def keep_up(self, asked: int) -> None:
        """Forget everything where people asked for a new reading."""
        if asked != self._asked:
            self._asked = asked
            self._passed.clear()

    def counted(self, mat_id: str, sighting: Sighting, throws: int) -> int:
        """Return how many dice on the mat were counted already and have to be picked up."""
        passed = self._passed.get(mat_id)
        if passed is None or passed.throws == throws:
            return 0
        left = passed.left(sighting)
        if not left and not sighting.covered:
            del self._passed[mat_id]
        return left

    def is_news(self, mat_id: str, sighting: Sighting) -> bool:
        """Whether the dice do not lie as they were passed on."""
        passed = self._passed.get(mat_id)
        return passed is None or partners_of(passed.dice, sighting.dice) is None

    def pass_on(self, mat_id: str, sighting: Sighting, throws: int) -> None:
        """Remember what is passed on now."""
        self._passed[mat_id] = PassedOn(throws, sighting.dice)
