"""Budgets of the project, from ``[tool.budgets]`` in pyproject.toml: ``python -m tests.budgets``.

Lines of Python in each package (a file counts for the longest name that it lies under),
modules that ``companion --help`` loads besides the standard library, and the content of the wheel.
"""

import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.programs import ROOT, printed_by, tracked_files

_COUNTED: Final = (".py",)

_HELP: Final = """
import sys
there = {*sys.modules, *sys.stdlib_module_names}
from companion.cli.main import main
main(["--help"])
print(len([name for name in sys.modules if name not in there and name.split(".")[0] not in there]))
"""


def lines_by_package(root: Path, files: Iterable[str], packages: Iterable[str]) -> Counter[str]:
    """Return the lines of each package; files outside all of them are counted under ``""``."""
    longest_first = sorted(packages, key=len, reverse=True)
    found: Counter[str] = Counter()
    for name in files:
        if name.endswith(_COUNTED):
            package = next((p for p in longest_first if name.startswith(f"{p}/")), "")
            found[package] += (root / name).read_bytes().count(b"\n")
    return found


def wheel_by_package(wheel: Path) -> Iterator[tuple[str, int]]:
    """Yield the number of files (``NAME files``) and the size (``NAME kB``) of each package."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as archive:
        for file in archive.infolist():
            package = file.filename.split("/")[0]
            if not package.endswith(".dist-info"):
                found[f"{package} files"] += 1
                found[f"{package} kB"] += file.file_size
    for name, amount in found.items():
        yield name, -(-amount // 1000) if name.endswith("kB") else amount


def excesses(figures: Mapping[str, int], budgets: Mapping[str, int], what: str) -> list[str]:
    """Return one sentence for each figure that has no budget or exceeds it."""
    return [
        f"{what}: {name or 'other folders'} {figure}, budget {budgets.get(name, 0)}"
        for name, figure in sorted(figures.items())
        if figure > budgets.get(name, 0)
    ]


def _wheel(files: Iterable[str], folder: Path) -> Path:
    """Build the wheel from the tracked files alone: build folders of this checkout do not count."""
    source = folder / "source"
    for name in files:
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(ROOT / name)
    options = ("--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(source)],
        check=True,
        timeout=300,
    )
    return next(folder.glob("*.whl"))


def main() -> str | None:
    """Return what exceeds its budget, one sentence a line."""
    if not (ROOT / ".git").exists():
        return None  # an unpacked archive: nothing is tracked
    budgets = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["budgets"]
    files = tracked_files()
    with tempfile.TemporaryDirectory() as folder:
        content = dict(wheel_by_package(_wheel(files, Path(folder))))
    loaded = {"modules": int(printed_by(_HELP).splitlines()[-1])}
    found = [
        *excesses(lines_by_package(ROOT, files, budgets["lines"]), budgets["lines"], "lines"),
        *excesses(loaded, budgets["help"], "companion --help"),
        *excesses(content, budgets["wheel"], "wheel"),
    ]
    if found:
        found.append("Remove something first; a higher budget in pyproject.toml needs a reason.")
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())
