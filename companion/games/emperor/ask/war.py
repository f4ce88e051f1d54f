"""War: annexing and attacks without a map, the extra die, losses, withdrawal (section 4.5)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.emperor.ask.words import At, seat_piece, sector_piece, ship_piece
from companion.games.emperor.holdings import Annex
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import Player, Sector
from companion.games.emperor.war.battle import Attack, NameShip
from companion.games.emperor.war.forces import Force, Ship, Target, Token, hit, targets
from companion.games.emperor.war.losses import GoOn, TakeLosses
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    following,
    named,
    number,
    shown,
    switch,
    text,
)


def war(at: At) -> Choose:
    """Ask whom the ships attack and what they annex, without a map."""
    state = at.state
    annexed = (
        at.answer(
            f"annex-{s.number}",
            at.place(s.number),
            Annex(at.seat, s.number),
            *(Piece("flag"), sector_piece(s)),
        )
        for s in state.sectors
        if s.token is Token.NONE
    )
    held = (
        _attack(at, state.player(s.owner), s)
        for s in state.sectors
        if s.owner not in (None, at.seat) and not s.home
    )
    ships = (_ships_of(at, other) for other in at.others)
    end = at.answer("end", text("End turn"), EndTurn(at.seat))
    asked = text("%(name)s: move ships, then annex or attack", name=at.name)
    return Choose(asked, (*annexed, *held, *ships, end))


def _ships_of(at: At, other: Player) -> Answer:
    """Ask where another player's ships are attacked: on an empty hex, or a free sector."""
    free = (sector for sector in at.state.sectors if sector.owner is None and not sector.home)
    places = tuple(_attack(at, other, sector) for sector in (None, *free))
    words = text("Ships of %(name)s", name=other.name)
    return following(f"ships-{other.seat}", words, Choose(words, places), (seat_piece(other.seat),))


def _attack(at: At, other: Player, sector: Sector | None) -> Answer:
    """Ask which ships attack and defend."""
    held = sector is not None and sector.token is not Token.NONE
    amounts = tuple(
        number(
            ship_piece(ship, side.seat),
            side.ships(ship),
            now=0 if side is other and held else side.ships(ship),
            words=text("%(name)s: %(token)s", name=side.name, token=ship_piece(ship, side.seat)),
        )
        for side in (at.player, other)
        for ship in Ship
    )
    jump = switch(text("Jump through the stargate"))
    make = partial(_attacked, at.seat, other.seat, sector.number if sector else None)
    words = text("%(name)s attacks: which ships?", name=at.name)
    form = Form(words, (*amounts, jump), make, at.judge.refuses, verb=text("Attack"))
    refused = at.judge.refuses(make(*(amount.default or 0 for amount in amounts)))
    if sector is None:
        return Answer("empty", text("An empty hex"), form, refused=refused)
    key, place = f"attack-{sector.number}", at.place(sector.number)
    return Answer(key, place, form, (sector_piece(sector),), refused=refused)


def _attacked(seat: int, defender: int, sector: int | None, *entered: int) -> Attack:
    mine, theirs = (Force(f, c, d) for f, c, d in (entered[:3], entered[3:6]))
    return Attack(seat, defender, mine, theirs, sector, through_stargate=any(entered[6:]))


def extra_die(at: At) -> Choose:
    """Ask which kind of ship has the extra die in this combat round."""
    answers = tuple(
        at.judge.piece(ship.value, ship_piece(ship, at.seat), NameShip(at.seat, ship))
        for ship in Ship
    )
    none = at.answer("none", text("No extra die"), NameShip(at.seat, None))
    none = replace(none, minor=any(each.refused is None for each in answers))
    asked = text("%(name)s: which ship gets the extra die?", name=at.name)
    return Choose(asked, (*answers, none))


def losses(at: At) -> Question | None:
    """Ask a side for one hit after the other; what can be hit depends on the hits before."""
    battle = at.state.battle
    if battle is None or at.seat not in battle.seats:
        return None
    side = battle.seats.index(at.seat)
    if not battle.hits[side]:
        return None
    force = battle.forces[side]
    found = _hit(at.seat, at.name, force, battle.hits[side] - force.shield, ())
    if isinstance(found, TakeLosses):  # nothing can be hit: accept it
        return Choose(named(at.name), (at.answer("none", named(at.name), found),), "none")
    question: Question = found
    return question


def _hit(seat: int, name: str, force: Force, count: int, taken: tuple[Target, ...]) -> Any:
    there = targets(force)
    if not count or not there:
        return TakeLosses(seat, taken)
    if taken and len(there) == 1:  # nothing is left to choose
        return _hit(seat, name, hit(force, there[0]), count - 1, (*taken, there[0]))
    answers = tuple(
        Answer(
            target.value,
            shown(Piece(f"unit/{target.value}", seat)),
            Later(_hit, (seat, name, hit(force, target), count - 1, (*taken, target))),
            (Piece(f"unit/{target.value}", seat),),
        )
        for target in there
    )
    words = text(
        "%(name)s takes %(count)s hit: put it on",
        "%(name)s takes %(count)s hits: put one on",
        name=name,
        count=count,
    )
    return Choose(words, answers)


def go_on(at: At) -> Choose:
    """Ask the attacker whether the battle goes on."""
    answers = (
        at.answer("on", text("Fight on"), GoOn(at.seat, withdraw=False), Piece("role/warlord")),
        at.answer("back", text("Withdraw"), GoOn(at.seat, withdraw=True), Piece("withdraw")),
    )
    return Choose(text("%(name)s fights on or withdraws", name=at.name), answers)
