"""Updates that fail, and updates that are killed before each of their calls that change files.

The installer runs for real under another root; what would change the machine are stand-ins
(`tests.deploy.machine`). The stand-in for systemctl keeps whether the service runs.
"""

import random
import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.deploy.machine import ROOT, Machine, new_machine
from tests.faults.calls import library
from tests.faults.killing import FAST, Counter, new_counter
from tests.faults.matrix import Row

_GAMES: Final = "an evening"
_SYSTEM_FILES: Final = {
    "companion.service": "etc/systemd/system",
    "70-companion.rules": "etc/udev/rules.d",
    "50-companion.rules": "etc/polkit-1/rules.d",
}
_NEW: Final = b"# as version 2.0 has it\n"
_SYSTEMCTL: Final = """#!/bin/bash
[[ " ${FAKE_SYSTEMCTL_FAILS:-} " != *" $1 "* ]] || exit 1
case $1 in
start | restart) touch "$FAKE_LOG.running" ;;
stop) rm -f "$FAKE_LOG.running" ;;
is-active) [[ -e $FAKE_LOG.running ]] ;;
esac
"""
_FAILURES: Final = (
    {"FAKE_SETUP_FAILS": "1"},
    {"FAKE_SICK": "2.0"},
    {"FAKE_BACKUP_FAILS": "1"},
    {"FAKE_FREE_MB": "9"},
    {"FAKE_SYSTEMCTL_FAILS": "enable"},
    {"FAKE_SYSTEMCTL_FAILS": "daemon-reload"},
)


def rows(scale: float) -> Iterable[Row]:
    """Fail and kill updates; a scale below 1 takes a share of the calls."""
    with tempfile.TemporaryDirectory(dir=FAST) as scratch:
        folder = Path(scratch)
        machine = _before_an_update(folder / "machine")
        machine.root.parent.rename(folder / "pristine")
        yield _failed(folder, machine)
        yield _killed(folder, machine, scale)


def _failed(folder: Path, machine: Machine) -> Row:
    faults = [0, 0, 0]
    for fakes in _FAILURES:
        _afresh(folder)
        done = machine.install(**fakes)
        _count(faults, machine, internal=done.returncode not in (0, 1))
    return Row("failed update", len(_FAILURES), faults[0], faults[1], faults[2])


def _killed(folder: Path, machine: Machine, scale: float) -> Row:
    counter_file = new_counter(folder / "counter")
    counter = Counter(counter_file)
    preload = {"LD_PRELOAD": str(library(folder)), "KILL_COUNTER": str(counter_file)}
    _afresh(folder)
    counter.arm(0)
    done = machine.install(**preload)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    calls = counter.calls
    step = max(1, round(0.25 / scale))
    faults, runs, switched = [0, 0, 0], 0, 0
    for number in range(1 + random.Random(15).randrange(step), calls + 1, step):
        _afresh(folder)
        counter.arm(number)
        machine.install(**preload)
        counter.arm(0)
        runs += 1
        switched += machine.runs() == "2.0"
        _count(faults, machine, internal=False)
        again = machine.install()
        is_done = (machine.runs(), machine.runs("previous")) == ("2.0", "1.0")
        _count(faults, machine, internal=again.returncode != 0 or not is_done)
    note = f"{calls} calls; {runs - switched} went on with the old, {switched} with the new version"
    return Row("kill in an update", runs, faults[0], faults[1], faults[2], note)


def _count(faults: list[int], machine: Machine, *, internal: bool) -> None:
    """Add up silent losses, failed starts and internal errors after an update."""
    faults[0] += not _keeps_everything(machine)
    faults[1] += not _can_start(machine)
    faults[2] += internal


def _keeps_everything(machine: Machine) -> bool:
    """Whether the games are as they were, and every backup that has its name is whole."""
    data = machine.root / "var" / "lib" / "companion"
    backups = list((data / "backups").glob("*.zip")) if (data / "backups").exists() else []
    return (data / "games.sqlite").read_text() == _GAMES and all(map(zipfile.is_zipfile, backups))


def _can_start(machine: Machine) -> bool:
    """Whether the service runs, and would after a power cut: version, links and unit are whole."""
    current = machine.root / "opt" / "companion" / "current"
    whole = (current / ".complete").exists() and (current / ".venv/bin/companion").exists()
    placed = all(
        (machine.root / folder / name).read_bytes().removesuffix(_NEW)
        == (ROOT / "deploy" / "system" / name).read_bytes()
        for name, folder in _SYSTEM_FILES.items()
    )
    command = machine.root / "usr" / "local" / "bin" / "companion"
    placed &= command.read_bytes() == (ROOT / "deploy" / "system" / "companion.sh").read_bytes()
    running = machine.programs / "log.running"
    return whole and placed and running.exists()


def _before_an_update(folder: Path) -> Machine:
    """Version 1.0 runs with games; the checkout is version 2.0."""
    folder.mkdir()
    machine = new_machine(folder)
    (machine.programs / "systemctl").write_text(_SYSTEMCTL)
    setup = machine.checkout / "deploy" / "setup.sh"
    # The backup of the stand-in is written as the real one is: beside, then renamed.
    text = setup.read_text().replace('echo games >"$2"', _BACKUP)
    setup.write_text(text)
    (machine.root / "run" / "systemd" / "system").mkdir(parents=True)
    done = machine.install()
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    machine.play()
    machine.release("2.0")
    for name in _SYSTEM_FILES:
        with (machine.checkout / "deploy" / "system" / name).open("ab") as file:
            file.write(_NEW)
    return machine


_BACKUP: Final = r"""printf 'PK\5\6%18s' '' | tr ' ' '\0' >"$2.part" && mv "$2.part" "$2" """


def _afresh(folder: Path) -> None:
    shutil.rmtree(folder / "machine", ignore_errors=True)
    shutil.copytree(folder / "pristine", folder / "machine", symlinks=True)
