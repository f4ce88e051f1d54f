"""War: annexing and attacks without a map, the extra die, losses, withdrawal (section 4.5)."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.emperor.ask.words import (
    judge_of,
    place_text,
    seat_piece,
    sector_piece,
    ship_piece,
)
from companion.games.emperor.holdings import Annex
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.rules import the_battle
from companion.games.emperor.state import GameState, Player, Sector
from companion.games.emperor.war.battle import Attack, GoOn, NameShip, TakeLosses
from companion.games.emperor.war.forces import Force, Ship, Target, Token, hit, targets
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Later,
    Piece,
    Question,
    following,
    named,
    shown,
    switch,
    text,
)


def war(state: GameState, seat: int) -> Choose:
    """Ask whom the ships attack and what they annex, without a map."""
    judge, player = judge_of(state, seat), state.player(seat)
    annexed = tuple(
        judge.answer(
            f"annex-{sector.number}",
            place_text(state, sector.number),
            Annex(seat, sector.number),
            (Piece("flag"), sector_piece(sector)),
        )
        for sector in state.sectors
        if sector.token is Token.NONE
    )
    held = tuple(
        _attack(state, player, state.player(sector.owner), sector)
        for sector in state.sectors
        if sector.owner not in (None, seat) and not sector.home
    )
    ships = tuple(_ships_of(state, player, other) for other in state.players if other is not player)
    end = judge.answer("end", text("End turn"), EndTurn(seat))
    asked = text("%(name)s: move ships, then annex or attack", name=player.name)
    return Choose(asked, (*annexed, *held, *ships, end))


def _ships_of(state: GameState, player: Player, other: Player) -> Answer:
    """Ask where another player's ships are attacked: on an empty hex, or a free sector."""
    free = (sector for sector in state.sectors if sector.owner is None and not sector.home)
    places = tuple(_attack(state, player, other, sector) for sector in (None, *free))
    words = text("Ships of %(name)s", name=other.name)
    asked = Choose(words, places)
    return following(f"ships-{other.seat}", words, asked, (seat_piece(other.seat),))


def _attack(state: GameState, player: Player, other: Player, sector: Sector | None) -> Answer:
    """Ask which ships attack and defend."""
    held = sector is not None and sector.token is not Token.NONE
    number = None if sector is None else sector.number
    amounts = tuple(
        Amount(
            shown(ship_piece(ship, side.seat)),
            0,
            side.ships(ship),
            int,
            (ship_piece(ship, side.seat),),
            default=0 if side is other and held else side.ships(ship),
        )
        for side in (player, other)
        for ship in Ship
    )
    jump = switch(text("Jump through the stargate"))
    judge, make = judge_of(state), partial(_attacked, player.seat, other.seat, number)
    words = text("%(name)s attacks: which ships?", name=player.name)
    form = Form(words, (*amounts, jump), make, judge.refuses)
    refused = judge.refuses(make(*(amount.default or 0 for amount in amounts)))
    if sector is None:
        return Answer("empty", text("An empty hex"), form, refused=refused)
    key, place = f"attack-{sector.number}", place_text(state, sector.number)
    return Answer(key, place, form, (sector_piece(sector),), refused=refused)


def _attacked(
    seat: int,
    defender: int,
    sector: int | None,
    *entered: int,
) -> Attack:
    mine, theirs = (
        Force(fighters, cruisers, dreadnoughts)
        for fighters, cruisers, dreadnoughts in (entered[:3], entered[3:6])
    )
    return Attack(seat, defender, mine, theirs, sector, through_stargate=any(entered[6:]))


def extra_die(state: GameState, seat: int) -> Choose:
    """Ask which kind of ship has the extra die in this combat round."""
    judge = judge_of(state)
    answers = tuple(
        judge.piece(ship.value, piece, NameShip(seat, ship))
        for ship in Ship
        for piece in (ship_piece(ship, seat),)
    )
    none = judge.answer("none", text("No extra die"), NameShip(seat, None))
    name = state.player(seat).name
    return Choose(text("%(name)s: which ship gets the extra die?", name=name), (*answers, none))


def losses(state: GameState, seat: int) -> Question | None:
    """Ask a side for one hit after the other; what can be hit depends on the hits before."""
    battle = the_battle(state)
    sides = battle.attacker, battle.defender
    if seat not in sides or not battle.hits[sides.index(seat)]:
        return None
    side = sides.index(seat)
    force = battle.forces[side]
    name = state.player(seat).name
    found = _hit(seat, name, force, battle.hits[side] - force.shield, ())
    if isinstance(found, TakeLosses):  # nothing can be hit: accept it
        answer = judge_of(state).answer("none", named(name), found)
        return Choose(named(name), (answer,), "none")
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


def go_on(state: GameState, seat: int) -> Choose:
    """Ask the attacker whether the battle goes on."""
    judge = judge_of(state)
    answers = (
        judge.answer("on", text("Fight on"), GoOn(seat, withdraw=False)),
        judge.answer("back", text("Withdraw"), GoOn(seat, withdraw=True)),
    )
    name = state.player(seat).name
    return Choose(text("%(name)s fights on or withdraws", name=name), answers)
