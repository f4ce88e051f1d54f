"""Powers of Explore."""

from __future__ import annotations

import pytest

from companion.games.roll.model.state import tracking
from tests.games.roll.by_rule.scenario import EXPLORE, SHIP, in_phase, revealed, with_bag


def test_alien_archaeology() -> None:
    """F-2l, FAQ (pl, hu) 39: $4 for a yellow explorer that stocks, $2 for others."""
    table = in_phase(EXPLORE, workers="alien_technology home")
    assert table.pays("Stock seat=1 die=alien_technology") == {"alien_archaeology": (4, 0)}
    assert table.pays("Stock seat=1 die=home") == {"R-6.2": (2, 0)}


def test_alien_research_ship() -> None:
    """T-7d: a white and a yellow explorer are borrowed and vanish; both must be used."""
    table = revealed("home:explore!", "alien_research_ship")
    table.tell("Stock seat=1 die=home borrowed=yes")
    assert table.citizenry() == ""
    assert table.refuses("FinishPhase") == "work_left"
    table.tell("Scout seat=1 die=alien_technology borrowed=yes drawn=3")
    table.tell("PlaceTiles seat=1 placings=3/world/no")
    assert table.refuses("Stock seat=1 die=alien_technology borrowed=yes") == "no_such_worker"
    table.tell("Stock seat=1 die=home", "FinishPhase")
    assert sum(tracking(table.state).stock) == sum(tracking(revealed("home:explore!").state).stock)


def test_alien_research_ship_without_explorers() -> None:
    """T-7d, FAQ (pl, hu) 28: the borrowed ones come although Ann has none of her own."""
    table = revealed("home:ship!", "alien_research_ship", spare="explore")
    assert table.refuses("FinishPhase") == "work_left"
    table.tell("Stock seat=1 die=alien_technology borrowed=yes")
    table.tell("Stock seat=1 die=home borrowed=yes", "FinishPhase")


def test_major_research_labs() -> None:
    """T-48d: one white explorer is borrowed."""
    table = revealed("home:explore!", "major_research_labs")
    table.tell("Stock seat=1 die=home", "Stock seat=1 die=home borrowed=yes")
    assert table.refuses("Stock seat=1 die=home borrowed=yes") == "no_such_worker"
    assert table.citizenry() == "home"
    table.tell("FinishPhase")


def test_improved_reconnaissance() -> None:
    """F-4l: scouted tiles may go on top, each as the player likes."""
    table = in_phase(
        EXPLORE,
        built="improved_reconnaissance",
        workers="home",
        worlds="spice_world",
        developments="public_works",
    )
    table.tell("Scout seat=1 die=home abandon=development/0 drawn=1,2")
    table.tell("PlaceTiles seat=1 placings=1/world/yes,2/world/no")
    assert table.stacks() == ((), (1, 7, 2))
    plain = in_phase(EXPLORE, workers="home")
    plain.tell("Scout seat=1 die=home drawn=1")
    assert plain.refuses("PlaceTiles seat=1 placings=1/world/yes") == "placing"


def test_advanced_logistics() -> None:
    """T-32d, FAQ (pl, hu) 38: any order and side, as often as wanted, also without explorers."""
    table = in_phase(
        EXPLORE,
        built="advanced_logistics",
        developments="public_works conscription",
        developers="home",
        worlds="spice_world",
    )
    table.tell("Rearrange seat=1 developments=7 worlds=40,18")
    assert table.stacks() == ((7,), (40, 18))
    table.tell("Rearrange seat=1 developments=18,7,40 worlds=()")
    assert table.stacks() == ((18, 7, 40), ())
    assert len(table.held().developers) == 1  # workers stay in their place
    assert table.refuses("Rearrange seat=1 developments=18,7 worlds=()") == "no_such_tile"
    assert table.refuses("Rearrange seat=1 developments=18,7,41 worlds=()") == "no_such_tile"
    table.tell("FinishPhase")


def test_advanced_logistics_is_no_power_of_other_phases() -> None:
    """T-32d, R-5.4: only while Explore lasts, only for its owner."""
    mine = {"developments": "public_works"}
    line = "Rearrange seat=1 developments=() worlds=40"
    assert in_phase(EXPLORE).seat(**mine).refuses(line) == "no_power"
    late = in_phase(SHIP, built="advanced_logistics").seat(**mine)
    assert late.refuses(line) == "wrong_step"


def test_alien_research_team() -> None:
    """T-39d, FAQ (pl, hu) 41: one tile after all tasks of all players, before tiles return.

    The abandoned tile is not in the bag yet; no explorer is needed.
    """
    table = in_phase(EXPLORE, built="alien_research_team").seat(
        2, workers="home", worlds="spice_world"
    )
    assert table.refuses("DrawExtra seat=1 drawn=3") == "timing"
    table.tell("Scout seat=2 die=home abandon=world/0 drawn=1,2")
    assert table.refuses("DrawExtra seat=1 drawn=3") == "timing"
    table.tell("PlaceTiles seat=2 placings=1/world/no,2/world/no")
    assert table.refuses("FinishPhase") == "work_left"
    assert table.refuses("DrawExtra seat=1 drawn=7") == "draw"
    table.tell("DrawExtra seat=1 drawn=3", "PlaceTiles seat=1 placings=3/world/no")
    assert table.refuses("DrawExtra seat=1 drawn=4") == "no_power"
    assert table.pays("FinishPhase") == {}
    assert 7 in tracking(table.state).bag


@pytest.mark.parametrize(
    ("tasks", "gains"),
    [
        (["Scout"], {"alien_research_team": (1, 0)}),
        (["Scout", "Scout"], {"alien_research_team": (1, 0)}),
        (["Stock"], {}),
        (["Stock", "Scout"], {"alien_research_team": (1, 0)}),
    ],
)
def test_alien_research_team_pays_once(tasks: list[str], gains: dict[str, object]) -> None:
    """T-39d: $1 if a yellow explorer scouted, however many did; not for one that stocked."""
    table = in_phase(EXPLORE, built="alien_research_team", workers="alien_technology " * len(tasks))
    for number, task in enumerate(tasks, start=1):
        if task == "Stock":
            table.tell("Stock seat=1 die=alien_technology")
        else:
            table.tell(f"Scout seat=1 die=alien_technology drawn={number}")
            table.tell(f"PlaceTiles seat=1 placings={number}/world/no")
    table.tell("DrawExtra seat=1 drawn=9", "PlaceTiles seat=1 placings=9/world/no")
    assert table.pays("FinishPhase") == gains


def test_a_white_explorer_earns_no_extra_credit() -> None:
    """T-39d: it must be yellow."""
    table = in_phase(EXPLORE, built="alien_research_team", workers="home")
    table.tell("Scout seat=1 die=home drawn=3", "PlaceTiles seat=1 placings=3/world/no")
    table.tell("DrawExtra seat=1 drawn=9", "PlaceTiles seat=1 placings=9/world/no")
    assert table.pays("FinishPhase") == {}


def test_the_extra_draw_from_an_empty_bag() -> None:
    """T-39d, R-6.5: it draws the abandoned tiles then, like any draw."""
    table = with_bag(in_phase(EXPLORE, built="alien_research_team"), abandoned=(5,))
    table.tell("DrawExtra seat=1 drawn=5", "PlaceTiles seat=1 placings=5/world/no", "FinishPhase")
    assert table.stacks() == ((), (5,))


@pytest.mark.parametrize(
    ("anns", "bobs", "gains"),
    [
        ("technology_unions", "", {"technology_unions": (1, 0)}),
        ("technology_unions", "public_works", {}),
        ("technology_unions export_duties", "public_works", {"technology_unions": (1, 0)}),
        ("technology_unions", "public_works conscription", {}),
    ],
)
def test_technology_unions(anns: str, bobs: str, gains: dict[str, object]) -> None:
    """T-55d, D-5: $1 with strictly more developments than anybody; faction halves count."""
    table = in_phase(EXPLORE, built=anns).seat(2, built=bobs)
    assert table.pays("FinishPhase") == gains
