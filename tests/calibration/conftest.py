"""One reader with the real models for all tests of the calibration."""

from functools import cache

import pytest

from vision.opening import open_table_reader
from vision.pipeline import TableReader


@cache
def _opened() -> TableReader:
    return open_table_reader()


@pytest.fixture
def reader() -> TableReader:
    """The real reader, without a calibration."""
    reader = _opened()
    reader.use_lighting(None)
    return reader
