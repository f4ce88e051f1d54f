"""Errors of the catalogue."""

from __future__ import annotations

from companion.errors import CompanionError


class CatalogError(CompanionError, ValueError):
    """A catalogue file is not what the loader expects.

    Args:
        file: name of the file.
        place: the key's path in it, such as ``tile[3].world.cost``; empty for the whole file.
        problem: what is wrong and what is expected there.
    """

    code = "catalog_broken"
    template = "The catalogue file %(file)s is broken at %(place)s: %(problem)s."
    hint = "Put the file back as it was installed."

    def __init__(self, *, file: str, place: str, problem: str) -> None:
        super().__init__(file=file, place=place or "its top level", problem=problem)


class TileSetError(CatalogError):
    """A file with further tiles, which the owner has put there, is not what the loader expects."""

    code = "tile_set_broken"
    hint = "Correct the file, or take it out of the folder with the tile sets."
