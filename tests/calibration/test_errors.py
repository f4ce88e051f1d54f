"""Every refusal of the calibration is a whole sentence with a remedy."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest

from calibration.core import errors
from calibration.core.errors import CalibrationError


class _Values(dict[str, object]):
    """A value for every placeholder."""

    def __missing__(self, key: str) -> object:
        return 1.5


def _all(base: type[CalibrationError]) -> Iterator[type[CalibrationError]]:
    for each in base.__subclasses__():
        yield each
        yield from _all(each)


@pytest.mark.parametrize("fault", list(_all(CalibrationError)), ids=lambda fault: fault.__name__)
def test_sentence_and_hint_can_be_filled_in(fault: type[CalibrationError]) -> None:
    """A per cent sign that is not doubled would end in a traceback; so would a lost hint."""
    assert fault.__module__ == errors.__name__
    sentence = fault.template % _Values()
    assert sentence[0] in string.ascii_uppercase + "1"
    assert fault.hint % _Values() or fault in (errors.ProfileError,)
