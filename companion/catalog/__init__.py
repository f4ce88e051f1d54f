"""The facts of the games' tiles as data files, read once by a strict loader."""

from companion.catalog.errors import CatalogError
from companion.catalog.roll_loader import load_roll_catalog

__all__ = ["CatalogError", "load_roll_catalog"]
