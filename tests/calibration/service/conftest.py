"""A table for each test, all with one reader."""

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
def rig(tmp_path: Path) -> Rig:
    """A table whose camera shows nothing yet."""
    return Rig(tmp_path / "profiles", _opened())
