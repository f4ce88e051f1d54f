"""Measure how fast this machine is, as medians and 95th percentiles.

These are benchmarks, not tests: the exit status is 0 even if a target is missed. They run from a
checkout; the installed package has none.
"""

import argparse
import importlib
from dataclasses import asdict
from typing import Final

from companion.benches.report import BenchOptions, BenchReport, BenchRow, machine
from companion.cli.output import write_json, write_line

BENCHES: Final = ("vision", "tiles", "rules", "ui", "taps", "memory", "start")
"""Modules of ``companion.benches``, each with ``measure(BenchOptions) -> BenchReport``."""

SCHEMA: Final = "bench/1"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bench", choices=BENCHES, help="what to measure")
    parser.add_argument(
        "--runs", type=_positive, default=40, help="repetitions (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Run the benchmark and return the exit status.

    Raises:
        CompanionError: the measured component does not run.
    """
    module = importlib.import_module(f"companion.benches.{args.bench}")
    report: BenchReport = module.measure(BenchOptions(runs=args.runs))
    if args.json:
        write_json(_json(report))
    else:
        _write_table(report)
    return 0


def _json(report: BenchReport) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "bench": report.bench,
        "machine": machine(),
        "results": [{**asdict(row), "passed": row.passed} for row in report.rows],
        "notes": list(report.notes),
    }


def _write_table(report: BenchReport) -> None:
    about = machine()
    write_line(f"{about['processor']}, {about['cores']} cores, Python {about['python']}")
    for note in report.notes:
        write_line(note)
    wide = max(len(row.name) for row in report.rows)
    write_line(f"{'':{wide}}  {'median':>9}  {'p95':>9}")
    for row in report.rows:
        write_line(f"{row.name:{wide}}  {row.median:9.2f}  {row.p95:9.2f} {row.unit}{_aim(row)}")


def _aim(row: BenchRow) -> str:
    if row.target is None:
        return ""
    aim = " at p95" if row.at_p95 else ""
    return f"  (target{aim} {row.target:g} {row.unit}: {'kept' if row.passed else 'missed'})"


def _positive(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 100_000:
        raise argparse.ArgumentTypeError("from 1 to 100000")
    return value
