"""Powers of Produce and Ship."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.options import BankersMoment, TableOptions, UnprintedMoment
from tests.games.roll.by_rule.scenario import PRODUCE, SHIP, Table, in_phase, revealed

# --- Produce -------------------------------------------------------------------------------------


def test_galactic_reserves() -> None:
    """T-16d, FAQ (pl, hu) 48: two goods of any colours on a coloured world, each with a shipper."""
    table = in_phase(
        PRODUCE, SHIP, built="galactic_reserves spice_world", workers="home genes military"
    )
    table.tell("Produce seat=1 goods=spice_world/home,spice_world/genes")
    assert table.refuses("Produce seat=1 goods=spice_world/military") == "no_room"
    assert table.refuses("Produce seat=1 goods=doomed_world/military") == "no_room"
    table.tell("FinishPhase")
    table.seat(workers="home")
    table.tell("Ship seat=1 shipper=home good=spice_world/genes task=trade")
    assert table.goods() == "spice_world/home"
    table.tell("FinishPhase")
    assert table.goods() == "spice_world/home"


@pytest.mark.parametrize(
    ("built", "goods", "gain"),
    [
        pytest.param("merchant_guild", "", 2, id="T-37d: $2, without goods"),
        pytest.param(
            "mining_league",
            "comet_zone/genes asteroid_belt/home spice_world/rare_elements",
            2,
            id="T-6d: $1 for each good on a brown world",
        ),
        pytest.param(
            "consumer_markets",
            "comet_zone/novelty spice_world/home",
            1,
            id="F-3l: $1 for each good on a cyan world",
        ),
        pytest.param(
            "genetics_lab",
            "comet_zone/genes spice_world/genes plague_world/home",
            4,
            id="F-5l, FAQ (pl, hu) 49: $2 for each green die used as a good",
        ),
    ],
)
def test_the_end_of_produce(built: str, goods: str, gain: int) -> None:
    """R-5.4: paid once, for what lies there then."""
    worlds = " ".join(good.split("/")[0] for good in goods.split())
    table = in_phase(PRODUCE, built=f"{built} {worlds}", goods=goods)
    assert table.pays("FinishPhase") == {built: (gain, 0)}
    elsewhere = in_phase(SHIP, built=f"{built} {worlds}", goods=goods)
    assert elsewhere.pays("FinishPhase") == {}


def test_goods_produced_now_pay() -> None:
    """F-5l: the good of this very phase counts when it ends."""
    table = in_phase(PRODUCE, built="genetics_lab comet_zone", workers="genes")
    table.tell("Produce seat=1 goods=comet_zone/genes")
    assert table.pays("FinishPhase") == {"genetics_lab": (2, 0)}


def test_technology_unions_in_produce() -> None:
    """T-55d: $1 in Produce, too; not in Ship."""
    assert in_phase(PRODUCE, built="technology_unions").pays("FinishPhase") == {
        "technology_unions": (1, 0)
    }
    assert in_phase(SHIP, built="technology_unions").pays("FinishPhase") == {}


# --- Trade and Consume ---------------------------------------------------------------------------

PRICE = {"spice_world": 3, "comet_zone": 4, "plague_world": 5, "alien_sentinels": 6}


def shipped(built: str, world: str, task: str) -> dict[str, tuple[int, int]]:
    """Ship a white die with a white die; return what powers paid beside the rule."""
    table = in_phase(SHIP, built=f"{world} {built}", goods=f"{world}/home", workers="home")
    gains = table.pays(f"Ship seat=1 shipper=home good={world}/home task={task}")
    assert gains.pop("R-9.2" if task == "trade" else "R-9.3") == (
        (PRICE[world], 0) if task == "trade" else (0, 1)
    )
    return gains


@pytest.mark.parametrize(
    ("built", "task", "gain", "where"),
    [
        pytest.param("export_duties", "trade", (1, 0), set(PRICE), id="T-17d"),
        pytest.param("jumpdrive_research", "trade", (1, 0), {"comet_zone"}, id="T-23d"),
        pytest.param("galactic_demand", "trade", (2, 0), {"spice_world"}, id="T-36d"),
        pytest.param("galactic_renaissance", "consume", (0, 1), set(PRICE), id="T-8d"),
        pytest.param("new_economy", "consume", (2, 0), set(PRICE), id="T-9d"),
        pytest.param("trade_levies", "consume", (1, 0), set(PRICE), id="T-44d"),
        pytest.param("space_refineries", "consume", (0, 1), {"comet_zone"}, id="T-27d"),
        pytest.param("mining_industry", "consume", (1, 0), {"comet_zone"}, id="F-8l"),
        pytest.param(
            "minor_research_labs",
            "consume",
            (0, 1),
            {"plague_world", "alien_sentinels"},
            id="T-45d",
        ),
    ],
)
def test_gains_of_trade_and_consume(
    built: str, task: str, gain: tuple[int, int], where: set[str]
) -> None:
    """R-9.2, R-9.3, FAQ (pl, hu) 27: for goods of these worlds, each time, for this task only."""
    for world in PRICE:
        assert shipped(built, world, task) == ({built: gain} if world in where else {})
        assert shipped(built, world, "consume" if task == "trade" else "trade") == {}


def test_galactic_bankers() -> None:
    """T-4d, D-6: the dollar may be one of this Trade; without any there is nothing to spend."""
    table = in_phase(
        SHIP, built="galactic_bankers spice_world", goods="spice_world/home", workers="home"
    )
    line = "Ship seat=1 shipper=home good=spice_world/home task={} buy_vp=yes"
    assert table.refuses(line.format("consume")) == "no_power"
    assert table.pays(line.format("trade")) == {"R-9.2": (3, 0), "galactic_bankers": (-1, 1)}
    assert (table.credits(), table.vp()) == (2, 1)
    before = in_phase(SHIP, options=TableOptions(bankers_moment=BankersMoment.BEFORE_INCOME))
    before.seat(built="galactic_bankers spice_world", goods="spice_world/home", workers="home")
    assert before.refuses(line.format("trade")) == "no_power"
    before.seat(credits=1)
    assert before.pays(line.format("trade")) == {"galactic_bankers": (-1, 1), "R-9.2": (3, 0)}
    plain = in_phase(SHIP, built="spice_world", goods="spice_world/home", workers="home")
    assert plain.refuses(line.format("trade")) == "no_power"


def test_galactic_bankers_once_for_each_trade() -> None:
    """T-4d: two goods sold, two chips; their VP are the pool's and may end the game."""
    table = in_phase(
        SHIP,
        built="galactic_bankers spice_world gem_world",
        goods="spice_world/home gem_world/home",
        workers="home home",
    )
    table.state = replace(table.state, vp_pool=2)
    for world in ("spice_world", "gem_world"):
        table.tell(f"Ship seat=1 shipper=home good={world}/home task=trade buy_vp=yes")
    assert (table.vp(), table.credits(), table.state.vp_pool) == (2, 4, 0)
    assert table.view().end_reasons


# --- borrowed shippers ---------------------------------------------------------------------------


def shippers(built: str, goods: str) -> Table:
    table = revealed("home:ship!", built)
    return table.seat(goods=goods)


def test_space_docks() -> None:
    """T-53d: one white shipper is borrowed; only the good's die is in the Citizenry afterwards."""
    table = shippers("space_docks spice_world", "spice_world/genes")
    table.tell("Ship seat=1 shipper=home good=spice_world/genes task=trade borrowed=yes")
    assert table.citizenry() == "genes"
    table.tell("FinishPhase")
    assert "home" in table.cup()


def test_organic_shipyards() -> None:
    """T-11d, FAQ (pl, hu) 54: the green one matches Genes worlds; both may ship."""
    table = shippers(
        "organic_shipyards plague_world spice_world", "plague_world/home spice_world/home"
    )
    line = "Ship seat=1 shipper={} good={}/home task=consume borrowed=yes"
    assert table.pays(line.format("genes", "plague_world")) == {"R-9.3": (0, 2)}
    assert table.pays(line.format("home", "spice_world")) == {"R-9.3": (0, 1)}
    assert table.refuses(line.format("genes", "spice_world")) in ("no_such_worker", "no_such_good")
    assert table.citizenry() == "home home"


def test_organic_shipyards_elsewhere() -> None:
    """T-11d: on a world of another colour the green shipper is worth nothing more."""
    table = shippers("organic_shipyards spice_world", "spice_world/home")
    line = "Ship seat=1 shipper=genes good=spice_world/home task=consume borrowed=yes"
    assert table.pays(line) == {"R-9.3": (0, 1)}


# --- once in Ship --------------------------------------------------------------------------------


def test_free_trade_association() -> None:
    """T-5d: $2 when Ship ends, after the goods were sold, up to $10."""
    table = in_phase(SHIP, built="free_trade_association", credits=9)
    assert table.pays("FinishPhase") == {"free_trade_association": (1, 0)}


@pytest.mark.parametrize(("red", "pays"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_space_piracy(red: int, pays: int) -> None:
    """F-1l, R-11.2, FAQ (pl, hu) 37: $1 for two red dice in the Citizenry, a single one too."""
    table = in_phase(SHIP, citizenry="home").seat(2, citizenry="military " * red)
    assert table.pays("FinishPhase", seat=2) == ({"space_piracy": (pays, 0)} if pays else {})


@pytest.mark.parametrize("moment", UnprintedMoment)
def test_galactic_salon(moment: UnprintedMoment) -> None:
    """T-35d, D-5: 1 VP each Ship, without shippers; from the pool, so it may end the game."""
    table = in_phase(PRODUCE, SHIP, options=TableOptions(unprinted_moment=moment))
    table.seat(built="galactic_salon")
    table.state = replace(table.state, vp_pool=1)
    begins, ends = table.pays("FinishPhase"), table.pays("FinishPhase")
    expected = [{"galactic_salon": (0, 1)}, {}]
    assert [begins, ends] == (
        expected if moment is UnprintedMoment.PHASE_START else list(reversed(expected))
    )
    assert (table.vp(), table.state.vp_pool) == (1, 0)


@pytest.mark.parametrize(
    ("anns", "bobs", "credits_"),
    [
        ("", "", 1),  # Bob's start worlds cost 2
        ("comet_zone", "", 2),
        ("comet_zone", "gateway_station", 1),
        ("comet_zone", "tourist_world", 1),
        ("comet_zone plague_world", "", 2),
        ("comet_zone plague_world", "gateway_station", 1),
        ("tourist_world", "gateway_station", 2),
    ],
)
def test_space_tourism(anns: str, bobs: str, credits_: int) -> None:
    """T-22d, FAQ (pl, hu) 58: $1, and $1 more if all the dearest worlds are one's own."""
    table = in_phase(SHIP, built=f"space_tourism {anns}").seat(2, built=bobs)
    assert table.pays("FinishPhase") == {"space_tourism": (credits_, 0)}
