"""What a player is offered: a command is offered exactly while there is a task for it."""

from __future__ import annotations

import pytest

from companion.games.answers import commands
from companion.games.roll.ask.seat import question
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.lookup import Rules
from tests.games.roll.by_rule.scenario import (
    CATALOG,
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    Table,
    begun,
    in_phase,
    managing,
    with_bag,
)

RULES = Rules(CATALOG)


def offered(state: GameState, seat: int = 1) -> set[str]:
    """The classes of commands that the question of the seat leads to."""
    asked = question(RULES, state, seat)
    return {type(each).__name__ for each in commands(asked)} if asked is not None else set()


def with_empty_bag() -> Table:
    """A scout found the bag empty: Bob must return a tile."""
    table = in_phase(EXPLORE, workers="home").seat(2, worlds="spice_world comet_zone gem_world")
    with_bag(table).tell("Scout seat=1 die=home drawn=()")
    return table


FULL = {"built": "spice_world", "goods": "spice_world/home"}
OFFERS = [
    pytest.param(in_phase(EXPLORE, workers="home"), {"Stock", "Scout"}, id="R-6.1"),
    pytest.param(in_phase(EXPLORE), set(), id="R-5.1: no explorer"),
    pytest.param(with_empty_bag(), set(), id="R-6.5: others return tiles first"),
    pytest.param(
        in_phase(EXPLORE, built="advanced_logistics", worlds="spice_world"),
        {"Rearrange", "FinishPhase"},
        id="T-32d",
    ),
    pytest.param(in_phase(EXPLORE, built="advanced_logistics"), set(), id="T-32d: no tile"),
    pytest.param(in_phase(EXPLORE, built="alien_research_team"), {"DrawExtra"}, id="T-39d"),
    pytest.param(
        in_phase(DEVELOP, workers="home", developments="public_works"),
        {"PlaceWorkers"},
        id="R-7.1",
    ),
    pytest.param(in_phase(DEVELOP, workers="home"), set(), id="R-7.3: no tile"),
    pytest.param(
        in_phase(SETTLE, worlds="spice_world", settlers="home home"), {"CompleteTile"}, id="R-6.6"
    ),
    pytest.param(in_phase(SETTLE, worlds="spice_world", settlers="home"), set(), id="R-7.2: waits"),
    pytest.param(in_phase(PRODUCE, built="spice_world", workers="home"), {"Produce"}, id="R-8.1"),
    pytest.param(in_phase(PRODUCE, workers="home").seat(**FULL), set(), id="R-8.2: full"),
    pytest.param(in_phase(SHIP, workers="home").seat(**FULL), {"Ship"}, id="R-9.1"),
    pytest.param(in_phase(SHIP, workers="home"), set(), id="R-9.5: no good"),
    pytest.param(in_phase(SHIP).seat(**FULL), set(), id="R-9.1: no shipper"),
    pytest.param(managing(citizenry="home home", credits=1), {"Recruit"}, id="R-10.1"),
    pytest.param(
        managing(cup="home", settlers="home", recruited=True),
        {"Recall", "SignalReady"},
        id="R-10.2",
    ),
    pytest.param(managing(settlers="home", recruited=True), {"Recall"}, id="D-15, R-10.2: must"),
    pytest.param(managing(cup="home", recruited=True), {"SignalReady"}, id="R-10.3"),
]


@pytest.mark.parametrize(("table", "offers"), OFFERS)
def test_what_is_offered(table: Table, offers: set[str]) -> None:
    """R-5.1: Ann is offered these and nothing else."""
    assert offered(table.state) == offers


def test_what_others_are_offered() -> None:
    """R-6.5: Bob returns a tile, then Ann draws, then she places."""
    table = with_empty_bag()
    assert offered(table.state, 2) == {"ReturnTile"}
    table.tell("ReturnTile seat=2 spot=world/0")
    assert (offered(table.state, 1), offered(table.state, 2)) == ({"DrawOwed"}, set())
    table.tell("DrawOwed seat=1 drawn=7")
    assert offered(table.state, 1) == {"PlaceTiles"}


def test_the_dice_are_rolled_once() -> None:
    """R-2.1: while dice are in the cup and not rolled."""
    table = Table(begun())
    roll = "RollDice seat=1 dice=home/ship,home/ship,home/ship"
    table.tell(roll)
    assert table.refuses(roll) == "roll"
