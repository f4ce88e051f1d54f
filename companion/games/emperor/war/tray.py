"""Dice on the tray: portions of a throw, sorted to the sides by their colours (section 7).

The box has eight dice and a side throws up to twelve: what lies on the tray is a portion of the
throw. It counts when nothing about it has to be asked and the dice are as many as are due, when the
players pick them up, or when somebody says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

SIDES: Final = (0, 1)
"""Attacker and defender."""


class DiceOwner(Enum):
    """Who throws dice of a colour; ``IN_TURN``: both, the attacker first."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    IN_TURN = "in_turn"


SIDE_OF: Final = {DiceOwner.ATTACKER: 0, DiceOwner.DEFENDER: 1}


@dataclass(frozen=True, slots=True)
class DiceColour:
    """A body colour and whose dice have it."""

    colour: str
    owner: DiceOwner


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die that lies on the tray and is not counted yet.

    Attributes:
        colour: plain word for its body; empty where a person entered it.
        doubtful: a person should look before it counts.
        side: whose it is, where a person said so; else its colour tells.
    """

    value: int
    colour: str = ""
    doubtful: bool = False
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Portion:
    """The tray, sorted.

    Attributes:
        sides: for each die the side whose it is; None where its colour has no owner yet.
        values: of each side's dice.
        doubtful: indices of the dice to look at first.
        colours: that have no owner yet, in the order of the dice.
        spare: how many dice each side has too many.
        due: how many dice each side has still to throw.
        in_turn: all of them are dice that both sides throw, one after the other.
    """

    sides: tuple[int | None, ...]
    values: tuple[tuple[int, ...], tuple[int, ...]]
    doubtful: tuple[int, ...]
    colours: tuple[str, ...]
    spare: tuple[int, int]
    due: tuple[int, int]
    in_turn: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether nothing about these dice has to be asked."""
        return not (self.doubtful or self.colours or any(self.spare))

    @property
    def is_whole(self) -> bool:
        """Whether these are all dice that are due, or all of the one side that throws now."""
        if not self.is_clear:
            return False
        counts = tuple(map(len, self.values))
        return counts == self.due or (self.in_turn and counts == (self.due[0], 0))


def sorted_tray(
    tray: tuple[TrayDie, ...], colours: tuple[DiceColour, ...], due: tuple[int, int]
) -> Portion:
    """Return whose the dice on the tray are.

    Args:
        tray: what lies there.
        colours: whose dice have which colour, as far as that was said.
        due: how many dice attacker and defender have still to throw.
    """
    owners = {each.colour: each.owner for each in colours}
    sides = tuple(_side(die, owners, due) for die in tray)
    mine, theirs = (
        tuple(die.value for die, side in zip(tray, sides, strict=True) if side == which)
        for which in SIDES
    )
    return Portion(
        sides=sides,
        values=(mine, theirs),
        doubtful=tuple(index for index, die in enumerate(tray) if die.doubtful),
        colours=tuple(
            dict.fromkeys(d.colour for d, side in zip(tray, sides, strict=True) if side is None)
        ),
        spare=(max(0, len(mine) - due[0]), max(0, len(theirs) - due[1])),
        due=due,
        in_turn=all(owners.get(die.colour) is DiceOwner.IN_TURN for die in tray),
    )


def _side(die: TrayDie, owners: dict[str, DiceOwner], due: tuple[int, int]) -> int | None:
    """A colour without an owner is no question while only one side throws."""
    if die.side is not None:
        return die.side
    first = 0 if due[0] else 1
    owner = owners.get(die.colour)
    if owner is None:
        return None if all(due) else first
    return SIDE_OF.get(owner, first)
