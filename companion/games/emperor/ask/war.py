"""War (section 4.5): ships on the map, or annexing and attacks without one; extra die, losses."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import question as q
from companion.games.emperor.ask.words import (
    At,
    hex_piece,
    hex_text,
    sector_piece,
    ship_piece,
)
from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.moving import enemy_at, jumps, reach, waiting_at_gate
from companion.games.emperor.galaxy.ships import Fight, MoveShips, ready
from companion.games.emperor.holdings import Annex
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import Player, Sector
from companion.games.emperor.war.battle import Attack, NameShip
from companion.games.emperor.war.forces import (
    FIELD_OF,
    Force,
    Ship,
    Target,
    Token,
    hit,
    ships_of,
    targets,
)
from companion.games.emperor.war.losses import GoOn, TakeLosses
from companion.games.question import text


def war(at: At) -> q.Choose:
    """Ask whom the ships attack and what they annex, without a map."""
    state = at.state
    annexed = (
        at.answer(
            f"annex-{s.number}",
            text("Annex: %(place)s", place=at.place(s.number)),
            Annex(at.seat, s.number),
            *(q.Piece("flag"), sector_piece(s)),
        )
        for s in state.sectors
        if s.token is Token.NONE
    )
    held = (
        _attack(at, state.player(s.owner), s)
        for s in state.sectors
        if s.owner not in (None, at.seat) and not s.home
    )
    ships = (answer for other in at.others for answer in _ships_of(at, other))
    end = at.answer("end", text("End turn"), EndTurn(at.seat))
    asked = text("%(name)s: move ships, then annex or attack", name=at.name)
    found = (*annexed, *held, *ships)
    wars = (replace(each, minor=each.refused is not None) for each in found)
    return q.Choose(asked, (*wars, end))


def _ships_of(at: At, other: Player) -> Iterator[q.Answer]:
    """Ask where another player's ships are attacked: on an empty hex, or a free sector."""

    def places() -> Iterator[q.Answer]:
        free = (sector for sector in at.state.sectors if sector.owner is None and not sector.home)
        return (_attack(at, other, sector) for sector in (None, *free))

    words = text("Attack ships of %(name)s", name=other.name)
    there = next((ship for ship in Ship if other.ships(ship)), Ship.FIGHTER)
    pieces = q.seat_piece(other.seat), ship_piece(there, other.seat)
    return q.branch(f"ships-{other.seat}", words, words, places, pieces=pieces)


def _attack(at: At, other: Player, sector: Sector | None) -> q.Answer:
    """Ask which ships attack and defend."""
    held = sector is not None and sector.token is not Token.NONE
    kinds = tuple((each, s) for each in (at.player, other) for s in Ship if each.ships(s))
    amounts = tuple(
        q.number(
            ship_piece(ship, side.seat),
            side.ships(ship),
            now=0 if side is other and held else side.ships(ship),
            words=text("%(name)s: %(token)s", name=side.name, token=ship_piece(ship, side.seat)),
        )
        for side, ship in kinds
    )
    jump = q.switch(text("Jump through the stargate"))
    base = Attack(at.seat, other.seat, Force(), Force(), sector.number if sector else None)
    make = partial(_attacked, base, tuple((side.seat, ship) for side, ship in kinds))
    words = text("%(name)s attacks: which ships?", name=at.name)
    form = q.Form(words, (*amounts, jump), make, at.judge.refuses, verb=text("Attack"))
    refused = at.judge.refuses(make(*(amount.default or 0 for amount in amounts), 0))
    if sector is None:
        return q.Answer("empty", text("An empty hex"), form, refused=refused)
    key, place = f"attack-{sector.number}", text("Attack: %(place)s", place=at.place(sector.number))
    return q.Answer(key, place, form, (sector_piece(sector),), refused=refused)


def _attacked(base: Attack, kinds: tuple[tuple[int, Ship], ...], *entered: int) -> Attack:
    *counts, jump = entered
    forces: dict[int, dict[str, Any]] = {base.seat: {}, base.defender: {}}
    for (seat, ship), count in zip(kinds, counts, strict=True):
        forces[seat][FIELD_OF[ship]] = count
    mine, theirs = (Force(**each) for each in forces.values())
    return replace(base, ships=mine, defending=theirs, through_stargate=bool(jump))


def extra_die(at: At) -> q.Choose:
    """Ask which kind of ship has the extra die in this combat round."""
    able = (s for s in Ship if at.judge.refuses(NameShip(at.seat, s)) is None)
    answers = tuple(at.judge.piece(ship_piece(s, at.seat), NameShip(at.seat, s)) for s in able)
    none = at.answer("none", text("No extra die"), NameShip(at.seat, None))
    none = replace(none, minor=bool(answers))
    asked = text("%(name)s: which ship gets the extra die?", name=at.name)
    return q.Choose(asked, (*answers, none))


def losses(at: At) -> q.Question | None:
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
        return q.Choose(q.named(at.name), (at.answer("none", q.named(at.name), found),), "none")
    question: q.Question = found
    return question


def _hit(seat: int, name: str, force: Force, count: int, taken: tuple[Target, ...]) -> Any:
    there = targets(force)
    if not count or not there:
        return TakeLosses(seat, taken)
    if taken and len(there) == 1:  # nothing is left to choose
        return _hit(seat, name, hit(force, there[0]), count - 1, (*taken, there[0]))
    answers = tuple(
        q.Answer(
            target.value,
            q.shown(q.Piece(f"unit/{target.value}", seat)),
            q.Later(_hit, (seat, name, hit(force, target), count - 1, (*taken, target))),
            (q.Piece(f"unit/{target.value}", seat),),
        )
        for target in there
    )
    words = text(
        "%(name)s takes %(count)s hit: put it on",
        "%(name)s takes %(count)s hits: put one on",
        name=name,
        count=count,
    )
    return q.Choose(words, answers)


def go_on(at: At) -> q.Choose:
    """Ask the attacker whether the battle goes on."""
    answers = (
        at.answer("on", text("Fight on"), GoOn(at.seat, withdraw=False), q.Piece("role/warlord")),
        at.answer("back", text("Withdraw"), GoOn(at.seat, withdraw=True), q.Piece("withdraw")),
    )
    return q.Choose(text("%(name)s fights on or withdraws", name=at.name), answers)


FIGHT: Final = "fight-"
"""Prefix of the key of a battle on a hex."""


def war_on_map(at: At) -> q.Choose:
    """Ask for the ships that move, for the battle, or for the end of the turn."""
    own = tuple(dict.fromkeys(fleet.hex for fleet in at.state.fleets if fleet.seat == at.seat))
    fights = (
        at.answer(
            f"{FIGHT}{here}",
            text("Fight on hex %(hex)s", hex=here),
            Fight(at.seat, here),
            *(hex_piece(here), q.seat_piece(enemy)),
        )
        for here in own
        if (enemy := enemy_at(at.state, at.seat, here)) is not None
    )
    starts = (_start(at, here) for here in own)
    end = at.answer("end", text("End turn"), EndTurn(at.seat))
    asked = text("%(name)s: tap your ships, or end the turn", name=at.name)
    return q.Choose(asked, (*fights, *starts, end))


def _start(at: At, start: int) -> q.Answer:
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
        return q.Answer(str(start), at.place(start), base, pieces, refused=refused)
    then = q.Later(_move, (at, base, frozenset(walks), frozenset(gates)))
    return q.Answer(str(start), at.place(start), then, pieces)


def _move(at: At, base: MoveShips, walks: frozenset[int], gates: frozenset[int]) -> q.Form:
    """Ask how many ships of each class go where, and whether they fight at once."""
    there = force_of(at.state.fleets, at.seat, base.start)
    kinds = tuple(ship for ship in Ship if there.count(ship))
    ships = [
        q.number(ship_piece(ship, at.seat), there.count(ship), now=ready(at.state, base, ship))
        for ship in kinds
    ]
    jump = q.switch(text("Jump through the stargate"), q.Piece("black_hole"), on=not walks)
    asked = text("%(name)s: where do these ships go?", name=at.name)
    targets = tuple(
        q.Answer(str(number), hex_text(number), number, (hex_piece(number),))
        for number in sorted(walks | gates)
    )
    parts = (*ships, *((jump,) if gates else ()), q.Choose(asked, targets))
    return q.Form(asked, parts, partial(_moved, at, base, kinds), partial(_refuses, at))


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
    return q.Choose(asked, (fight, later), "" if fight.refused else "fight")


def _ships(move: MoveShips) -> tuple[q.Piece, ...]:
    return tuple(
        ship_piece(ship, move.seat) for ship, count in ships_of(move).items() for _ in range(count)
    )


def _refuses(at: At, made: Any) -> q.Refusal | None:
    """Return why a move is refused, or the one that waits with the attack."""
    if isinstance(made, q.Choose):
        return (
            None if any(each.refused is None for each in made.answers) else made.answers[-1].refused
        )
    return at.judge.refuses(made)
