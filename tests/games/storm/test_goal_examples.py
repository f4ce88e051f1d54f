"""Worked examples 1 to 13 of the digest (section 8): goals and bonuses, by number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.refusals import NOT_NOW, Reason
from companion.games.storm import GOALS, errors, with_cards
from companion.games.storm.cards import Counts, count, points_of
from companion.games.storm.goals import Goal, Moment, Standing, value
from companion.games.storm.table import (
    CorrectGoal,
    DropCard,
    EndPhase,
    EndTable,
    EnteredVp,
    GoalTile,
    NewPlayer,
    PlaceCard,
    SetChips,
    SetCounts,
    StartTable,
    Step,
    TableCommand,
    TableState,
)
from tests.games.refused import refused_as

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


def play(state: TableState, *commands: TableCommand) -> TableState:
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
    return state


INFRASTRUCTURE = (Goal.GREATEST_INFRASTRUCTURE, *GOALS_IN_PLAY[1:])


def started(
    *start_worlds: str | None, goals: tuple[Goal, ...] = GOALS_IN_PLAY, **options: bool
) -> TableState:
    worlds = start_worlds or (None, None, None)
    names = ("Alan", "Betty", "Carol", "Dan", "Eve")
    players = tuple(NewPlayer(i + 1, names[i], world) for i, world in enumerate(worlds))
    return play(GAME.initial, StartTable(players, goals, **options))


def military(seat: int, number: int) -> SetCounts:
    return SetCounts(seat, Counts(general_military=number))


def tile(state: TableState, goal: Goal = Goal.GREATEST_MILITARY) -> GoalTile:
    return next(each for each in state.tiles if each.goal is goal)


SETTLED = EndPhase(Moment.SETTLE)


def test_example_1_the_holder_keeps_a_tie_and_loses_to_more() -> None:
    state = play(started(), military(ALAN, 6), SETTLED)
    assert tile(state).holder == ALAN
    state = play(state, military(BETTY, 6), SETTLED)
    assert tile(state).holder == ALAN
    state = play(state, military(CAROL, 7), SETTLED)
    assert tile(state).holder == CAROL


def test_example_2_below_the_threshold_the_tile_is_lost_at_once() -> None:
    state = play(started(), military(ALAN, 6), SETTLED, military(ALAN, 5))
    assert tile(state).holder is None


def test_example_3_several_with_the_most_leave_it_in_the_centre() -> None:
    state = play(started(), military(ALAN, 6), military(BETTY, 6), SETTLED)
    assert tile(state).holder is None
    state = play(state, military(CAROL, 7), SETTLED)
    assert tile(state).holder == CAROL
    state = play(state, military(ALAN, 8), military(BETTY, 8), SETTLED)
    assert tile(state).holder is None


def test_example_4_who_ties_with_the_holder_gets_a_chip() -> None:
    state = play(started(), military(CAROL, 7), SETTLED, military(ALAN, 7), military(BETTY, 6))
    scores = play(state, SETTLED, EndTable()).scores
    assert [sum(vp for _, vp in each.goals) for each in scores] == [3, 0, 5]


def test_example_5_who_ties_while_the_tile_lies_in_the_centre_gets_a_chip() -> None:
    state = play(started(), military(CAROL, 7), SETTLED, military(ALAN, 8), military(BETTY, 8))
    scores = play(state, SETTLED, EndTable()).scores
    assert [sum(vp for _, vp in each.goals) for each in scores] == [3, 3, 0]


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


def test_example_7_all_who_first_meet_a_goal_together_score_it() -> None:
    state = play(started(), SetChips(ALAN, 5), SetChips(BETTY, 9), EndPhase(Moment.CONSUME))
    assert tile(state, Goal.STANDARD_OF_LIVING).holders == (ALAN, BETTY)
    state = play(state, SetChips(CAROL, 9), SetChips(ALAN, 1), EndPhase(Moment.CONSUME))
    assert tile(state, Goal.STANDARD_OF_LIVING).holders == (ALAN, BETTY)
    assert [each.goals for each in play(state, EndTable()).scores] == [
        ((Goal.STANDARD_OF_LIVING, 3),),
        ((Goal.STANDARD_OF_LIVING, 3),),
        (),
    ]


@pytest.mark.parametrize("vp", [-21, 301])
def test_points_of_cards_that_no_tableau_can_have_are_refused(vp: int) -> None:
    with refused_as(errors.COUNTS):
        play(started(), EndTable((EnteredVp(BETTY, vp),)))


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


def test_cards_move_the_goals_and_no_copy_is_played_twice() -> None:
    state = started("new_sparta", "old_earth")
    assert state.player(ALAN).counts.general_military == 2
    state = play(state, PlaceCard(ALAN, "space_marines"), PlaceCard(ALAN, "drop_ships"), SETTLED)
    assert tile(state).holder == ALAN
    left = DECK["drop_ships"].copies - 1
    taken = play(state, *[PlaceCard(BETTY, "drop_ships")] * left)
    with refused_as(errors.CARD_GONE):
        play(taken, PlaceCard(BETTY, "drop_ships"))
    with refused_as(errors.CARD_GONE):
        play(state, PlaceCard(BETTY, "new_sparta"))
    with refused_as(errors.CARD_NOT_THERE):
        play(state, DropCard(BETTY, "drop_ships"))
    state = play(state, DropCard(ALAN, "drop_ships"))
    assert tile(state).holder is None


def test_the_budget_surplus_is_asked_at_the_rounds_end() -> None:
    state = play(started(), EndPhase(Moment.ROUND_END, (BETTY,)))
    assert tile(state, Goal.BUDGET_SURPLUS).holders == (BETTY,)
    assert state.player(BETTY).discarded == 0
    with refused_as(NOT_NOW):
        play(state, EndPhase(Moment.SETTLE, (BETTY,)))


def test_final_points_explain_every_card() -> None:
    state = play(started("new_sparta", None), PlaceCard(ALAN, "new_galactic_order"))
    state = play(state, SetChips(ALAN, 4), EndTable((EnteredVp(BETTY, 11),)))
    alan, betty = state.scores
    assert [(each.key, each.vp) for each in alan.cards] == [
        ("new_sparta", 1),
        ("new_galactic_order", 4),
    ]
    assert (alan.total, betty.total) == (9, 11)
    assert (alan.rank, betty.rank) == (2, 1)
    assert state.step is Step.OVER


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetCounts(ALAN, Counts(kinds=5)), errors.COUNTS),
        (SetChips(ALAN, -1), errors.CHIPS),
        (CorrectGoal(Goal.GREATEST_MILITARY, (ALAN, BETTY)), errors.HOLDER),
        (CorrectGoal(Goal.LARGEST_INDUSTRY, (ALAN,)), errors.HOLDER),
        (PlaceCard(ALAN, "new_sparta"), NOT_NOW),
    ],
)
def test_impossible_numbers_and_two_holders_are_refused(
    command: TableCommand, reason: Reason[Any]
) -> None:
    with refused_as(reason):
        play(started(), command)


def test_impossible_starts_are_refused() -> None:
    ann, bo = NewPlayer(1, "Ann", "old_earth"), NewPlayer(2, "Bo")
    for players, goals, reason in (
        ((ann,), GOALS_IN_PLAY, errors.PLAYERS),
        ((ann, replace(bo, name="ann")), GOALS_IN_PLAY, errors.PLAYERS),
        ((ann, bo), GOALS_IN_PLAY[:5], errors.GOALS_IN_PLAY),
        ((ann, bo), (*GOALS_IN_PLAY[:5], GOALS_IN_PLAY[0]), errors.GOALS_IN_PLAY),
        ((ann, replace(bo, start_world="old_earth")), GOALS_IN_PLAY, errors.CARD_GONE),
        ((ann, replace(bo, start_world="drop_ships")), GOALS_IN_PLAY, errors.CARD_GONE),
        ((ann, replace(bo, start_world="death_star")), GOALS_IN_PLAY, errors.NO_SUCH_CARD),
    ):
        with refused_as(reason):
            GAME.decide(GAME.initial, StartTable(players, goals))


def test_without_cards_the_numbers_do() -> None:
    state = GOALS.initial
    start = StartTable((NewPlayer(1, "Ann"), NewPlayer(2, "Bo")), GOALS_IN_PLAY)
    for command in (start, military(ALAN, 6), SETTLED):
        for event in GOALS.decide(state, command):
            state = GOALS.apply(state, event)
    assert tile(state).holder == ALAN
    assert GOALS.view(state, None).points == ((1, 5), (2, 0))


def test_a_correction_stays_until_the_next_test() -> None:
    state = play(started(), military(ALAN, 6), CorrectGoal(Goal.GREATEST_MILITARY, (BETTY,)))
    assert tile(state).holder == BETTY
    assert tile(play(state, SETTLED)).holder == ALAN


def test_values_of_goals() -> None:
    standing = Standing(Counts(developments=4, rows=2), vp_chips=3, discarded=1)
    assert value(Goal.GREATEST_INFRASTRUCTURE, standing) == 4
    assert value(Goal.INNOVATION_LEADER, standing) == 2
    assert value(Goal.STANDARD_OF_LIVING, standing) == 3
    assert value(Goal.BUDGET_SURPLUS, standing) == 1


def test_the_last_round_is_announced() -> None:
    """The base game ends after the round in which the pool is empty or a tableau has 12 cards."""
    state = started("new_sparta", None, None)
    assert not GAME.view(state, None).last_round
    assert GAME.view(play(state, SetChips(BETTY, 36)), None).last_round
    deck = [key for key, card in DECK.items() if card.start_world is None][:11]
    state = play(state, *(PlaceCard(ALAN, key) for key in deck))
    assert GAME.view(state, None).last_round
    assert not GAME.view(play(state, EndTable()), None).last_round


def test_galactic_status_needs_no_other_counter() -> None:
    """Numbers only: what no goal in play looks at is not entered, so nothing contradicts it."""
    state = play(started(), SetCounts(BETTY, Counts(six_costs=1)), EndPhase(Moment.DEVELOP))
    assert tile(state, Goal.GALACTIC_STATUS).holders == (BETTY,)
    counted = started(goals=INFRASTRUCTURE)
    with refused_as(errors.COUNTS):  # a 6-cost development is a development, where these count
        play(counted, SetCounts(BETTY, Counts(six_costs=1)))
    play(counted, SetCounts(BETTY, Counts(six_costs=1, developments=1)))


def developments(seat: int, number: int) -> SetCounts:
    return SetCounts(seat, Counts(developments=number))


@pytest.mark.parametrize(("after_settle", "holder"), [(False, ALAN), (True, BETTY)])
def test_a_large_goal_moves_only_at_the_end_of_its_own_phases(
    after_settle: bool, holder: int
) -> None:
    """Section 2.4: a development that is discarded in Settle counts at the next Develop."""
    state = started(goals=INFRASTRUCTURE, infrastructure_after_settle=after_settle)
    state = play(state, developments(ALAN, 5), developments(BETTY, 5), EndPhase(Moment.EXPLORE))
    state = play(state, developments(BETTY, 4), EndPhase(Moment.DEVELOP), developments(BETTY, 5))
    state = play(state, developments(ALAN, 4), SETTLED)
    assert tile(state, Goal.GREATEST_INFRASTRUCTURE).holder == holder
    state = play(state, EndPhase(Moment.DEVELOP))
    assert tile(state, Goal.GREATEST_INFRASTRUCTURE).holder == BETTY
    lost = play(state, developments(BETTY, 3))
    assert tile(lost, Goal.GREATEST_INFRASTRUCTURE).holder is None


def test_worlds_count_after_settle_only() -> None:
    state = play(started(), SetCounts(ALAN, Counts(production_worlds=4)), EndPhase(Moment.DEVELOP))
    assert tile(state, Goal.PRODUCTION_LEADER).holder is None
    assert tile(play(state, SETTLED), Goal.PRODUCTION_LEADER).holder == ALAN
