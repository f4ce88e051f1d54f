"""Ships on the map: moves, the stargate, battles where ships have met (section 4.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games.emperor.ask.words import At, hex_text, seat_piece, ship_piece
from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.moving import enemy_at, jumps, reach, waiting_at_gate
from companion.games.emperor.galaxy.ships import Fight, MoveShips, ready
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import GameState
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    number,
    switch,
    text,
)

FIGHT: Final = "fight-"
"""Prefix of the key of a battle on a hex."""


def war_on_map(at: At) -> Choose:
    """Ask for the ships that move, for the battle, or for the end of the turn."""
    own = tuple(dict.fromkeys(fleet.hex for fleet in at.state.fleets if fleet.seat == at.seat))
    fights = (
        at.answer(
            f"{FIGHT}{here}",
            text("Fight on hex %(hex)s", hex=here),
            Fight(at.seat, here),
            *(Piece("role/warlord"), seat_piece(enemy)),
        )
        for here in own
        if (enemy := enemy_at(at.state, at.seat, here)) is not None
    )
    starts = (_start(at, here) for here in own)
    end = at.answer("end", text("End turn"), EndTurn(at.seat))
    asked = text("%(name)s: tap own ships, or end the turn", name=at.name)
    return Choose(asked, (*fights, *starts, end))


def _start(at: At, start: int) -> Answer:
    state, seat = at.state, at.seat
    there = force_of(state.fleets, seat, start)
    pieces = tuple(ship_piece(ship, seat) for ship in Ship if there.count(ship))
    walks = {target for ship in Ship for target in reach(state, seat, start, ship)}
    gates: set[int] = set()
    if waiting_at_gate(state, seat, start):
        gates = {target for target in jumps(state) if state.jumped in (None, target)}
    base = MoveShips(seat, start, start)
    if not walks | gates:
        refused = at.judge.refuses(replace(base, fighters=1))
        return Answer(str(start), at.place(start), base, pieces, refused=refused)
    then = Later(_move, (at, base, frozenset(walks), frozenset(gates)))
    return Answer(str(start), at.place(start), then, pieces)


def _move(at: At, base: MoveShips, walks: frozenset[int], gates: frozenset[int]) -> Form:
    """Ask how many ships of each class go where, and whether they fight at once."""
    there = force_of(at.state.fleets, at.seat, base.start)
    ships = [
        number(ship_piece(ship, at.seat), there.count(ship), now=ready(at.state, base, ship))
        for ship in Ship
    ]
    jump = switch(text("Jump through the stargate"), Piece("black_hole"), on=not walks)
    asked = text(
        "%(name)s: tap the hex to which these ships go from hex %(hex)s",
        name=at.name,
        hex=base.start,
    )
    targets = tuple(each for number in sorted(walks | gates) for each in _target(at, number))
    parts = (*ships, *((jump,) if gates else ()), Choose(asked, targets))
    return Form(asked, parts, partial(_moved, at.state, base), at.judge.refuses)


def _target(at: At, number: int) -> Iterator[Answer]:
    """Yield a hex, and the battle there: its number, and whether the ships fight."""
    hexagon = (Piece(f"hex/{number}"),)
    yield Answer(str(number), hex_text(number), (number, False), hexagon)
    if enemy_at(at.state, at.seat, number) is not None:
        yield Answer(f"{FIGHT}{number}", text("Move and attack"), (number, True), hexagon)


def _moved(state: GameState, base: MoveShips, *entered: Any) -> MoveShips:
    """Return the move; ships that cannot go that far stay behind."""
    *counts, (target, fight) = entered
    move = replace(base, jump=any(counts[len(Ship) :]), target=target, fight=fight)
    able = (ready(state, move, ship) for ship in Ship)
    fighters, cruisers, dreadnoughts = map(min, counts, able)
    return replace(move, fighters=fighters, cruisers=cruisers, dreadnoughts=dreadnoughts)
