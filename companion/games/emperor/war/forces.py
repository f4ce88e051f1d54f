"""Ships, Empires and Starbases: dice, hits and losses (section 4.5)."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final


class Ship(Enum):
    __hash__ = object.__hash__  # as of ``companion/games/roll/model/dice.py``

    FIGHTER = "fighter"
    CRUISER = "cruiser"
    DREADNOUGHT = "dreadnought"


FIELD_OF: Final = {ship: f"{ship.value}s" for ship in Ship}
"""The field of a player, a force or a command with the number of a kind."""


def ships_of(counted: Any) -> dict[Ship, int]:
    """Return the ships counted in the fields of a player, a force or a command."""
    return {ship: getattr(counted, field) for ship, field in FIELD_OF.items()}


class Token(Enum):
    """The token on a sector: one of its two sides, or none."""

    NONE = "none"
    EMPIRE = "empire"
    STARBASE = "starbase"


RESERVE: Final = {Ship.FIGHTER: 8, Ship.CRUISER: 4, Ship.DREADNOUGHT: 2}
"""Maximum number of ships of each player (section 1)."""

PHASE_OF: Final = {Ship.DREADNOUGHT: 1, Ship.CRUISER: 2, Ship.FIGHTER: 3}
"""The phase of a combat round in which a kind fires; tokens fire in the second."""

DICE_OF: Final = {Ship.DREADNOUGHT: 3, Ship.CRUISER: 2, Ship.FIGHTER: 1}
HITS_FROM: Final = {Ship.DREADNOUGHT: 4, Ship.CRUISER: 4, Ship.FIGHTER: 5}
TOKEN_DICE: Final = {Token.NONE: 0, Token.EMPIRE: 2, Token.STARBASE: 3}
TOKEN_PHASE: Final = 2
PHASES: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Arms:
    """Technologies of one side that change the dice (section 5).

    Attributes:
        plasma: attacking ships hit with a value lower by one.
        ion: Empires and Starbases roll one additional die.
        shields: the first hit on a fleet in a battle is ignored.
    """

    plasma: bool = False
    ion: bool = False
    shields: bool = False


NO_ARMS: Final = Arms()


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a battle.

    Attributes:
        fighters, cruisers: number of ships.
        dreadnoughts: number of undamaged ones.
        damaged: damaged dreadnoughts (on their side): full strength, destroyed by one hit.
        token: a defender's Empire or Starbase.
        shield: whether the next hit is ignored.
    """

    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    damaged: int = 0
    token: Token = Token.NONE
    shield: bool = False

    @property
    def ships(self) -> int:
        """Number of ships left."""
        return self.fighters + self.cruisers + self.dreadnoughts + self.damaged

    @property
    def units(self) -> int:
        """Number of ships left, the token counting as one."""
        return self.ships + (self.token is not Token.NONE)

    @property
    def alive(self) -> bool:
        """Whether any unit is left."""
        return self.ships > 0 or self.token is not Token.NONE

    def count(self, ship: Ship) -> int:
        """Return how many ships of a kind are left."""
        count: int = getattr(self, FIELD_OF[ship])
        return count + self.damaged if ship is Ship.DREADNOUGHT else count


class Target(Enum):
    """The unit that takes a hit."""

    DREADNOUGHT = "dreadnought"
    """An undamaged one: it becomes damaged."""
    DAMAGED = "damaged"
    CRUISER = "cruiser"
    FIGHTER = "fighter"
    STARBASE = "starbase"
    EMPIRE = "empire"


LOSS_ORDER: Final = (
    Target.DREADNOUGHT,
    Target.FIGHTER,
    Target.STARBASE,
    Target.CRUISER,
    Target.DAMAGED,
    Target.EMPIRE,
)
"""Default order of losses, least reduction of firepower first; the owner may choose another."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one side in one phase; all its units hit from the same value."""

    dice: int
    hits_from: int

    def hits(self, values: tuple[int, ...]) -> int:
        """Return how many of the thrown values hit."""
        return sum(value >= self.hits_from for value in values)


def throw_of(
    force: Force, phase: int, arms: Arms, *, attacking: bool, extra: Ship | None = None
) -> Throw:
    """Return the throw of a side in a phase, 1 to 3.

    Plasma weapons only work in attack, tokens only fire in defence; *extra* is the kind of ship
    with the Warlord's extra die.
    """
    ship = next(kind for kind, number in PHASE_OF.items() if number == phase)
    dice = force.count(ship) * DICE_OF[ship]
    if extra is ship and dice:
        dice += 1
    hits_from = HITS_FROM[ship] - (1 if arms.plasma and attacking else 0)
    if phase == TOKEN_PHASE and not attacking and force.token is not Token.NONE:
        dice += TOKEN_DICE[force.token] + (1 if arms.ion else 0)
    return Throw(dice, hits_from)


def targets(force: Force) -> tuple[Target, ...]:
    """Return the possible targets of a hit: an Empire only when all ships are gone."""
    there = {
        Target.DREADNOUGHT: force.dreadnoughts,
        Target.DAMAGED: force.damaged,
        Target.CRUISER: force.cruisers,
        Target.FIGHTER: force.fighters,
        Target.STARBASE: force.token is Token.STARBASE,
        Target.EMPIRE: force.token is Token.EMPIRE and not force.ships,
    }
    return tuple(target for target, count in there.items() if count)


def hit(force: Force, target: Target) -> Force:
    """Return the force after one hit.

    Raises:
        ValueError: it is not a possible target.
    """
    if target not in targets(force):
        raise ValueError(target.value)
    match target:
        case Target.DREADNOUGHT:
            return replace(force, dreadnoughts=force.dreadnoughts - 1, damaged=force.damaged + 1)
        case Target.DAMAGED:
            return replace(force, damaged=force.damaged - 1)
        case Target.CRUISER:
            return replace(force, cruisers=force.cruisers - 1)
        case Target.FIGHTER:
            return replace(force, fighters=force.fighters - 1)
        case Target.STARBASE:
            return replace(force, token=Token.EMPIRE)
        case Target.EMPIRE:
            return replace(force, token=Token.NONE)


def shielded(force: Force, hits: int) -> tuple[Force, int]:
    """Return the force and its hits after a shield has taken the first."""
    absorbs = force.shield and hits > 0
    return (replace(force, shield=False), hits - 1) if absorbs else (force, hits)


def take(force: Force, hits: int, order: tuple[Target, ...] = LOSS_ORDER) -> Force:
    """Return the force after *hits*, each on the first possible target in *order*.

    A shield takes the first; hits beyond the last unit are lost.
    """
    force, hits = shielded(force, hits)
    for _ in range(hits):
        there = targets(force)
        if not there:
            break
        force = hit(force, min(there, key=order.index))
    return force


def ready(force: Force, arms: Arms) -> Force:
    """Return the force at the start of a battle: shields need at least one ship (section 5)."""
    return replace(force, shield=arms.shields and force.ships > 0)
