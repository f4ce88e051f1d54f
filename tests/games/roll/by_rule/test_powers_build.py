"""Powers of Develop and Settle, and the three instant developments."""

from __future__ import annotations

import pytest

from companion.games.roll.model.options import FreedWorkers, TableOptions
from companion.games.roll.model.state import tracking
from tests.games.roll.by_rule.scenario import CATALOG, DEVELOP, SETTLE, Table, in_phase


def developing(side: str, developers: str, built: str = "", **mine: object) -> Table:
    return in_phase(DEVELOP, built=built).seat(developments=side, developers=developers, **mine)


def settling(side: str, settlers: str, built: str = "", **mine: object) -> Table:
    return in_phase(SETTLE, built=built).seat(worlds=side, settlers=settlers, **mine)


# --- discounts -----------------------------------------------------------------------------------

DISCOUNTS = [
    pytest.param("investment_credits", "conscription", 3, id="T-14d: 4 - 1"),
    pytest.param("investment_credits", "public_works", 1, id="T-14d: never below 1"),
    pytest.param("investment_credits", "galactic_bankers", 5, id="T-14d: 6+ tiles, too"),
    pytest.param("investment_credits", "spice_world", 2, id="T-14d: no worlds"),
    pytest.param("replicant_robots", "comet_zone", 2, id="T-19d: 3 - 1"),
    pytest.param("replicant_robots", "outlaw_world", 1, id="T-19d: gray ones, too"),
    pytest.param("replicant_robots", "secluded_world", 1, id="T-19d: never below 1"),
    pytest.param("replicant_robots", "conscription", 4, id="T-19d: no developments"),
    pytest.param("free_trade_zone", "galactic_trendsetters", 4, id="T-41d: gray 6 - 2"),
    pytest.param("free_trade_zone", "gateway_station", 2, id="T-41d, FAQ (pl, hu) 46: gray 3"),
    pytest.param("free_trade_zone", "tourist_world", 2, id="T-41d, FAQ (pl, hu) 46: gray 4"),
    pytest.param("free_trade_zone", "outlaw_world", 2, id="T-41d: gray 2 stays, D-11"),
    pytest.param("free_trade_zone", "fifth_column", 1, id="T-41d: gray 1 is not raised, D-11"),
    pytest.param("free_trade_zone", "comet_zone", 3, id="T-41d: no coloured worlds"),
    pytest.param("alien_uplift_blueprints", "plague_world", 2, id="T-50d: green 3 - 1"),
    pytest.param("alien_uplift_blueprints", "alien_sentinels", 5, id="T-50d: yellow 6 - 1"),
    pytest.param("alien_uplift_blueprints", "comet_zone", 3, id="T-50d: no other colours"),
    pytest.param("biological_adaptation", "isolation_policy", 2, id="F-7l: a Reassign tile"),
    pytest.param("biological_adaptation", "diversification", 1, id="F-7l: never below 1"),
    pytest.param("biological_adaptation", "conscription", 4, id="F-7l: no other tiles"),
]


@pytest.mark.parametrize(("built", "side", "needed"), DISCOUNTS)
def test_discounts(built: str, side: str, needed: int) -> None:
    """R-5.5, FAQ (pl, hu) 15: so many workers complete the tile, not one fewer, not one more."""
    develops = side in {each.development.key for each in CATALOG.tiles}
    table = (developing if develops else settling)(side, "", built, workers="home " * 7)
    dice = ",".join(["home"] * needed)
    assert table.refuses(f"PlaceWorkers seat=1 dice={dice},home") == "too_many_workers"
    if needed > 1:
        table.tell("PlaceWorkers seat=1 dice=home")
        assert table.refuses("CompleteTile seat=1") == "not_complete"
        dice = dice.removesuffix(",home")
    table.tell(f"PlaceWorkers seat=1 dice={dice}")
    give = " give_up=home/column/develop/" if side == "conscription" else ""
    table.tell(f"CompleteTile seat=1{give}")
    assert table.built()[-1] == side


def test_a_discount_does_not_help_itself() -> None:
    """T-14d: Investment Credits cost 4."""
    table = developing("investment_credits", "home home home")
    assert table.refuses("CompleteTile seat=1") == "not_complete"


# --- credits for completed tiles -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("built", "side", "gains"),
    [
        pytest.param("public_works", "export_duties", (1, 0), id="T-40d: a development"),
        pytest.param("public_works", "spice_world", None, id="T-40d: no world"),
        pytest.param("galactic_recycling", "export_duties", (1, 0), id="T-20d: a development"),
        pytest.param("galactic_recycling", "spice_world", (1, 0), id="T-20d: a world"),
        pytest.param("terraforming_robots", "spice_world", (1, 0), id="T-38d: a world"),
        pytest.param("terraforming_robots", "asteroid_belt", (2, 0), id="T-38d: a brown world"),
        pytest.param("terraforming_robots", "export_duties", None, id="T-38d: no development"),
    ],
)
def test_credits_for_a_completed_tile(built: str, side: str, gains: tuple[int, int] | None) -> None:
    """R-5.4: each time, for tiles completed after it."""
    make = developing if side == "export_duties" else settling
    assert make(side, "home home", built).pays("CompleteTile seat=1") == (
        {built: gains} if gains else {}
    )


@pytest.mark.parametrize(
    ("side", "cost"),
    [
        pytest.param("public_works", 1, id="T-40d"),
        pytest.param("galactic_recycling", 2, id="T-20d"),
    ],
)
def test_a_tile_does_not_pay_for_itself(side: str, cost: int) -> None:
    """R-5.4, FAQ (pl, hu) 27: further tiles pay."""
    assert developing(side, "home " * cost).pays("CompleteTile seat=1") == {}


# --- workers that go to the cup ------------------------------------------------------------------


def test_new_galactic_order() -> None:
    """T-1d: all red settlers go to the cup, no others; purple is not red (R-11.3)."""
    table = settling("comet_zone", "military military consumption", "new_galactic_order")
    for wrong in ("()", "military", "military,military,consumption"):
        assert table.refuses(f"CompleteTile seat=1 to_cup={wrong}") == "completion_choice"
    table.tell("CompleteTile seat=1 to_cup=military,military")
    assert (table.cup(), table.citizenry()) == ("military military", "consumption")


def test_galactic_exchange() -> None:
    """T-2d, D-4: one or two settlers of any colour, at least one."""
    table = settling("comet_zone", "home genes novelty", "galactic_exchange")
    for wrong in ("()", "home,genes,novelty", "military"):
        assert table.refuses(f"CompleteTile seat=1 to_cup={wrong}") == "completion_choice"
    table.tell("CompleteTile seat=1 to_cup=genes,novelty")
    assert (table.cup(), table.citizenry()) == ("genes novelty", "home")


def test_galactic_exchange_by_choice() -> None:
    """T-2d, D-4: a table may let the owner decline."""
    may = TableOptions(freed_workers=FreedWorkers.MAY_DECLINE)
    table = in_phase(SETTLE, options=may, built="galactic_exchange")
    table.seat(worlds="spice_world", settlers="home home")
    table.tell("CompleteTile seat=1")
    assert table.citizenry() == "home home"


def test_galactic_federation() -> None:
    """T-3d: one or two developers of later developments; not of itself, not of worlds."""
    table = in_phase(DEVELOP, developments="galactic_federation export_duties").seat(
        developers="home " * 6, workers="genes novelty"
    )
    assert table.refuses("CompleteTile seat=1 to_cup=home") == "completion_choice"
    table.tell("CompleteTile seat=1", "PlaceWorkers seat=1 dice=genes,novelty")
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    table.tell("CompleteTile seat=1 to_cup=genes,novelty")
    assert table.cup() == "genes novelty"
    world = settling("spice_world", "home home", "galactic_federation")
    assert world.refuses("CompleteTile seat=1 to_cup=home") == "completion_choice"


# --- instant effects -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "gains", "cup"),
    [
        pytest.param(
            "information_tech", {}, "novelty novelty", id="T-15d, FAQ (pl, hu) 50: two cyan dice"
        ),
        pytest.param(
            "conscription", {}, "military military", id="T-18d, FAQ (pl, hu) 43: two red dice"
        ),
        pytest.param(
            "space_marines",
            {"space_marines": (1, 0)},
            "military",
            id="T-29d, FAQ (pl, hu) 57: $1 and a red die",
        ),
    ],
)
def test_instant_developments(side: str, gains: dict[str, object], cup: str) -> None:
    """R-7.4: one die is given up, then the dice come into the cup; it may be one that built."""
    cost = CATALOG.sides[side].cost
    table = developing(side, "home " * cost)
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    stock = tracking(table.state).stock[0]
    assert table.pays("CompleteTile seat=1 give_up=home/citizenry/-/") == gains
    assert table.cup() == cup
    assert table.citizenry() == " ".join(["home"] * (cost - 1))
    assert tracking(table.state).stock[0] == stock + 1


def test_an_instant_effect_happens_once() -> None:
    """R-7.4, T-29d: a later development brings nothing of it again."""
    table = developing("export_duties", "home home", "space_marines", cup="genes")
    assert table.pays("CompleteTile seat=1") == {}
    assert table.cup() == "genes"


# --- ends of the phases --------------------------------------------------------------------------


def test_galactic_investors() -> None:
    """T-10d: $2 at the end of every Develop, also of the one in which it is completed."""
    assert in_phase(DEVELOP, built="galactic_investors").pays("FinishPhase") == {
        "galactic_investors": (2, 0)
    }
    table = developing("galactic_investors", "home " * 5)
    assert table.pays("CompleteTile seat=1", "FinishPhase") == {"galactic_investors": (2, 0)}


def test_robot_surveyors() -> None:
    """T-13d: $2 at the end of every Settle; not of Develop."""
    assert in_phase(SETTLE, built="robot_surveyors").pays("FinishPhase") == {
        "robot_surveyors": (2, 0)
    }
    assert in_phase(DEVELOP, built="robot_surveyors").pays("FinishPhase") == {}


def test_galactic_religion() -> None:
    """F-6l: $1 for each cyan die in the Citizenry when Develop ends, the developers among them."""
    table = developing("export_duties", "novelty novelty", "galactic_religion", citizenry="novelty")
    table.seat(cup="novelty")
    assert table.pays("CompleteTile seat=1", "FinishPhase") == {"galactic_religion": (3, 0)}
