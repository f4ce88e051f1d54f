"""Errors of the catalogue."""

from companion.errors import CompanionError


class CatalogError(CompanionError, ValueError):
    """A catalogue file is invalid.

    Args:
        file: name of the file.
        place: path of the key in it, such as ``tile[3].world.cost``; empty for the whole file.
        problem: what is wrong and what is expected.
    """

    code = "catalog_broken"
    template = "The catalogue file %(file)s has an error at %(place)s: %(problem)s."
    hint = "Restore the original file."

    def __init__(self, *, file: str, place: str, problem: str) -> None:
        super().__init__(file=file, place=place or "its top level", problem=problem)


class TileSetError(CatalogError):
    """An additional tile set added by the user is invalid."""

    code = "tile_set_broken"
    hint = "Correct the file, or remove it from the folder with the tile sets."
