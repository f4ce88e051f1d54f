"""No call waits for ever: a process, a thread, a lock, a port or an address has a time limit."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.programs import ROOT, tracked_files

_FOLDERS: Final = ("calibration/", "companion/", "deploy/", "hardware/", "kivy_ui/", "vision/")
_WAITING: Final = frozenset({"acquire", "communicate", "get", "join", "result", "wait"})
"""Methods that wait where they are called without an argument."""
_ALWAYS: Final = frozenset(
    {"Serial", "call", "check_call", "check_output", "create_connection", "run", "urlopen"}
)
"""Functions that need ``timeout=`` whatever else they get, if a module gives them."""
_MODULES: Final = frozenset({"serial", "socket", "subprocess", "urllib.request"})

_BY_INTENT: Final = {
    ("companion/app/running.py", "self._closed.wait()"): "the program runs until it is closed",
    ("companion/app/running.py", "self._shown.wait()"): "a thread of its own, released at the end",
    ("companion/benches/ui.py", "touched[0].result()"): "done: the touch was handled",
    ("companion/benches/ui.py", "self._thread.join()"): "a benchmark's own thread",
    ("companion/session/table.py", "self._messages.get()"): "the owner's thread waits for messages",
    ("calibration/service/outcome_tracker.py", "self._to_count.get()"): "a thread of its own",
    ("hardware/cameras/opencv_camera.py", "self._jobs.get()"): "the driver's own thread",
    ("hardware/cameras/opencv_camera.py", "self._thread.join()"): "called through Driver.release",
    ("kivy_ui/games/roll/tiles/tile_camera.py", "self._arrived.get()"): "not empty",
}


def unlimited(source: str) -> Iterator[str]:
    """Yield the calls in *source* that may wait for ever, as text."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = node.func.attr
        limited = any("timeout" in (each.arg or "") for each in node.keywords)
        waits = name in _WAITING and not node.args and not node.keywords
        always = name in _ALWAYS and ast.unparse(node.func.value) in _MODULES
        if waits or (always and not limited):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("thread.join()", True),
        ("thread.join(timeout=5)", False),
        ('", ".join(names)', False),
        ("queue.get()", True),
        ("queue.get(timeout=1)", False),
        ("event.wait()", True),
        ("lock.acquire(blocking=False)", False),
        ("subprocess.run(['x'], check=True)", True),
        ("subprocess.run(['x'], check=True, timeout=9)", False),
        ("serial.Serial('x', write_timeout=1)", False),
        ("app.run(x)", False),
    ],
)
def test_a_call_without_a_limit_is_found(source: str, found: bool) -> None:
    """With a limit, and of another kind, it is not."""
    assert bool(list(unlimited(source))) is found


def test_every_call_that_waits_has_a_limit_or_a_reason() -> None:
    """On a thread that others wait for, one such call holds up the table."""
    files = [each for each in tracked_files() if each.startswith(_FOLDERS)]
    found = {
        (name, call)
        for name in files
        if Path(name).suffix == ".py" and not name.startswith("deploy/firmware/")
        for call in unlimited((ROOT / name).read_text("utf-8"))
    }
    assert found == set(_BY_INTENT)
