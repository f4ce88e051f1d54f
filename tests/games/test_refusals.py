"""What every game refuses for the same reason has one class, one code and one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import CompanionError
from companion.games.emperor import commands as emperor
from companion.games.emperor import errors as emperor_errors
from companion.games.refusals import NotNowError, NotYourTurnError, RefusedError
from companion.games.registry import GAMES
from companion.games.rule import commands as rule
from companion.games.rule import errors as rule_errors
from companion.games.storm import errors as storm_errors
from companion.games.storm import solo, table

BASES = (emperor_errors.EmperorError, rule_errors.RuleError, storm_errors.StormError)


@pytest.mark.parametrize(
    ("game", "command"),
    [
        ("galactic_emperor", emperor.EndTurn(1)),
        ("rule_the_galaxy", rule.EndTurn(1)),
        ("gathering_storm", table.EndTable()),
        ("gathering_storm_solo", solo.PlayerDone()),
    ],
)
def test_a_game_that_has_not_begun_refuses_turns(game: str, command: Any) -> None:
    with pytest.raises(NotNowError) as refused:
        GAMES[game].decide(GAMES[game].initial, command)
    assert refused.value.code == "not_now"
    assert refused.value.hint_text


def test_codes_stay_as_logs_and_screens_know_them() -> None:
    assert (NotNowError.code, NotYourTurnError.code) == ("not_now", "not_your_turn")
    assert NotYourTurnError(name="Ann").message == "It is not the turn of Ann."


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.__name__)
def test_no_game_says_it_anew(base: type[CompanionError]) -> None:
    """Own refusals have codes of their own, each once; an abstract one has its parent's."""
    assert issubclass(base, RefusedError)
    codes = [error.code for error in _below(base) if "code" in error.__dict__]
    assert len(set(codes)) == len(codes) > 5
    assert not {"not_now", "not_your_turn"} & set(codes)


def _below(base: type[CompanionError]) -> list[type[CompanionError]]:
    return [each for child in base.__subclasses__() for each in (child, *_below(child))]
