"""Ships on the map: moves, the stargate, battles where ships have met (section 4.5)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games.emperor.ask.words import At, hex_piece, hex_text, seat_piece, ship_piece
from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.moving import enemy_at, jumps, reach, waiting_at_gate
from companion.games.emperor.galaxy.ships import Fight, MoveShips, ready
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.war.forces import FIELD_OF, Ship, ships_of
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Refusal,
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
            *(hex_piece(here), seat_piece(enemy)),
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
    pieces = hex_piece(start), *(ship_piece(ship, seat) for ship in Ship if there.count(ship))
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
    kinds = tuple(ship for ship in Ship if there.count(ship))
    ships = [
        number(ship_piece(ship, at.seat), there.count(ship), now=ready(at.state, base, ship))
        for ship in kinds
    ]
    jump = switch(text("Jump through the stargate"), Piece("black_hole"), on=not walks)
    asked = text("%(name)s: where do these ships go?", name=at.name)
    targets = tuple(
        Answer(str(number), hex_text(number), number, (hex_piece(number),))
        for number in sorted(walks | gates)
    )
    parts = (*ships, *((jump,) if gates else ()), Choose(asked, targets))
    return Form(asked, parts, partial(_moved, at, base, kinds), partial(_refuses, at))


def _moved(at: At, base: MoveShips, kinds: tuple[Ship, ...], *entered: Any) -> Any:
    """Return the move; where enemies are, the question whether the ships fight at once.

    Ships that cannot go that far stay behind.
    """
    *counts, target = entered
    move = replace(base, jump=any(counts[len(kinds) :]), target=target)
    able = {FIELD_OF[ship]: ready(at.state, move, ship) for ship in kinds}
    going: dict[str, Any] = {
        key: min(most, count) for (key, most), count in zip(able.items(), counts, strict=False)
    }
    move = replace(move, **going)
    enemy = enemy_at(at.state, at.seat, target)
    if enemy is None:
        return move
    fight = at.answer("fight", text("Move and attack"), replace(move, fight=True))
    later = at.answer("later", text("Move now, attack later"), move, *_ships(move))
    whom = at.state.player(enemy).name
    asked = text("%(name)s: attack %(whom)s?", name=at.name, whom=whom)
    return Choose(asked, (fight, later), "" if fight.refused else "fight")


def _ships(move: MoveShips) -> tuple[Piece, ...]:
    return tuple(
        ship_piece(ship, move.seat) for ship, count in ships_of(move).items() for _ in range(count)
    )


def _refuses(at: At, made: Any) -> Refusal | None:
    """Return why a move is refused, or the one that waits with the attack."""
    if isinstance(made, Choose):
        return (
            None if any(each.refused is None for each in made.answers) else made.answers[-1].refused
        )
    return at.judge.refuses(made)
