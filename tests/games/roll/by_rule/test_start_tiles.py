"""Factions and home worlds: dice, credits and goods at set-up (R-1.6, R-1.7)."""

from __future__ import annotations

import pytest

from companion.games.roll.model.commands import PlayerSetup
from tests.games.roll.by_rule.scenario import CATALOG, PRODUCE, SHIP, Table, begun, in_phase

# What a start tile adds to three white dice in the cup and two in the Citizenry.
HOMES = [
    pytest.param("earths_lost_colony", "", "", "novelty", id="H-1"),
    pytest.param("new_sparta", "", "military military", "", id="H-2"),
    pytest.param("alpha_centauri", "", "", "rare_elements", id="H-3"),
    pytest.param("damaged_alien_factory", "", "alien_technology", "", id="H-4"),
    pytest.param("ancient_race", "", "", "genes", id="H-5"),
    pytest.param("separatist_colony", "military", "", "", id="H-6"),
    pytest.param("old_earth", "", "consumption", "", id="H-7"),
    pytest.param("epsilon_eridani", "", "military novelty", "", id="H-8"),
    pytest.param("doomed_world", "", "", "", id="H-9"),
]
FACTIONS = [
    pytest.param(1, "space_piracy hidden_fortress", "", "military", "", id="F-1r"),
    pytest.param(
        2, "alien_archaeology alien_rosetta_stone_world", "", "alien_technology", "", id="F-2r, D-3"
    ),
    pytest.param(3, "consumer_markets space_mall", "novelty", "", "", id="F-3r"),
    pytest.param(4, "improved_reconnaissance wormhole_station", "rare_elements", "", "", id="F-4r"),
    pytest.param(5, "genetics_lab the_last_of_the_gnarssh", "", "genes", "", id="F-5r"),
    pytest.param(
        6, "galactic_religion pilgrimage_world", "", "", "pilgrimage_world/novelty", id="F-6r"
    ),
    pytest.param(7, "biological_adaptation aquatic_uplift_world", "genes", "", "", id="F-7r"),
    pytest.param(8, "mining_industry meteorite_planet", "", "rare_elements", "", id="F-8r"),
    pytest.param(
        9, "destroyed_colony awakened_alien_outpost", "consumption", "military", "", id="F-9l, F-9r"
    ),
]


def has(table: Table, cup: str, citizenry: str) -> bool:
    """Whether Ann has these dice beside the five white ones."""
    return (table.cup().split(), table.citizenry().split()) == (
        sorted(["home"] * 3 + cup.split()),
        sorted(["home"] * 2 + citizenry.split()),
    )


@pytest.mark.parametrize(("home", "cup", "citizenry", "good"), HOMES)
def test_home_worlds(home: str, cup: str, citizenry: str, good: str) -> None:
    """R-1.6, R-1.7: dice where the symbol says; Doomed World gives $8 instead."""
    bob = PlayerSetup(2, "Bob", "red", 3, "old_earth" if home == "new_sparta" else "new_sparta")
    table = Table(begun(PlayerSetup(1, "Ann", "blue", 7, home), bob))
    assert has(table, f"{cup} genes", citizenry)  # Aquatic Uplift World has a green die
    assert table.goods() == (f"{home}/{good}" if good else "")
    assert table.credits() == (8 if home == "doomed_world" else 1)


@pytest.mark.parametrize(("number", "halves", "cup", "citizenry", "goods"), FACTIONS)
def test_factions(number: int, halves: str, cup: str, citizenry: str, goods: str) -> None:
    """R-1.6, R-1.7: both halves are in the tableau; their worlds give their dice."""
    bob = PlayerSetup(2, "Bob", "red", 3 if number != 3 else 4, "new_sparta")
    table = Table(begun(PlayerSetup(1, "Ann", "blue", number, "doomed_world"), bob))
    assert table.held().tableau == (*halves.split(), "doomed_world")
    assert has(table, cup, citizenry)
    assert table.goods() == goods


@pytest.mark.parametrize(
    ("faction", "home", "world", "price"),
    [
        (3, "doomed_world", "space_mall", 3),
        (4, "doomed_world", "wormhole_station", 4),
        (5, "doomed_world", "the_last_of_the_gnarssh", 5),
        (6, "doomed_world", "pilgrimage_world", 3),
        (8, "doomed_world", "meteorite_planet", 4),
        (9, "doomed_world", "awakened_alien_outpost", 6),
        (7, "earths_lost_colony", "earths_lost_colony", 3),
        (7, "alpha_centauri", "alpha_centauri", 4),
        (7, "damaged_alien_factory", "damaged_alien_factory", 6),
        (7, "ancient_race", "ancient_race", 5),
    ],
)
def test_goods_of_start_worlds(faction: int, home: str, world: str, price: int) -> None:
    """R-8.1, R-9.2: start worlds of a colour hold goods and sell them like others."""
    bob = PlayerSetup(2, "Bob", "red", 1, "new_sparta")
    players = (PlayerSetup(1, "Ann", "blue", faction, home), bob)
    table = in_phase(PRODUCE, SHIP, players=players, workers="home")
    table.tell(f"Produce seat=1 goods={world}/home", "FinishPhase")
    table.seat(workers="home", credits=0)
    line = f"Ship seat=1 shipper=home good={world}/home task=trade"
    assert table.pays(line)["R-9.2"] == (price, 0)


@pytest.mark.parametrize(
    ("faction", "home", "world"),
    [
        (1, "doomed_world", "hidden_fortress"),
        (2, "doomed_world", "alien_rosetta_stone_world"),
        (7, "doomed_world", "aquatic_uplift_world"),
        (9, "doomed_world", "destroyed_colony"),
        (7, "new_sparta", "new_sparta"),
        (7, "separatist_colony", "separatist_colony"),
        (7, "old_earth", "old_earth"),
        (7, "epsilon_eridani", "epsilon_eridani"),
        (7, "doomed_world", "doomed_world"),
    ],
)
def test_gray_start_worlds_hold_nothing(faction: int, home: str, world: str) -> None:
    """R-8.1: no goods on gray worlds."""
    players = (
        PlayerSetup(1, "Ann", "blue", faction, home),
        PlayerSetup(2, "Bob", "red", 3, "ancient_race"),
    )
    table = in_phase(PRODUCE, players=players, workers="home")
    assert table.refuses(f"Produce seat=1 goods={world}/home") == "no_room"


@pytest.mark.parametrize(
    ("number", "costs"),
    [
        *((1, (0, 2)), (2, (1, 1)), (3, (3, 0)), (4, (2, 3)), (5, (2, 0))),
        *((6, (2, 3)), (7, (2, 2)), (8, (2, 1))),
        pytest.param(9, (0, 3), id="D-1"),
    ],
)
def test_costs_of_factions(number: int, costs: tuple[int, int]) -> None:
    """R-11.1: printed costs, which are VP at the end."""
    faction = CATALOG.faction(number)
    assert (faction.left.cost, faction.right.cost) == costs
