"""A small sample of the fault matrix; ``make test-faults`` runs all of it."""

import pytest

from tests.faults.matrix import QUICK, Row, as_table, fault_modules

MODULES = fault_modules()


@pytest.mark.parametrize("name", MODULES)
def test_a_sample_of_the_faults(name: str) -> None:
    """Nothing shown is lost without a word, the table starts, no internal error."""
    rows = list(MODULES[name](QUICK))
    assert rows
    assert all(row.is_clean for row in rows), "\n" + as_table(rows)


def test_harm_is_seen() -> None:
    """A row counts as clean only where the fault was injected and did no harm at all."""
    assert Row("fault", 1).is_clean
    for harm in (
        Row("never injected", 0),
        Row("fault", 1, silent_losses=1),
        Row("fault", 1, failed_starts=1),
        Row("fault", 1, internal_errors=1),
    ):
        assert not harm.is_clean
