"""Mutation testing: ``python -m tests.mutants [--package NAME]... [--sample N] [--seed N]``.

Changes one operator, number or keyword at a time with Cosmic Ray and runs the nearest tests; a
mutant survives if they pass. Places in the source are drawn first, then one mutant for each.
Everything runs in copies of the checkout, one for each process.
"""

import argparse
import ast
import compileall
import os
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.programs import ROOT, tracked_files

if TYPE_CHECKING:
    from cosmic_ray.work_item import MutationSpec

_TIMEOUT_S: Final = 400.0
_WITHOUT_EFFECT: Final = frozenset({"core/NoOp", "core/RemoveDecorator"})


class Nearest(NamedTuple):
    """Modules, and the tests that are expected to notice a change in them (globs)."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _near(modules: str, tests: str) -> Nearest:
    return Nearest(tuple(modules.split()), tuple(tests.split()))


PACKAGES: Final[Mapping[str, tuple[Nearest, ...]]] = {
    "storage": (
        _near(
            "companion/storage/*.py",
            "tests/contract/test_event_log.py tests/storage/test_[!b]*.py tests/faults",
        ),
        _near(
            "companion/storage/backup*.py companion/storage/restore.py",
            "tests/storage/test_backup.py tests/storage/test_owner.py"
            " tests/companion/app/test_table_backups.py tests/faults",
        ),
        _near("companion/storage/archive.py", "tests/contract/test_archive.py"),
        _near(
            "companion/storage/boxes.py", "tests/contract/test_boxes.py tests/storage/test_boxes.py"
        ),
        _near(
            "companion/storage/codec.py companion/storage/memory_log.py",
            "tests/contract/test_event_log.py tests/storage/test_codec.py",
        ),
        _near("companion/storage/exchange.py", "tests/contract/test_exchange.py"),
    ),
    "decision": (
        _near(
            "vision/decision/*.py vision/problems/*.py",
            "tests/vision/decision tests/vision/problems tests/vision/mats/test_drawn_zones.py"
            " tests/vision/test_limits.py tests/vision/test_pipeline.py",
        ),
    ),
    "calibration": (_near("calibration/core/*.py", "tests/calibration/test_*.py"),),
    "rules": (
        _near(
            "companion/games/roll/rules/*.py companion/games/roll/decide/*.py",
            "tests/games/roll tests/scenarios",
        ),
        *(
            _near(f"companion/games/{name}/**/*.py", f"tests/games/{name} tests/scenarios")
            for name in ("emperor", "storm", "rule")
        ),
    ),
    "session": (
        _near(
            "companion/session/*.py",
            "tests/session tests/contract/test_boxes.py tests/contract/test_exchange.py"
            " tests/contract/test_power_control.py tests/tableau/test_from_picture.py"
            " tests/calibration/test_wizard.py tests/calibration/test_profile_file.py"
            " tests/ui/test_beside_presenters.py tests/ui/test_calibration_pages.py"
            " tests/ui/test_practice.py",
        ),
    ),
}


class Verdict(NamedTuple):
    """One mutant as a diff, and whether the tests passed all the same."""

    diff: str
    survived: bool


def sample(near: tuple[Nearest, ...], size: int, seed: int) -> "list[tuple[MutationSpec, Nearest]]":
    """Return up to *size* mutants, each with the tests of its module."""
    from cosmic_ray.commands import init
    from cosmic_ray.work_db import WorkDB, use_db

    tests = {path: part for part in near for glob in part.modules for path in ROOT.glob(glob)}
    by_place: dict[tuple[Path, tuple[int, int]], list[MutationSpec]] = defaultdict(list)
    with (
        tempfile.TemporaryDirectory() as folder,
        use_db(str(Path(folder) / "mutants.sqlite"), WorkDB.Mode.create) as database,
    ):
        init(sorted(tests), database, {})
        found = [spec for item in database.work_items for spec in item.mutations]
    spans = {path: [*_without_effect(path.read_text("utf-8"))] for path in tests}
    for spec in sorted(found, key=lambda spec: (spec.start_pos, spec.operator_name)):
        ignored = any(low <= spec.start_pos <= high for low, high in spans[spec.module_path])
        if spec.operator_name not in _WITHOUT_EFFECT and not ignored:
            by_place[spec.module_path, spec.start_pos].append(spec)
    chance = random.Random(seed)
    drawn = chance.sample(sorted(by_place), min(size, len(by_place)))
    return [(chance.choice(by_place[place]), tests[place[0]]) for place in drawn]


def _without_effect(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield first and last position of what no test can notice.

    Annotations are never evaluated; ``frozen=True`` and ``TYPE_CHECKING`` are for the type checker;
    a ``*`` between parameters is no operator.
    """
    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += getattr(node, "decorator_list", ())
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.append(node.test)
        for part in parts:
            if part is not None:
                yield _start(part), _end(part)
        if isinstance(node, ast.FunctionDef) and node.args.kwonlyargs:
            before: list[_Located] = [*node.args.posonlyargs, *node.args.args, *node.args.defaults]
            yield max(map(_end, before), default=_start(node)), _start(node.args.kwonlyargs[0])


_Located = ast.stmt | ast.expr | ast.arg


def _start(node: _Located) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: _Located) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0


def _enter_copy(files: list[str], folder: Path) -> None:
    """Make the copy of the checkout that this process works in."""
    copy = folder / str(os.getpid())
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    compileall.compile_dir(copy, quiet=2)  # the tests of a mutant write no bytecode


def _judge(spec: "MutationSpec | None", tests: tuple[str, ...]) -> Verdict:
    """Test one mutant; without *spec* the unchanged code."""
    from attrs import evolve
    from cosmic_ray.mutating import mutate_and_test

    specs = [evolve(spec, module_path=spec.module_path.relative_to(ROOT))] if spec else []
    paths = [str(path) for glob in tests for path in sorted(Path().glob(glob))]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *paths]
    result = mutate_and_test(specs, " ".join(command), _TIMEOUT_S)
    return Verdict(str(result.diff or result.output), not result.is_killed)


def _verdicts(package: str, size: int, seed: int, processes: int) -> Iterator[Verdict]:
    """Yield what came of each mutant, in the order in which the tests end."""
    drawn = sample(PACKAGES[package], size, seed)
    files = tracked_files()
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(
            processes, initializer=_enter_copy, initargs=(files, Path(folder))
        ) as pool,
    ):
        for unchanged in pool.map(_judge, repeat(None), [near.tests for near in PACKAGES[package]]):
            if not unchanged.survived:
                raise SystemExit(
                    f"The tests of {package} fail without any mutant:\n{unchanged.diff}"
                )
        jobs = [pool.submit(_judge, spec, near.tests) for spec, near in drawn]
        for job in as_completed(jobs):
            yield job.result()


def main() -> None:
    """Print each survivor and the share that survives in each package."""
    parser = argparse.ArgumentParser(prog="tests.mutants")
    parser.add_argument("--package", action="append", choices=PACKAGES)
    parser.add_argument("--sample", type=int, default=80, help="mutants for each package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    for package in args.package or PACKAGES:
        survived = []
        for verdict in _verdicts(package, args.sample, args.seed, args.processes):
            survived.append(verdict.survived)
            if verdict.survived:
                sys.stdout.write(f"{verdict.diff}\n\n")
                sys.stdout.flush()
        sys.stdout.write(f"{package}: {sum(survived)} of {len(survived)} survived\n")


if __name__ == "__main__":
    main()
