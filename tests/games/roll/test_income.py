"""What powers pay, at events and once in a phase."""

from __future__ import annotations

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import (
    Category,
    PowerStep,
    Rank,
    RankMeasure,
    RankPosition,
    Trigger,
    WorldColour,
)
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.income import (
    EmpireInPhase,
    Gain,
    event_gains,
    holds_rank,
    phase_gains,
)
from companion.games.roll.rules.lent_workers import lenders

CATALOG = load_roll_catalog()
MILITARY, NOVELTY, GENES, ALIEN = (
    DieType.MILITARY,
    DieType.NOVELTY,
    DieType.GENES,
    DieType.ALIEN_TECHNOLOGY,
)


def _sides(*keys: str) -> tuple[Side, ...]:
    return tuple(CATALOG.sides[key] for key in keys)


def _world(key: str) -> World:
    side = CATALOG.sides[key]
    assert isinstance(side, World)
    return side


def _at_end(step: PowerStep, *keys: str, **fields: object) -> tuple[Gain, ...]:
    empire = EmpireInPhase(tableau=_sides(*keys), **fields)  # type: ignore[arg-type]
    return phase_gains(empire, step, Trigger.PHASE_END)


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "world", "gain"),
    [
        ("export_duties", "silicon_world", Gain("export_duties", credits=1)),
        ("jumpdrive_research", "silicon_world", Gain("jumpdrive_research", credits=1)),
        ("jumpdrive_research", "spice_world", None),
        ("galactic_demand", "spice_world", Gain("galactic_demand", credits=2)),
        ("galactic_demand", "jungle_world", None),
    ],
)
def test_trading_pays_by_the_worlds_colour(power: str, world: str, gain: Gain | None) -> None:
    """Powers of phase V that add to a Trade."""
    gains = event_gains(_sides(power, world), PowerStep.SHIP, Trigger.ON_TRADE, world=_world(world))
    assert gains == (() if gain is None else (gain,))


@pytest.mark.parametrize(
    ("power", "world", "gain"),
    [
        ("galactic_renaissance", "spice_world", Gain("galactic_renaissance", vp=1)),
        ("new_economy", "spice_world", Gain("new_economy", credits=2)),
        ("trade_levies", "spice_world", Gain("trade_levies", credits=1)),
        ("space_refineries", "silicon_world", Gain("space_refineries", vp=1)),
        ("space_refineries", "spice_world", None),
        ("minor_research_labs", "jungle_world", Gain("minor_research_labs", vp=1)),
        ("minor_research_labs", "alien_sentinels", Gain("minor_research_labs", vp=1)),
        ("minor_research_labs", "silicon_world", None),
        ("mining_industry", "silicon_world", Gain("mining_industry", credits=1)),
        ("mining_industry", "spice_world", None),
    ],
)
def test_consuming_pays_by_the_worlds_colour(power: str, world: str, gain: Gain | None) -> None:
    """Powers of phase V that add to a Consume; none of them pays for a Trade."""
    tableau = _sides(power, world)
    gains = event_gains(tableau, PowerStep.SHIP, Trigger.ON_CONSUME, world=_world(world))
    assert gains == (() if gain is None else (gain,))
    assert event_gains(tableau, PowerStep.SHIP, Trigger.ON_TRADE, world=_world(world)) == ()


def _completed(step: PowerStep, key: str, *tableau: str) -> int:
    gains = event_gains(
        _sides(*tableau), step, Trigger.AFTER_COMPLETE_TILE, side=CATALOG.sides[key]
    )
    return sum(gain.credits for gain in gains)


def test_public_works_pay_for_developments_completed_after_them() -> None:
    """R-5.4 (FAQ): two more in the same phase pay $2, its own completion nothing."""
    tableau = ("public_works", "local_subsidies", "space_docks")
    assert _completed(PowerStep.DEVELOP, "public_works", *tableau[:1]) == 0
    assert _completed(PowerStep.DEVELOP, "local_subsidies", *tableau[:2]) == 1
    assert _completed(PowerStep.DEVELOP, "space_docks", *tableau) == 1
    assert _completed(PowerStep.SETTLE, "spice_world", *tableau, "spice_world") == 0


def test_galactic_recycling_pays_for_both_kinds_of_tiles() -> None:
    """In Develop and in Settle, not for itself."""
    assert _completed(PowerStep.DEVELOP, "galactic_recycling", "galactic_recycling") == 0
    assert _completed(PowerStep.DEVELOP, "space_docks", "galactic_recycling") == 1
    assert _completed(PowerStep.SETTLE, "spice_world", "galactic_recycling") == 1


def test_terraforming_robots_pay_double_for_brown_worlds() -> None:
    """$1 for a world, $2 for a Rare Elements world, nothing for developments."""
    assert _completed(PowerStep.SETTLE, "spice_world", "terraforming_robots") == 1
    assert _completed(PowerStep.SETTLE, "silicon_world", "terraforming_robots") == 2
    assert _completed(PowerStep.SETTLE, "gateway_station", "terraforming_robots") == 1
    assert _completed(PowerStep.DEVELOP, "space_docks", "terraforming_robots") == 0


# --- phases --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "power"),
    [
        (PowerStep.DEVELOP, "galactic_investors"),
        (PowerStep.SETTLE, "robot_surveyors"),
        (PowerStep.PRODUCE, "merchant_guild"),
        (PowerStep.SHIP, "free_trade_association"),
    ],
)
def test_two_credits_at_the_end_of_one_phase(step: PowerStep, power: str) -> None:
    """In no other phase."""
    for other in (PowerStep.EXPLORE, PowerStep.DEVELOP, PowerStep.SETTLE, PowerStep.PRODUCE):
        assert _at_end(other, power) == ((Gain(power, credits=2),) if other is step else ())


@pytest.mark.parametrize(("dice", "credits_gained"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_space_piracy_rounds_up(dice: int, credits_gained: int) -> None:
    """R-11.2 (FAQ): 3 Military dice in the Citizenry give $2."""
    gains = _at_end(
        PowerStep.SHIP, "space_piracy", citizenry=(MILITARY,) * dice + (DieType.CONSUMPTION,)
    )
    assert sum(gain.credits for gain in gains) == credits_gained


def test_galactic_religion_counts_cyan_dice_in_the_citizenry() -> None:
    """One credit each."""
    gains = _at_end(
        PowerStep.DEVELOP, "galactic_religion", citizenry=(NOVELTY, NOVELTY, DieType.HOME)
    )
    assert gains == (Gain("galactic_religion", credits=2),)


def test_genetics_lab_counts_dice_not_worlds() -> None:
    """Section 6: Genes dice used as goods, wherever they lie."""
    tableau = ("genetics_lab", "spice_world", "jungle_world")
    goods = (Good("spice_world", GENES), Good("jungle_world", MILITARY))
    assert _at_end(PowerStep.PRODUCE, *tableau, goods=goods) == (Gain("genetics_lab", credits=2),)


def test_consumer_markets_and_mining_league_count_worlds_not_dice() -> None:
    """Goods on worlds of the colour, whatever the die."""
    tableau = ("consumer_markets", "mining_league", "spice_world", "silicon_world")
    goods = (Good("spice_world", GENES), Good("silicon_world", NOVELTY))
    assert _at_end(PowerStep.PRODUCE, *tableau, goods=goods) == (
        Gain("consumer_markets", credits=1),
        Gain("mining_league", credits=1),
    )


def test_alien_research_team_pays_for_scouting_yellow_explorers_only() -> None:
    """One credit, however many; an explorer that stocked does not count."""
    for scouted, paid in (((), 0), ((MILITARY,), 0), ((ALIEN,), 1), ((ALIEN, ALIEN), 1)):
        gains = _at_end(PowerStep.EXPLORE, "alien_research_team", scouted=scouted)
        assert sum(gain.credits for gain in gains) == paid


def _during(step: PowerStep, own: tuple[Side, ...], *others: tuple[Side, ...]) -> tuple[int, int]:
    gains = phase_gains(EmpireInPhase(own, others), step, Trigger.DURING_PHASE)
    return sum(gain.credits for gain in gains), sum(gain.vp for gain in gains)


def test_space_tourism_wants_the_dearest_worlds_alone() -> None:
    """Section 6: $1, and one more if all worlds of the highest printed cost are the owner's."""
    own = _sides("space_tourism", "silicon_world")
    assert _during(PowerStep.SHIP, own, _sides("jungle_world")) == (1, 0)
    assert _during(PowerStep.SHIP, own, _sides("spice_world"), _sides("gem_world")) == (2, 0)
    both = _sides("space_tourism", "silicon_world", "jungle_world")
    assert _during(PowerStep.SHIP, both, _sides("spice_world")) == (2, 0)
    assert _during(PowerStep.SHIP, _sides("space_tourism"), _sides("spice_world")) == (1, 0)


def test_galactic_salon_gives_a_point_without_shippers() -> None:
    """1 VP in every Ship phase."""
    assert _during(PowerStep.SHIP, _sides("galactic_salon")) == (0, 1)
    assert _during(PowerStep.PRODUCE, _sides("galactic_salon")) == (0, 0)


def test_technology_unions_want_strictly_more_developments() -> None:
    """In Explore and Produce; a tie pays nothing, faction halves count."""
    own = _sides("technology_unions", "space_piracy")
    for step in (PowerStep.EXPLORE, PowerStep.PRODUCE):
        assert _during(step, own, _sides("public_works")) == (1, 0)
        assert _during(step, own, _sides("public_works", "space_docks")) == (0, 0)
    assert _during(PowerStep.SHIP, own, ()) == (0, 0)


def test_everybody_is_tied_for_most_of_what_nobody_has() -> None:
    """Mad Scientists without any Novelty world in play (section 6)."""

    def rank(position: RankPosition) -> Rank:
        return Rank(RankMeasure.COUNT_TILES, Category.WORLD, position, WorldColour.NOVELTY)

    none, one = _sides("old_earth"), _sides("spice_world")
    assert holds_rank(rank(RankPosition.TIED_MOST), none, [none, none])
    assert not holds_rank(rank(RankPosition.SOLE_MOST), none, [none])
    assert holds_rank(rank(RankPosition.SOLE_MOST), one, [none])
    assert not holds_rank(rank(RankPosition.TIED_MOST), one, [none])
    assert not holds_rank(rank(RankPosition.TIED_MOST), none, [one])


# --- borrowed workers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "phase", "dice"),
    [
        ("alien_research_ship", Phase.EXPLORE, (DieType.HOME, ALIEN)),
        ("major_research_labs", Phase.EXPLORE, (DieType.HOME,)),
        ("organic_shipyards", Phase.SHIP, (DieType.HOME, GENES)),
        ("space_docks", Phase.SHIP, (DieType.HOME,)),
    ],
)
def test_workers_are_borrowed_for_one_phase(
    power: str, phase: Phase, dice: tuple[DieType, ...]
) -> None:
    """With their colours."""
    for other in Phase:
        lent = [die for _, each in lenders(_sides(power), other) for die in each]
        assert lent == (list(dice) if other is phase else [])
