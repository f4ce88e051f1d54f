"""One reader with the real models for all tests of the calibration, and a table with it."""

from functools import cache
from pathlib import Path

import pytest

from tests.calibration.service.rig import Rig
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


@pytest.fixture
def rig(tmp_path: Path, reader: TableReader) -> Rig:
    """A table whose camera shows nothing yet."""
    return Rig(tmp_path / "profiles", reader)
