"""The worked examples of the digest (section 8), by number, through the commands.

Examples 5 to 9 on dice are in ``test_battle_odds.py``, too.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.emperor import GAME, errors
from companion.games.emperor.corrections import CorrectCounter, Counter
from companion.games.emperor.ending import EndDuel, tycoon
from companion.games.emperor.holdings import Annex, Cubes
from companion.games.emperor.options import Bill, Options, TechnologyCost, sensible
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.explorer import PlaceTile
from companion.games.emperor.roles.influence import outcome
from companion.games.emperor.roles.merchant import (
    Dealings,
    DropDie,
    Pirate,
    Reroll,
    ThrowMarket,
    TradeGoods,
)
from companion.games.emperor.roles.regent import BuyInfluence, MakePrivate, PlaceInfluence
from companion.games.emperor.roles.scientist import BuyTechnology, Sabotage
from companion.games.emperor.roles.steward import ProduceOn, TakeFree
from companion.games.emperor.rounds import ChooseDirection, EndTurn, SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import (
    METAL_LIMIT,
    Direction,
    GameState,
    Player,
    Role,
    Sector,
    Step,
    pool_left,
    tokens_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Attack, BattleEnded, Fire, GoOn, NameShip, TakeLosses
from companion.games.emperor.war.forces import Force, Ship, Target, Token
from companion.games.question import Command
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN
from tests.games.refused import refused_as

PIRATE = Technology.STAR_PIRATE
COPY = Options(
    metal_prices=(1, 2, 2, 3, 3, 4),
    energy_prices=(2, 3, 3, 4, 5, 6),
    fighter=Bill(marks=2, metal=1),
    cruiser=Bill(marks=2, metal=2),
    dreadnought=Bill(marks=3, metal=3, energy=1),
    technology_costs=tuple(TechnologyCost(each, 2 - (each is PIRATE)) for each in Technology),
)
NAMES = ("Rob", "Joe", "Tracy", "Bill", "Paul", "Ann")


def play(state: GameState, *commands: Command) -> GameState:
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
    return state


def started(players: int = 3, options: Options = COPY) -> GameState:
    seats = tuple(NewPlayer(i + 1, NAMES[i], food=1) for i in range(players))
    state = play(GAME.initial, StartGame(seats, 1, options))
    return play(state, ChooseDirection(1, Direction.LEFT))


def with_sectors(state: GameState, *sectors: Sector) -> GameState:
    return replace(state, sectors=(*state.sectors, *sectors))


def with_player(state: GameState, seat: int, **changes: object) -> GameState:
    players = tuple(
        replace(p, **changes) if p.seat == seat else p  # type: ignore[arg-type]  # any field
        for p in state.players
    )
    return replace(state, players=players)


def passed(state: GameState, *seats: int) -> GameState:
    return play(state, *(EndTurn(seat) for seat in seats))


def test_example_1_roles_go_around_and_the_round_ends() -> None:
    state = play(started(), SelectRole(1, Role.SCIENTIST))
    assert state.turns == (1, 2, 3)
    state = play(passed(state, 1, 2, 3), SelectRole(2, Role.STEWARD))
    assert state.turns == (2, 3, 1)
    state = play(passed(state, 2, 3, 1), SelectRole(3, Role.WARLORD))
    assert state.turns == (3, 1, 2)
    revealed = state.revealed
    state = passed(state, 3, 1, 2)
    assert state.step is Step.DIRECTION
    assert state.throne == 1
    assert state.revealed == revealed + 1
    assert [player.marks for player in state.players] == [7, 7, 7]


def test_the_other_direction_and_a_taken_role() -> None:
    state = play(GAME.initial, StartGame(tuple(NewPlayer(i, str(i)) for i in (1, 2, 3)), 2, COPY))
    state = play(state, ChooseDirection(2, Direction.RIGHT), SelectRole(2, Role.STEWARD))
    assert state.turns == (2, 1, 3)
    state = passed(state, 2, 1, 3)
    with refused_as(errors.ROLE_TAKEN):
        play(state, SelectRole(1, Role.STEWARD))
    with refused_as(NOT_YOUR_TURN):
        play(state, SelectRole(3, Role.WARLORD))


def market(state: GameState, dice: tuple[int, ...], drop: int) -> GameState:
    return play(state, SelectRole(1, Role.MERCHANT), ThrowMarket(dice), DropDie(drop))


def test_example_2_bills_market() -> None:
    """+3 marks, harvest 1, buy 1, sell 3 metal, 2 food on his metal sectors."""
    state = with_player(started(), 1, metal=4)
    state = with_sectors(
        state,
        Sector(10, 1, metal=1, owner=1, token=Token.EMPIRE),
        Sector(11, 1, metal=2, owner=1, token=Token.EMPIRE),
    )
    state = market(state, (3, 4, 6, 6), 2)
    assert sorted(state.market) == [3, 4, 6]
    lies = (Cubes(10, 1), Cubes(11, 1))
    state = play(state, TradeGoods(1, Dealings(food_bought=1, metal=-3), lies))
    assert state.player(1).marks == 5 + 3 - 1 + 3 * 3
    assert state.player(1).metal == 1
    assert [sector.cubes for sector in state.own(1)] == [0, 1, 1]


def test_example_3_any_of_the_four_dice_may_be_dropped() -> None:
    assert sorted(market(started(), (1, 2, 5, 5), 2).market) == [1, 2, 5]
    assert sorted(market(started(), (1, 2, 5, 5), 0).market) == [2, 5, 5]


@pytest.mark.parametrize(
    ("dice", "drop", "food"),
    [((4, 4, 5, 6), 0, 2), ((2, 4, 5, 6), 0, 2), ((2, 4, 5, 6), 1, 1), ((1, 3, 5, 6), 0, 1)],
)
def test_example_4_food_prices_of_the_default_table(
    dice: tuple[int, ...], drop: int, food: int
) -> None:
    table = GAME.view(market(started(), dice, drop), None)
    assert table.prices is not None
    assert table.prices.food == food


def test_unknown_prices_and_costs_are_asked_for_not_guessed() -> None:
    state = play(
        started(options=Options()), SelectRole(1, Role.MERCHANT), ThrowMarket((1, 2, 3, 4))
    )
    with refused_as(errors.PRICES_UNKNOWN):
        play(state, DropDie(0))
    state = play(started(options=Options()), SelectRole(1, Role.ENGINEER))
    with refused_as(errors.COST_UNKNOWN):
        play(state, BuildShips(1, fighters=1))
    assert play(state, BuildShips(1, free_fighter=True)).player(1).fighters == 2


def test_a_market_throw_has_four_dice_from_1_to_6() -> None:
    state = play(started(), SelectRole(1, Role.MERCHANT))
    for dice in ((1, 2, 3), (1, 2, 3, 7), (1, 2, 3, 4, 5)):
        with refused_as(errors.DICE_COUNT):
            play(state, ThrowMarket(dice))


@pytest.fixture
def rob_attacks_joe() -> GameState:
    """Dreadnought and two Fighters against a Starbase with a Cruiser; Tracy is the selector."""
    state = started()
    state = with_player(state, 1, dreadnoughts=1, fighters=3)
    state = with_player(state, 2, cruisers=1)
    state = with_sectors(state, Sector(10, 1, owner=2, token=Token.STARBASE))
    state = passed(play(state, SelectRole(1, Role.SCIENTIST)), 1, 2, 3)
    state = passed(play(state, SelectRole(2, Role.STEWARD)), 2, 3, 1)
    state = passed(play(state, SelectRole(3, Role.WARLORD)), 3)
    ships = Force(fighters=2, dreadnoughts=1)
    return play(state, Attack(1, 2, ships, Force(cruisers=1), 10))


def test_example_5_robs_battle(rob_attacks_joe: GameState) -> None:
    state = play(rob_attacks_joe, Fire((1, 2, 4), ()))
    state = play(state, TakeLosses(2, (Target.STARBASE,)))
    assert state.battle is not None
    assert state.battle.forces[1].token is Token.EMPIRE
    state = play(state, Fire((), (4, 6, 1, 2)))
    state = play(state, TakeLosses(1, (Target.DREADNOUGHT, Target.FIGHTER)))
    state = play(state, Fire((5,), ()))  # only the Cruiser can be hit: no choice
    assert state.step is Step.GO_ON
    assert state.battle is not None
    assert state.battle.forces[1] == Force(token=Token.EMPIRE)
    state = play(state, GoOn(1, withdraw=False), Fire((4, 5, 1), ()))
    assert state.battle is None
    rob = state.player(1)
    assert (rob.vp, rob.fighters, rob.dreadnoughts) == (1, 2, 1)
    assert state.player(2).cruisers == 0
    sector = state.sector(10)
    assert sector is not None
    assert (sector.owner, sector.token) == (1, Token.EMPIRE)
    assert tokens_left(state, 2) == 11


def test_a_starbase_that_was_hit_stays_an_empire_when_the_attacker_withdraws(
    rob_attacks_joe: GameState,
) -> None:
    state = play(rob_attacks_joe, Fire((1, 2, 4), ()), TakeLosses(2, (Target.STARBASE,)))
    state = play(state, Fire((), (1, 1, 1, 1)), Fire((1, 1), ()), GoOn(1, withdraw=True))
    sector = state.sector(10)
    assert sector is not None
    assert (sector.owner, sector.token) == (2, Token.EMPIRE)
    assert state.player(1).vp == 0


def test_wrong_losses_and_wrong_throws_are_refused(rob_attacks_joe: GameState) -> None:
    with refused_as(errors.DICE_COUNT):
        play(rob_attacks_joe, Fire((4, 4), ()))
    state = play(rob_attacks_joe, Fire((4, 4, 1), ()))
    for wrong in ((Target.EMPIRE, Target.CRUISER), (Target.CRUISER,), (Target.FIGHTER,) * 2):
        with refused_as(errors.LOSSES):
            play(state, TakeLosses(2, wrong))


def test_example_6_the_selectors_extra_die() -> None:
    state = with_player(started(), 1, dreadnoughts=1)
    state = with_sectors(state, Sector(10, 1, owner=2, token=Token.EMPIRE))
    state = play(state, SelectRole(1, Role.WARLORD))
    state = play(state, Attack(1, 2, Force(dreadnoughts=1), Force(), 10))
    assert state.step is Step.EXTRA_DIE
    state = play(state, NameShip(1, Ship.DREADNOUGHT))
    with refused_as(errors.DICE_COUNT):
        play(state, Fire((1, 1, 1), ()))
    assert play(state, Fire((1, 1, 1, 6), ())).player(1).vp == 1


def test_a_jump_through_the_stargate_fires_first_and_cannot_withdraw() -> None:
    state = with_player(started(), 1, cruisers=2)
    state = with_sectors(state, Sector(10, 1, owner=2, token=Token.STARBASE))
    state = passed(play(state, SelectRole(1, Role.SCIENTIST)), 1, 2, 3)
    state = passed(play(state, SelectRole(2, Role.WARLORD)), 2, 3)
    jump = Attack(1, 2, Force(cruisers=2), Force(), 10, through_stargate=True)
    state = play(state, jump, Fire((1, 1, 1, 1), ()))
    assert state.battle is not None
    assert not state.battle.free
    state = play(state, Fire((1, 1, 1, 1), (1, 1, 1)))
    assert state.step is Step.FIRE  # no question about withdrawing
    with refused_as(NOT_NOW):
        play(state, GoOn(1, withdraw=True))


def regent(state: GameState, *bought: int) -> GameState:
    """Seat 1 selects the Regent; who is not in *bought* passes."""
    state = play(state, SelectRole(1, Role.REGENT))
    for player in state.players:
        command = BuyInfluence if player.seat in bought else EndTurn
        state = play(state, command(player.seat))
    return state


def test_example_10_influence_on_the_own_empire_makes_it_a_starbase() -> None:
    state = with_sectors(started(), Sector(10, 1, owner=2, token=Token.EMPIRE))
    state = regent(state)
    state = play(
        state,
        PlaceInfluence(2, (Cubes(10, 1), Cubes(0, 1))),
        PlaceInfluence(3, (Cubes(0, 2),)),
        PlaceInfluence(1, (Cubes(0, 2),)),
    )
    sector = state.sector(10)
    assert sector is not None
    assert (sector.owner, sector.token) == (2, Token.STARBASE)
    assert tokens_left(state, 2) == 10
    assert [player.vp for player in state.players] == [1, 2, 1]
    assert state.throne == 1  # nobody was left: the selector gets it


def test_example_11_and_12_what_is_left_after_equal_losses() -> None:
    assert outcome({1: 1, 2: 1, 3: 2}) == (3, 1)
    assert outcome({1: 2, 2: 2, 3: 1}) == (None, 0)
    assert outcome({1: 2, 2: 3, 3: 1}) == (2, 1)
    assert outcome({1: 2, 2: 1}) == (1, 1)


def test_example_13_the_throne() -> None:
    state = regent(started())
    state = play(state, PlaceInfluence(2, (Cubes(0, 2),)))
    state = with_sectors(state, Sector(10, 1))
    state = play(
        state, PlaceInfluence(3, (Cubes(0, 1), Cubes(10, 1))), PlaceInfluence(1, (Cubes(10, 2),))
    )
    assert state.throne == 2
    sector = state.sector(10)
    assert sector is not None
    assert (sector.owner, sector.token) == (1, Token.EMPIRE)


def test_a_new_holder_of_the_throne_changes_nothing_in_the_running_round() -> None:
    """Section 3: the next player in direction selects; the Throne counts for the next round."""
    state = play(regent(started()), PlaceInfluence(2, (Cubes(0, 2),)))
    state = with_sectors(state, Sector(10, 1))
    state = play(state, PlaceInfluence(3, (Cubes(10, 2),)), PlaceInfluence(1, (Cubes(10, 2),)))
    assert state.throne == 2
    with refused_as(NOT_YOUR_TURN):
        play(state, SelectRole(3, Role.STEWARD))
    state = passed(play(state, SelectRole(2, Role.STEWARD)), 2, 3, 1)
    state = passed(play(state, SelectRole(3, Role.ENGINEER)), 3, 1, 2)
    assert state.step is Step.DIRECTION
    assert GAME.view(state, None).acts == 2


def test_example_14_influence_prices_and_the_diplomat() -> None:
    state = with_player(started(4), 2, technologies=frozenset({Technology.DIPLOMAT}))
    state = regent(state, 1, 2, 3)
    assert [player.marks for player in state.players] == [3, 3, 1, 5]


def test_influence_stays_off_home_sectors_and_private_tiles() -> None:
    state = with_player(started(), 2, technologies=frozenset({Technology.AMBASSADOR}))
    state = regent(with_sectors(state, Sector(10, 1), Sector(11, 1)))
    state = play(state, PlaceInfluence(2, (Cubes(10, 2),)))
    with refused_as(errors.INFLUENCE):
        play(state, PlaceInfluence(3, (Cubes(1, 2),)))
    state = play(state, PlaceInfluence(3, (Cubes(11, 2),)), MakePrivate(2, 11))
    assert state.turns == (1, 3)  # Tracy's influence has to go elsewhere
    with refused_as(errors.INFLUENCE):
        play(state, PlaceInfluence(1, (Cubes(11, 2),)))
    state = play(state, PlaceInfluence(1, (Cubes(0, 2),)), PlaceInfluence(3, (Cubes(10, 2),)))
    assert state.step is Step.SELECT


def test_example_15_the_selector_pays_one_energy_less() -> None:
    state = play(started(), SelectRole(1, Role.SCIENTIST))
    state = play(state, BuyTechnology(1, Technology.STAR_PIRATE))
    assert state.player(1).energy == 1
    with refused_as(errors.TECHNOLOGY):
        play(state, BuyTechnology(2, Technology.STAR_PIRATE))
    with refused_as(errors.NOT_ENOUGH):
        play(state, BuyTechnology(2, Technology.ROBOTICS))


def test_example_16_what_storage_cannot_hold_is_lost() -> None:
    state = with_player(started(), 1, metal=5, energy=3)
    sector = Sector(10, 1, metal=2, energy=1, owner=1, token=Token.EMPIRE, cubes=1)
    state = play(with_sectors(state, sector), SelectRole(1, Role.STEWARD), ProduceOn(1, (10,)))
    assert (state.player(1).metal, state.player(1).energy) == (6, 3)
    with pytest.raises(Exception, match="cannot be used for this"):
        play(state, ProduceOn(1, (10,)))


def test_the_steward_needs_food_unless_the_fields_are_protein() -> None:
    state = with_sectors(started(), Sector(10, 1, metal=2, owner=1, token=Token.EMPIRE))
    state = play(state, SelectRole(1, Role.STEWARD))
    with refused_as(NOT_NOW):
        play(passed(state, 1), TakeFree(2, metal=True))
    state = play(state, TakeFree(1, metal=True))
    with refused_as(NOT_NOW):
        play(state, TakeFree(1, metal=True))
    assert state.player(1).metal == 2
    with refused_as(errors.FOOD):
        play(state, ProduceOn(1, (10,)))
    state = with_player(state, 1, technologies=frozenset({Technology.PROTEIN_FIELDS}))
    assert play(state, ProduceOn(1, (10,), without_food=(10,))).player(1).metal == 4


@pytest.mark.parametrize(("fighters", "paid"), [(5, 3), (1, 0)])
def test_example_17_robotics_takes_two_metal_off_the_bill(fighters: int, paid: int) -> None:
    state = with_player(
        started(), 1, metal=6, marks=20, technologies=frozenset({Technology.ROBOTICS})
    )
    state = play(state, SelectRole(1, Role.ENGINEER), BuildShips(1, fighters=fighters))
    assert state.player(1).metal == 6 - paid


@pytest.mark.parametrize(
    ("all_left", "one_more"),
    [
        (BuildShips(1, fighters=7), BuildShips(1, fighters=8)),
        (BuildShips(1, cruisers=4), BuildShips(1, cruisers=5)),
        (BuildShips(1, dreadnoughts=2), BuildShips(1, dreadnoughts=3)),
    ],
)
def test_nine_fighters_for_one_player_are_refused(
    all_left: BuildShips, one_more: BuildShips
) -> None:
    """Eight, four and two are in the box for each; a Fighter is on the board already."""
    options = replace(COPY, fighter=Bill(), cruiser=Bill(), dreadnought=Bill())
    state = play(started(options=options), SelectRole(1, Role.ENGINEER))
    assert play(state, all_left) != state
    with refused_as(errors.NO_RESERVE):
        play(state, one_more)


@pytest.mark.parametrize(
    "force", [Force(fighters=9), Force(fighters=-1, cruisers=1), Force(fighters=1, shield=True)]
)
def test_nobody_attacks_with_ships_that_are_not_there(force: Force) -> None:
    state = with_sectors(started(), Sector(10, 1, owner=2, token=Token.EMPIRE))
    state = with_player(state, 1, fighters=2, cruisers=2)
    state = play(state, SelectRole(1, Role.WARLORD))
    with refused_as(errors.FORCES):
        play(state, Attack(1, 2, force, Force(), 10))


def test_a_saboteur_waits_for_the_first_role() -> None:
    state = with_player(started(), 1, technologies=frozenset({Technology.SABOTEUR}))
    state = with_player(state, 2, technologies=frozenset({Technology.ROBOTICS}))
    with refused_as(NOT_NOW):
        play(state, Sabotage(1, 2, Technology.ROBOTICS, 1))


def test_example_18_points_beyond_the_pool_are_paid_and_end_the_game() -> None:
    state = with_player(started(), 1, vp=40)
    state = with_player(with_player(state, 2, vp=40), 3, vp=33)
    state = with_sectors(
        state,
        *(Sector(10 + i, 1, owner=1, token=Token.EMPIRE) for i in range(3)),
        *(Sector(20 + i, 2, owner=2, token=Token.EMPIRE) for i in range(2)),
        *(Sector(30 + i, 1, owner=3, token=Token.EMPIRE) for i in range(5)),
    )
    assert pool_left(state) == 2
    state = regent(state)
    for seat in (2, 3, 1):
        state = play(state, PlaceInfluence(seat, (Cubes(0, 2),)))
    assert state.step is Step.OVER
    tied_marks = 1  # all three have as many marks
    assert [p.vp for p in state.players] == [44 + tied_marks, 45 + tied_marks, 39 + tied_marks]
    assert state.winners == (2,)


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


def test_example_20_and_21_planets_count_again_after_the_warlord_when_tokens_are_out() -> None:
    held = [Sector(10 + i, 1 + (i < 2), owner=1, token=Token.EMPIRE) for i in range(10)]
    state = with_sectors(started(), *held, Sector(99, 1))
    state = play(state, SelectRole(1, Role.WARLORD))
    state = passed(play(state, Annex(1, 99)), 1, 2, 3)
    assert state.step is Step.OVER
    assert state.player(1).vp == 1 + 12 + 1 + 1  # home, ten sectors, the last one, marks


def test_tokens_used_as_influence_do_not_end_the_game_in_the_middle() -> None:
    held = [Sector(10 + i, 1, owner=1, token=Token.EMPIRE) for i in range(9)]
    state = regent(with_sectors(started(), *held))
    assert tokens_left(state, 1) == 0
    for seat in (2, 3, 1):
        state = play(state, PlaceInfluence(seat, (Cubes(0, 2),)))
    assert state.step is Step.SELECT


@pytest.mark.parametrize(("catch", "stays"), [(4, True), (5, False)])
def test_example_22_a_saboteur_is_caught_with_5_and_6(catch: int, stays: bool) -> None:
    state = with_player(started(), 1, technologies=frozenset({Technology.SABOTEUR}))
    state = with_player(state, 2, technologies=frozenset({Technology.ROBOTICS}))
    state = play(state, SelectRole(1, Role.STEWARD), Sabotage(1, 2, Technology.ROBOTICS, catch))
    assert (Technology.SABOTEUR in state.player(1).technologies) is stays
    assert not state.player(2).has(Technology.ROBOTICS)


@pytest.mark.parametrize(("players", "tiles"), [(3, 34), (4, 33), (5, 32), (6, 31)])
def test_the_stack_has_the_tiles_for_the_number_of_players(players: int, tiles: int) -> None:
    """Section 2: one more than players lies face up, the others face down."""
    state = started(players)
    assert (state.revealed, state.hidden) == (players + 1, tiles - players - 1)


def test_only_own_sectors_produce() -> None:
    """Section 4.3: neither another player's sector nor one that does not exist."""
    joe = Sector(10, 1, metal=1, owner=2, token=Token.EMPIRE)
    state = play(with_sectors(started(), joe), SelectRole(1, Role.STEWARD))
    for number in (10, 99):
        with refused_as(errors.NO_SUCH_SECTOR):
            play(state, ProduceOn(1, (number,)))


def test_exploring_places_reveals_and_flips() -> None:
    state = replace(started(), hidden=0)
    state = play(state, SelectRole(1, Role.EXPLORER))
    state = play(state, PlaceTile(1, planets=1, food=2, annex=True), PlaceTile(2), PlaceTile(3))
    assert state.turns == (1,)  # the selector places what is left
    state = play(state, PlaceTile(1, black_hole=True))
    assert state.explorer_flipped
    assert state.omega_collapsed
    assert [sector.number for sector in state.own(1)] == [1, 4]
    view = GAME.view(state, None)
    assert Role.SECOND_WARLORD not in view.roles  # the card is taken until the round ends
    assert Role.SCIENTIST not in view.roles
    assert Role.EXPLORER not in view.roles


def test_time_warp_rerolls_a_market_die_once_a_round() -> None:
    state = with_player(started(), 2, technologies=frozenset({Technology.TIME_WARP}))
    state = play(state, SelectRole(1, Role.MERCHANT), ThrowMarket((1, 1, 1, 1)), Reroll(2, 0, 6))
    assert state.market == (6, 1, 1, 1)
    with refused_as(errors.TECHNOLOGY):
        play(state, Reroll(2, 1, 6))


def test_the_star_pirate_takes_a_metal_or_sells_a_food() -> None:
    state = with_player(market(started(), (1, 1, 1, 1), 0), 1, technologies=frozenset({PIRATE}))
    state = with_sectors(state, Sector(10, 1, owner=2, token=Token.EMPIRE, cubes=1))
    with refused_as(errors.NOT_ENOUGH):
        play(with_player(state, 2, metal=0), Pirate(1, 2))
    rich = play(state, CorrectCounter(1, Counter.METAL, METAL_LIMIT))
    with refused_as(errors.STORAGE):
        play(with_player(rich, 2, metal=1), Pirate(1, 2))
    taken = play(with_player(state, 2, metal=1, energy=1), Pirate(1, 2))
    assert (taken.player(2).metal, taken.player(2).energy) == (0, 1)
    one, before = taken.player(1), state.player(1)
    assert (one.metal, one.energy) == (before.metal + 1, before.energy)
    sold = play(state, Pirate(1, 2, 10))
    assert [each.cubes for each in sold.sectors if each.number == 10] == [0]
    assert sold.player(1).marks > state.player(1).marks


def test_equal_leaders_fight_a_duel() -> None:
    state = with_player(with_player(started(), 1, vp=60, marks=5), 2, vp=60, marks=5)
    state = play(state, SelectRole(1, Role.STEWARD))
    state = passed(state, 1, 2, 3)
    assert state.step is Step.DUEL
    assert state.duel == (1, 2)
    assert play(state, EndDuel(2)).winners == (2,)
    assert play(state, EndDuel(None)).winners == (1, 2)


def test_the_results_rank_who_did_not_win_by_points() -> None:
    """Section 6: the duel decides between equal leaders; those behind share a rank if equal."""
    state = with_player(with_player(started(5), 1, vp=9, marks=4), 2, vp=9)
    state = with_player(with_player(state, 3, vp=5), 4, vp=5)
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


@pytest.mark.parametrize("left", [0, 1])
def test_only_ships_of_the_battle_are_lost(rob_attacks_joe: GameState, left: int) -> None:
    """One Dreadnought and one Fighter stayed at home."""
    battle = rob_attacks_joe.battle
    assert battle is not None
    forces = Force(fighters=left, dreadnoughts=left), battle.forces[1]
    state = with_player(rob_attacks_joe, 1, dreadnoughts=2)
    ended = GAME.apply(
        replace(state, battle=replace(battle, forces=forces)), BattleEnded(withdrew=True)
    )
    assert (ended.player(1).dreadnoughts, ended.player(1).fighters) == (1 + left, 1 + left)


def test_a_view_hides_the_points_of_the_others() -> None:
    state = with_player(with_player(started(), 1, vp=7), 2, vp=9)
    assert GAME.view(state, 1).state.player(1).vp == 7
    assert GAME.view(state, 1).state.player(2).vp == 0
    assert GAME.view(state, None).state.player(1).vp == 0
