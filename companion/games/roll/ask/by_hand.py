"""Questions at a table that keeps its counters by hand: credits, VP, tiles (R-5.3, R-9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.question import Amount, Answer, Choose, Piece, named, text
from companion.games.roll.ask.at import At
from companion.games.roll.ask.mat import assigning, die_corrections, readiness, revealing
from companion.games.roll.model.state import MAX_CREDITS, Step
from companion.games.roll.phases.counters import MAX_VP, ChangeCredits, ChangeTiles, ChangeVp
from companion.games.roll.phases.set_up import VP_PER_PLAYER


def by_hand(at: At) -> Choose:
    """Return what a player reports: the mat, the counters, the end of the round."""
    counters = tuple(_counters(at))
    match at.state.step:
        case Step.ASSIGN | Step.REVEAL as step:
            asked = assigning(at) if step is Step.ASSIGN else revealing(at)
            minor = tuple(replace(each, minor=True) for each in counters)
            return Choose(asked.text, (*asked.answers, *minor), asked.default, asked.urgent)
        case Step.MANAGE:
            own = tuple(readiness(at))
        case _:
            own = tuple(die_corrections(at))
    return Choose(named(at.state.empire(at.seat).name), (*own, *counters), urgent=False)


def _counters(at: At) -> Iterator[Answer]:
    """Yield what is gained or spent; forgotten bookkeeping may be entered at any time."""
    empire, seat = at.state.empire(at.seat), at.seat
    most = min(VP_PER_PLAYER * len(at.state.empires), MAX_VP - empire.vp_chips)
    paid, given = partial(ChangeCredits, seat), partial(ChangeVp, seat)
    yield from _numbers("credits", MAX_CREDITS, empire.credits, paid)
    yield from _numbers("vp", most, empire.vp_chips, given)
    yield at.answer("tile", text("One tile more"), ChangeTiles(seat, 1), Piece("tile"))
    yield at.answer("tile-less", text("One tile less"), ChangeTiles(seat, -1), Piece("tile"))


def _numbers(key: str, most: int, now: int, make: Callable[[int], Any]) -> Iterator[Answer]:
    piece = (Piece(key),)
    if most:
        gained = text("%(piece)s: gain", piece=Piece(key))
        yield Answer(key, gained, Amount(gained, 1, most, make, piece, default=1), piece)
    if now:
        spent = text("%(piece)s: spend", piece=Piece(key))
        given = Amount(spent, 1, now, lambda count: make(-count), piece, default=1)
        yield Answer(f"{key}-less", spent, given, piece)
