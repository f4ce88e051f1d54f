"""Ships on the map: moves, the stargate, battles where ships have met (section 4.5)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.emperor.ask.words import At, hex_text, seat_piece, ship_piece
from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.moving import enemy_at, jumps, reach, waiting_at_gate
from companion.games.emperor.galaxy.ships import Fight, MoveShips
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    number,
    one_of,
    switch,
    text,
)


def war_on_map(at: At) -> Choose:
    """Ask for the ships that move, for the battle, or for the end of the turn."""
    own = tuple(dict.fromkeys(fleet.hex for fleet in at.state.fleets if fleet.seat == at.seat))
    fights = (
        at.answer(
            f"fight-{here}",
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
    targets = {target for ship in Ship for target in reach(state, seat, start, ship)}
    ways = [(target, False) for target in sorted(targets)]
    if waiting_at_gate(state, seat, start):
        ways += [(target, True) for target in jumps(state) if state.jumped in (None, target)]
    if not ways:
        one = MoveShips(seat, start, start, *(1, 0, 0))
        refused = at.judge.refuses(one)
        return Answer(str(start), at.place(start), one, pieces, refused=refused)
    asked = text(
        "%(name)s: tap the hex to which these ships go from hex %(hex)s", name=at.name, hex=start
    )
    answers = [_way(at, MoveShips(seat, start, target, jump=jump)) for target, jump in ways]
    return one_of(str(start), at.place(start), answers, pieces=pieces, ask=asked)


def _way(at: At, move: MoveShips) -> Answer:
    key = f"jump-{move.target}" if move.jump else str(move.target)
    words = text("Jump through the stargate") if move.jump else hex_text(move.target)
    return Answer(key, words, Later(_ships, (at, move)), (Piece(f"hex/{move.target}"),))


def _ships(at: At, move: MoveShips) -> Question:
    """Ask how many ships of each kind go, and whether they fight at once."""
    there = force_of(at.state.fleets, at.seat, move.start)
    make = partial(_moved, move)
    single = [tuple(int(each is ship) for each in Ship) for ship in Ship if there.count(ship)]
    able = [each for each in single if at.judge.refuses(make(*each)) is None]
    every = tuple(
        there.count(ship) if any(each[i] for each in able) else 0 for i, ship in enumerate(Ship)
    )
    proposal = every if at.judge.refuses(make(*every)) is None else able[0]
    amounts = tuple(
        number(ship_piece(ship, at.seat), there.count(ship), now=now)
        for ship, now in zip(Ship, proposal, strict=True)
    )
    words = text("%(name)s: hex %(hex)s", name=at.name, hex=move.target)
    fights = enemy_at(at.state, at.seat, move.target) is not None
    attack = (switch(text("Move and attack")),) if fights else ()
    return Form(words, (*amounts, *attack), make, at.judge.refuses)


def _moved(base: MoveShips, *entered: int) -> MoveShips:
    fields = ("fighters", "cruisers", "dreadnoughts", "fight")
    changed: dict[str, Any] = dict(zip(fields, entered, strict=False))
    return replace(base, **changed)
