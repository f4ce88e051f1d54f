"""The reader of tiles with all of its networks, opened once."""

import pytest

from companion.catalog import load_roll_catalog
from vision.tiles.opening import open_tile_reader
from vision.tiles.reader import TilesFromStills


@pytest.fixture(scope="session")
def reader() -> TilesFromStills:
    return open_tile_reader(load_roll_catalog())
