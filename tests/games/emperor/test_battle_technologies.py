"""Technologies in a running battle, Robotics over a whole turn, the card with two roles."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor import errors
from companion.games.emperor.options import Bill
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.scientist import Sabotage
from companion.games.emperor.rounds import SelectRole
from companion.games.emperor.state import GameState, Role, Sector, Step, roles_left
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import view
from companion.games.emperor.war.battle import Attack, GoOn
from companion.games.emperor.war.forces import Force, Token
from companion.games.emperor.war.odds_now import odds_now
from companion.games.emperor.war.rolls import AddDie, CountHits, RerollInBattle
from companion.games.refusals import NOT_NOW
from tests.games.emperor.test_emperor_examples import play, started, with_player, with_sectors
from tests.games.refused import refused_as

TILE = 10


def attacked(*technologies: tuple[int, Technology], ships: int = 3) -> GameState:
    """The first player's Fighters against the second's Empire."""
    state = with_sectors(started(), Sector(TILE, 1, owner=2, token=Token.EMPIRE))
    for seat in {seat for seat, _ in technologies}:
        held = frozenset(each for owner, each in technologies if owner == seat)
        state = with_player(state, seat, technologies=held)
    state = with_player(state, 1, fighters=ships, cruisers=1)
    return play(
        state,
        SelectRole(1, Role.WARLORD),
        Attack(1, 2, Force(fighters=ships, cruisers=1), Force(), TILE),
    )


def fired(state: GameState, *dice: tuple[int, int]) -> GameState:
    return play(state, *(AddDie(side, value) for side, value in dice))


def without_extra(state: GameState) -> GameState:
    return replace(state, step=Step.FIRE)


def test_a_blocked_technology_stops_working_in_the_running_battle() -> None:
    """Section 5: a Saboteur blocks Plasma Weapons; a 3 of the Cruiser no longer hits."""
    state = attacked((1, Technology.PLASMA_WEAPONS), (3, Technology.SABOTEUR))
    state = without_extra(state)
    assert state.battle is not None
    assert state.battle.arms[0].plasma
    state = play(state, Sabotage(3, 1, Technology.PLASMA_WEAPONS, 2))
    assert state.battle is not None
    assert not state.battle.arms[0].plasma


def test_a_blocked_shield_is_down() -> None:
    state = without_extra(attacked((1, Technology.SHIELD_GENERATORS), (2, Technology.SABOTEUR)))
    assert state.battle is not None
    assert state.battle.forces[0].shield
    state = play(state, Sabotage(2, 1, Technology.SHIELD_GENERATORS, 1))
    assert state.battle is not None
    assert not state.battle.forces[0].shield


def _second_phase(state: GameState) -> GameState:
    """Nothing fires in the first phase: the Cruiser and the Empire fire in the second."""
    battle = state.battle
    assert battle is not None
    return replace(state, step=Step.FIRE, battle=replace(battle, phase=2))


def test_a_time_warp_rerolls_a_die_before_the_hits_count() -> None:
    """The last die waits while somebody may reroll; without a Time Warp it counts at once."""
    dice = ((0, 1), (0, 1), (1, 5), (1, 5))
    at_once = fired(_second_phase(attacked()), *dice)
    assert at_once.step is Step.LOSSES
    state = fired(_second_phase(attacked((3, Technology.TIME_WARP))), *dice)
    assert state.step is Step.FIRE
    assert view(state, None).may_reroll
    warped = play(state, RerollInBattle(3, 1, 0, 2))
    assert warped.step is Step.LOSSES
    assert warped.battle is not None
    assert warped.battle.hits == (1, 0)
    assert not warped.player(3).has(Technology.TIME_WARP)
    counted = play(state, CountHits())
    assert counted.battle is not None
    assert counted.battle.hits == (2, 0)
    with refused_as(NOT_NOW):
        play(_second_phase(attacked((3, Technology.TIME_WARP))), CountHits())


def test_odds_are_told_where_one_fights_on_or_withdraws() -> None:
    state = without_extra(attacked())
    battle = state.battle
    assert battle is not None
    state = replace(state, step=Step.GO_ON, battle=replace(battle, phase=3))
    odds = odds_now(state)
    assert odds is not None
    again = odds_now(play(state, GoOn(1, withdraw=False)))
    assert odds == again


def test_robotics_saves_two_metal_in_the_whole_turn() -> None:
    """Section 5: two metal off the total bill; a second purchase gets the rest."""
    state = with_player(
        started(), 1, metal=1, marks=20, technologies=frozenset({Technology.ROBOTICS})
    )
    options = replace(state.options, fighter=Bill(metal=1), cruiser=Bill(metal=1))
    state = play(replace(state, options=options), SelectRole(1, Role.ENGINEER))
    state = play(state, BuildShips(1, fighters=1))
    state = play(state, BuildShips(1, cruisers=1))
    assert state.player(1).metal == 1
    state = play(state, BuildShips(1, fighters=1))
    assert state.player(1).metal == 0
    with refused_as(errors.NOT_ENOUGH):
        play(state, BuildShips(1, fighters=1))


def test_the_flipped_card_stays_with_its_owner_until_the_round_ends() -> None:
    """Digest 4.1: one card is Explorer and second Warlord; it was chosen in this round."""
    state = replace(
        started(), step=Step.SELECT, selected=((Role.EXPLORER, 1),), explorer_flipped=True
    )
    assert Role.SECOND_WARLORD not in roles_left(state)
    assert Role.WARLORD in roles_left(state)
    assert Role.SECOND_WARLORD in roles_left(replace(state, selected=()))
