"""Facts that must be read from the owner's box: the mat's back and the dice."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.storm.robot import START_WORLDS, Die, Space, StartWorld

SIDES = 6


@dataclass(frozen=True, slots=True)
class RobotEquals:
    """Initial meaning of a robot face with a start world, as printed on the mat's back."""

    start_world: int
    equals: Space


@dataclass(frozen=True, slots=True)
class SoloBox:
    """Facts for the solitaire game.

    Attributes:
        equals: entries of the start worlds that were looked up, each once.
        dice: the six faces of both dice; None while unknown.
    """

    equals: tuple[RobotEquals, ...] = ()
    dice: tuple[Die, Die] | None = None

    def equals_of(self, world: StartWorld) -> Space | None:
        """Return the owner's entry for a start world; None if there is none."""
        return next((e.equals for e in self.equals if e.start_world == world.number), None)

    def with_equals(self, world: int, equals: Space) -> SoloBox:
        """Return the facts with one start world's entry added or replaced."""
        others = tuple(each for each in self.equals if each.start_world != world)
        known = sorted((*others, RobotEquals(world, equals)), key=lambda each: each.start_world)
        return SoloBox(tuple(known), self.dice)


def solo_box_fits(box: SoloBox) -> bool:
    """Return whether the facts are valid: nine start worlds, dice with six faces."""
    numbers = [each.start_world for each in box.equals]
    known = all(0 <= number < len(START_WORLDS) for number in numbers)
    six = box.dice is None or all(len(die) == SIDES for die in box.dice)
    return known and six and len(set(numbers)) == len(numbers)
