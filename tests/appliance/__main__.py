"""``python -m tests.appliance [bookworm] [trixie]``: the installed appliance in virtual machines.

Needs root; installs debootstrap, dosfstools, mtools and qemu-system-x86 where they are missing.
Each system takes 5 GB of memory while it is made, then 3 GB and as much on the disk. What a
failure looked like stays in the folder.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.appliance.machine import Machine, has_kvm

_SUITES: Final = ("bookworm", "trixie")
_PROGRAMS: Final = {
    "debootstrap": "debootstrap",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "qemu-system-x86_64": "qemu-system-x86",
}


def main() -> int:
    """Make each system, run its checks, side by side; 1 where anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.appliance", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"{_SUITES}; default: both")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "appliance")
    args = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("this needs root: sudo make test-appliance")
    missing = [package for program, package in _PROGRAMS.items() if not shutil.which(program)]
    if missing:
        subprocess.run(
            ["apt-get", "-q", "install", "-y", "--no-install-recommends", *missing], check=True
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no machine is left behind
    suites = args.suites or _SUITES
    if len(suites) == 1:
        return _prove(suites[0], args.folder / suites[0])
    command = [sys.executable, "-m", "tests.appliance", "--folder", str(args.folder)]
    running = [subprocess.Popen([*command, suite]) for suite in suites]
    try:
        return max(process.wait() for process in running)
    finally:
        for process in running:
            process.terminate()


def _prove(suite: str, folder: Path) -> int:
    from kivy_ui.environment import Surface, prepare

    def tell(line: str) -> None:
        sys.stdout.write(f"{suite:8}  {line}\n")
        sys.stdout.flush()

    began = time.monotonic()
    slow = not has_kvm()
    tell(f"== {'emulated processor (no KVM)' if slow else 'KVM'}")
    image = subprocess.run(
        ["tests/appliance/image.sh", suite, str(folder), "slow" if slow else ""],
        check=False,
        capture_output=True,
        text=True,
    )
    if image.returncode:
        tell(f"FAIL  the installation: {(image.stdout + image.stderr)[-2000:]}")
        return 1
    tell(f"ok    installed, updated and taken back in a folder [{time.monotonic() - began:.0f} s]")
    prepare(surface=Surface.OFFSCREEN)
    from tests.appliance.checks import Checks  # Kivy reads the environment at its import

    checks = Checks(Machine(folder), tell, folder)
    checks.run()
    (folder / "disk.raw").unlink()
    took_s, worked_s = time.monotonic() - began, sum(os.times()[:4])  # QEMU's included
    tell(
        f"== {checks.failures} failures, {took_s / 60:.0f} minutes "
        f"({worked_s / 60:.0f} of one processor core)"
    )
    return min(1, checks.failures)


if __name__ == "__main__":
    sys.exit(main())
