"""Files of enrolled tiles, one for each box: small JSON files, read as untrusted input.

A box file has pictures of 40 pixels and the text recognised on them, nothing larger.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import quote

import msgspec

from companion.errors import CompanionError, os_errors_as, reason_of
from companion.regular_file import read_regular
from companion.storage.atomic_file import write_atomically
from companion.storage.codec import INVALID

if TYPE_CHECKING:  # the window starts without OpenCV and numpy
    from vision.tiles.appearance import KnownTile, TileBox

SUFFIX: Final = ".json"
MAX_BYTES: Final = 8_000_000
_MOST_TILES: Final = 1000
_MOST_LETTERS: Final = 200


class TileBoxError(CompanionError, ValueError):
    """A box of tiles cannot be used."""

    code = "tile_box_unusable"
    template = "The tile box %(box)s cannot be used: %(reason)s."
    hint = "Enrol the tiles again with companion enroll-tiles and another --box."


class TileBoxMissingError(TileBoxError, FileNotFoundError):
    """The file does not exist."""

    code = "tile_box_missing"
    template = "There is no tile box %(box)s."
    hint = "Create it with companion enroll-tiles, or give the name of another."


TILE_BOX_WRITE: Final = TileBoxError.row(
    "tile_box_write",
    "The tile box %(box)s cannot be written: %(reason)s.",
    "Choose a writable folder on a disk with free space.",
)


class _Tile(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in the file: its texts, and pictures as pixels (base64)."""

    texts: tuple[str, ...]
    looks: tuple[bytes, ...]


class _Box(msgspec.Struct, forbid_unknown_fields=True):
    """The content of the file: tiles by key."""

    schema: Literal["tile-box/1"]
    tiles: dict[str, _Tile]
    name: str = ""


def box_path(name_or_file: str, folder: Path) -> Path:
    """Return the file of a box: the given path, or the file of this name in *folder*.

    Raises:
        TileBoxError: the name is empty.
    """
    if not name_or_file.strip():
        raise TileBoxError(box='""', reason="it has no name")
    named = Path(name_or_file)
    if named.suffix == SUFFIX or len(named.parts) > 1:
        return named
    return folder / f"{quote(name_or_file, safe=' ')}{SUFFIX}"


def read_box(path: Path) -> "TileBox":
    """Return the box in a file.

    Raises:
        TileBoxMissingError: the file does not exist.
        TileBoxError: it is not a box file, or it is damaged.
    """
    from vision.tiles.appearance import TileBox

    try:
        box = msgspec.json.decode(read_regular(path, MAX_BYTES), type=_Box)
        known = {key: _known(tile) for key, tile in box.tiles.items()}
    except FileNotFoundError as err:
        raise TileBoxMissingError(box=path) from err
    except OSError as err:
        raise TileBoxError(box=path, reason=err.strerror or "it cannot be read") from err
    except INVALID as err:
        raise TileBoxError(box=path, reason=reason_of(err)) from err
    if len(known) > _MOST_TILES:
        raise TileBoxError(box=path, reason="it has too many tiles")
    return TileBox(box.name or path.stem, known)


def write_box(path: Path, box: "TileBox") -> None:
    """Replace the file of a box atomically.

    Raises:
        TileBoxError: writing failed; an existing file is unchanged.
    """
    tiles = {
        key: _Tile(tile.texts, tuple(look.tobytes() for look in tile.looks))
        for key, tile in sorted(box.tiles.items())
    }
    content = msgspec.json.encode(_Box("tile-box/1", tiles, box.name))
    with os_errors_as(TILE_BOX_WRITE, box=path):
        write_atomically(path, msgspec.json.format(content, indent=1) + b"\n")


def _known(tile: _Tile) -> "KnownTile":
    import numpy as np

    from vision.tiles.appearance import MOST_KEPT, SIDE_PX, KnownTile

    if max(len(tile.looks), len(tile.texts)) > MOST_KEPT:
        raise ValueError("a tile has too many looks")
    if any(len(text) > _MOST_LETTERS for text in tile.texts):
        raise ValueError("a text is too long")
    looks = (np.frombuffer(look, np.uint8).reshape(SIDE_PX, SIDE_PX, 3) for look in tile.looks)
    return KnownTile(tuple(looks), tile.texts)
