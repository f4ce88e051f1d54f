"""The locks: complete, hashed, in step with each other, and free of any machine's registry."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[2]
_LOCKS: Final = _ROOT / "deploy" / "locks"
_NAMES: Final = ("run", "dev", "train", "bookworm-pi-run", "bookworm-pi-dev")
_HEAD: Final = re.compile(r"^([a-z0-9-]+)==(\S+?)(?: ; (.*?))? \\$")


@dataclass(frozen=True, slots=True)
class _Pin:
    """One locked package: a package may have several, told apart by *marker*."""

    name: str
    version: str
    marker: str
    hashes: int


def _read(lock: str) -> frozenset[_Pin]:
    """The pins of a lock; any other kind of line fails the test."""
    pins: list[_Pin] = []
    for line in (_LOCKS / f"{lock}.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if head := _HEAD.match(line):
            pins.append(_Pin(head[1], head[2], head[3] or "", 0))
        elif text.startswith("--hash=sha256:"):
            last = pins.pop()
            pins.append(_Pin(last.name, last.version, last.marker, last.hashes + 1))
        else:
            assert not text or text.startswith("#"), f"{lock}: {line}"
    return frozenset(pins)


@pytest.mark.parametrize(("lock", "least"), [*((name, 20) for name in _NAMES), ("picamera2", 2)])
def test_every_package_is_pinned_with_hashes(lock: str, least: int) -> None:
    """Pip can refuse a file that is not the one that was locked."""
    pins = _read(lock)
    assert len(pins) >= least
    assert [pin for pin in pins if pin.hashes == 0] == []


@pytest.mark.parametrize("lock", _NAMES)
def test_one_opencv_wheel(lock: str) -> None:
    """Two OpenCV wheels own the same folder and overwrite each other."""
    assert {pin.name for pin in _read(lock) if pin.name.startswith("opencv")} == {"opencv-python"}


@pytest.mark.parametrize("lock", _NAMES)
def test_what_builds_the_companion_is_locked(lock: str) -> None:
    """The companion installs itself without asking the network for its build tool."""
    assert "setuptools" in {pin.name for pin in _read(lock)}


@pytest.mark.parametrize(
    ("small", "large"), [("run", "dev"), ("run", "train"), ("bookworm-pi-run", "bookworm-pi-dev")]
)
def test_larger_locks_hold_the_smaller(small: str, large: str) -> None:
    """Tests and training run with the versions that the table runs with."""
    assert _read(small) - _read(large) == frozenset()


@pytest.mark.parametrize(("extra", "lock"), [("", "run"), ("dev", "dev"), ("train", "train")])
def test_locks_know_what_the_project_asks_for(extra: str, lock: str) -> None:
    """A dependency that was added without `make lock` shows here, before a bare machine."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    names = {re.split(r"[<>=!;\s\[]", line, maxsplit=1)[0] for line in wanted}
    assert names - {pin.name for pin in _read(lock)} <= {"torch"}  # set-up installs it by itself


def test_bookworm_on_a_pi_keeps_the_numpy_of_its_camera() -> None:
    """Picamera2 there is built with numpy 1.24, and OpenCV from 4.12 on asks for numpy 2."""
    pins = {(pin.name, pin.version) for pin in _read("bookworm-pi-run") if ">=" not in pin.marker}
    assert {("numpy", "1.24.2"), ("opencv-python", "4.11.0.86")} <= pins
