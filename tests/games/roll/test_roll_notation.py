"""One line for every command and every event, there and back."""

import pytest
from hypothesis import given

from companion.games.roll.model import errors
from companion.games.roll.rules.judge import Command
from tests.games.refused import refused_as
from tests.games.roll.table import any_command, games, states
from tests.golden.roll_lines import read, write
from tests.some import some


@given(any_command)
def test_commands_survive_the_round_trip(command: Command) -> None:
    """Reading is the inverse of writing, for any text in names and reasons."""
    line = write(command)
    assert "\n" not in line
    assert read(line) == command


@given(games())
def test_events_survive_the_round_trip(told: list[Command]) -> None:
    """Every event that a game brings about can be written and read."""
    for _, events, _ in states(told):
        for event in some(events):
            assert read(write(event)) == event


@pytest.mark.parametrize(
    "line",
    [
        "Nonsense",
        "SignalReady",
        "SignalReady seat",
        "SignalReady seat=one",
        "SignalReady seat=1 colour=blue",
        "AddDie seat=1 die=home",
        "AddDie seat=1 die=wood:ship",
        "StartGame players=1/Ann",
        "Correct what=luck value=1",
    ],
)
def test_lines_that_say_nothing(line: str) -> None:
    """The error quotes the line; no other exception escapes."""
    with refused_as(errors.NOTATION) as caught:
        read(line)
    assert line in caught.value.message
