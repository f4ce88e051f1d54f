"""Ships on the map: moves, the stargate, battles where ships have met (section 4.5)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.emperor.ask.words import judge_of, place_text, seat_piece, ship_piece
from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.moving import enemy_at, jumps, reach, waiting_at_gate
from companion.games.emperor.galaxy.ships import Fight, MoveShips
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import GameState
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    one_of,
    shown,
    switch,
    text,
)


def war_on_map(state: GameState, seat: int) -> Choose:
    """Ask for the ships that move, for the battle, or for the end of the turn."""
    judge = judge_of(state, seat)
    own = tuple(dict.fromkeys(fleet.hex for fleet in state.fleets if fleet.seat == seat))
    fights = tuple(
        judge.answer(
            f"fight-{number}",
            text("Fight on hex %(hex)s", hex=number),
            Fight(seat, number),
            (Piece("role/warlord"), seat_piece(enemy_at(state, seat, number) or 0)),
        )
        for number in own
        if enemy_at(state, seat, number) is not None
    )
    starts = tuple(_start(state, seat, number) for number in own)
    end = judge.answer("end", text("End turn"), EndTurn(seat))
    asked = text("%(name)s: tap own ships, or end the turn", name=state.player(seat).name)
    return Choose(asked, (*fights, *starts, end))


def _start(state: GameState, seat: int, start: int) -> Answer:
    there = force_of(state.fleets, seat, start)
    pieces = tuple(ship_piece(ship, seat) for ship in Ship if there.count(ship))
    targets = [number for ship in Ship for number in reach(state, seat, start, ship)]
    ways = [(number, False) for number in sorted(dict.fromkeys(targets))]
    if waiting_at_gate(state, seat, start):
        ways += [(number, True) for number in jumps(state) if state.jumped in (None, number)]
    words, key = place_text(state, start), str(start)
    if not ways:
        one = MoveShips(seat, start, start, *(1, 0, 0))
        refused = judge_of(state).refuses(one)
        return Answer(key, words, one, pieces, refused=refused)
    asked = text(
        "%(name)s: tap the hex to which these ships go from hex %(hex)s",
        name=state.player(seat).name,
        hex=start,
    )
    answers = [_way(state, seat, start, number, jump=jump) for number, jump in ways]
    return one_of(key, words, answers, pieces=pieces, ask=asked)


def _way(state: GameState, seat: int, start: int, target: int, *, jump: bool) -> Answer:
    key = f"jump-{target}" if jump else str(target)
    words = text("Jump through the stargate") if jump else text("Hex %(hex)s", hex=target)
    then = Later(_ships, (state, seat, start, target, jump))
    return Answer(key, words, then, (Piece(f"hex/{target}"),))


def _ships(state: GameState, seat: int, start: int, target: int, jump: bool) -> Question:  # noqa: FBT001 - arguments of Later
    """Ask how many ships of each kind go, and whether they fight at once."""
    judge = judge_of(state, seat)
    there = force_of(state.fleets, seat, start)
    fights = enemy_at(state, seat, target) is not None
    make = partial(_moved, MoveShips(seat, start, target, jump=jump))
    single = [tuple(int(each is ship) for each in Ship) for ship in Ship if there.count(ship)]
    able = [each for each in single if judge.refuses(make(*each)) is None]
    every = tuple(
        there.count(ship) if any(each[i] for each in able) else 0 for i, ship in enumerate(Ship)
    )
    proposal = every if judge.refuses(make(*every)) is None else able[0]
    amounts = tuple(
        Amount(
            shown(ship_piece(ship, seat)),
            0,
            there.count(ship),
            int,
            (ship_piece(ship, seat),),
            default=proposed,
        )
        for ship, proposed in zip(Ship, proposal, strict=True)
    )
    name = state.player(seat).name
    words = text("%(name)s: hex %(hex)s", name=name, hex=target)
    attack = (switch(text("Move and attack")),) if fights else ()
    return Form(words, (*amounts, *attack), make, judge.refuses)


def _moved(base: MoveShips, *entered: int) -> MoveShips:
    fields = ("fighters", "cruisers", "dreadnoughts", "fight")
    changed: dict[str, Any] = dict(zip(fields, entered, strict=False))
    return replace(base, **changed)
