"""A machine to install into: the script runs for real under another root.

Programs that would change the machine, and the set-up of the environment (tested by itself), are
stand-ins.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

NOTES: Final = """#!/bin/bash
echo "${0##*/} $*" >>"$FAKE_LOG"
"""
_PROGRAMS: Final = {
    "id": '#!/bin/bash\necho "${FAKE_UID:-0}"\n',
    "python3": '#!/bin/bash\necho "3.11.2 ${FAKE_BITS:-64} /usr/bin/python3"\n',
    "getent": '#!/bin/bash\n[[ $1 = group && ${FAKE_GROUPS:-video} = *"$2"* ]]\n',
    "df": "#!/bin/bash\necho x; echo \"a b c ${FAKE_FREE_MB:-9000} e\"\n",
    "chown": "#!/bin/bash\n",
    "runuser": '#!/bin/bash\nwhile [[ $1 != -- ]]; do shift; done\nshift\nexec "$@"\n',
    "sync": "#!/bin/bash\n",
    "systemctl": NOTES + '[[ " ${FAKE_SYSTEMCTL_FAILS:-} " != *" $1 "* ]]\n',
    "useradd": NOTES,
    "usermod": NOTES,
    "userdel": NOTES,
    "apt-get": NOTES,
    "udevadm": NOTES,
}  # fmt: skip
# Makes the environment's program, which says that it is well unless told otherwise.
SETUP: Final = r"""#!/bin/bash
cd "$(dirname "$0")/.."
if [[ $1 = check ]]; then exec bash deploy/real-setup.sh check; fi
echo "setup $*" >>"$FAKE_LOG"
[[ -z ${FAKE_SETUP_FAILS:-} ]] || exit 1
mkdir -p .venv/bin
cat >.venv/bin/companion <<'PROGRAM'
#!/bin/bash
version=$(basename "$(cd "$(dirname "$0")/../.." && pwd)")
echo "companion $1 ${version%%-*}" >>"$FAKE_LOG"
case $1 in
doctor) [[ ${FAKE_SICK:-} != "${version%%-*}" ]] ;;
backup) [[ -z ${FAKE_BACKUP_FAILS:-} ]] && echo games >"$2" ;;
esac
PROGRAM
printf '#!/bin/bash\n' >.venv/bin/python
chmod +x .venv/bin/*
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A checkout to install from and the root of a system to install into."""

    checkout: Path
    root: Path
    programs: Path

    def install(self, *words: str, **fakes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/bash", self.checkout / "deploy" / "install.sh", *words],
            env={
                "PATH": f"{self.programs}:{os.environ['PATH']}",
                "SYSTEM_ROOT": str(self.root),
                "FAKE_LOG": str(self.programs / "log"),
                **fakes,
            },
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            capture_output=True,
            text=True,
            check=False,
        )

    def release(self, number: str) -> None:
        """Let the checkout be another version."""
        (self.checkout / "pyproject.toml").write_text(f'version = "{number}"\n')

    def runs(self, link: str = "current") -> str:
        """The number of the version that a link names; empty without one."""
        path = self.root / "opt" / "companion" / link
        return path.readlink().name.partition("-")[0] if path.is_symlink() else ""

    def calls(self, word: str) -> list[str]:
        log = self.programs / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line for line in lines if line.startswith(word)]

    def versions(self) -> list[str]:
        folder = self.root / "opt" / "companion" / "versions"
        return sorted(path.name.partition("-")[0] for path in folder.iterdir())

    def play(self) -> Path:
        """An evening has been kept."""
        games = self.root / "var" / "lib" / "companion" / "games.sqlite"
        games.write_text("an evening")
        return games


def new_machine(folder: Path) -> Machine:
    """Return a machine whose checkout is version 1.0 and on which nothing is installed."""
    checkout = folder / "check out"
    shutil.copytree(ROOT / "deploy" / "system", checkout / "deploy" / "system")
    shutil.copy(ROOT / "deploy" / "install.sh", checkout / "deploy")
    (checkout / "deploy" / "setup.sh").write_text(SETUP)
    (checkout / "deploy" / "setup.sh").chmod(0o755)
    shutil.copy(ROOT / "deploy" / "setup.sh", checkout / "deploy" / "real-setup.sh")
    (checkout / "tests").mkdir()
    (checkout / "tests" / "large").touch()
    programs = folder / "programs"
    programs.mkdir()
    for name, text in _PROGRAMS.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    root = folder / "root"
    (root / "etc").mkdir(parents=True)
    (root / "etc" / "os-release").write_text("VERSION_CODENAME=trixie\n")
    made = Machine(checkout, root, programs)
    made.release("1.0")
    return made
