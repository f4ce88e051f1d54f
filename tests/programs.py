"""Python programs in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def printed_by(program: str, *words: object, timeout_s: float = 90.0) -> str:
    """Run a program with these arguments in the checkout; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def tracked_files() -> list[str]:
    """Return the files of the checkout that git tracks, as paths below its root."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
