"""Bits flipped in the log's files, files cut off, files removed; then the table starts."""

import random
from collections.abc import Iterable
from pathlib import Path

from tests.faults.evenings import NAME, cut, flip, many, played, scratch
from tests.faults.matrix import Row, count

FLIPS, TRUNCATIONS, REMOVALS = 1_000, 300, 100
ENDINGS = ("", "-wal", "-mark")


def rows(scale: float) -> Iterable[Row]:
    """Harm every file of a log that a killed table left."""
    chance = random.Random(2)
    with scratch() as folder:
        evenings = [played(folder / f"evening-{seed}", seed) for seed in range(4)]
        for ending, what in zip(ENDINGS, ("database", "WAL", "mark"), strict=True):

            def flip_one(at: Path, name: str = NAME + ending) -> str:
                return flip(at / name, chance)

            def cut_one(at: Path, name: str = NAME + ending) -> str:
                return cut(at / name, chance)

            def remove_one(at: Path, name: str = NAME + ending) -> str:
                (at / name).unlink()
                return f"{name} removed"

            yield many(f"bit flip in the {what}", evenings, flip_one, count(FLIPS, scale), folder)
            runs = count(TRUNCATIONS, scale)
            yield many(f"truncated {what}", evenings, cut_one, runs, folder)
            runs = count(REMOVALS, scale)
            yield many(f"removed {what}", evenings, remove_one, runs, folder)
