"""Numbers as they stand on a page."""

from __future__ import annotations

import pytest

from kivy_ui.common.numbers import signed


@pytest.mark.parametrize(("change", "text"), [(3, "+3"), (-6, "\N{MINUS SIGN}6"), (0, "+0")])
def test_losses_carry_a_minus(change: int, text: str) -> None:
    """Colour alone does not say it."""
    assert signed(change) == text
