"""What no command of Galactic Emperor reaches: functions, results, ranges, odds."""

from dataclasses import replace

import pytest

from companion.games.emperor import GAME, errors
from companion.games.emperor.galaxy.fields import CENTRE, HEXES, NEIGHBOURS, Fleet, distance, spread
from companion.games.emperor.galaxy.moving import reach, routes
from companion.games.emperor.galaxy.ships import MoveShips, RetreatTo
from companion.games.emperor.options import Bill, TechnologyCost, sensible
from companion.games.emperor.roles.influence import outcome
from companion.games.emperor.rounds import tycoon
from companion.games.emperor.state import (
    GameState,
    Player,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle_odds import odds_now
from companion.games.emperor.war.forces import Ship
from companion.games.emperor.war.losses import GoOn
from tests.games.emperor.positions import (
    COPY,
    HOMES,
    LAST,
    OPTIONS,
    at_war,
    attacked,
    begun,
    fighters,
    play,
    started,
    two_bases,
    with_fleets,
)
from tests.games.refused import refused_as


def test_example_11_and_12_what_is_left_after_equal_losses() -> None:
    assert outcome({1: 1, 2: 1, 3: 2}) == (3, 1)
    assert outcome({1: 2, 2: 2, 3: 1}) == (None, 0)
    assert outcome({1: 2, 2: 3, 3: 1}) == (2, 1)
    assert outcome({1: 2, 2: 1}) == (1, 1)


def test_example_19_tycoon() -> None:
    players = (
        Player(1, "A", metal=6, energy=3, marks=12),
        Player(2, "B", marks=12),
        Player(3, "C", metal=6, energy=2, marks=7),
    )
    points = dict.fromkeys((1, 2, 3), 0)
    for line in tycoon(players):
        points[line.seat] += line.vp
    assert points == {1: 2, 2: 1, 3: 0}


def test_the_results_rank_who_did_not_win_by_points() -> None:
    """Section 6: the duel decides between equal leaders; those behind share a rank if equal."""
    state = started(5).with_player(1, vp=9, marks=4).with_player(2, vp=9)
    state = state.with_player(3, vp=5).with_player(4, vp=5)
    assert GAME.results is not None
    assert {each.total for each in GAME.results(state)} == {None}
    over = replace(state, step=Step.OVER, winners=(2,))
    assert [(each.total, each.rank) for each in GAME.results(over)] == [
        (9, 2),
        (9, 1),
        (5, 3),
        (5, 3),
        (0, 5),
    ]


@pytest.mark.parametrize("amount", [-1, 100])
def test_prices_have_two_digits(amount: int) -> None:
    """Costs of ships, prices of the market and costs of technologies, from 0 to 99."""
    technology = TechnologyCost(Technology.ROBOTICS, amount)
    for wrong in (
        replace(COPY, metal_prices=(amount, 2, 2, 3, 3, 4)),
        replace(COPY, fighter=Bill(marks=amount)),
        replace(COPY, technology_costs=(technology,)),
    ):
        assert not sensible(wrong)
    assert sensible(replace(COPY, metal_prices=(0, 2, 2, 3, 3, 99)))


def test_a_view_hides_the_points_of_the_others() -> None:
    state = started().with_player(1, vp=7).with_player(2, vp=9)
    assert GAME.view(state, 1).state.player(1).vp == 7
    assert GAME.view(state, 1).state.player(2).vp == 0
    assert GAME.view(state, None).state.player(1).vp == 0


def without_extra(state: GameState) -> GameState:
    return replace(state, step=Step.FIRE)


def test_odds_are_told_where_one_fights_on_or_withdraws() -> None:
    state = without_extra(attacked())
    battle = state.battle
    assert battle is not None
    state = replace(state, step=Step.GO_ON, battle=replace(battle, phase=3))
    odds = odds_now(state)
    assert odds is not None
    again = odds_now(play(state, GoOn(1, withdraw=False)))
    assert odds == again


def test_the_board_has_37_hexes_in_rows_of_four_to_seven() -> None:
    assert len(NEIGHBOURS) == HEXES
    assert sorted(len(each) for each in NEIGHBOURS.values()).count(3) == 6  # corners
    assert len(NEIGHBOURS[CENTRE]) == 6
    assert all(here in NEIGHBOURS[there] for here in NEIGHBOURS for there in NEIGHBOURS[here])
    assert max(distance(CENTRE, number) for number in NEIGHBOURS) == 3


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_proposed_homes_lie_on_the_edge_and_apart(players: int) -> None:
    homes = spread(players)
    assert len(set(homes)) == players
    assert all(distance(CENTRE, number) == 3 for number in homes)
    assert min(distance(a, b) for a in homes for b in homes if a != b) >= 3


def test_an_entered_layout_is_kept_for_its_number_of_players() -> None:
    kept = OPTIONS.with_homes((2, 20, 36)).with_homes((1, 4, 34, 37))
    assert kept.homes(3) == (2, 20, 36)
    assert kept.with_homes((3, 20, 36)).homes(3) == (3, 20, 36)
    assert kept.homes(5) == spread(5)


def test_fighters_and_cruisers_move_two_hexes_dreadnoughts_one() -> None:
    state = with_fleets(
        at_war(begun()), fighters(1, 17), Fleet(1, 17, Ship.DREADNOUGHT), fighters(2, 22)
    )
    far = {distance(17, number) for number in reach(state, 1, 17, Ship.FIGHTER)}
    assert far == {1, 2, 3}  # 3: over Omega
    assert {distance(17, n) for n in reach(state, 1, 17, Ship.DREADNOUGHT)} == {1}
    with refused_as(errors.RANGE):
        play(state, MoveShips(1, 17, 3, dreadnoughts=1))


def test_fusion_engines_add_a_hex() -> None:
    state = with_fleets(at_war(begun()), Fleet(1, 2, Ship.DREADNOUGHT))
    engines = replace(state.players[0], technologies=frozenset({Technology.FUSION_ENGINES}))
    faster = replace(state, players=(engines, *state.players[1:]))
    assert {distance(2, n) for n in reach(faster, 1, 2, Ship.DREADNOUGHT)} == {1, 2}


def test_a_sun_is_skipped_and_does_not_count() -> None:
    """Section 4.5: from one side of Omega to the other is one hex."""
    state = with_fleets(at_war(begun()), Fleet(1, 18, Ship.DREADNOUGHT))
    there = reach(state, 1, 18, Ship.DREADNOUGHT)
    assert there[20].steps == 1
    assert CENTRE not in there


def test_an_enemy_home_cannot_be_entered_and_enemies_stop() -> None:
    state = with_fleets(at_war(begun()), fighters(1, 21), fighters(2, 20))
    there = routes(state, 1, 21, 2)
    assert HOMES[1] not in there
    assert 20 in there
    assert there[20].steps == 1
    assert CENTRE not in there
    assert 18 not in there  # behind the enemy and Omega


@pytest.mark.parametrize("target", [13, 26])
def test_ships_of_a_lost_sector_go_to_the_chosen_starbase(target: int) -> None:
    """Section 4.6."""
    state = play(two_bases(), LAST)
    moves = GAME.instructions(state, GAME.decide(state, RetreatTo(2, 20, target)))
    assert [
        (m.count, m.source.detail, m.target.detail) for m in moves if m.source.detail == "20"
    ] == [(2, "20", str(target))]
