"""The facts of the games' tiles as data files, read once by a strict loader."""

from companion.catalog.errors import CatalogError, TileSetError
from companion.catalog.roll_loader import load_roll_catalog, use_tile_sets

__all__ = ["CatalogError", "TileSetError", "load_roll_catalog", "use_tile_sets"]
