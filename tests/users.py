"""A state folder of an ordinary user, also where the tests run as root."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_NOBODY = 65_534


@pytest.fixture
def users_folder() -> Iterator[Path]:
    """A folder of a user who is not root; every parent may be entered."""
    folder = Path(tempfile.mkdtemp(prefix="companion-user-"))
    if os.geteuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def as_user() -> Iterator[None]:
    """Run as the folder's owner: root becomes another user until the end of the block."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(_NOBODY)
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def not_of(folder: Path) -> list[Path]:
    """Return everything below a folder that has another owner."""
    owner = folder.stat().st_uid
    return [each for each in sorted(folder.rglob("*")) if each.lstat().st_uid != owner]
