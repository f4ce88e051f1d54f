"""What holds in every state, whatever is entered: ships, tokens, storage, turns; the log's JSON."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.emperor import GAME
from companion.games.emperor import commands as asked
from companion.games.emperor.commands import Command, Counter, Cubes, NewPlayer
from companion.games.emperor.galaxy.fields import Ground
from companion.games.emperor.galaxy.hexes import HEXES, spread
from companion.games.emperor.galaxy.moving import (
    contested,
    ground_of,
    jumps,
    reach,
    waiting_at_gate,
)
from companion.games.emperor.options import Bill, Options, TechnologyCost
from companion.games.emperor.roles.market import Dealings
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    TILES_TO_PLACE,
    VP_POOL,
    Direction,
    GameState,
    Role,
    Sector,
    Step,
    in_direction,
    next_selector,
    pool_left,
    roles_left,
    tokens_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.decide_war import throws
from companion.games.emperor.war.forces import Force, Ship, Target, Token, hit, targets
from companion.games.refusals import RefusedError
from companion.storage.codec import EventCodec

COPY = Options(
    metal_prices=(1, 2, 2, 3, 3, 4),
    energy_prices=(2, 3, 3, 4, 5, 6),
    fighter=Bill(marks=2),
    cruiser=Bill(marks=2, metal=2),
    dreadnought=Bill(marks=3, metal=3, energy=1),
    technology_costs=tuple(TechnologyCost(each, 1) for each in Technology),
)


def fold(state: GameState, command: Command) -> GameState:
    for event in GAME.decide(state, command):
        state = GAME.apply(state, event)
    return state


def begin(players: int, *, on_map: bool = False) -> GameState:
    seats = tuple(NewPlayer(i + 1, f"P{i}", food=1, metal=1) for i in range(players))
    homes = spread(players) if on_map else ()
    return fold(GAME.initial, asked.StartGame(seats, 1, COPY, homes))


def onward(state: GameState, chance: random.Random) -> Command:  # noqa: C901  # one case a step
    """A legal command of whoever is asked, mostly a simple one."""
    seat = state.turns[0] if state.turns else 0
    match state.step:
        case Step.DIRECTION:
            return asked.ChooseDirection(state.throne, chance.choice(list(Direction)))
        case Step.SELECT:
            return asked.SelectRole(next_selector(state), chance.choice(roles_left(state)))
        case Step.EXPLORE:
            planets = chance.choice((0, 1, 1, 2))
            food, metal, energy = (chance.randint(0, 2) for _ in range(3))
            if not state.fields:
                return asked.PlaceTile(seat, planets, food, metal, energy)
            return _onto_the_map(state, asked.PlaceTile(seat, planets, food, metal, energy), chance)
        case Step.MARKET_THROW:
            return asked.ThrowMarket(tuple(chance.randint(1, 6) for _ in range(4)))
        case Step.MARKET_DROP:
            return asked.DropDie(chance.randrange(4))
        case Step.TRADE:
            return asked.TradeGoods(seat, Dealings())
        case Step.BUILD if state.player(seat).marks > 3 and state.player(seat).in_reserve(
            Ship.FIGHTER
        ):
            bases = [s.number for s in state.own(seat) if s.token is Token.STARBASE]
            where = chance.choice(bases) if state.fields else 0
            fighter = asked.BuildShips(seat, fighters=1, hex=where)
            return fighter if chance.random() < 0.5 else asked.EndTurn(seat)
        case Step.WAR:
            return _warlike(state, seat, chance)
        case Step.EXTRA_DIE if state.battle:
            return asked.NameShip(state.battle.attacker, None)
        case Step.FIRE if state.battle:
            mine, theirs = throws(state.battle)
            dice = [tuple(chance.randint(1, 6) for _ in range(t.dice)) for t in (mine, theirs)]
            return asked.Fire(*dice)
        case Step.LOSSES if state.battle:
            side = 0 if state.battle.hits[0] else 1
            return _losses(state, side, chance)
        case Step.GO_ON if state.battle:
            return asked.GoOn(state.battle.attacker, withdraw=chance.random() < 0.3)
        case Step.PLACE_INFLUENCE if state.regent:
            places = [0, *(s.number for s in state.sectors if not s.home)]
            return asked.PlaceInfluence(
                seat, (Cubes(chance.choice(places), state.regent.tokens(seat)),)
            )
        case Step.RETREAT:
            first = state.retreats[0]
            return asked.RetreatTo(first.seat, first.start, chance.choice(first.targets))
        case Step.DUEL:
            return asked.EndDuel(chance.choice(state.duel))
        case _:
            return asked.EndTurn(seat)


def _onto_the_map(
    state: GameState, tile: asked.PlaceTile, chance: random.Random
) -> asked.PlaceTile:
    free = [n for n in range(1, HEXES + 1) if ground_of(state, n) is None]
    if not free or (not state.omega_collapsed and state.hidden < 9 and chance.random() < 0.2):
        return asked.PlaceTile(tile.seat, black_hole=not state.omega_collapsed)
    return replace(tile, hex=chance.choice(free), sun=chance.random() < 0.5)


def _on_the_map(state: GameState, seat: int, chance: random.Random) -> Command:
    """Move to a random hex in reach, fight where ships have met."""
    if met := contested(state, seat):
        return asked.Fight(seat, met[0])
    mine = [f for f in state.fleets if f.seat == seat]
    if not mine or chance.random() < 0.3:
        return asked.EndTurn(seat)
    fleet = chance.choice(mine)
    f, c, d = (int(ship is fleet.ship) for ship in Ship)
    gate = [*jumps(state)] if waiting_at_gate(state, seat, fleet.hex) else []
    if gate and state.jumped is None and fleet.moved == 0:
        return asked.MoveShips(seat, fleet.hex, chance.choice(gate), f, c, d, jump=True)
    there = list(reach(state, seat, fleet.hex, fleet.ship))
    if not there:
        return asked.EndTurn(seat)
    return asked.MoveShips(seat, fleet.hex, chance.choice(there), f, c, d)


def _warlike(state: GameState, seat: int, chance: random.Random) -> Command:
    if state.fields:
        return _on_the_map(state, seat, chance)
    free = [s.number for s in state.sectors if s.token is Token.NONE]
    if free and tokens_left(state, seat) and chance.random() < 0.5:
        return asked.Annex(seat, chance.choice(free))
    enemies = [s for s in state.sectors if not s.home and s.owner not in (None, seat)]
    player = state.player(seat)
    if enemies and player.fighters and chance.random() < 0.5:
        target = chance.choice(enemies)
        assert target.owner is not None
        there = Force(fighters=min(1, state.player(target.owner).fighters))
        return asked.Attack(
            seat, target.owner, Force(fighters=player.fighters), there, target.number
        )
    return asked.EndTurn(seat)


def _losses(state: GameState, side: int, chance: random.Random) -> Command:
    battle = state.battle
    assert battle is not None
    left, chosen = battle.forces[side], list[Target]()
    for _ in range(battle.hits[side] - battle.forces[side].shield):
        if there := targets(left):
            chosen.append(chance.choice(there))
            left = hit(left, chosen[-1])
    return asked.TakeLosses((battle.attacker, battle.defender)[side], tuple(chosen))


def check(state: GameState) -> None:
    for player in state.players:
        for ship in Ship if state.fields else ():
            mine = (f.count for f in state.fleets if (f.seat, f.ship) == (player.seat, ship))
            assert sum(mine) == player.ships(ship)
        assert 0 <= player.fighters <= 8
        assert 0 <= player.cruisers <= 4
        assert 0 <= player.dreadnoughts <= 2
        assert player.marks >= 0
        assert 0 <= player.metal <= 6
        assert 0 <= player.energy <= 3
        assert 0 <= tokens_left(state, player.seat) <= EMPIRE_TOKENS[len(state.players)]
    for sector in state.sectors:
        assert (sector.owner is None) == (sector.token is Token.NONE)
        assert 0 <= sector.cubes <= 2
    assert state.hidden >= 0
    assert state.revealed >= 0
    assert state.hidden + state.revealed <= TILES_TO_PLACE[len(state.players)]
    numbers = [sector.number for sector in state.sectors]
    assert len(set(numbers)) == len(numbers)
    homes = [sector for sector in state.sectors if sector.home]
    assert sorted(home.owner or 0 for home in homes) == [each.seat for each in state.players]
    assert all(home.token is Token.STARBASE for home in homes)
    bought = [technology for player in state.players for technology in player.technologies]
    assert len(set(bought)) == len(bought)
    assert not set(bought) & state.removed
    assert pool_left(state) == max(
        0, VP_POOL[len(state.players)] - sum(player.vp for player in state.players)
    )
    check_order(state)
    assert len({role for role, _ in state.selected}) == len(state.selected)


def check_order(state: GameState) -> None:
    """Section 3: roles go around from the Throne; in a role, from its selector."""
    selectors = [seat for _, seat in state.selected]
    if selectors:
        assert selectors == list(in_direction(state, selectors[0]))[: len(selectors)]
    if state.turns:
        around = list(in_direction(state, state.turns[0]))
        places = [around.index(seat) for seat in state.turns]
        assert len(set(places)) == len(places)
        if state.regent is None:  # an Ambassador lets others place once more
            assert places == sorted(places)


@pytest.mark.parametrize("on_map", [False, True])
def test_random_games_of_3_to_6_players_end_and_survive_the_log(*, on_map: bool) -> None:
    """Replay equals live: each event survives its way through the log's JSON."""
    codec = EventCodec(GAME)
    for players in (3, 4, 5, 6):
        chance = random.Random(players)
        state = replayed = begin(players, on_map=on_map)
        for _ in range(3000):
            if state.step is Step.OVER:
                break
            check(state)
            for event in GAME.decide(state, onward(state, chance)):
                state = GAME.apply(state, event)
                replayed = GAME.apply(replayed, codec.decode(codec.encode(event)))
            assert replayed == state
        assert state.step is Step.OVER


seats = st.integers(0, 7)
small = st.integers(-1, 9)
hexes = st.integers(0, 38)
cubes = st.lists(st.builds(Cubes, small, small), max_size=3).map(tuple)
dice = st.lists(st.integers(0, 7), max_size=6).map(tuple)
forces = st.builds(Force, small, small, small)
sectors = st.builds(
    Sector, small, small, small, small, small, st.one_of(st.none(), seats), st.sampled_from(Token)
)
anything = st.one_of(
    st.builds(asked.ChooseDirection, seats, st.sampled_from(Direction)),
    st.builds(asked.SelectRole, seats, st.sampled_from(Role)),
    st.builds(asked.EndTurn, seats),
    st.builds(asked.PlaceTile, seats, small, small, small, small, annex=st.booleans(), hex=hexes),
    st.builds(asked.ThrowMarket, dice),
    st.builds(asked.Reroll, seats, small, small),
    st.builds(asked.DropDie, small),
    st.builds(asked.TradeGoods, seats, st.builds(Dealings, small, small, small), cubes),
    st.builds(asked.Pirate, seats, seats, st.one_of(st.none(), small)),
    st.builds(asked.TakeFree, seats, st.booleans()),
    st.builds(asked.ProduceOn, seats, st.lists(small, max_size=2).map(tuple)),
    st.builds(asked.BuildShips, seats, small, small, small, st.booleans()),
    st.builds(asked.Annex, seats, small),
    st.builds(asked.MoveShips, seats, hexes, hexes, small, small, small, st.booleans()),
    st.builds(asked.Fight, seats, hexes),
    st.builds(asked.CorrectFleet, seats, hexes, hexes, st.sampled_from(Ship)),
    st.builds(asked.CorrectHex, hexes, st.one_of(st.none(), st.sampled_from(Ground))),
    st.builds(asked.Attack, seats, seats, forces, forces, st.one_of(st.none(), small)),
    st.builds(asked.NameShip, seats, st.sampled_from(Ship)),
    st.builds(asked.Fire, dice, dice),
    st.builds(asked.TakeLosses, seats, st.lists(st.sampled_from(Target), max_size=3).map(tuple)),
    st.builds(asked.GoOn, seats, st.booleans()),
    st.builds(asked.BuyInfluence, seats),
    st.builds(asked.PlaceInfluence, seats, cubes),
    st.builds(asked.RetreatTo, seats, hexes, hexes),
    st.builds(asked.MakePrivate, seats, small),
    st.builds(asked.BuyTechnology, seats, st.sampled_from(Technology)),
    st.builds(asked.UseTechnology, seats, st.sampled_from(Technology)),
    st.builds(asked.Sabotage, seats, seats, st.sampled_from(Technology), small),
    st.builds(asked.EndDuel, seats),
    st.builds(asked.CorrectCounter, seats, st.sampled_from(Counter), small),
    st.builds(asked.CorrectSector, sectors),
    st.builds(asked.CorrectTiles, small, small),
    st.builds(asked.CorrectThrone, seats),
    st.builds(asked.CorrectTechnology, seats, st.sampled_from(Technology), st.booleans()),
)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 6), st.integers(0, 999), st.lists(anything, max_size=40))
def test_no_command_whatever_makes_an_impossible_state(
    players: int, seed: int, commands: list[Command]
) -> None:
    chance = random.Random(seed)
    state = begin(players, on_map=seed % 2 == 1)
    for command in commands:
        before = state
        try:
            state = fold(state, command)
        except RefusedError:
            state = before
        check(state)
        if state.step is not Step.OVER:
            state = fold(state, onward(state, chance))
        check(state)
        for seat in (None, 1):
            GAME.view(state, seat)
