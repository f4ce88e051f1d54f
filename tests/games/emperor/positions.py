"""Positions of Galactic Emperor for tests that no scenario can replace."""

from dataclasses import replace

from companion.games.emperor import GAME
from companion.games.emperor.galaxy.fields import (
    Field,
    Fleet,
    Fleets,
    Ground,
    distance,
    force_of,
    merged,
)
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import Bill, Options, TechnologyCost
from companion.games.emperor.roles.regent import BuyInfluence, PlaceInfluence
from companion.games.emperor.rounds import ChooseDirection, EndTurn, SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import (
    Direction,
    GameState,
    Role,
    Sector,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import Attack
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.games.emperor.war.rolls import AddDie
from companion.games.question import Command

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


def passed(state: GameState, *seats: int) -> GameState:
    return play(state, *(EndTurn(seat) for seat in seats))


def regent(state: GameState, *bought: int) -> GameState:
    """Seat 1 selects the Regent; who is not in *bought* passes."""
    state = play(state, SelectRole(1, Role.REGENT))
    for player in state.players:
        command = BuyInfluence if player.seat in bought else EndTurn
        state = play(state, command(player.seat))
    return state


TILE = 10


def attacked(*technologies: tuple[int, Technology], ships: int = 3) -> GameState:
    """The first player's Fighters against the second's Empire."""
    state = with_sectors(started(), Sector(TILE, 1, owner=2, token=Token.EMPIRE))
    for seat in {seat for seat, _ in technologies}:
        held = frozenset(each for owner, each in technologies if owner == seat)
        state = state.with_player(seat, technologies=held)
    state = state.with_player(1, fighters=ships, cruisers=1)
    return play(
        state,
        SelectRole(1, Role.WARLORD),
        Attack(1, 2, Force(fighters=ships, cruisers=1), Force(), TILE),
    )


def fired(state: GameState, *dice: tuple[int, int]) -> GameState:
    return play(state, *(AddDie(side, value) for side, value in dice))


HOMES = (1, 22, 34)


OPTIONS = Options(fighter=Bill(marks=1), cruiser=Bill(marks=1), dreadnought=Bill(marks=1))


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
