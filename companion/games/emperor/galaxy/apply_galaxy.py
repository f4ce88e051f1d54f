"""Applies events on the map to the state; without a map they have no effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.emperor import events as happened
from companion.games.emperor.galaxy.fields import (
    STOPPED,
    Field,
    Fleet,
    Ground,
    force_of,
    merged,
    taken,
)
from companion.games.emperor.galaxy.hexes import CENTRE
from companion.games.emperor.state import Battle, GameState, Retreat, Step
from companion.games.emperor.war.forces import Ship


def set_up(event: happened.GameStarted) -> dict[str, Any]:
    """Return fields and fleets at the beginning (section 2): homes with a Fighter, Omega."""
    if not event.homes:
        return {}
    fields = [Field(number, Ground.PLANETS) for number in event.homes]
    fleets = [
        Fleet(new.seat, number, Ship.FIGHTER)
        for number, new in zip(event.homes, event.players, strict=True)
    ]
    fields.append(Field(CENTRE, Ground.OMEGA))
    return {"fields": tuple(fields), "fleets": merged(fleets)}


def with_field(state: GameState, number: int, ground: Ground | None) -> GameState:
    """Return the state with another tile on a hex, or with none."""
    others = [field for field in state.fields if field.hex != number]
    new = [] if ground is None else [Field(number, ground)]
    return replace(state, fields=(*others, *new))


def with_tile(state: GameState, event: happened.TilePlaced) -> GameState:
    """Return the state with the tile on its hex."""
    return with_field(state, event.hex, event.ground) if event.hex else state


def rested(state: GameState, seat: int) -> GameState:
    """Return the state at the end of a player's turn, with the movement of their ships reset."""
    if not state.fleets:
        return state
    fleets = [
        replace(f, moved=0, came=None, jumped=False) if f.seat == seat else f for f in state.fleets
    ]
    return replace(state, fleets=merged(fleets), jumped=None)


def delivered(state: GameState, event: happened.ShipsBuilt) -> GameState:
    """Return the state with the new ships on their Starbase."""
    if not event.hex:
        return state
    counts = event.fighters, event.cruisers, event.dreadnoughts
    new = [Fleet(event.seat, event.hex, s, n) for s, n in zip(Ship, counts, strict=True)]
    return replace(state, fleets=merged([*state.fleets, *new]))


def moved(state: GameState, event: happened.ShipsMoved) -> GameState:
    """Return the state with ships at the end of their path."""
    target = event.path[-1]
    before = event.path[-2] if len(event.path) > 1 else event.start
    counts = event.fighters, event.cruisers, event.dreadnoughts
    fleets = state.fleets
    for ship, count in zip(Ship, counts, strict=True):
        off, rest = taken(fleets, event.seat, event.start, ship, count)
        there = [
            replace(
                fleet,
                hex=target,
                moved=STOPPED if event.steps is None else fleet.moved + event.steps,
                came=before if event.steps is None else None,
                jumped=event.jump,
            )
            for fleet in off
        ]
        fleets = merged([*rest, *there])
    return replace(state, fleets=fleets, jumped=target if event.jump else state.jumped)


def driven_off(state: GameState, event: happened.ShipsDrivenOff) -> GameState:
    """Return the state with all ships of a player moved from one hex to another."""
    fleets = [
        replace(f, hex=event.target) if (f.seat, f.hex) == (event.seat, event.start) else f
        for f in state.fleets
    ]
    state = replace(state, fleets=merged(fleets))
    left = tuple(r for r in state.retreats if (r.seat, r.start) != (event.seat, event.start))
    return choosing(state, left) if state.retreats else state


def choosing(state: GameState, retreats: tuple[Retreat, ...]) -> GameState:
    """Return the state in which the owners of these ships choose a Starbase."""
    turns = tuple(dict.fromkeys(each.seat for each in retreats))
    return replace(state, step=Step.RETREAT, retreats=retreats, turns=turns)


def after_battle(state: GameState, battle: Battle, *, withdrew: bool) -> GameState:
    """Return the state without the lost ships, and with withdrawn ships on their previous hex."""
    if battle.hex is None:
        return state
    fleets = state.fleets
    for seat, before, left in zip(
        (battle.attacker, battle.defender), battle.began, battle.forces, strict=True
    ):
        for ship in Ship:
            lost = before.count(ship) - left.count(ship)
            fleets = merged(taken(fleets, seat, battle.hex, ship, lost)[1])
    after = []
    for fleet in fleets:
        if (fleet.seat, fleet.hex) == (battle.attacker, battle.hex):
            fleet = replace(fleet, jumped=False)
            if withdrew and fleet.came is not None:
                fleet = replace(fleet, hex=fleet.came, came=None)
        after.append(fleet)
    return replace(state, fleets=merged(after))


def counted(state: GameState, seat: int) -> GameState:
    """Return the state with the number of ships on the map adjusted after a correction.

    New ships are put on the home sector; surplus ships are removed there first.
    """
    if not state.fields:
        return state
    player, fleets = state.player(seat), state.fleets
    home = next(s.number for s in state.own(seat) if s.home)
    for ship in Ship:
        mine = [f for f in fleets if (f.seat, f.ship) == (seat, ship)]
        more = player.ships(ship) - sum(f.count for f in mine)
        if more > 0:
            fleets = merged([*fleets, Fleet(seat, home, ship, more)])
        for number in dict.fromkeys((home, *(f.hex for f in mine))) if more < 0 else ():
            there = min(max(0, -more), force_of(fleets, seat, number).count(ship))
            fleets = merged(taken(fleets, seat, number, ship, there)[1])
            more += there
    return replace(state, fleets=fleets)


def fleet_corrected(state: GameState, event: happened.FleetCorrected) -> GameState:
    """Return the state with a ship on another hex."""
    off, rest = taken(state.fleets, event.seat, event.start, event.ship, 1)
    there = [replace(fleet, hex=event.target) for fleet in off]
    return replace(state, fleets=merged([*rest, *there]))


def hex_corrected(state: GameState, event: happened.HexCorrected) -> GameState:
    """Return the state with another tile on a hex; it is one of the open ones, else hidden."""
    after = with_field(state, event.hex, event.ground)
    more = len(after.fields) - len(state.fields)
    hidden = state.hidden - max(0, more - state.revealed)
    return replace(after, hidden=hidden, revealed=max(0, state.revealed - more))
