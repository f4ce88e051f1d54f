"""Scenarios fail where something else happens, and are rewritten to what happens."""

import pytest

from tests.scenarios.roll_table import Roll
from tests.scenarios.runner import played, repeated, rewritten, scenarios

RIGHT = """\
# Comment.

## given a die
at explore: Ann explore home

## Stock
given a die
> Stock die=home; Stock die=home ! no_such_worker
. Stock seat=1 die=home
+ R-6.2 $2
= citizenry home; credits 2

## Prices
at ship: Ann built {world}; goods {world}/home; ship home
> Ship shipper=home good={world}/home task=trade
+ R-9.2 ${price}
with world | price
  spice_world | 3
  comet_zone | 4
"""


def expectations(text: str) -> list[bool]:
    """Whether each scenario of the text is as it says."""
    return [played(Roll(), each) == list(each.lines) for each in scenarios(text)]


def test_titles_and_rows_are_names() -> None:
    names = [each.name for each in scenarios(RIGHT)]
    assert names == ["Stock", "Prices [spice_world | 3]", "Prices [comet_zone | 4]"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("! no_such_worker", "! timing"),
        (" ! no_such_worker", ""),
        ("seat=1 die=home\n+", "seat=1 die=genes\n+"),
        ("$2", "$3"),
        ("credits 2", "credits 3"),
        ("| 4", "| 5"),
    ],
)
def test_what_is_wrong_differs_and_is_rewritten(right: str, wrong: str) -> None:
    """A refusal, a command that is not refused, an event, a gain, a field, a cell."""
    assert all(expectations(RIGHT))
    text = RIGHT.replace(right, wrong)
    assert expectations(text).count(False) == 1
    assert rewritten(text, Roll()) == RIGHT


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("= colour blue", ValueError),
        ("Ann colour blue", AttributeError),
        ("Zoe credits 2", ValueError),
        ("given two dice", KeyError),
    ],
)
def test_what_nobody_knows_is_an_error(line: str, error: type[Exception]) -> None:
    """Nothing is passed over; the line is told."""
    (scenario,) = scenarios(f"## Wrong\nat explore\n{line}\n")
    with pytest.raises(error) as caught:
        played(Roll(), scenario)
    assert caught.value.__notes__ == [f"in the line: {line}"]


def test_repeated_words() -> None:
    assert repeated("= cup home*2 genes; x [a*2]") == "= cup home home genes; x [a a]"


def test_a_position_that_is_not_reached_is_an_error() -> None:
    text = "## given done\nat explore\n= credits 3\n\n## Later\ngiven done\n"
    with pytest.raises(ValueError, match="cannot be reached: = credits 3"):
        played(Roll(), next(scenarios(text)))
