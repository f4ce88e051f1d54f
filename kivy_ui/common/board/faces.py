"""How a piece looks that has no picture: a card, a tile or a die with what is printed on it.

Each has a name, so that it stands wherever a sign can stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

_NAMED: Final = "face:"


class FaceShape(Enum):
    """What is drawn."""

    CARD = "card"
    TILE = "tile"
    DIE = "die"
    WORLD = "world"


@dataclass(frozen=True, slots=True)
class Face:
    """A piece as it lies on the table.

    Attributes:
        grounds: keys of `theme.PIECE_GROUNDS`; several share the piece, none is the plain ground.
        sign: of the atlas or the icons, such as ``chip`` or ``world/genes``.
            A world has the ground ``military`` or none.
        text: a number or letters, large; beside the sign where there is one.
        at_risk: it may still be lost, which an outline says.
    """

    shape: FaceShape
    grounds: tuple[str, ...] = ()
    sign: str = ""
    text: str = ""
    at_risk: bool = False

    @property
    def name(self) -> str:
        """Return the name by which a sign shows it."""
        risk = "!" if self.at_risk else ""
        grounds = "+".join(self.grounds)
        return f"{_NAMED}{self.shape.value}:{grounds}:{self.sign}:{self.text}:{risk}"


@lru_cache(maxsize=512)
def face_named(name: str) -> Face | None:
    """Return the piece that a sign names; None where it names another picture."""
    if not name.startswith(_NAMED):
        return None
    shape, grounds, sign, text, risk = name.removeprefix(_NAMED).split(":")
    keys = tuple(grounds.split("+")) if grounds else ()
    return Face(FaceShape(shape), keys, sign, text, bool(risk))
