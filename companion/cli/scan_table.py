"""Formats a reading as a text table."""

from collections.abc import Iterator

from companion.errors import one_line
from companion.session.ports import DieReading, DieStatus, Reading

_HEADS = ("mat", "zone", "die", "face", "sure", "", "x", "y")


def table_lines(image: str, reading: Reading) -> Iterator[str]:
    """Return the lines for one picture: summary, problems, then a row for each die."""
    mats = ", ".join(mat.mat_id for mat in reading.mats) or "no mat"
    checks = sum(die.status is DieStatus.CHECK for die in reading.dice)
    doubt = f", {checks} to check" if checks else ""
    yield one_line(
        f"{image}: {reading.width} x {reading.height}, {mats}, {len(reading.dice)} dice{doubt}, "
        f"{reading.timings_ms.total:.0f} ms"
    )
    yield from (f"  ! {one_line(problem.message)}" for problem in reading.problems)
    if reading.dice:
        rows = [_HEADS, *(_row(die) for die in reading.dice)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADS))]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield ("  " + "  ".join(cells)).rstrip()


def _row(die: DieReading) -> tuple[str, ...]:
    return (
        die.mat or "-",
        die.zone or "-",
        die.colour,
        die.face,
        f"{die.confidence:.1%}",
        "check" if die.status is DieStatus.CHECK else "",
        f"{die.centre_px[0]:.0f}",
        f"{die.centre_px[1]:.0f}",
    )
