"""Every refusal of the calibration is a whole sentence with a remedy."""

import string

import pytest

from calibration.core import errors
from companion.errors import Row


class _Values(dict[str, object]):
    """A value for every placeholder."""

    def __missing__(self, key: str) -> object:
        return 1.5


ROWS = {name: row for name, row in vars(errors).items() if isinstance(row, Row)}


@pytest.mark.parametrize("name", ROWS)
def test_sentence_and_hint_can_be_filled_in(name: str) -> None:
    """A per cent sign that is not doubled would end in a traceback; so would a lost hint."""
    row = ROWS[name]
    sentence = row.template % _Values()
    assert sentence[0] in string.ascii_uppercase + "1"
    assert row.hint is not None
    assert row.hint % _Values()
