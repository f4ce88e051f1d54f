"""The map: hexes, range, Suns, homes, stargate, battles where ships meet (sections 4.1, 4.5)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.games.emperor import GAME, errors
from companion.games.emperor.corrections import CorrectCounter, CorrectFleet, CorrectHex, Counter
from companion.games.emperor.ending import RoleEnded
from companion.games.emperor.galaxy.fields import Field, Fleet, Fleets, Ground, force_of, merged
from companion.games.emperor.galaxy.hexes import CENTRE, HEXES, NEIGHBOURS, distance, spread
from companion.games.emperor.galaxy.moving import ground_of, reach, routes
from companion.games.emperor.galaxy.ships import Fight, MoveShips, RetreatsBegan, RetreatTo
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import Bill, Options
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.explorer import PlaceTile
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.rounds import EndTurn, SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import GameState, Retreat, Role, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import BattleBegan, GoOn, NameShip, SayHits, throws
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.games.question import Command
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN, RefusedError
from companion.storage.codec import EventCodec
from tests.games.refused import refused_as

HOMES = (1, 22, 34)
"""Upper left, right, lower left."""
OPTIONS = Options(fighter=Bill(marks=1), cruiser=Bill(marks=1), dreadnought=Bill(marks=1))


def play(state: GameState, *commands: Command) -> GameState:
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
    return state


def begun() -> GameState:
    players = tuple(NewPlayer(seat, f"P{seat}", food=1) for seat in (1, 2, 3))
    return play(GAME.initial, StartGame(players, 1, OPTIONS, HOMES))


def at_war(state: GameState, seat: int = 1) -> GameState:
    return replace(state, step=Step.WAR, selected=((Role.WARLORD, seat),), turns=(seat,))


def with_fleets(state: GameState, *fleets: Fleet) -> GameState:
    """Only these ships are on the board."""

    def count(seat: int, ship: Ship) -> int:
        return sum(f.count for f in fleets if (f.seat, f.ship) == (seat, ship))

    players = tuple(
        replace(
            player,
            fighters=count(player.seat, Ship.FIGHTER),
            cruisers=count(player.seat, Ship.CRUISER),
            dreadnoughts=count(player.seat, Ship.DREADNOUGHT),
        )
        for player in state.players
    )
    return replace(state, players=players, fleets=merged(list(fleets)))


def with_tiles(state: GameState, *sectors: Sector, **grounds: int) -> GameState:
    fields = [*state.fields, *(Field(s.number, Ground.PLANETS) for s in sectors)]
    fields += [Field(number, Ground(name)) for name, number in grounds.items()]
    every = sorted((*state.sectors, *sectors), key=lambda each: each.number)
    return replace(state, fields=tuple(fields), sectors=tuple(every))


def fighters(seat: int, number: int, count: int = 1) -> Fleet:
    return Fleet(seat, number, Ship.FIGHTER, count)


def standing(fleets: Fleets, seat: int, number: int) -> int:
    return force_of(fleets, seat, number).ships


# --- the board -----------------------------------------------------------------------------------


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


def test_a_game_begins_with_homes_a_fighter_each_and_omega() -> None:
    """Section 2."""
    state = begun()
    assert ground_of(state, CENTRE) is Ground.OMEGA
    assert [standing(state.fleets, seat, HOMES[seat - 1]) for seat in (1, 2, 3)] == [1, 1, 1]
    assert {s.number: s.owner for s in state.sectors} == dict(zip(HOMES, (1, 2, 3), strict=True))


@pytest.mark.parametrize("homes", [(1, 1, 4), (1, 4), (1, 4, 19), (0, 4, 9), (1, 4, 38)])
def test_an_impossible_layout_is_refused(homes: tuple[int, ...]) -> None:
    players = tuple(NewPlayer(seat, f"P{seat}") for seat in (1, 2, 3))
    with refused_as(errors.LAYOUT):
        play(GAME.initial, StartGame(players, 1, OPTIONS, homes))


def test_an_entered_layout_is_kept_for_its_number_of_players() -> None:
    kept = OPTIONS.with_homes((2, 20, 36)).with_homes((1, 4, 34, 37))
    assert kept.homes(3) == (2, 20, 36)
    assert kept.with_homes((3, 20, 36)).homes(3) == (3, 20, 36)
    assert kept.homes(5) == spread(5)


def test_without_a_map_no_battle_starts_between_players_who_never_met() -> None:
    """There are no hexes to meet on."""
    players = tuple(NewPlayer(seat, f"P{seat}", food=1) for seat in (1, 2, 3))
    state = at_war(play(GAME.initial, StartGame(players, 1, OPTIONS)))
    assert not state.fields
    with refused_as(NOT_NOW):
        play(state, Fight(1, 1))


# --- moving --------------------------------------------------------------------------------------


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


def test_a_ship_may_go_on_until_its_range_is_used_up() -> None:
    state = play(with_fleets(at_war(begun()), fighters(1, 1)), MoveShips(1, 1, 2, 1))
    state = play(state, MoveShips(1, 2, 3, 1))
    assert standing(state.fleets, 1, 3) == 1
    with refused_as(errors.RANGE):
        play(state, MoveShips(1, 3, 4, 1))
    rested = play(state, EndTurn(1))
    assert all(fleet.moved == 0 for fleet in rested.fleets)


def test_unprotected_sectors_on_the_way_are_annexed() -> None:
    """Of ways that are equally long the one over free sectors is taken."""
    state = with_tiles(at_war(begun()), Sector(6, 1), Sector(12, 2))
    state = with_fleets(state, fighters(1, 1))
    state = play(state, MoveShips(1, 1, 12, 1))
    assert [s.number for s in state.own(1)] == [1, 6, 12]


def test_without_a_token_nothing_is_annexed() -> None:
    numbers = (*range(23, 29), *range(29, 34))
    held = [Sector(n, 1, owner=1, token=Token.EMPIRE) for n in numbers]
    state = with_tiles(at_war(begun()), Sector(2, 1), *held)
    state = play(with_fleets(state, fighters(1, 1)), MoveShips(1, 1, 2, 1))
    sector = state.sector(2)
    assert sector is not None
    assert sector.owner is None


# --- battles -------------------------------------------------------------------------------------


def met(**more: Token) -> GameState:
    """Two fighters of player 1 have met player 2 on hex 9."""
    sector = Sector(9, 1, owner=2, token=more.get("token", Token.EMPIRE))
    state = with_fleets(with_tiles(at_war(begun()), sector), fighters(1, 7, 2), fighters(2, 9))
    return play(state, MoveShips(1, 7, 9, 2))


def test_ships_that_meet_enemies_fight_before_the_turn_ends() -> None:
    state = met()
    with refused_as(errors.BATTLE_FIRST):
        play(state, EndTurn(1))
    with refused_as(errors.RANGE):
        play(state, MoveShips(1, 9, 10, 1))
    battle = play(state, Fight(1, 9)).battle
    assert battle is not None
    assert battle.forces == (Force(2), Force(1, token=Token.EMPIRE))
    assert (battle.hex, battle.sector, battle.defender) == (9, 9, 2)


def test_who_withdraws_goes_back_to_the_hex_before() -> None:
    state = play(met(), Fight(1, 9), NameShip(1, None))
    while state.step is not Step.GO_ON:
        state = play(state, SayHits(0, 0))
    state = play(state, GoOn(1, withdraw=True))
    assert standing(state.fleets, 1, 8) == 2
    assert standing(state.fleets, 2, 9) == 1
    assert play(state, EndTurn(1)).step is Step.SELECT


def test_the_winner_stays_and_losses_leave_the_map() -> None:
    state = play(met(), Fight(1, 9), NameShip(1, None))
    state = play(state, SayHits(0, 1))  # the Empire fires; a fighter of two is lost
    while state.battle is not None:
        if state.step is Step.FIRE:
            state = play(state, SayHits(min(1, throws(state.battle)[0].dice), 0))
        else:
            state = play(state, GoOn(1, withdraw=False), NameShip(1, None))
    assert state.battle is None
    assert standing(state.fleets, 1, 9) == 1
    assert standing(state.fleets, 2, 9) == 0
    sector = state.sector(9)
    assert sector is not None
    assert (sector.owner, sector.token) == (1, Token.EMPIRE)
    assert (state.player(1).fighters, state.player(2).fighters) == (1, 0)


# --- the stargate --------------------------------------------------------------------------------


def at_gate(*others: Fleet) -> GameState:
    state = with_tiles(at_war(begun()), Sector(9, 1, owner=2, token=Token.EMPIRE), empty=3)
    fields = tuple(Field(CENTRE, Ground.BLACK_HOLE) if f.hex == CENTRE else f for f in state.fields)
    return with_fleets(replace(state, fields=fields), fighters(1, CENTRE, 2), *others)


def test_ships_jump_from_the_black_hole_to_one_tile_and_attack_first() -> None:
    state = play(at_gate(), MoveShips(1, CENTRE, 9, 1, jump=True))
    with refused_as(errors.RANGE):
        play(state, MoveShips(1, CENTRE, 3, 1, jump=True))
    state = play(state, MoveShips(1, CENTRE, 9, 1, jump=True), Fight(1, 9))
    assert state.battle is not None
    assert state.battle.free
    assert state.battle.committed


def mixed() -> GameState:
    """A fighter jumps to hex 9; a cruiser comes there from beside it."""
    return play(
        at_gate(Fleet(1, 8, Ship.CRUISER), fighters(2, 9)),
        MoveShips(1, CENTRE, 9, 1, jump=True),
        MoveShips(1, 8, 9, cruisers=1),
    )


def test_only_ships_that_jumped_have_the_free_attack() -> None:
    """Section 4.5: the others fight when the battle starts normally."""
    state = play(mixed(), Fight(1, 9), NameShip(1, None))
    assert state.battle is not None
    assert state.battle.forces[0] == Force(fighters=1, cruisers=1)
    assert state.battle.free
    assert (state.battle.phase, throws(state.battle)[0].dice) == (3, 1)  # no cruiser in phase 2
    state = play(state, SayHits(0, 0), NameShip(1, None))
    assert state.battle is not None
    assert not state.battle.free
    assert (state.battle.phase, throws(state.battle)[0].dice) == (2, 2)


def test_in_a_log_without_who_jumped_all_have_the_free_attack() -> None:
    """Older logs: the battle goes on as it was."""
    codec = EventCodec(GAME)
    state = mixed()
    for event in GAME.decide(state, Fight(1, 9)):
        told = codec.encode(event)
        if isinstance(event, BattleBegan):
            body = json.loads(told.body)
            del body["battle"]["jumped"]
            told = replace(told, body=json.dumps(body))
        state = GAME.apply(state, codec.decode(told))
    state = play(state, NameShip(1, None))
    assert state.battle is not None
    assert state.battle.free
    assert (state.battle.phase, throws(state.battle)[0].dice) == (2, 2)


def test_a_second_battle_on_the_hex_has_no_free_attack() -> None:
    """Whoever jumped straight into a battle has had it."""
    state = at_gate(fighters(2, 3), fighters(3, 3))
    state = play(state, MoveShips(1, CENTRE, 3, 2, jump=True, fight=True))
    state = play(state, NameShip(1, None), SayHits(1, 0))
    assert state.battle is None
    state = play(state, Fight(1, 3))
    assert state.battle is not None
    assert not state.battle.free


def test_who_has_moved_onto_the_black_hole_jumps_in_a_later_turn() -> None:
    state = play(with_fleets(at_gate(), fighters(1, 18)), MoveShips(1, 18, CENTRE, fighters=1))
    with refused_as(errors.RANGE):
        play(state, MoveShips(1, CENTRE, 3, fighters=1, jump=True))


@pytest.mark.parametrize("target", [22, 5])
def test_a_jump_leads_to_a_tile_that_is_no_home(target: int) -> None:
    with refused_as(errors.RANGE):
        play(at_gate(), MoveShips(1, CENTRE, target, 1, jump=True))


# --- tiles, ships, influence ---------------------------------------------------------------------


def exploring() -> GameState:
    return replace(begun(), step=Step.EXPLORE, selected=((Role.EXPLORER, 1),), turns=(1, 2, 3))


def test_a_tile_lies_on_an_empty_hex() -> None:
    """Section 4.1; its number is the hex's."""
    state = play(exploring(), PlaceTile(1, 1, 1, hex=7, annex=True))
    assert [s.number for s in state.own(1)] == [1, 7]
    for number in (7, 1, CENTRE, 0, 40):
        with refused_as(errors.HEX):
            play(state, PlaceTile(2, hex=number))


def test_no_free_empire_under_enemy_ships() -> None:
    state = with_fleets(exploring(), fighters(2, 7))
    with refused_as(NOT_NOW):
        play(state, PlaceTile(1, 1, hex=7, annex=True))


def test_the_black_hole_takes_the_place_of_omega() -> None:
    state = play(exploring(), PlaceTile(1, black_hole=True))
    assert ground_of(state, CENTRE) is Ground.BLACK_HOLE
    assert state.omega_collapsed


def test_long_range_scanners_are_for_the_selectors_first_pick() -> None:
    """Section 5: he draws a hidden tile and returns one of the two."""
    tile = PlaceTile(1, 1, hex=7, scanned=True)
    with refused_as(errors.TECHNOLOGY):
        play(exploring(), tile)
    scanners = frozenset({Technology.LONG_RANGE_SCANNERS})
    state = exploring()
    state = replace(state, players=tuple(replace(p, technologies=scanners) for p in state.players))
    scanned = play(state, tile)
    assert (scanned.hidden, scanned.revealed) == (state.hidden, state.revealed - 1)
    with refused_as(NOT_NOW):
        play(scanned, replace(tile, seat=2, hex=8))


def test_new_ships_stand_on_an_own_starbase() -> None:
    base = Sector(9, 1, owner=1, token=Token.STARBASE)
    state = with_tiles(begun(), base, Sector(10, 1, owner=1, token=Token.EMPIRE))
    state = replace(state, step=Step.BUILD, selected=((Role.ENGINEER, 1),), turns=(1,))
    built = play(state, BuildShips(1, 1, 1, hex=9), BuildShips(1, 1))
    assert standing(built.fleets, 1, 9) == 2
    assert standing(built.fleets, 1, HOMES[0]) == 2
    with refused_as(errors.NO_SUCH_SECTOR):
        play(state, BuildShips(1, 1, hex=10))


def test_ships_leave_a_sector_that_influence_took() -> None:
    """Section 4.6: to the nearest Starbase that existed before."""
    state = with_tiles(
        begun(),
        Sector(20, 1, owner=2, token=Token.EMPIRE),
        Sector(24, 1, owner=2, token=Token.STARBASE),
    )
    state = with_fleets(state, fighters(2, 20, 2))
    state = play(
        replace(state, step=Step.SELECT, throne=1),
        SelectRole(1, Role.REGENT),
        *(EndTurn(seat) for seat in (1, 2, 3)),
        PlaceInfluence(2, (Cubes(0, 2),)),
        PlaceInfluence(3, (Cubes(20, 2),)),
        PlaceInfluence(1, (Cubes(0, 2),)),
    )
    assert standing(state.fleets, 2, 20) == 0
    nearest = 22 if distance(20, 22) <= distance(20, 24) else 24
    assert standing(state.fleets, 2, nearest) == 2


def two_bases() -> GameState:
    """Player 3 takes sector 20 of player 2, who has Starbases on 13 and 26, both beside it."""
    assert distance(20, 13) == distance(20, 26) < distance(20, HOMES[1])
    state = with_tiles(
        begun(),
        Sector(20, 1, owner=2, token=Token.EMPIRE),
        Sector(13, 1, owner=2, token=Token.STARBASE),
        Sector(26, 1, owner=2, token=Token.STARBASE),
    )
    state = with_fleets(state, fighters(2, 20, 2), fighters(2, 13))
    return play(
        replace(state, step=Step.SELECT, throne=1),
        SelectRole(1, Role.REGENT),
        *(EndTurn(seat) for seat in (1, 2, 3)),
        PlaceInfluence(2, (Cubes(0, 2),)),
        PlaceInfluence(3, (Cubes(20, 2),)),
    )


LAST = PlaceInfluence(1, (Cubes(0, 2),))


@pytest.mark.parametrize("target", [13, 26])
def test_the_owner_chooses_among_equally_near_starbases(target: int) -> None:
    """Section 4.6."""
    state = play(two_bases(), LAST)
    assert (state.step, state.turns) == (Step.RETREAT, (2,))
    assert state.retreats == (Retreat(2, 20, (13, 26)),)
    with refused_as(errors.RANGE):
        play(state, RetreatTo(2, 20, HOMES[1]))
    with refused_as(NOT_YOUR_TURN):
        play(state, RetreatTo(3, 20, target))
    left = GAME.decide(state, RetreatTo(2, 20, target))
    moves = GAME.instructions(state, left)
    assert [(m.count, m.source.detail, m.target.detail) for m in moves if m.reason == "4.6"] == [
        (2, "20", str(target))
    ]
    after = play(state, RetreatTo(2, 20, target))
    assert standing(after.fleets, 2, target) == 2 + (target == 13)
    assert (after.step, after.retreats) == (Step.SELECT, ())


def test_a_log_without_the_choice_keeps_its_result() -> None:
    """Older logs tell where the ships went: to the Starbase with fewest ships."""
    state = before = two_bases()
    for event in GAME.decide(before, LAST):
        old = RetreatTo(2, 20, 26) if isinstance(event, RetreatsBegan) else event
        state = GAME.apply(state, old)
    state = GAME.apply(state, RoleEnded(ending=False))
    assert standing(state.fleets, 2, 26) == 2
    assert (state.step, state.retreats) == (Step.SELECT, ())
    assert play(state, SelectRole(2, Role.STEWARD)).step is Step.PRODUCE


def test_a_starbase_that_is_lost_as_well_is_no_refuge() -> None:
    """Influence takes 20 and turns the Starbase of 26 into nothing: 13 is the only one left."""
    state = two_bases()
    assert state.regent is not None
    state = play(state, PlaceInfluence(1, (Cubes(26, 2),)))
    assert standing(state.fleets, 2, 13) == 3


# --- corrections ---------------------------------------------------------------------------------


def test_corrections_move_ships_and_tiles() -> None:
    state = play(begun(), CorrectFleet(1, 1, 7, Ship.FIGHTER))
    assert standing(state.fleets, 1, 7) == 1
    tiles = state.hidden, state.revealed
    state = play(state, CorrectHex(8, Ground.SUN))
    assert (state.hidden, state.revealed) == (tiles[0], tiles[1] - 1)
    assert ground_of(state, 8) is Ground.SUN
    assert ground_of(play(state, CorrectHex(8, None)), 8) is None


@pytest.mark.parametrize(
    "command",
    [
        CorrectHex(HEXES + 1, Ground.SUN),
        CorrectHex(8, None),
        CorrectHex(8, Ground.PLANETS),
        CorrectHex(CENTRE, Ground.SUN),
        CorrectHex(HOMES[0], None),
        CorrectFleet(1, 1, HEXES + 1, Ship.FIGHTER),
        CorrectFleet(1, 1, HOMES[1], Ship.FIGHTER),
        CorrectFleet(1, 1, 7, Ship.CRUISER),
    ],
)
def test_impossible_corrections_of_the_map_are_refused(command: Command) -> None:
    """No such hex, nothing to change, a tile with an owner, ships among enemies or none at all."""
    with pytest.raises(RefusedError) as caught:
        play(begun(), command)
    assert caught.value.reason in (errors.CORRECTION, errors.FORCES)


def test_a_corrected_number_of_ships_is_on_the_map() -> None:
    more = play(begun(), CorrectCounter(1, Counter.CRUISERS, 2))
    assert force_of(more.fleets, 1, HOMES[0]) == Force(1, 2)
    away = play(more, CorrectFleet(1, 1, 7, Ship.CRUISER))
    fewer = play(away, CorrectCounter(1, Counter.CRUISERS, 0))
    assert force_of(fewer.fleets, 1, 7).ships == 0
