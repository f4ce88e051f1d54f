"""How well a profile serves: counts of its readings, and how far its colours are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.core.colour_difference import CLOSE, Lab, lab, pairs
from calibration.core.profile import Counts, Profile


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one reading: the die it was in truth, whether it was doubted, put right."""

    die: str
    doubtful: bool
    corrected: bool


def counted(profile: Profile, outcomes: Sequence[Outcome], *, reader_sha256: str) -> Profile:
    """Return *profile* with the outcomes added to its counts.

    Another model makes other mistakes, so its counts begin anew.
    """
    if not outcomes:
        return profile
    same = profile.reader_sha256 == reader_sha256
    counts = {each.die: each for each in profile.evidence} if same else {}
    for outcome in outcomes:
        now = counts.get(outcome.die, Counts(outcome.die))
        counts[outcome.die] = Counts(
            outcome.die,
            now.read + 1,
            now.doubtful + outcome.doubtful,
            now.corrected + outcome.corrected,
        )
    evidence = tuple(counts[die] for die in sorted(counts))
    return replace(profile, evidence=evidence, reader_sha256=reader_sha256)


@dataclass(frozen=True, slots=True)
class ColourPoint:
    """A type's place among the colours, for a drawing: a* to the right, b* upwards."""

    die: str
    lab: Lab


@dataclass(frozen=True, slots=True)
class Margin:
    """Two types, their CIEDE2000, and whether that is little under this lamp."""

    first: str
    second: str
    difference: float
    close: bool


def colour_points(profile: Profile) -> tuple[ColourPoint, ...]:
    """Return the seven types among the colours."""
    return tuple(ColourPoint(colour.die, lab(colour.linear)) for colour in profile.colours)


def margins(profile: Profile) -> tuple[Margin, ...]:
    """Return all pairs of types, the closest first."""
    return tuple(
        Margin(pair.first, pair.second, pair.difference, pair.difference < CLOSE)
        for pair in pairs(profile.colours)
    )
