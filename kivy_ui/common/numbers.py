"""Formatting of numbers."""

from collections.abc import Sequence
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"


def signed(change: int) -> str:
    """Return *change* with a plus or a Unicode minus sign."""
    return f"{change:+d}".replace("-", MINUS)


def percentages(shares: Sequence[float]) -> tuple[int, ...]:
    """Return shares that add up to 1 as integers that add up to 100.

    The largest fractional parts are rounded up.
    """
    floors = [int(100 * share) for share in shares]
    upwards = sorted(range(len(shares)), key=lambda each: floors[each] - 100 * shares[each])
    for each in upwards[: 100 - sum(floors)]:
        floors[each] += 1
    return tuple(floors)


def decimal(language: str, value: float) -> str:
    """Return a number with one decimal, none if it is zero, with the decimal sign of a language."""
    text = f"{value:.1f}".removesuffix(".0")
    return text if language == "en" else text.replace(".", ",")


def signed_decimal(language: str, change: float) -> str:
    text = f"{change:+.1f}".replace("-", MINUS)
    return text if language == "en" else text.replace(".", ",")
