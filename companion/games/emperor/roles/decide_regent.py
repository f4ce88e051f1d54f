"""Regent: influence bought, placed and resolved (section 4.6)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import check_step, check_technology, on_turn, seated
from companion.games.emperor.events import Event
from companion.games.emperor.galaxy.decide_galaxy import ships_leave
from companion.games.emperor.roles.influence import STANDING, outcome, price, token_for
from companion.games.emperor.state import (
    THRONE,
    GameState,
    Influence,
    RegentState,
    Sector,
    Step,
    in_direction,
    tokens_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Token


def buy(state: GameState, command: asked.BuyInfluence) -> tuple[Event, ...]:
    """Buy one more token; the price rises with every purchase."""
    player = on_turn(state, command.seat, Step.BUY_INFLUENCE)
    if not tokens_left(state, command.seat):
        raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
    cost = price(regent_of(state).bought, diplomat=player.has(Technology.DIPLOMAT))
    if cost > player.marks:
        raise errors.NOT_ENOUGH(name=player.name, what="marks")
    return (
        happened.MarksChanged(command.seat, -cost, "influence"),
        happened.InfluenceBought(command.seat),
        happened.TurnEnded(command.seat),
    )


def regent_of(state: GameState) -> RegentState:
    """Return the state of the Regent role; empty in other roles."""
    return state.regent or RegentState()


def place(state: GameState, command: asked.PlaceInfluence) -> tuple[Event, ...]:
    """Place all tokens of a player at once."""
    player = on_turn(state, command.seat, Step.PLACE_INFLUENCE)
    regent = regent_of(state)
    private = dict(regent.private)
    places = [each.sector for each in command.placed]
    total = sum(each.count for each in command.placed)
    if total != regent.tokens(command.seat) or len(set(places)) != len(places):
        raise errors.INFLUENCE(name=player.name)
    for each in command.placed:
        sector = state.sector(each.sector)
        on_tile = sector is not None and not sector.home
        allowed = private.get(each.sector, command.seat) == command.seat
        if each.count < 1 or not (each.sector == THRONE or on_tile) or not allowed:
            raise errors.INFLUENCE(name=player.name)
    placed = tuple(Influence(command.seat, each.sector, each.count) for each in command.placed)
    return happened.InfluencePlaced(placed), happened.TurnEnded(command.seat)


def make_private(state: GameState, command: asked.MakePrivate) -> tuple[Event, ...]:
    """Ambassador: return foreign influence on the sector to its owners."""
    check_step(state, Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE)
    player = seated(state, command.seat)
    check_technology(player, Technology.AMBASSADOR)
    sector = state.sector(command.sector)
    if sector is None or sector.home or command.sector in dict(regent_of(state).private):
        raise errors.INFLUENCE(name=player.name)
    return (
        happened.TechnologyUsed(command.seat, Technology.AMBASSADOR),
        happened.SectorMadePrivate(command.seat, command.sector),
    )


def second_phase(state: GameState) -> tuple[Event, ...]:
    """Start the placing phase, in direction, the selector last."""
    selector = state.selected[-1][1]
    order = in_direction(state, selector)
    regent = regent_of(state)
    turns = tuple(seat for seat in (*order[1:], selector) if regent.tokens(seat))
    return (happened.StepBegan(Step.PLACE_INFLUENCE, turns),)


def resolve(state: GameState) -> tuple[Event, ...]:
    """Resolve all conflicts, then score a point for each controlled planet."""
    placed = regent_of(state).placed
    numbers = dict.fromkeys(each.sector for each in placed if each.sector != THRONE)
    sectors = tuple(_contested(state, number, placed) for number in numbers)
    on_throne = _strengths(placed, THRONE)
    winner, _ = outcome(on_throne)
    selector = state.selected[-1][1]
    driven_off = tuple(
        Influence(old.owner, old.number, 0)
        for old in map(state.sector, numbers)
        if old is not None and old.owner is not None
        for new in sectors
        if new.number == old.number and new.owner != old.owner
    )
    throne = selector if winner is None else winner
    resolved = happened.InfluenceResolved(sectors, throne, driven_off)
    changed = {sector.number: sector for sector in sectors}
    after = [changed.get(sector.number, sector) for sector in state.sectors]
    scored = (
        happened.VpScored(player.seat, vp, "planets")
        for player in state.players
        if (vp := sum(sector.planets for sector in after if sector.owner == player.seat))
    )
    leave = ships_leave(state, driven_off, after)
    return resolved, *leave, *scored


def _strengths(placed: tuple[Influence, ...], number: int) -> dict[int, int]:
    strengths: dict[int, int] = {}
    for each in placed:
        if each.sector == number:
            strengths[each.seat] = strengths.get(each.seat, 0) + each.tokens
    return strengths


def _contested(state: GameState, number: int, placed: tuple[Influence, ...]) -> Sector:
    sector = next(each for each in state.sectors if each.number == number)
    strengths = _strengths(placed, number)
    if sector.owner is not None:
        standing = STANDING[sector.token]
        strengths[sector.owner] = strengths.get(sector.owner, 0) + standing
    winner, left = outcome(strengths)
    cubes = sector.cubes if winner == sector.owner else 0
    return replace(sector, owner=winner, token=token_for(left), cubes=cubes)
