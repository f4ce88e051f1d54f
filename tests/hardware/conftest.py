"""The board that tests of the Pi's camera run on."""

import pytest

from tests.hardware.board.real_picamera2 import Board, load


@pytest.fixture(scope="session")
def board() -> Board:
    """Return the real picamera2 over a stand-in for libcamera."""
    return load()
