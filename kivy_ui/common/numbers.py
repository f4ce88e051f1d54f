"""Gains and losses as numbers: colour alone does not say which."""

from __future__ import annotations

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"


def signed(change: int) -> str:
    """Return *change* with a plus or a true minus sign."""
    return f"{change:+d}".replace("-", MINUS)
