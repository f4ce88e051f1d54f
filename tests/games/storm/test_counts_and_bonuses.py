"""Worked examples 6 to 13 of the digest (section 8): counts and bonuses of cards."""

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import GOALS, with_cards
from companion.games.storm.cards import Counts, count, points_of
from companion.games.storm.goal_tiles import EndPhase
from companion.games.storm.goals import Goal, Moment, Standing, value
from companion.games.storm.table import GoalTile, TableState
from companion.games.storm.tableaus import NewPlayer, SetCounts, StartTable

DECK = load_storm_cards()
GAME = with_cards(lambda second: load_storm_cards(second_edition=second))
ALAN, BETTY, CAROL = 1, 2, 3
GOALS_IN_PLAY = (
    Goal.GREATEST_MILITARY,
    Goal.PRODUCTION_LEADER,
    Goal.STANDARD_OF_LIVING,
    Goal.SYSTEM_DIVERSITY,
    Goal.BUDGET_SURPLUS,
    Goal.GALACTIC_STATUS,
)


def military(seat: int, number: int) -> SetCounts:
    return SetCounts(seat, Counts(general_military=number))


def tile(state: TableState, goal: Goal = Goal.GREATEST_MILITARY) -> GoalTile:
    return next(each for each in state.tiles if each.goal is goal)


SETTLED = EndPhase(Moment.SETTLE)


def test_the_second_edition_prints_other_values() -> None:
    first, second = (
        load_storm_cards(second_edition=edition)["black_market_trading_world"]
        for edition in (False, True)
    )
    assert (first.cost, first.vp, second.cost, second.vp) == (3, 2, 2, 1)


def cards(*keys: str) -> Counts:
    return count(DECK[key] for key in keys)


def test_example_6_system_diversity_counts_windfall_worlds() -> None:
    counts = cards(
        *("alpha_centauri", "rebel_fuel_cache", "alien_robot_sentry"),
        *("avian_uplift_race", "former_penal_colony"),
    )
    assert counts.kinds == 4
    assert counts.novelty_rare_worlds == 3
    assert counts.production_worlds == 0
    assert counts.general_military == 1


MILITARY = (
    *("new_sparta", "space_marines", "drop_ships", "contact_specialist"),
    *("new_galactic_order", "new_military_tactics", "space_mercenaries"),
)


def test_example_8_general_military() -> None:
    counts = cards(*MILITARY)
    assert counts.general_military == 9
    assert counts.developments == 6
    tableau = tuple(DECK[key] for key in MILITARY)
    assert points_of(DECK["new_galactic_order"], tableau, 0).vp == 9


def test_example_9_developments_can_be_alien() -> None:
    counts = cards("damaged_alien_factory", "alien_tech_institute", "deserted_alien_world")
    assert counts.alien_cards == 3


def test_example_10_a_power_in_every_row() -> None:
    counts = cards(
        *("doomed_world", "public_works", "export_duties", "consumer_markets", "secluded_world")
    )
    assert counts.rows == 6


def bonus(key: str, *others: str, chips: int = 0) -> int:
    return points_of(DECK[key], tuple(DECK[each] for each in (key, *others)), chips).vp


def test_example_11_galactic_renaissance_counts_chips_and_not_goals() -> None:
    others = ("research_labs", "artist_colony", "galactic_trendsetters")
    assert bonus("galactic_renaissance", *others, chips=17) == 14


def test_example_12_imperium() -> None:
    others = ("imperium_armaments_world", "rebel_colony", "rebel_base", "hive_world")
    assert bonus("imperium_lords", "galactic_imperium", *others) == 9
    assert bonus("galactic_imperium", "imperium_lords", *others) == 5


def test_example_13_terraforming_guild_counts_itself() -> None:
    others = ("smuggling_lair", "galactic_bazaar", "terraforming_robots")
    assert bonus("terraforming_guild", *others, "spice_world", "volcanic_world") == 8


def test_without_cards_the_numbers_do() -> None:
    state = GOALS.initial
    start = StartTable((NewPlayer(1, "Ann"), NewPlayer(2, "Bo")), GOALS_IN_PLAY)
    for command in (start, military(ALAN, 6), SETTLED):
        for event in GOALS.decide(state, command):
            state = GOALS.apply(state, event)
    assert tile(state).holder == ALAN
    assert GOALS.view(state, None).points == ((1, 5), (2, 0))


def test_values_of_goals() -> None:
    standing = Standing(Counts(developments=4, rows=2), vp_chips=3, discarded=1)
    assert value(Goal.GREATEST_INFRASTRUCTURE, standing) == 4
    assert value(Goal.INNOVATION_LEADER, standing) == 2
    assert value(Goal.STANDARD_OF_LIVING, standing) == 3
    assert value(Goal.BUDGET_SURPLUS, standing) == 1
