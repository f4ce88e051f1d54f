"""The real picamera2 over the stand-in for libcamera and for the kernel's memory."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.hardware.board.automatics import Automatics
from tests.hardware.board.libcamera_stub import CameraManager, World, as_module

PLACE = Path(sys.prefix) / "picamera2"
"""Where ``deploy/setup.sh dev`` puts picamera2's sources: out of the companion's sight."""

_UNUSED = ("av", "pidng", "pidng.camdefs", "pidng.core", "piexif", "prctl", "pykms", "simplejpeg")
"""Libraries of its encoders and file formats, which a camera's frames never meet."""


class Heap:
    """The kernel's heap for buffers, in plain shared memory."""

    def alloc(self, name: str, size: int) -> Any:
        handle = os.memfd_create(name)
        os.ftruncate(handle, size)
        return SimpleNamespace(get=lambda: handle, isValid=lambda: True)

    def close(self) -> None:
        """Nothing was opened."""


class Board:
    """A Raspberry Pi as its camera's software sees it."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.world = World()

    def connect(self, *sensors: Any, webcams: tuple[str, ...] = ()) -> World:
        """Begin anew with these camera modules; returns what may be changed about them."""
        moves = any(each.lens_moves for each in sensors)
        self.world = World(
            sensors=sensors, webcams=webcams, automatics=Automatics(lens_moves=moves)
        )
        manager = CameraManager(self.world)
        libcamera: Any = self.module.picamera2.libcamera
        libcamera.CameraManager = SimpleNamespace(singleton=lambda: manager)
        listener = self.module.Picamera2._cm
        if listener.running:  # it goes on where a camera could not be opened
            listener.running = False
            listener.thread.join()
        listener.cameras.clear()
        listener._cms = None
        return self.world


@cache
def load() -> Board:
    """Import the real picamera2 and leave no trace of it among the imported modules."""
    if not (PLACE / "picamera2").is_dir():
        pytest.fail(f"picamera2 is not in {PLACE}: run make test, or deploy/setup.sh dev")
    before = set(sys.modules)
    stand_ins: dict[str, Any] = {name: MagicMock() for name in _UNUSED}
    with _importable({"libcamera": as_module(World()), **stand_ins}):
        module = importlib.import_module("picamera2")
        importlib.import_module("picamera2.picamera2")
        allocator: Any = importlib.import_module("picamera2.allocators.dmaallocator")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {"picamera2", "videodev2"}:
            del sys.modules[name]
    allocator.DmaHeap = Heap
    allocator.fcntl = SimpleNamespace(ioctl=lambda *_: 0)
    return Board(module)


@contextmanager
def _importable(modules: dict[str, Any]) -> Iterator[None]:
    sys.path.insert(0, str(PLACE))
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        sys.path.remove(str(PLACE))
        for name, module in kept.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
