"""Losses in a battle and what follows: the next phase, withdrawal, the end (section 4.5)."""

from dataclasses import replace
from typing import Final

from companion.games.emperor import errors, rules
from companion.games.emperor.galaxy.fields import Fleet, merged, taken
from companion.games.emperor.holdings import Annex, VpScored
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import Battle, GameState, Step, tokens_left
from companion.games.emperor.war.battle import PhaseBegan, attackers, new_round
from companion.games.emperor.war.forces import (
    FIELD_OF,
    PHASES,
    Force,
    Ship,
    Target,
    Token,
    hit,
    shielded,
    take,
    targets,
)
from companion.games.messages import Move
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

_EMPIRE_VP: Final = 1
"""Destroying an enemy Empire (section 4.5)."""


class TakeLosses(Move):
    """The units on which a player puts the hits, in order."""

    targets: tuple[Target, ...]

    def decide(self, state: GameState) -> Events:
        battle = rules.the_battle(state, Step.LOSSES)
        if self.seat not in battle.seats:
            raise NOT_YOUR_TURN(name=state.player(self.seat).name)
        side = battle.seats.index(self.seat)
        left = battle.forces[side]
        if not battle.hits[side]:
            raise NOT_NOW()
        left, count = shielded(left, battle.hits[side])
        for target in self.targets:
            if target not in targets(left):
                raise errors.LOSSES(count=count)
            left = hit(left, target)
        many = len(self.targets)
        if many > count or (many < count and left.alive):
            raise errors.LOSSES(count=count)
        return (LossesTaken(side, left),)


class LossesTaken(Event):
    """The remaining force of a side after its hits; *side* 0 is the attacker."""

    side: int
    left: Force

    def apply(self, state: GameState) -> GameState:
        battle = state.battle
        if battle is None:
            return state
        forces, hits = list(battle.forces), list(battle.hits)
        forces[self.side], hits[self.side] = self.left, 0
        return rules.with_battle(state, forces=tuple(forces), hits=tuple(hits))


def after_fire(state: GameState, battle: Battle) -> Events:
    """Return the losses of a side without a choice; when all are taken, what follows."""
    for side, hits in enumerate(battle.hits):
        left = _without_choice(battle.forces[side], hits) if hits else None
        if left is not None:
            return (LossesTaken(side, left),)
    return () if any(battle.hits) else _after_losses(state, battle)


def _without_choice(force: Force, hits: int) -> Force | None:
    """Return the force after the hits; None if its owner must choose."""
    force, hits = shielded(force, hits)
    for _ in range(hits):
        there = targets(force)
        if len(there) > 1 and take(force, hits).alive:
            return None
        if not there:
            break
        force = hit(force, there[0])
    return force


def _after_losses(state: GameState, battle: Battle) -> Events:
    mine, theirs = battle.forces
    if not (mine.alive and theirs.alive):
        return _end_of_battle(state, battle, withdrew=False)
    if battle.phase < PHASES[-1]:
        return (PhaseBegan(battle.phase + 1, battle.free, Step.FIRE),)
    if battle.free or battle.committed:
        return (new_round(state, battle),)
    return (PhaseBegan(battle.phase, free=False, step=Step.GO_ON),)


# --- the end -------------------------------------------------------------------------------------


class GoOn(Move):
    """After a combat round the attacker continues or withdraws."""

    withdraw: bool

    def decide(self, state: GameState) -> Events:
        battle = attackers(state, self.seat, Step.GO_ON)
        if not self.withdraw:
            return (new_round(state, battle),)
        return _end_of_battle(state, battle, withdrew=True)


class BattleEnded(Event):
    """The battle is over; destroyed ships are in reserve again."""

    withdrew: bool

    def apply(self, state: GameState) -> GameState:
        battle = state.battle
        if battle is None:
            return state
        for seat, before, left in zip(battle.seats, battle.began, battle.forces, strict=True):
            lost = {ship: before.count(ship) - left.count(ship) for ship in Ship}
            state = rules.with_more(state, seat, **{FIELD_OF[ship]: -n for ship, n in lost.items()})
            for ship, count in lost.items() if battle.hex is not None else ():
                _, rest = taken(state.fleets, seat, battle.hex or 0, ship, count)
                state = replace(state, fleets=merged(rest))
        sector, token = state.sector(battle.sector), battle.forces[1].token
        if sector is not None and sector.token is not Token.NONE:
            gone = {"owner": None, "cubes": 0} if token is Token.NONE else {}
            state = rules.with_sector(state, sector.number, token=token, **gone)
        if battle.hex is not None:
            state = replace(state, fleets=merged(_back(state, battle, withdrew=self.withdrew)))
        return replace(state, battle=None, step=Step.WAR)


def _end_of_battle(state: GameState, battle: Battle, *, withdrew: bool) -> Events:
    """Return the events at the end of a battle: points and annexation."""
    events: list[object] = [BattleEnded(withdrew)]
    mine, theirs = battle.forces
    had_token = battle.began[1].token is not Token.NONE
    if mine.alive and had_token and theirs.token is Token.NONE:
        events.append(VpScored(battle.attacker, _EMPIRE_VP, "empire_destroyed"))
    sector = state.sector(battle.sector)
    if mine.alive and not theirs.alive and sector and tokens_left(state, battle.attacker):
        events.append(Annex(battle.attacker, sector.number))
    return tuple(events)


def _back(state: GameState, battle: Battle, *, withdrew: bool) -> list[Fleet]:
    """Return the fleets after a battle; attackers who withdraw go to their previous hex."""
    fleets = []
    for fleet in state.fleets:
        if (fleet.seat, fleet.hex) == (battle.attacker, battle.hex):
            fleet = replace(fleet, jumped=False)
            if withdrew and fleet.came is not None:
                fleet = replace(fleet, hex=fleet.came, came=None)
        fleets.append(fleet)
    return fleets
