"""Regent: influence bought, placed and resolved (section 4.6)."""

from dataclasses import dataclass, replace
from typing import Any

from companion.games.emperor import errors, rules
from companion.games.emperor.galaxy.ships import ships_leave
from companion.games.emperor.holdings import Cubes, MarksChanged, UseTechnology
from companion.games.emperor.roles.influence import STANDING, outcome, price, token_for
from companion.games.emperor.rounds import EndTurn, StepBegan, planets_scored
from companion.games.emperor.rules import Events, apply, decide
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


def regent_of(state: GameState) -> RegentState:
    """Return the state of the Regent role; empty in other roles."""
    return state.regent or RegentState()


def _with_regent(state: GameState, more: dict[int, int], **changes: Any) -> GameState:
    """Return the state with *more* tokens in the hands of seats, and other changes of the role."""
    hand = dict(regent_of(state).hand)
    for seat, tokens in more.items():
        hand[seat] = hand.get(seat, 0) + tokens
    return replace(state, regent=replace(regent_of(state), hand=tuple(hand.items()), **changes))


@dataclass(frozen=True, slots=True)
class BuyInfluence:
    """Buy one more token; the price rises with every purchase (section 4.6)."""

    seat: int


@decide.case
def _buy(state: GameState, command: BuyInfluence) -> Events:
    player = rules.on_turn(state, command.seat, Step.BUY_INFLUENCE)
    if not tokens_left(state, command.seat):
        raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
    cost = price(regent_of(state).bought, diplomat=player.has(Technology.DIPLOMAT))
    if cost > player.marks:
        raise errors.NOT_ENOUGH(name=player.name, what="marks")
    return MarksChanged(command.seat, -cost, "influence"), command, EndTurn(command.seat)


@apply.case
def _bought(state: GameState, event: BuyInfluence) -> GameState:
    return _with_regent(state, {event.seat: 1}, bought=regent_of(state).bought + 1)


@dataclass(frozen=True, slots=True)
class PlaceInfluence:
    """Place all tokens of a player; sector 0 is the Throne."""

    seat: int
    placed: tuple[Cubes, ...]


@decide.case
def _place(state: GameState, command: PlaceInfluence) -> Events:
    player = rules.on_turn(state, command.seat, Step.PLACE_INFLUENCE)
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
    return command, EndTurn(command.seat)


@apply.case
def _placed(state: GameState, event: PlaceInfluence) -> GameState:
    new = tuple(Influence(event.seat, each.sector, each.count) for each in event.placed)
    less = {event.seat: -sum(each.tokens for each in new)}
    return _with_regent(state, less, placed=(*regent_of(state).placed, *new))


@dataclass(frozen=True, slots=True)
class MakePrivate:
    """Ambassador: only the owner may influence the sector in this role; others' tokens return."""

    seat: int
    sector: int


@decide.case
def _make_private(state: GameState, command: MakePrivate) -> Events:
    rules.check_step(state, Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE)
    player = state.player(command.seat)
    rules.check_technology(player, Technology.AMBASSADOR)
    sector = state.sector(command.sector)
    if sector is None or sector.home or command.sector in dict(regent_of(state).private):
        raise errors.INFLUENCE(name=player.name)
    return UseTechnology(command.seat, Technology.AMBASSADOR), command


@apply.case
def _private(state: GameState, event: MakePrivate) -> GameState:
    """Owners of returned tokens place them again."""
    regent = regent_of(state)
    gone = [p for p in regent.placed if p.sector == event.sector and p.seat != event.seat]
    more: dict[int, int] = {}
    for each in gone:
        more[each.seat] = more.get(each.seat, 0) + each.tokens
    turns = tuple(dict.fromkeys((*state.turns, *more)))
    return _with_regent(
        replace(state, turns=turns),
        more,
        placed=tuple(each for each in regent.placed if each not in gone),
        private=(*regent.private, (event.sector, event.seat)),
    )


def second_phase(state: GameState) -> Events:
    """Start the placing phase, in direction, the selector last."""
    first, *others = in_direction(state, state.selected[-1][1])
    turns = (seat for seat in (*others, first) if regent_of(state).tokens(seat))
    return (StepBegan(Step.PLACE_INFLUENCE, tuple(turns)),)


@dataclass(frozen=True, slots=True)
class InfluenceResolved:
    """All conflicts are resolved: the new sectors and the holder of the Throne.

    *driven_off*: who lost which sector; their ships there go to their nearest Starbase.
    """

    sectors: tuple[Sector, ...]
    throne: int
    driven_off: tuple[Influence, ...] = ()


def resolve(state: GameState) -> Events:
    """Resolve all conflicts, then score a point for each controlled planet."""
    placed = regent_of(state).placed
    numbers = dict.fromkeys(each.sector for each in placed)
    before = tuple(sector for sector in map(state.sector, numbers) if sector is not None)
    sectors = tuple(_contested(old, placed) for old in before)
    driven_off = tuple(
        Influence(old.owner, old.number, 0)
        for old, new in zip(before, sectors, strict=True)
        if old.owner is not None and new.owner != old.owner
    )
    winner, _ = outcome(_strengths(placed, THRONE))
    throne = state.selected[-1][1] if winner is None else winner
    resolved = InfluenceResolved(sectors, throne, driven_off)
    then = rules.after(state, [resolved])
    return (resolved, *ships_leave(state, driven_off, then.sectors), *planets_scored(then))


def _strengths(placed: tuple[Influence, ...], number: int) -> dict[int, int]:
    strengths: dict[int, int] = {}
    for each in placed:
        if each.sector == number:
            strengths[each.seat] = strengths.get(each.seat, 0) + each.tokens
    return strengths


def _contested(sector: Sector, placed: tuple[Influence, ...]) -> Sector:
    strengths = _strengths(placed, sector.number)
    if sector.owner is not None:
        standing = STANDING[sector.token]
        strengths[sector.owner] = strengths.get(sector.owner, 0) + standing
    winner, left = outcome(strengths)
    cubes = sector.cubes if winner == sector.owner else 0
    return replace(sector, owner=winner, token=token_for(left), cubes=cubes)


@apply.case
def _resolved(state: GameState, event: InfluenceResolved) -> GameState:
    return rules.with_sectors(replace(state, regent=None, throne=event.throne), *event.sectors)
