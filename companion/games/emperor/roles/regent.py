"""Regent: influence bought, placed and resolved (section 4.6)."""

from dataclasses import replace
from typing import Any

from companion.games.emperor import errors, rules
from companion.games.emperor.galaxy.ships import ships_leave
from companion.games.emperor.holdings import Cubes, MarksChanged, UseTechnology
from companion.games.emperor.roles.influence import STANDING, outcome, price, token_for
from companion.games.emperor.rounds import EndTurn, StepBegan, planets_scored
from companion.games.emperor.rules import Event, Events
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
from companion.games.messages import Move


def regent_of(state: GameState) -> RegentState:
    """Return the state of the Regent role; empty in other roles."""
    return state.regent or RegentState()


def _with_regent(state: GameState, more: dict[int, int], **changes: Any) -> GameState:
    """Return the state with *more* tokens in the hands of seats, and other changes of the role."""
    hand = dict(regent_of(state).hand)
    for seat, tokens in more.items():
        hand[seat] = hand.get(seat, 0) + tokens
    return replace(state, regent=replace(regent_of(state), hand=tuple(hand.items()), **changes))


class BuyInfluence(Move, Event):
    """Buy one more token; the price rises with every purchase (section 4.6)."""

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.BUY_INFLUENCE)
        if not tokens_left(state, self.seat):
            raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
        cost = price(regent_of(state).bought, diplomat=player.has(Technology.DIPLOMAT))
        if cost > player.marks:
            raise errors.NOT_ENOUGH(name=player.name, what="marks")
        return MarksChanged(self.seat, -cost, "influence"), self, EndTurn(self.seat)

    def apply(self, state: GameState) -> GameState:
        return _with_regent(state, {self.seat: 1}, bought=regent_of(state).bought + 1)


class PlaceInfluence(Move, Event):
    """Place all tokens of a player; sector 0 is the Throne."""

    placed: tuple[Cubes, ...]

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.PLACE_INFLUENCE)
        regent = regent_of(state)
        private = dict(regent.private)
        places = [each.sector for each in self.placed]
        total = sum(each.count for each in self.placed)
        if total != regent.tokens(self.seat) or len(set(places)) != len(places):
            raise errors.INFLUENCE(name=player.name)
        for each in self.placed:
            sector = state.sector(each.sector)
            on_tile = sector is not None and not sector.home
            allowed = private.get(each.sector, self.seat) == self.seat
            if each.count < 1 or not (each.sector == THRONE or on_tile) or not allowed:
                raise errors.INFLUENCE(name=player.name)
        return self, EndTurn(self.seat)

    def apply(self, state: GameState) -> GameState:
        new = tuple(Influence(self.seat, each.sector, each.count) for each in self.placed)
        less = {self.seat: -sum(each.tokens for each in new)}
        return _with_regent(state, less, placed=(*regent_of(state).placed, *new))


class MakePrivate(Move, Event):
    """Ambassador: only the owner may influence the sector in this role; others' tokens return."""

    sector: int

    def decide(self, state: GameState) -> Events:
        rules.check_step(state, Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE)
        player = state.player(self.seat)
        rules.check_technology(player, Technology.AMBASSADOR)
        sector = state.sector(self.sector)
        if sector is None or sector.home or self.sector in dict(regent_of(state).private):
            raise errors.INFLUENCE(name=player.name)
        return UseTechnology(self.seat, Technology.AMBASSADOR), self

    def apply(self, state: GameState) -> GameState:
        """Owners of returned tokens place them again."""
        regent = regent_of(state)
        gone = [p for p in regent.placed if p.sector == self.sector and p.seat != self.seat]
        more: dict[int, int] = {}
        for each in gone:
            more[each.seat] = more.get(each.seat, 0) + each.tokens
        turns = tuple(dict.fromkeys((*state.turns, *more)))
        return _with_regent(
            replace(state, turns=turns),
            more,
            placed=tuple(each for each in regent.placed if each not in gone),
            private=(*regent.private, (self.sector, self.seat)),
        )


def second_phase(state: GameState) -> Events:
    """Start the placing phase, in direction, the selector last."""
    first, *others = in_direction(state, state.selected[-1][1])
    turns = (seat for seat in (*others, first) if regent_of(state).tokens(seat))
    return (StepBegan(Step.PLACE_INFLUENCE, tuple(turns)),)


class InfluenceResolved(Event):
    """All conflicts are resolved: the new sectors and the holder of the Throne.

    *driven_off*: who lost which sector; their ships there go to their nearest Starbase.
    """

    sectors: tuple[Sector, ...]
    throne: int
    driven_off: tuple[Influence, ...] = ()

    def apply(self, state: GameState) -> GameState:
        return rules.with_sectors(replace(state, regent=None, throne=self.throne), *self.sectors)


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
