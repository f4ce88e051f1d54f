"""Tile and card data of the games: data files and a strict loader that caches them."""

from companion.catalog.errors import CatalogError, TileSetError
from companion.catalog.roll_loader import load_roll_catalog, use_tile_sets

__all__ = ["CatalogError", "TileSetError", "load_roll_catalog", "use_tile_sets"]
