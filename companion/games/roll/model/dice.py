"""The seven kinds of dice and their faces (R-1.1 and the table of faces).

Members of these enumerations are used as dict keys nearly everywhere. Each is a singleton, so
``object.__hash__`` is valid and faster than the name-based hash of ``Enum``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Face(Enum):
    """The six symbols; the value is the key used in every file and message."""

    __hash__ = object.__hash__

    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    PRODUCE = "produce"
    SHIP = "ship"
    WILD = "wild"


class Phase(Enum):
    """The five phases in their order; the value is the key and the column's zone name."""

    __hash__ = object.__hash__

    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    PRODUCE = "produce"
    SHIP = "ship"

    @property
    def number(self) -> int:
        """1 for Explore to 5 for Ship."""
        return PHASES.index(self) + 1


PHASES: Final = tuple(Phase)


class DieType(Enum):
    """The seven kinds of dice; the value is the key."""

    __hash__ = object.__hash__

    HOME = "home"
    MILITARY = "military"
    CONSUMPTION = "consumption"
    NOVELTY = "novelty"
    RARE_ELEMENTS = "rare_elements"
    GENES = "genes"
    ALIEN_TECHNOLOGY = "alien_technology"


KINDS: Final = tuple(DieType)
_E, _D, _S, _P, _H, _W = tuple(Face)

FACES: Final = MappingProxyType(
    {
        DieType.HOME: (_E, _E, _D, _S, _P, _H),
        DieType.MILITARY: (_E, _D, _D, _S, _S, _W),
        DieType.CONSUMPTION: (_E, _D, _H, _H, _H, _W),
        DieType.NOVELTY: (_E, _P, _P, _H, _H, _W),
        DieType.RARE_ELEMENTS: (_E, _D, _D, _P, _H, _W),
        DieType.GENES: (_E, _S, _S, _P, _W, _W),
        DieType.ALIEN_TECHNOLOGY: (_D, _S, _P, _W, _W, _W),
    }
)
"""The six faces of each die, with repetition."""

COUNTS: Final = MappingProxyType(
    dict(zip(DieType, (25, 22, 9, 20, 14, 12, 9), strict=True)),
)
"""How many dice of each kind are in the box, 111 in all (R-1.1)."""

COLOURS: Final = MappingProxyType(
    dict(
        zip(
            DieType,
            ("white", "red", "purple", "cyan", "brown", "green", "yellow"),
            strict=True,
        )
    )
)
"""The common colour name of each die's body."""

FACE_PAIRS: Final = tuple((die, face) for die in DieType for face in Face if face in FACES[die])
"""The 30 (die, face) pairs that exist."""


def least_able(dice: Iterable[DieType]) -> tuple[DieType, ...]:
    """Return dice with the fewest wild faces first, then in the order of ``DieType``."""
    return tuple(sorted(dice, key=lambda die: (FACES[die].count(Face.WILD), KINDS.index(die))))


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a die on a strip mat: under a column, on a selection place or on Dictate.

    Attributes:
        phase: the column; None for the Dictate place.
        selecting: whether the die is on the strip and selects the phase (R-3.2).
    """

    phase: Phase | None
    selecting: bool = False


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die on a player's mat, as read or as corrected.

    Attributes:
        doubtful: whether a person should check the reading before it counts.
        mark: opaque to the rules; links the die to its outline in the source picture. Empty for a
            die added by hand; a correction keeps the mark of the die it replaces.
    """

    type: DieType
    face: Face
    place: Place
    doubtful: bool = False
    mark: str = ""


def working_face(die: DieType, phase: Phase) -> Face:
    """Return a face with which a die can work in a phase: that of the phase, else the wild one."""
    face = Face(phase.value)
    return face if face in FACES[die] else Face.WILD
