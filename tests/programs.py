"""Python programs in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
_NOTHING: Final[Mapping[str, str]] = {}


def printed_by(program: str, *words: object, preloaded: Mapping[str, str] = _NOTHING) -> str:
    """Run a program with these arguments in the checkout; return what it printed.

    Args:
        preloaded: added to its environment (`tests.faults.calls`).
    """
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=90.0,
        check=False,
        cwd=ROOT,
        env={**os.environ, **preloaded},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def tracked_files() -> list[str]:
    """Return the files of the checkout that git tracks, as paths below its root."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
