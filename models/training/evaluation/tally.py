"""Counts over evaluated images, and the rates derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

_BINS = 15


@dataclass(slots=True)
class Tally:
    """Counts over a set of images.

    Attributes:
        dice: labelled dice that are flat and in view; accuracy counts only these.
        missed: dice without a reading; they count as wrong.
        wrong_ok: readings with status ``ok`` that are wrong.
        ghosts_ok: readings with status ``ok`` where no die is.
        askew: labelled dice that are not flat and in view, by their state: "cocked", "stacked" on
            others, or half "hidden".
        askew_asked: those of them that are accepted and get status ``check``.
        askew_ok: those with status ``ok``; the others are not accepted.
        sure: (confidence, right) of each detected flat die.
        away: distance of each such die's centre from the true one, in edges.
    """

    pictures: int = 0
    exact: int = 0
    dice: int = 0
    right: int = 0
    missed: int = 0
    check: int = 0
    check_right: int = 0
    wrong_ok: int = 0
    ghosts_ok: int = 0
    askew: Counter[str] = field(default_factory=Counter)
    askew_asked: Counter[str] = field(default_factory=Counter)
    askew_ok: Counter[str] = field(default_factory=Counter)
    sure: list[tuple[float, bool]] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    confusions: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of *other*."""
        for name in Tally.__slots__:
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(more)
            elif isinstance(mine, list):
                mine.extend(more)
            else:
                setattr(self, name, mine + more)

    def figures(self) -> dict[str, float | int]:
        """Return the rates: shares of dice or of images, errors per 1,000 dice, edges."""
        dice, pictures = max(self.dice, 1), max(self.pictures, 1)
        away = np.array(self.away or [0.0])
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "right": round(self.right / dice, 5),
            "missed": round(self.missed / dice, 5),
            "check": round(self.check / dice, 5),
            "check_though_right": round(self.check_right / dice, 5),
            "exact_pictures": round(self.exact / pictures, 4),
            "wrong_ok_per_1000": round(1000 * (self.wrong_ok + self.ghosts_ok) / dice, 2),
            "ghosts_ok": self.ghosts_ok,
            "calibration_error": round(calibration_error(self.sure), 5),
            "centre_off_edges_median": round(float(np.median(away)), 4),
            "centre_off_edges_p95": round(float(np.percentile(away, 95)), 4),
        } | {
            f"{state}_{what}": counts[state]
            for state in sorted(self.askew)
            for what, counts in (
                ("dice", self.askew),
                ("asked", self.askew_asked),
                ("ok", self.askew_ok),
            )
        }


def calibration_error(sure: Sequence[tuple[float, bool]]) -> float:
    """Return the expected calibration error (Guo et al. 2017), over bins of equal counts."""
    if not sure:
        return 0.0
    # Not sorted by correctness: among equal confidences errors would get a separate bin.
    ranked = np.array(sorted(sure, key=lambda pair: pair[0]), np.float64)
    parts = np.array_split(ranked, min(_BINS, len(ranked)))
    gaps = [abs(part[:, 0].mean() - part[:, 1].mean()) * len(part) for part in parts]
    return float(sum(gaps) / len(ranked))
