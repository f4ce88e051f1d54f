"""Statistics of a profile: counts of its readings and their outcomes."""

from collections.abc import Sequence
from dataclasses import replace

from calibration.core.profile import Profile
from companion.session.calibration_ports import ReadCount, ReadingOutcome


def counted(profile: Profile, outcomes: Sequence[ReadingOutcome], *, reader_sha256: str) -> Profile:
    """Return *profile* with the outcomes added to its counts.

    Counts restart with another model, since its error rates differ.
    """
    if not outcomes:
        return profile
    same = profile.reader_sha256 == reader_sha256
    counts = {each.die: each for each in profile.evidence} if same else {}
    for outcome in outcomes:
        now = counts.get(outcome.die, ReadCount(outcome.die))
        counts[outcome.die] = ReadCount(
            outcome.die,
            now.read + 1,
            now.doubtful + outcome.doubtful,
            now.corrected + outcome.corrected,
        )
    evidence = tuple(counts[die] for die in sorted(counts))
    return replace(profile, evidence=evidence, reader_sha256=reader_sha256)
