"""A package that grows beyond its budget is named with its figure."""

import tomllib
import zipfile
from pathlib import Path

from setuptools import find_namespace_packages

from tests.budgets import excesses, lines_by_package, wheel_by_package
from tests.programs import ROOT, tracked_files


def test_a_file_counts_for_the_longest_name_that_it_lies_under(tmp_path: Path) -> None:
    """Python counts, other files do not; what no budget names is counted apart."""
    files = {"a/b/one.py": 3, "a/two.py": 2, "ab/three.py": 1, "a/b/data.json": 9}
    for name, lines in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("\n" * lines)
    assert lines_by_package(tmp_path, files, ("a", "a/b")) == {"a/b": 3, "a": 2, "": 1}


def test_a_figure_above_its_budget_or_without_one_is_named() -> None:
    """Equal is allowed."""
    assert excesses({"a": 3, "b": 2, "": 1}, {"a": 2, "b": 2}, "lines") == [
        "lines: other folders 1, budget 0",
        "lines: a 3, budget 2",
    ]


def test_the_wheel_counts_files_and_bytes_without_its_own_records(tmp_path: Path) -> None:
    """Sizes are rounded up."""
    wheel = tmp_path / "x.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a/one.py", b"1" * 1500)
        archive.writestr("a/b/two.py", b"1" * 1000)
        archive.writestr("a-1.dist-info/RECORD", b"1")
    assert dict(wheel_by_package(wheel)) == {"a files": 2, "a kB": 3}


def test_the_wheel_has_every_package_but_training_evaluation_and_benchmarks() -> None:
    """What the appliance does not run is not installed on it."""
    chosen = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    packed = set(find_namespace_packages(str(ROOT), **chosen["find"]))
    tops = {name.split(".")[0] for name in packed}
    assert tops == {"companion", "vision", "models", "hardware", "kivy_ui", "calibration"}
    folders = {
        ".".join(Path(name).parent.parts)
        for name in tracked_files()
        if name.endswith(".py") and name.split("/")[0] in tops
    }
    left_out = {".".join(name.split(".")[:2]) for name in folders - packed}
    assert left_out == {"models.training", "models.evaluation", "companion.benches"}
