"""The registry: keys are those of the definitions, and a game is imported when it is asked for."""

from dataclasses import replace

from companion.games.registry import GAMES
from tests.programs import printed_by

_PROBE = """
import sys
from companion.games.registry import GAMES
list(GAMES), len(GAMES), "roll" in GAMES
GAMES["rule_the_galaxy"]
print(sorted(name for name in sys.modules if name.count(".") == 2 and "companion.games." in name))
"""


def test_every_key_is_that_of_its_game() -> None:
    assert [game.key for game in GAMES.values()] == list(GAMES)


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    printed = printed_by(_PROBE)
    assert "companion.games.rule" in printed
    assert "companion.games.roll" not in printed
    assert "companion.games.emperor" not in printed


def test_one_game_can_be_replaced() -> None:
    other = replace(GAMES["roll"], schema=99)
    assert GAMES.replaced(other)["roll"].schema == 99
    assert GAMES["roll"].schema != 99
