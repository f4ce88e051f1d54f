"""What every keeper of boxes must do: facts entered once come back in the next game."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.emperor.options import Bill, TechnologyCost
from companion.games.emperor.options import Options as EmperorOptions
from companion.games.emperor.technologies import Technology
from companion.games.registry import GAMES
from companion.games.roll.model.options import TableOptions
from companion.games.rule.options import Options as RuleOptions
from companion.games.rule.options import unverified
from companion.games.storm.box import SoloBox
from companion.games.storm.robot import GUESSED_DICE, Space
from companion.session.service_ports import Boxes
from companion.storage.boxes import FileBoxes

FACTS: dict[str, Any] = {
    "roll": TableOptions(timing="in_turn", empty_cup="may_recall"),
    "rule_the_galaxy": RuleOptions(phasma_points=5, marker_rows=(3, 4, 5, 4), confirmed=("x",)),
    "galactic_emperor": EmperorOptions(
        metal_prices=(1, 2, 2, 3, 3, 4),
        fighter=Bill(2, 1),
        technology_costs=(TechnologyCost(Technology.ROBOTICS, 2),),
    ),
    "gathering_storm_solo": SoloBox(dice=GUESSED_DICE).with_equals(5, Space.TRADE),
}


@pytest.fixture(params=["memory", "file"])
def reopened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Boxes]:
    """The same keeper, as the next start finds it."""
    memory = Boxes()
    if request.param == "memory":
        return lambda: memory
    return lambda: FileBoxes(tmp_path / "data" / "boxes.json", GAMES)


def test_nothing_is_known_at_first(reopened: Callable[[], Boxes]) -> None:
    assert [reopened().of(game) for game in GAMES] == [None] * len(GAMES)


@pytest.mark.parametrize("game", FACTS)
def test_what_was_entered_is_there_at_the_next_start(
    reopened: Callable[[], Boxes], game: str
) -> None:
    reopened().keep(game, FACTS[game])
    assert reopened().of(game) == FACTS[game]


def test_facts_can_be_put_right_and_other_games_keep_theirs(
    reopened: Callable[[], Boxes],
) -> None:
    for game, facts in FACTS.items():
        reopened().keep(game, facts)
    better = replace(FACTS["rule_the_galaxy"], phasma_points=4)
    reopened().keep("rule_the_galaxy", better)
    assert {game: reopened().of(game) for game in FACTS} == {**FACTS, "rule_the_galaxy": better}


def test_what_was_confirmed_is_no_guess_in_the_next_game(reopened: Callable[[], Boxes]) -> None:
    reopened().keep("rule_the_galaxy", RuleOptions(confirmed=("phasma_points",)))
    assert "phasma_points" not in unverified(reopened().of("rule_the_galaxy"))
    assert "marker_rows" in unverified(reopened().of("rule_the_galaxy"))
