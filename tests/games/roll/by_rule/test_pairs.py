"""Two powers at once: the pairs that the rulebooks or the data single out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.options import ReconnaissanceScope, TableOptions
from companion.games.roll.model.state import tracking
from companion.games.roll.model.task_events import TileCompleted
from tests.games.roll.by_rule.scenario import (
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    in_phase,
    judged,
    managing,
    revealed,
)

# --- Assign --------------------------------------------------------------------------------------


def test_backup_planning_and_galactic_mandate() -> None:
    """T-42d + T-49d: every Dictate of the round moves up to three workers."""
    aside, moved = " home:explore@dictate", " home:develop@settle"
    both = "backup_planning galactic_mandate"
    assert judged(f"home:ship!{aside * 2}{moved * 6}", both) == "fine"
    assert judged(f"home:ship!{aside * 2}{moved * 7}", both) == "assignment"
    assert judged(f"home:ship!{aside * 2}{moved * 6}", "backup_planning") == "assignment"
    assert judged(f"home:ship!{aside * 2}{moved * 6}", "galactic_mandate") == "assignment"


def test_a_second_worker_for_executive_power() -> None:
    """T-33d + T-52d: Galactic Influence brings one into the column of the other first."""
    laid = "home:ship! home:explore@ship home:settle@ship"
    assert judged(laid, "executive_power galactic_influence") == "fine"
    assert judged(laid, "executive_power") == "assignment"
    assert judged(laid, "galactic_influence") == "assignment"


def test_an_explorer_made_and_sent_on() -> None:
    """T-21d + T-26d, R-3.5: what Operations Affinity puts under Explore, Isolation Policy takes."""
    laid = "home:ship! military:develop@settle"
    assert judged(laid, "isolation_policy operations_affinity") == "fine"
    assert judged(laid, "isolation_policy") == "assignment"
    assert judged(laid, "operations_affinity") == "assignment"


# --- Explore -------------------------------------------------------------------------------------


def test_the_borrowed_yellow_explorer_stocks() -> None:
    """T-7d + F-2l, FAQ (pl) 40: Alien Archaeology pays $4 for it."""
    table = revealed("home:explore!", "alien_research_ship")
    assert table.pays("Stock seat=1 die=alien_technology borrowed=yes") == {
        "alien_archaeology": (4, 0)
    }


def test_the_borrowed_yellow_explorer_scouts() -> None:
    """T-7d + T-39d, FAQ (pl) 40: Alien Research Team pays its dollar."""
    table = revealed("home:explore!", "alien_research_ship alien_research_team")
    table.tell("Scout seat=1 die=alien_technology borrowed=yes drawn=3")
    table.tell("PlaceTiles seat=1 placings=3/world/no")
    table.tell("Stock seat=1 die=home borrowed=yes", "Stock seat=1 die=home")
    table.tell("DrawExtra seat=1 drawn=9", "PlaceTiles seat=1 placings=9/world/no")
    assert table.pays("FinishPhase") == {"alien_research_team": (1, 0)}


def test_rearranging_ends_with_the_extra_draw() -> None:
    """T-32d + T-39d, FAQ (pl, hu) 38: before it as often as wanted, then no more."""
    table = in_phase(EXPLORE, built="advanced_logistics alien_research_team")
    table.seat(worlds="spice_world gem_world")
    table.tell("Rearrange seat=1 developments=() worlds=18,7")
    table.tell("DrawExtra seat=1 drawn=3", "PlaceTiles seat=1 placings=3/world/no")
    assert table.refuses("Rearrange seat=1 developments=() worlds=3,18,7") == "no_power"
    assert table.stacks() == ((), (18, 7, 3))


@pytest.mark.parametrize("scope", ReconnaissanceScope)
def test_may_the_extra_tile_go_on_top(scope: ReconnaissanceScope) -> None:
    """F-4l + T-39d, D-8: it was not scouted; a table may read it otherwise."""
    table = in_phase(EXPLORE, options=TableOptions(reconnaissance_scope=scope))
    table.seat(built="improved_reconnaissance alien_research_team", worlds="spice_world")
    table.tell("DrawExtra seat=1 drawn=3")
    line = "PlaceTiles seat=1 placings=3/world/yes"
    if scope is ReconnaissanceScope.EVERY_DRAW:
        table.tell(line)
        assert table.stacks() == ((), (3, 7))
    else:
        assert table.refuses(line) == "placing"


def test_on_top_and_then_in_any_order() -> None:
    """F-4l + T-32d: a scouted tile on top may be turned over and moved afterwards."""
    table = in_phase(EXPLORE, built="improved_reconnaissance advanced_logistics", workers="home")
    table.seat(worlds="spice_world")
    table.tell("Scout seat=1 die=home drawn=3", "PlaceTiles seat=1 placings=3/world/yes")
    table.tell("Rearrange seat=1 developments=3 worlds=7")
    assert table.stacks() == ((3,), (7,))


def test_technology_unions_in_explore() -> None:
    """T-55d + T-39d, D-13: pays as printed, with the extra draw in play."""
    table = in_phase(EXPLORE, built="technology_unions alien_research_team")
    table.tell("DrawExtra seat=1 drawn=3", "PlaceTiles seat=1 placings=3/world/no")
    assert table.pays("FinishPhase") == {"technology_unions": (1, 0)}


# --- Develop and Settle --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "needed"),
    [
        pytest.param("gateway_station", 1, id="T-41d + T-19d, FAQ (pl, hu) 46: grey 3"),
        pytest.param("tourist_world", 1, id="T-41d + T-19d, FAQ (pl, hu) 46: grey 4"),
        pytest.param("terraformed_world", 2, id="T-41d + T-19d: grey 5"),
        pytest.param("outlaw_world", 1, id="T-41d + T-19d: grey 2"),
        pytest.param("fifth_column", 1, id="T-41d + T-19d: grey 1"),
    ],
)
def test_free_trade_zone_then_replicant_robots(world: str, needed: int) -> None:
    """R-5.5: two off but not below two, then one off but not below one."""
    table = in_phase(SETTLE, built="free_trade_zone replicant_robots", worlds=world)
    table.seat(workers="home home home")
    dice = ",".join(["home"] * needed)
    assert table.refuses(f"PlaceWorkers seat=1 dice={dice},home") == "too_many_workers"
    table.tell(f"PlaceWorkers seat=1 dice={dice}", "CompleteTile seat=1")


def test_blueprints_and_robots() -> None:
    """T-50d + T-19d: a green world of cost 3 takes one settler, one of cost 5 three."""
    for world, needed in (("plague_world", 1), ("lost_species_ark_world", 3)):
        table = in_phase(SETTLE, built="alien_uplift_blueprints replicant_robots", worlds=world)
        table.seat(settlers="home " * needed)
        table.tell("CompleteTile seat=1")
        short = in_phase(SETTLE, built="alien_uplift_blueprints replicant_robots", worlds=world)
        short.seat(settlers="home " * (needed - 1))
        assert short.refuses("CompleteTile seat=1") == "not_complete"


@pytest.mark.parametrize(
    ("side", "needed"), [("galactic_influence", 1), ("operations_affinity", 1), ("conscription", 3)]
)
def test_adaptation_and_investment(side: str, needed: int) -> None:
    """F-7l + T-14d: two off a Reassign tile, never below one; one off another tile."""
    table = in_phase(DEVELOP, built="biological_adaptation investment_credits", developments=side)
    table.seat(workers="home " * 4)
    dice = ",".join(["home"] * needed)
    assert table.refuses(f"PlaceWorkers seat=1 dice={dice},home") == "too_many_workers"


def test_order_and_exchange() -> None:
    """T-1d + T-2d, D-9: all red settlers, and one or two others or the same ones."""
    for to_cup in ("military", "military,home", "military,home,genes"):
        table = in_phase(SETTLE, built="new_galactic_order galactic_exchange")
        table.seat(worlds="malevolent_lifeforms", settlers="military home genes novelty")
        for wrong in ("()", "home", "home,genes", "military,home,genes,novelty"):
            assert table.refuses(f"CompleteTile seat=1 to_cup={wrong}") == "completion_choice"
        (completed, *_) = table.tell(f"CompleteTile seat=1 to_cup={to_cup}")
        assert table.cup() == " ".join(sorted(to_cup.split(",")))
        assert isinstance(completed, TileCompleted)
        assert completed.freed_by == ("new_galactic_order", "galactic_exchange")


def test_federation_and_investment_credits() -> None:
    """T-3d + T-14d: of the fewer developers one or two are freed, be there only one."""
    table = in_phase(DEVELOP, built="galactic_federation investment_credits")
    table.seat(developments="export_duties", developers="genes")
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    table.tell("CompleteTile seat=1 to_cup=genes")
    assert (table.cup(), table.citizenry()) == ("genes", "")


def test_works_and_recycling() -> None:
    """T-40d + T-20d: both pay for a development; for a world only one does."""
    built = "public_works galactic_recycling"
    table = in_phase(DEVELOP, built=built, developments="export_duties", developers="home home")
    assert table.pays("CompleteTile seat=1") == {
        "public_works": (1, 0),
        "galactic_recycling": (1, 0),
    }
    table = in_phase(SETTLE, built=built, worlds="spice_world", settlers="home home")
    assert table.pays("CompleteTile seat=1") == {"galactic_recycling": (1, 0)}


def test_terraforming_and_recycling() -> None:
    """T-38d + T-20d: $2 and $1 for a brown world, after what the world itself gives."""
    table = in_phase(SETTLE, built="terraforming_robots galactic_recycling")
    table.seat(worlds="silicon_world", settlers="home " * 4)
    assert table.pays("CompleteTile seat=1") == {
        "silicon_world": (1, 0),
        "terraforming_robots": (2, 0),
        "galactic_recycling": (1, 0),
    }


# --- Produce and Ship ----------------------------------------------------------------------------


def test_two_goods_for_the_league() -> None:
    """T-16d + T-6d: both goods of a brown world pay."""
    table = in_phase(PRODUCE, built="galactic_reserves mining_league comet_zone")
    table.seat(goods="comet_zone/home comet_zone/genes")
    assert table.pays("FinishPhase") == {"mining_league": (2, 0)}


def test_the_dollar_of_the_trade_is_spent() -> None:
    """T-4d + T-17d: sold for $4, one of which pays a chip."""
    table = in_phase(SHIP, built="galactic_bankers export_duties spice_world", workers="home")
    table.seat(goods="spice_world/home")
    line = "Ship seat=1 shipper=home good=spice_world/home task=trade buy_vp=yes"
    table.tell(line)
    assert (table.credits(), table.vp()) == (3, 1)


def test_three_borrowed_shippers() -> None:
    """T-11d + T-53d: two white ones, a green one; without goods they simply vanish."""
    table = revealed("home:ship!", "organic_shipyards space_docks spice_world gem_world").seat(
        goods="spice_world/home gem_world/home"
    )
    line = "Ship seat=1 shipper=home good={}/home task=trade borrowed=yes"
    table.tell(line.format("spice_world"), line.format("gem_world"))
    assert table.citizenry() == "home home"
    table.tell("FinishPhase")
    assert table.held().turn.borrowed == ()


def test_tourism_knows_printed_costs() -> None:
    """T-22d + T-19d, FAQ (pl, hu) 58: Ann paid one settler less, her world still costs 3."""
    table = in_phase(SETTLE, SHIP, built="space_tourism replicant_robots", worlds="comet_zone")
    table.seat(settlers="home home").seat(2, built="gem_world")
    table.tell("CompleteTile seat=1", "FinishPhase")
    assert table.pays("FinishPhase") == {"space_tourism": (2, 0)}


def test_piracy_and_religion() -> None:
    """F-1l + F-6l: each counts what lies in the Citizenry at the end of its own phase."""
    table = in_phase(DEVELOP, SHIP, built="space_piracy galactic_religion")
    table.seat(citizenry="novelty military", goods="spice_world/military")
    table.seat(built="spice_world")
    assert table.pays("FinishPhase") == {"galactic_religion": (1, 0)}
    table.seat(workers="military")
    table.tell("Ship seat=1 shipper=military good=spice_world/military task=consume")
    assert table.pays("FinishPhase") == {"space_piracy": (2, 0)}


# --- scoring -------------------------------------------------------------------------------------


def bonuses(built: str, chips: int = 0) -> dict[str, int]:
    table = managing(built=built, cup="home", recruited=True)
    empire = replace(table.state.empire(1), vp_chips=chips)
    table.state = replace(table.state.with_empire(empire), vp_pool=0)
    table.tell("FinishRound")
    return {bonus.tile: bonus.vp for bonus in tracking(table.state).scores[0].bonuses}


def test_biological_adaptation_for_new_economy() -> None:
    """T-9d + F-7l, FAQ (pl, hu) 42: with Alien Archaeology and itself it makes three."""
    assert bonuses("new_economy biological_adaptation") == {"new_economy": 3}
    assert bonuses("new_economy local_subsidies") == {"new_economy": 2}


def test_biological_adaptation_for_system_diversification() -> None:
    """T-30d + F-7l, FAQ (pl, hu) 42: ceil(6/2) without it and with it; Local Subsidies count."""
    assert bonuses("system_diversification biological_adaptation") == {"system_diversification": 3}
    assert bonuses("system_diversification local_subsidies") == {"system_diversification": 4}


def test_chips_of_the_salon_count_for_the_renaissance() -> None:
    """T-8d + T-35d: its chip is one like the others: the sixth makes three."""
    table = in_phase(SHIP, built="galactic_renaissance galactic_salon", cup="home")
    table.state = table.state.with_empire(replace(table.state.empire(1), vp_chips=5))
    table.state = replace(table.state, vp_pool=1)
    table.tell("FinishPhase", "FinishRound")
    (bonus,) = tracking(table.state).scores[0].bonuses
    assert (table.vp(), bonus.vp) == (6, 3)
