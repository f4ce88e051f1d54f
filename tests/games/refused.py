"""A refusal with a certain row of a game's table."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.games.question import refusal
from companion.games.refusals import NoRule, Reason, RefusedError


@contextmanager
def refused_as(
    reason: Reason, match: str | None = None
) -> Iterator[pytest.ExceptionInfo[RefusedError]]:
    """The block is refused for this reason."""
    with pytest.raises(RefusedError, match=match) as caught:
        yield caught
    assert caught.value.reason is reason


def check_explained(error: RefusedError) -> None:
    """Whoever asks "Why not?" gets a code, a sentence, a hint where there is one, and the rule."""
    why = refusal(error)
    assert why.code == error.reason.code
    assert why.text.message == error.reason.template
    assert error.message
    assert "%(" not in error.message + error.hint_text
    assert (why.hint.message if why.hint else "") == error.reason.hint
    assert why.rule or isinstance(error.reason.rule, NoRule)
