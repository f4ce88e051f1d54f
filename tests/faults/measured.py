"""Runs a command of the companion in a process of its own and tells what it took.

As a program it is that process: ``python -m tests.faults.measured REPORT COMMAND...``.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_MB: Final = 600
"""What no input may make a command take."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended.

    Attributes:
        status: exit status; negative for a signal.
        said: both outputs.
        peak_mb: the most memory that it held.
    """

    status: int
    said: str
    peak_mb: float

    @property
    def is_internal_error(self) -> bool:
        """Whether it ended in another way than with an answer."""
        tell_tale = "[internal]" in self.said or '"internal"' in self.said
        return self.status not in (0, 1) or tell_tale or "Traceback" in self.said

    @property
    def is_too_large(self) -> bool:
        """Whether it took more memory than anything may."""
        return self.peak_mb > MOST_MB


def run_measured(words: Sequence[object], *, home: Path, timeout_s: float = 300.0) -> Outcome:
    """Run ``companion WORDS``."""
    with tempfile.NamedTemporaryFile(suffix=".txt") as report:
        program = [sys.executable, "-m", "tests.faults.measured", report.name, *map(str, words)]
        done = subprocess.run(
            program,
            env={**os.environ, "COMPANION_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            timeout=timeout_s,
        )
        peak = Path(report.name).read_text(encoding="ascii")
    return Outcome(done.returncode, done.stdout, float(peak or "inf"))


def _main() -> int:
    from companion.cli.main import main

    status = main(sys.argv[2:])
    # Not from getrusage: that knows the largest of this process before its program, too.
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    Path(sys.argv[1]).write_text(str(int(found[1]) / 1000 if found else ""), encoding="ascii")
    return status


if __name__ == "__main__":
    sys.exit(_main())
