"""Textures of the game pieces from the atlases, in the best size for display."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from kivy.atlas import Atlas
from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture

from companion.drawing.glyphs import FACES
from kivy_ui import theme
from kivy_ui.art.files import SIZES_PX as WINDOWS_PX
from kivy_ui.art.files import backdrop_name

ATLAS: Final = Path(__file__).with_name("pieces.atlas")

BOARD_ATLAS: Final = ATLAS.with_name("board.atlas")
"""Pieces of the other games; loaded when one of them is first shown."""

BACKDROP: Final = ATLAS.with_name(backdrop_name(WINDOWS_PX[1]))

SIZES_PX: Final = (24, 32, 48, 72, 112)
"""Edges of each picture in the atlas. A picture is displayed at 0.64 to 1 of its stored size, which
linear filtering does without visible loss."""

_PLATES: Final = {face: f"phase/{face}" for face in FACES[:5]}

NAMES: Final = {
    **{f"phase/{face}/active": plate for face, plate in _PLATES.items()},
    "coin": "credits",
    **{name: name for name in ("bag", "chip", "chip/blank", "cup", "development", "tile")},
}
"""Pieces by their names in `kivy_ui.art.pieces`, with the names of the icons that they replace."""

_WORLDS: Final = ("world/gray", "world/novelty")

_OWNED: Final = (
    *("token/empire", "token/starbase"),
    *("ship/fighter", "ship/cruiser", "ship/dreadnought"),
)

BOARD_PICTURED: Final = frozenset(
    {
        *(f"cube/{good}" for good in ("food", "metal", "energy")),
        *(f"d6/{value}" for value in range(1, 7)),
        *(f"role/{role}" for role in ("explorer", "merchant", "steward", "engineer", "warlord")),
        *(f"role/{role}" for role in ("second_warlord", "regent", "scientist")),
        *_OWNED,
        *("tile/empty", "tile/back", "sun", "black_hole", "throne"),
    }
)
"""Icon names of the other games that have a picture."""

PICTURED: Final = frozenset(
    {"bag", "chip", "credits", "cup", "development", "tile", *_WORLDS, *_PLATES.values()}
    | BOARD_PICTURED
)
"""Icon names that have a picture: pieces, and the phases' round plates."""


def owned(icon: str) -> bool:
    """Return whether a piece is tinted in the owner's colour; its picture is gray."""
    return icon in _OWNED


def pictured(icon: str) -> str:
    """Return the name of an icon's picture; empty if it has none."""
    name = _PLATES.get(icon, icon)
    return name if name in PICTURED else ""


def key_of(name: str, size_px: int) -> str:
    """Return the key of a picture in the atlas."""
    return f"{name.replace('/', '-')}-{size_px}"


def picture(name: str, edge_px: float) -> Texture:
    """Return the texture of a piece for a square of *edge_px*.

    Args:
        name: as in `kivy_ui.art.pieces`, such as ``die/home/explore`` or ``chip``.

    Raises:
        KeyError: there is no such picture.
    """
    size_px = next((size for size in SIZES_PX if size >= edge_px), SIZES_PX[-1])
    atlas = _atlas(BOARD_ATLAS if name in BOARD_PICTURED else ATLAS)
    return atlas[key_of(name, size_px)]


def draw_picture(
    group: InstructionGroup,
    name: str,
    origin: tuple[float, float],
    edge_px: float,
    *,
    alpha: float = 1.0,
    tint: theme.Rgba = theme.UNTINTED,
) -> None:
    """Add the picture of a piece to *group*, lower left corner at *origin*."""
    group.add(Color(*theme.faded(tint, alpha)))
    place, edge = (round(origin[0]), round(origin[1])), round(edge_px)
    group.add(Rectangle(texture=picture(name, edge), pos=place, size=(edge, edge)))


@lru_cache(maxsize=2)
def _atlas(path: Path) -> Atlas:
    return Atlas(str(path))
