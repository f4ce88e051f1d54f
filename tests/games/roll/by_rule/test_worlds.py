"""All 55 worlds of the bag: cost, colour, and what each gives when it is settled (R-7.4)."""

from __future__ import annotations

import pytest

from tests.games.roll.by_rule.scenario import PRODUCE, SETTLE, SHIP, in_phase

# tile | world | cost and colour | dice by place | credits
WORLDS = """
T-1w | secluded_world | 1 novelty | citizenry novelty | 0
T-2w | star_nomad_lair | 1 novelty | citizenry novelty | 0
T-3w | artist_colony | 1 novelty | citizenry novelty | 0
T-4w | former_penal_colony | 1 novelty | cup military | 0
T-5w | sentient_robots | 2 gray | cup military | 0
T-6w | new_survivalists | 1 novelty | citizenry novelty | 0
T-7w | spice_world | 2 novelty | cup novelty | 0
T-8w | fifth_column | 1 gray | cup military | 0
T-9w | high_gravity_world | 1 gray | cup military | 0
T-10w | new_vinland | 2 novelty | cup novelty | 0
T-11w | outlaw_world | 2 gray | cup military | 0
T-12w | radioactive_world | 2 rare_elements | cup rare_elements | 0
T-13w | asteroid_belt | 2 rare_elements | cup rare_elements | 0
T-14w | galactic_survey_headquarters | 2 novelty | cup novelty | 0
T-15w | pirate_world | 2 novelty | citizenry military | 0
T-16w | rebel_hideout | 2 gray | citizenry military military | 0
T-17w | silicon_world | 4 rare_elements | good rare_elements | 1
T-18w | gem_world | 2 novelty | cup novelty | 0
T-19w | space_port | 2 novelty | cup novelty | 0
T-20w | alien_robot_scout_ship | 4 alien_technology | cup alien_technology | 1
T-21w | planetary_nebula | 3 rare_elements | good rare_elements | 0
T-22w | universal_exports | 3 novelty | good novelty | 0
T-23w | deserted_alien_library | 6 alien_technology | good alien_technology | 2
T-24w | gateway_station | 3 gray | citizenry consumption | 0
T-25w | lost_alien_battle_fleet | 6 alien_technology | cup alien_technology | 3
T-26w | tourist_world | 4 gray | citizenry consumption | 1
T-27w | uplift_overseers | 3 genes | cup genes | 0
T-28w | distant_world | 4 genes | cup genes | 1
T-29w | prosperous_world | 3 novelty | good novelty | 0
T-30w | rebel_miners | 2 rare_elements | citizenry military military | 0
T-31w | plague_world | 3 genes | cup genes | 0
T-32w | designer_species_ultd | 5 genes | good genes | 1
T-33w | trading_world | 3 gray | citizenry consumption | 0
T-34w | lost_species_ark_world | 5 genes | good genes | 1
T-35w | runaway_robots | 2 rare_elements | cup military | 0
T-36w | deserted_alien_outpost | 4 alien_technology | good alien_technology | 0
T-37w | jumpdrive_fuel_refinery | 3 rare_elements | good rare_elements | 0
T-38w | terraformed_world | 5 gray | citizenry consumption | 2
T-39w | rebel_warrior_race | 3 genes | citizenry genes military | 0
T-40w | lost_alien_warship | 5 alien_technology | cup alien_technology | 2
T-41w | galactic_resort | 3 novelty | good novelty | 0
T-42w | galactic_trendsetters | 6 gray | citizenry consumption consumption | 2
T-43w | ore_rich_world | 2 rare_elements | cup rare_elements | 0
T-44w | comet_zone | 3 rare_elements | good rare_elements | 0
T-45w | transport_hub | 4 gray | citizenry consumption | 1
T-46w | alien_sentinels | 6 alien_technology | cup alien_technology | 3
T-47w | malevolent_lifeforms | 4 genes | good genes | 0
T-48w | galactic_fuel_depot | 3 rare_elements | good rare_elements | 0
T-49w | mining_world | 3 rare_elements | good rare_elements | 0
T-50w | information_hub | 3 novelty | good novelty | 0
T-51w | deep_space_symbionts_ltd | 4 genes | cup genes | 1
T-52w | blaster_gem_mines | 3 rare_elements | citizenry military rare_elements | 0
T-53w | armaments_world | 4 rare_elements | good rare_elements | 1
T-54w | jungle_world | 4 genes | good genes | 0
T-55w | deserted_alien_colony | 5 alien_technology | good alien_technology | 1
"""
GIVES_UP_A_DIE = {"former_penal_colony", "rebel_miners", "rebel_warrior_race"}
PRICES = {"novelty": 3, "rare_elements": 4, "genes": 5, "alien_technology": 6}


def cases() -> list[object]:
    rows = [[cell.strip() for cell in row.split("|")] for row in WORLDS.strip().splitlines()]
    return [pytest.param(*row[1:], id=f"{row[0]} {row[1]}") for row in rows]


@pytest.mark.parametrize(("world", "kind", "dice", "money"), cases())
def test_settling(world: str, kind: str, dice: str, money: str) -> None:
    """R-7.1, R-7.4, R-8.1, R-9.2: its settlers, its dice and credits, its goods and their price."""
    cost, colour = kind.split()
    table = in_phase(SETTLE, PRODUCE, SHIP, worlds=world, cup="novelty", settlers="")
    table.seat(workers="home " * int(cost))
    if int(cost) > 1:
        table.tell(f"PlaceWorkers seat=1 dice={','.join(['home'] * (int(cost) - 1))}")
        assert table.refuses("CompleteTile seat=1") == "not_complete"
    table.tell("PlaceWorkers seat=1 dice=home")
    give = " give_up=novelty/cup/-/" if world in GIVES_UP_A_DIE else ""
    gains = table.pays(f"CompleteTile seat=1{give}")
    assert gains == ({world: (int(money), 0)} if money != "0" else {})

    gained = {part.split()[0]: part.split()[1:] for part in dice.split(", ")}
    kept = [] if world in GIVES_UP_A_DIE else ["novelty"]
    assert table.cup() == " ".join(sorted(kept + gained.get("cup", [])))
    assert table.citizenry() == " ".join(sorted(["home"] * int(cost) + gained.get("citizenry", [])))
    assert table.goods() == " ".join(f"{world}/{die}" for die in gained.get("good", []))

    table.tell("FinishPhase")
    table.seat(workers="home")
    if colour == "gray":
        assert table.refuses(f"Produce seat=1 goods={world}/home") == "no_room"
        return
    if not table.goods():
        table.tell(f"Produce seat=1 goods={world}/home")
    table.tell("FinishPhase")
    table.seat(workers="home", credits=0)
    ship = f"Ship seat=1 shipper=home good={table.goods()} task=trade"
    assert table.pays(ship) == {"R-9.2": (PRICES[colour], 0)}


@pytest.mark.parametrize(
    ("world", "cost", "citizenry", "cup"),
    [
        pytest.param("former_penal_colony", 1, "", "military", id="T-4w, FAQ (pl, hu) 45"),
        pytest.param("rebel_miners", 2, "home military military", "", id="T-30w, FAQ (pl, hu) 55"),
        pytest.param(
            "rebel_warrior_race",
            3,
            "genes home home military",
            "",
            id="T-39w, FAQ (pl, hu) 56",
        ),
    ],
)
def test_worlds_that_take_a_die(world: str, cost: int, citizenry: str, cup: str) -> None:
    """R-7.4: first a die is given up, one that settled is among them; then the world gives."""
    table = in_phase(SETTLE, worlds=world, settlers="home " * cost)
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    assert table.refuses("CompleteTile seat=1 give_up=military/cup/-/") == "completion_choice"
    table.tell("CompleteTile seat=1 give_up=home/citizenry/-/")
    assert (table.citizenry(), table.cup()) == (citizenry, cup)
