"""The rules of udev: which stick is mounted where, and by whom it may be written to."""

import fnmatch
import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

_RULES: Final = Path(__file__).parents[2] / "deploy" / "system" / "70-companion.rules"
_TERM: Final = re.compile(r'([A-Z]+(?:\{\w+\})?)(==|!=|\+=|=)"([^"]*)"')


_TOOLS: Final = {
    "findmnt": "echo /dev/sda2",
    "lsblk": 'case "${@: -1}" in /dev/sda?) echo sda ;; /dev/sdb?) echo sdb ;; esac',
}
"""On a machine whose system is on the second partition of sda."""


def _succeeds(program: str, device: str) -> bool:
    """Run the program of a rule as udev does."""
    words = shlex.split(program.replace("$devnode", device).replace("$$", "$"))
    tools = "".join(f"{name}() {{ {body}; }}\n" for name, body in _TOOLS.items())
    assert words[:2] == ["/bin/sh", "-c"]
    return subprocess.run(["/bin/bash", "-c", tools + words[2]], check=False).returncode == 0


def commands(**device: str) -> list[str]:
    """What udev runs for a block device with these properties."""
    known = {"ACTION": "add", "SUBSYSTEM": "block"} | {
        f"ENV{{{name}}}": value for name, value in device.items()
    }
    run: list[str] = []
    for line in _RULES.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        terms = _TERM.findall(line.partition("#")[0])
        matches = [
            _succeeds(value, known.get("ENV{DEVNAME}", ""))
            if key == "PROGRAM"
            else any(fnmatch.fnmatch(known.get(key, ""), each) for each in value.split("|"))
            is (operator == "==")
            for key, operator, value in terms
            if operator in ("==", "!=")
        ]
        if ("GOTO", "=", "companion_end") in terms and all(matches):
            break
        if terms and all(matches):
            run += [value for key, operator, value in terms if (key, operator) == ("RUN", "+=")]
    return run


@pytest.mark.parametrize(
    ("file_system", "has_owner"),
    [("vfat", True), ("exfat", True), ("ntfs", True), ("ext4", False), ("btrfs", False)],
)
def test_only_file_systems_without_owners_are_given_one(file_system: str, has_owner: bool) -> None:
    """--owner adds uid and gid to the options of the mount, which the others refuse."""
    stick = {"ID_BUS": "usb", "ID_FS_USAGE": "filesystem", "ID_FS_TYPE": file_system}
    (command,) = commands(**stick)
    assert ("--owner=companion" in command.split()) is has_owner
    assert "--options=nosuid,nodev,noexec,sync" in command.split()


@pytest.mark.parametrize(
    ("device", "mounted"), [("/dev/sda1", 0), ("/dev/sda2", 0), ("/dev/sdb1", 1), ("/dev/sdc", 1)]
)
def test_the_disk_of_a_system_that_boots_from_usb_is_left_alone(device: str, mounted: int) -> None:
    """All its partitions; other drives are mounted, with partitions or without."""
    drive = {"ID_BUS": "usb", "ID_FS_USAGE": "filesystem", "ID_FS_TYPE": "vfat", "DEVNAME": device}
    assert len(commands(**drive)) == mounted


def test_the_systems_own_disks_are_left_alone() -> None:
    """Nor is a stick without a file system mounted."""
    assert commands(ID_BUS="ata", ID_FS_USAGE="filesystem", ID_FS_TYPE="ext4") == []
    assert commands(ID_BUS="usb", ID_FS_USAGE="crypto", ID_FS_TYPE="crypto_LUKS") == []
