"""Models of pieces without a picture: a card, tile or die with its printed content.

Each has a name, so that it can be used wherever an icon name is expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

_NAMED: Final = "face:"


class FaceShape(Enum):
    """Shapes of pieces."""

    CARD = "card"
    TILE = "tile"
    DIE = "die"
    WORLD = "world"


@dataclass(frozen=True, slots=True)
class Face:
    """A piece as it looks on the table.

    Attributes:
        grounds: keys of `theme.PIECE_GROUNDS`; several share the area, empty is the default colour.
        icon: name in the atlas or of an icon, such as ``chip`` or ``world/genes``.
            A world has the ground ``military`` or none.
        text: a number or letters, large; beside the icon if there is one.
    """

    shape: FaceShape
    grounds: tuple[str, ...] = ()
    icon: str = ""
    text: str = ""

    @property
    def name(self) -> str:
        """Return the icon name that encodes this piece."""
        grounds = "+".join(self.grounds)
        return f"{_NAMED}{self.shape.value}:{grounds}:{self.icon}:{self.text}"


@lru_cache(maxsize=512)
def face_named(name: str) -> Face | None:
    """Return the piece encoded in an icon name; None for any other name."""
    if not name.startswith(_NAMED):
        return None
    shape, grounds, icon, text = name.removeprefix(_NAMED).split(":")
    keys = tuple(grounds.split("+")) if grounds else ()
    return Face(FaceShape(shape), keys, icon, text)
