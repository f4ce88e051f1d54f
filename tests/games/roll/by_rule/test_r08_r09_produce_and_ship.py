"""Phases IV and V: Produce and Ship."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.task_events import VpGiven
from tests.games.roll.by_rule.scenario import PRODUCE, SHIP, Table, in_phase, managing


@pytest.mark.parametrize("world", ["spice_world", "comet_zone", "plague_world", "alien_sentinels"])
@pytest.mark.parametrize("die", ["home", "novelty", "alien_technology"])
def test_any_die_is_a_good_on_any_coloured_world(world: str, die: str) -> None:
    """R-8.1, FAQ (pl, hu) 17: the colours need not match."""
    table = in_phase(PRODUCE, built=world, workers=die)
    table.tell(f"Produce seat=1 goods={world}/{die}")
    assert table.goods() == f"{world}/{die}"


def test_one_good_a_world_and_none_on_grey_ones() -> None:
    """R-8.1: nor on worlds of others, nor on developments."""
    table = in_phase(PRODUCE, built="spice_world outlaw_world", workers="home home")
    table.seat(2, built="comet_zone")
    table.tell("Produce seat=1 goods=spice_world/home")
    for world in ("spice_world", "outlaw_world", "comet_zone", "alien_archaeology"):
        assert table.refuses(f"Produce seat=1 goods={world}/home") == "no_room"


def test_producers_without_room() -> None:
    """R-8.2: back to the cup; before, all room must be used."""
    table = in_phase(PRODUCE, built="spice_world", workers="home genes")
    assert table.refuses("FinishPhase") == "work_left"
    table.tell("Produce seat=1 goods=spice_world/home", "FinishPhase")
    assert (table.cup(), table.goods()) == ("genes", "spice_world/home")


def test_a_shipper_and_a_good() -> None:
    """R-9.1: each takes one good; both dice go to the Citizenry."""
    table = in_phase(SHIP, built="spice_world", goods="spice_world/genes", workers="home military")
    table.tell("Ship seat=1 shipper=home good=spice_world/genes task=trade")
    assert (table.citizenry(), table.goods()) == ("genes home", "")
    again = "Ship seat=1 shipper=military good=spice_world/genes task=trade"
    assert table.refuses(again) == "no_such_good"
    assert table.refuses(again.replace("military", "home")) == "no_such_worker"


@pytest.mark.parametrize(
    ("world", "price"),
    [("spice_world", 3), ("comet_zone", 4), ("plague_world", 5), ("alien_sentinels", 6)],
)
@pytest.mark.parametrize("die", ["home", "alien_technology"])
def test_trade(world: str, price: int, die: str) -> None:
    """R-9.2, FAQ (pl, hu) 18: the colour of the world is paid, whatever the dice."""
    table = in_phase(SHIP, built=world, goods=f"{world}/{die}", workers=die)
    line = f"Ship seat=1 shipper={die} good={world}/{die} task=trade"
    assert table.pays(line) == {"R-9.2": (price, 0)}


@pytest.mark.parametrize(
    ("shipper", "die", "vp"),
    [
        ("home", "home", 1),
        ("genes", "home", 2),
        ("home", "genes", 2),
        ("genes", "genes", 3),
        ("consumption", "home", 2),
        ("home", "consumption", 2),
        ("consumption", "genes", 3),
        ("consumption", "consumption", 3),
        ("novelty", "alien_technology", 1),
    ],
)
def test_consume(shipper: str, die: str, vp: int) -> None:
    """R-9.3, FAQ (pl, hu) 66: on a Genes world; each purple die matches."""
    table = in_phase(SHIP, built="plague_world", goods=f"plague_world/{die}", workers=shipper)
    line = f"Ship seat=1 shipper={shipper} good=plague_world/{die} task=consume"
    assert table.pays(line) == {"R-9.3": (0, vp)}


def test_wild_faces_are_no_colours() -> None:
    """R-9.3, FAQ (pl, hu) 20: a green die with a wild face matches Genes worlds only."""
    for world, vp in (("plague_world", 2), ("spice_world", 1)):
        table = in_phase(SHIP, built=world, goods=f"{world}/home", workers="genes")
        table.tell(f"Ship seat=1 shipper=genes good={world}/home task=consume")
        assert table.vp() == vp


def test_mismatching_on_purpose() -> None:
    """R-9.3, FAQ (pl, hu) 21: white may take the good that green would match."""
    table = in_phase(
        SHIP,
        built="plague_world spice_world",
        goods="plague_world/home spice_world/home",
        workers="home genes",
    )
    table.tell("Ship seat=1 shipper=home good=plague_world/home task=consume")
    table.tell("Ship seat=1 shipper=genes good=spice_world/home task=consume")
    assert table.vp() == 2


def nearly_empty(pool: int) -> Table:
    table = in_phase(
        SHIP,
        built="spice_world space_port",
        goods="spice_world/novelty space_port/novelty",
        workers="novelty novelty",
    )
    table.state = replace(table.state, vp_pool=pool)
    return table


def test_the_reserve() -> None:
    """R-9.4: chips go on behind the last one, and the end is announced."""
    table = nearly_empty(2)
    events = table.tell("Ship seat=1 shipper=novelty good=spice_world/novelty task=consume")
    assert VpGiven(1, 2, "R-9.3", 1) in events
    assert [reason.value for reason in table.view().end_reasons] == ["vp_pool"]
    table.tell("Ship seat=1 shipper=novelty good=space_port/novelty task=consume")
    assert (table.vp(), table.state.vp_pool, table.state.vp_beyond_pool) == (6, 0, 4)


def test_one_chip_left_is_no_end() -> None:
    """R-9.4, R-10.4: the pool must be empty."""
    table = nearly_empty(4)
    table.tell("Ship seat=1 shipper=novelty good=spice_world/novelty task=consume")
    assert (table.state.vp_pool, table.view().end_reasons) == (1, ())


def test_shippers_without_goods() -> None:
    """R-9.5: back to the cup, not to the Citizenry."""
    table = in_phase(SHIP, built="spice_world", goods="spice_world/home", workers="home genes")
    table.tell("Ship seat=1 shipper=home good=spice_world/home task=trade", "FinishPhase")
    assert "genes" in table.cup()
    assert "genes" not in table.citizenry()


def test_goods_stay_without_a_shipper() -> None:
    """R-9.1: nothing is shipped by itself."""
    table = in_phase(SHIP, built="spice_world", goods="spice_world/home")
    table.tell("FinishPhase")
    assert table.goods() == "spice_world/home"
    assert (
        managing(goods="spice_world/home").refuses(
            "Ship seat=1 shipper=home good=spice_world/home task=trade"
        )
        == "wrong_step"
    )
