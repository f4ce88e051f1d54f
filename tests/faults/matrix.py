"""The fault matrix: which faults there are, how often each is injected, what came of it.

Every module ``*_faults.py`` in this folder has a function ``rows(scale)`` that yields a `Row` for
each of its faults. A scale of 1.0 injects each as often as the documented figures say
(``companion/storage/DURABILITY.md``), `QUICK` a small sample for the usual tests.
"""

import importlib
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

QUICK: Final = 0.01


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one kind of fault.

    Attributes:
        fault: what was injected.
        runs: how often.
        silent_losses: runs after which something that had been shown was missing or different and
            nobody was told.
        failed_starts: runs after which the table did not start, or the command had no answer.
        internal_errors: runs that ended in a traceback, a signal or an ``internal`` error.
        note: figures for people, such as the largest memory or how many damages were reported.
    """

    fault: str
    runs: int
    silent_losses: int = 0
    failed_starts: int = 0
    internal_errors: int = 0
    note: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether the fault was injected and did no harm."""
        return self.runs > 0 and not (
            self.silent_losses or self.failed_starts or self.internal_errors
        )


Rows = Callable[[float], Iterable[Row]]


def fault_modules() -> dict[str, Rows]:
    """Return the ``rows`` functions of all modules by the modules' names."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*_faults.py"))
    return {name: importlib.import_module(f"tests.faults.{name}").rows for name in names}


def count(full: int, scale: float) -> int:
    """Return how often to inject a fault that the full matrix injects *full* times."""
    return max(1, round(full * scale))


def as_table(rows: Iterable[Row]) -> str:
    """Return the summary, a line for each row."""
    heads = [field.name.replace("_", " ") for field in fields(Row)]
    lines = [heads, *([str(value) for value in astuple(row)] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (0, len(heads) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
