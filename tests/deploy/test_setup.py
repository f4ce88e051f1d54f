"""deploy/setup.sh: what it installs, when it does nothing, and how it refuses.

The script runs for real in a copy of the checkout. Only the programs that would change the machine
(python3 -m venv, pip, apt, sudo) are stand-ins that write down how they were called.
"""

import os
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[2]

# Stands for the system's Python: its version is FAKE_VERSION; it makes an environment whose Python
# is the same stand-in. `pip install` is noted; FAKE_PIP_FAILS makes it fail.
_PYTHON: Final = r"""#!/bin/bash
case "$*" in
"-c import ensurepip") exit "${FAKE_NO_ENSUREPIP:-0}" ;;
"-c import pip") ;;
-c*) echo "${FAKE_VERSION:-3.11.2} ${FAKE_BITS:-64} /usr/bin/python3" ;;
"-m venv"*)
    echo "venv ${@:3}" >>"$FAKE_LOG"
    mkdir -p "${@: -1}/bin"
    cp "$0" "${@: -1}/bin/python"
    ;;
"-m pip install"*)
    echo "pip ${@: -1}" >>"$FAKE_LOG"
    exit "${FAKE_PIP_FAILS:-0}"
    ;;
"-m compileall -q "*) echo "compile ${@:4}" >>"$FAKE_LOG" ;;
*) echo "unexpected: $*" >&2; exit 99 ;;
esac
"""
# Stands for apt: FAKE_INSTALLED lists what is there, FAKE_KNOWN what the archive has.
_DPKG_QUERY: Final = r"""#!/bin/bash
case " $FAKE_INSTALLED " in *" all "* | *" ${@: -1} "*) echo "ii " ;; *) exit 1 ;; esac
"""
_APT_CACHE: Final = r"""#!/bin/bash
for name in "${@:2}"; do
    candidate='(none)'
    case " $FAKE_KNOWN " in *" $name "*) candidate=1.0 ;; esac
    printf '%s:\n  Installed: (none)\n  Candidate: %s\n' "$name" "$candidate"
done
"""
_APT_GET: Final = """#!/bin/bash
echo "apt-get $*" >>"$FAKE_LOG"
"""
_ID: Final = """#!/bin/bash
echo "${FAKE_UID:-0}"
"""
_SUDO: Final = """#!/bin/bash
[[ ${FAKE_SUDO:-no} = yes ]] || exit 1
echo "sudo $*" >>"$FAKE_LOG"
"""


@dataclass(frozen=True, slots=True)
class _Checkout:
    """A copy of the set-up's files and the stand-ins' folder beside it."""

    path: Path
    programs: Path

    @property
    def log(self) -> Path:
        return self.programs / "log"

    def setup(self, kind: str, **fakes: str) -> subprocess.CompletedProcess[str]:
        """Run ``deploy/setup.sh kind`` without a terminal."""
        environment = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "FAKE_LOG": str(self.log),
            "FAKE_INSTALLED": "all",
            "FAKE_KNOWN": "",
            "SYSTEM_ROOT": str(self.programs),
            **fakes,
        }
        return subprocess.run(
            [self.path / "deploy" / "setup.sh", kind],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def system(self, release: str, model: str) -> None:
        """Say which release this is, and on what board."""
        for path, text in {
            "etc/os-release": f"ID=debian\nVERSION_CODENAME={release}\n",
            "proc/device-tree/model": f"{model}\0",
        }.items():
            file = self.programs / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def calls(self) -> list[str]:
        """What the stand-ins were asked for since the last question."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> _Checkout:
    """A fresh clone on a machine that has every system package."""
    path = tmp_path / "check out"  # people have blanks in the names of their folders
    shutil.copytree(_ROOT / "deploy", path / "deploy")
    shutil.copy(_ROOT / "pyproject.toml", path)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in {
        "python3": _PYTHON,
        "dpkg-query": _DPKG_QUERY,
        "apt-cache": _APT_CACHE,
        "apt-get": _APT_GET,
        "id": _ID,
        "sudo": _SUDO,
    }.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    clone = _Checkout(path, programs)
    clone.system("bookworm", "Some PC")
    return clone


_COMPILE: Final = "compile calibration companion hardware kivy_ui models vision"
_FIRST_RUN: Final = ["venv --clear .venv", "pip deploy/locks/run.txt", "pip .", _COMPILE]


def test_a_fresh_clone_gets_environment_packages_and_itself(checkout: _Checkout) -> None:
    """The first call does all of it, in this order."""
    assert checkout.setup("run").returncode == 0
    assert checkout.calls() == _FIRST_RUN


@pytest.mark.parametrize(("release", "lock"), [("bookworm", "bookworm-pi-run"), ("trixie", "run")])
def test_a_raspberry_pi_sees_the_camera_of_apt(
    checkout: _Checkout, release: str, lock: str
) -> None:
    """Its environment looks at the system's packages; Bookworm keeps their numpy."""
    checkout.system(release, "Raspberry Pi 5 Model B Rev 1.0")
    result = checkout.setup("run", PYTHON="python3", FAKE_INSTALLED="")
    assert result.returncode == 0
    _update, install, *rest = checkout.calls()
    assert {"python3-picamera2", "python3-lgpio", "libgl1"} <= set(install.split())
    assert rest == [
        "venv --clear --system-site-packages .venv",
        f"pip deploy/locks/{lock}.txt",
        "pip .",
        _COMPILE,
    ]


def test_a_new_release_installs_again(checkout: _Checkout) -> None:
    """After an upgrade of the system its packages are looked at once more."""
    checkout.setup("run")
    checkout.calls()
    checkout.system("trixie", "Some PC")
    checkout.setup("run")
    assert checkout.calls() == _FIRST_RUN[1:]


@pytest.mark.parametrize("kind", ["run", "dev", "train", "pi"])
def test_a_second_call_does_nothing(checkout: _Checkout, kind: str) -> None:
    """No environment, no pip, no apt, no output."""
    checkout.setup(kind)
    assert checkout.calls() != []
    again = checkout.setup(kind)
    assert (again.returncode, again.stdout, again.stderr, checkout.calls()) == (0, "", "", [])


def test_what_the_tests_need_holds_what_the_table_needs(checkout: _Checkout) -> None:
    """`make run` after `make test` has nothing to set up; the other way round it has."""
    checkout.setup("dev")
    checkout.calls()
    checkout.setup("run")
    assert checkout.calls() == []

    checkout.setup("train")
    last = ["pip deploy/locks/dev.txt", "pip torch==2.13.0", "pip .", _COMPILE]
    assert checkout.calls()[-4:] == last


def test_dev_on_top_of_run_keeps_the_environment(checkout: _Checkout) -> None:
    """The table's environment is completed, not built anew."""
    checkout.setup("run")
    checkout.calls()
    checkout.setup("dev")
    assert checkout.calls() == [
        "pip deploy/locks/dev.txt",
        "pip deploy/locks/picamera2.txt",
        "pip .",
        _COMPILE,
    ]


@pytest.mark.parametrize("changed", ["deploy/locks/run.txt", "pyproject.toml", "deploy/setup.sh"])
def test_a_change_installs_again(checkout: _Checkout, changed: str) -> None:
    """After an update of the checkout the packages follow, in the same environment."""
    checkout.setup("run")
    checkout.calls()
    with (checkout.path / changed).open("a") as file:
        file.write("\n# changed\n")
    checkout.setup("run")
    assert checkout.calls() == _FIRST_RUN[1:]


def test_an_interrupted_set_up_starts_the_environment_again(checkout: _Checkout) -> None:
    """Half-written packages are not trusted."""
    failed = checkout.setup("run", FAKE_PIP_FAILS="1")
    assert failed.returncode == 1
    assert "could not be installed" in failed.stderr
    checkout.calls()
    assert checkout.setup("run").returncode == 0
    assert checkout.calls() == _FIRST_RUN


def test_an_environment_without_an_end_is_not_taken_for_ready(checkout: _Checkout) -> None:
    """An interruption between making the environment and filling it leaves no false stamp."""
    (checkout.path / ".venv" / "bin").mkdir(parents=True)
    assert checkout.setup("run").returncode == 0
    assert checkout.calls() == _FIRST_RUN


def test_another_python_or_another_place_makes_a_new_environment(checkout: _Checkout) -> None:
    """An environment holds the path of its Python and of the checkout."""
    checkout.setup("run")
    checkout.calls()
    checkout.setup("run", FAKE_VERSION="3.13.5")
    assert checkout.calls() == _FIRST_RUN

    moved = _Checkout(checkout.path.parent / "moved", checkout.programs)
    checkout.path.rename(moved.path)
    moved.setup("run", FAKE_VERSION="3.13.5")
    assert moved.calls() == _FIRST_RUN


@pytest.mark.parametrize(
    ("fakes", "sentence"),
    [
        ({"FAKE_VERSION": "3.9.2"}, "is version 3.9.2; the companion needs 3.11, 3.12 or 3.13"),
        ({"FAKE_VERSION": "3.14.0"}, "is version 3.14.0; the companion needs"),
        ({"FAKE_BITS": "32"}, "needs a 64-bit system"),
        ({"PYTHON": "no-such-python"}, "no-such-python does not run"),
    ],
)
def test_an_unfit_python_is_refused(
    checkout: _Checkout, fakes: dict[str, str], sentence: str
) -> None:
    """One sentence that names the way out, and nothing is touched."""
    refused = checkout.setup("run", **fakes)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert checkout.calls() == []
    assert not (checkout.path / ".venv").exists()


def test_root_installs_what_is_missing(checkout: _Checkout) -> None:
    """Only what is missing, under the name that this release uses."""
    result = checkout.setup(
        "run", FAKE_INSTALLED="libegl1 libgl1", FAKE_KNOWN="libmtdev1 libglib2.0-0t64"
    )
    assert result.returncode == 0
    update, install = checkout.calls()[:2]
    assert update.endswith("update")
    packages = install.split("--no-install-recommends ")[1].split()
    assert {"libmtdev1", "libglib2.0-0t64"} <= set(packages)
    assert {"libegl1", "libgl1", "libglib2.0-0", "python3-venv"}.isdisjoint(packages)


@pytest.mark.parametrize(("kind", "more"), [("run", False), ("dev", True), ("pi", True)])
def test_only_tests_install_the_programs_that_they_call(
    checkout: _Checkout, kind: str, more: bool
) -> None:
    """A missing program would skip them, or stop the fault tests."""
    checkout.setup(kind, FAKE_INSTALLED="libegl1")
    install = checkout.calls()[1].split()
    assert ({"poppler-utils", "gcc", "systemd", "duktape"} <= set(install)) == more


def test_a_python_without_venv_asks_for_it(checkout: _Checkout) -> None:
    """Debian keeps venv in a package of its own."""
    checkout.setup("run", FAKE_INSTALLED="", FAKE_NO_ENSUREPIP="1")
    assert checkout.calls()[1].endswith(" python3-venv")


def test_a_user_with_free_sudo_uses_it(checkout: _Checkout) -> None:
    """Raspberry Pi OS asks its first user for no password."""
    checkout.setup("run", FAKE_UID="1000", FAKE_INSTALLED="", FAKE_SUDO="yes")
    calls = checkout.calls()
    assert calls[0] == "sudo -n true"
    assert calls[1].startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get")


def test_a_user_without_rights_gets_one_line_to_pass_on(checkout: _Checkout) -> None:
    """Standard output is that line alone; nothing is installed, nothing is left behind."""
    refused = checkout.setup("run", FAKE_UID="1000", FAKE_INSTALLED="", FAKE_KNOWN="libmtdev1")
    assert refused.returncode == 1
    (line,) = refused.stdout.splitlines()
    assert line.startswith("sudo apt-get update && sudo apt-get install -y --no-install-recommends")
    assert " libmtdev1 " in line
    assert "root rights" in refused.stderr
    assert checkout.calls() == []
    assert not (checkout.path / ".venv").exists()


def test_a_machine_with_everything_needs_no_rights(checkout: _Checkout) -> None:
    """Where the system packages are there, a plain user sets up alone."""
    assert checkout.setup("run", FAKE_UID="1000").returncode == 0
    assert checkout.calls() == _FIRST_RUN


def test_two_at_the_same_time_set_up_once(checkout: _Checkout) -> None:
    """The second `make` waits for the first and then finds everything done."""
    command = [str(checkout.path / "deploy" / "setup.sh"), "run"]
    environment = {
        "PATH": f"{checkout.programs}:/usr/bin:/bin",
        "FAKE_LOG": str(checkout.log),
        "FAKE_INSTALLED": "all",
        "SYSTEM_ROOT": str(checkout.programs),
    }
    both = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert checkout.calls() == _FIRST_RUN


def test_this_checkout_runs_from_its_environment() -> None:
    """The tests run in an environment that the companion itself is installed in."""
    program = Path(sys.executable).parent / "companion"
    assert program.exists()
    assert program.stat().st_mode & stat.S_IXUSR
    assert os.access(_ROOT / ".ci" / "run", os.X_OK)
