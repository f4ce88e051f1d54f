"""Dice on the tray: portions of a throw, sorted to the sides by their colours (section 7).

The box has eight dice and a side throws up to twelve, so the dice on the tray are a portion of the
throw. It is counted when it is clear and has the number of dice to be thrown, when the players pick
it up, or by a command.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

SIDES: Final = (0, 1)
"""Attacker and defender."""


class DiceOwner(Enum):
    """The owner of the dice of a colour; ``IN_TURN``: both sides, the attacker first."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    IN_TURN = "in_turn"


SIDE_OF: Final = {DiceOwner.ATTACKER: 0, DiceOwner.DEFENDER: 1}


@dataclass(frozen=True, slots=True)
class DiceColour:
    """A body colour and the owner of its dice."""

    colour: str
    owner: DiceOwner


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die on the tray that is not counted yet.

    Attributes:
        colour: common colour name of its body; empty if a person entered it.
        doubtful: whether a person should check it before it counts.
        side: its side, if a person assigned one; else the colour determines it.
    """

    value: int
    colour: str = ""
    doubtful: bool = False
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Portion:
    """The sorted dice on the tray.

    Attributes:
        sides: side of each die; None if its colour has no owner yet.
        values: of each side's dice.
        doubtful: indexes of the dice to check first.
        colours: colours without an owner, in the order of the dice.
        spare: number of surplus dice of each side.
        due: number of dice that each side must still throw.
        in_turn: whether all of them are dice that both sides throw in turn.
    """

    sides: tuple[int | None, ...]
    values: tuple[tuple[int, ...], tuple[int, ...]]
    doubtful: tuple[int, ...]
    colours: tuple[str, ...]
    spare: tuple[int, int]
    due: tuple[int, int]
    in_turn: bool

    @property
    def is_clear(self) -> bool:
        """Whether these dice need no clarification."""
        return not (self.doubtful or self.colours or any(self.spare))

    @property
    def is_whole(self) -> bool:
        """Whether these are all dice still to be thrown, or all of the side that throws now."""
        if not self.is_clear:
            return False
        counts = tuple(map(len, self.values))
        return counts == self.due or (self.in_turn and counts == (self.due[0], 0))


def sorted_tray(
    tray: tuple[TrayDie, ...], colours: tuple[DiceColour, ...], due: tuple[int, int]
) -> Portion:
    """Return the dice on the tray sorted to the sides.

    *colours* are those with a known owner, *due* the dice that each side must still throw.
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
    """Return the side of a die; a colour without an owner is clear while only one side throws."""
    if die.side is not None:
        return die.side
    first = 0 if due[0] else 1
    owner = owners.get(die.colour)
    if owner is None:
        return None if all(due) else first
    return SIDE_OF.get(owner, first)
