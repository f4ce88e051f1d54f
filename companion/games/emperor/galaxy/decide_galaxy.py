"""Ships on the map: moves, the stargate, start of battles, corrections (section 4.5)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.apply import apply
from companion.games.emperor.asking import on_turn, seated
from companion.games.emperor.events import Event
from companion.games.emperor.galaxy.fields import Fleet, Ground, force_of, taken
from companion.games.emperor.galaxy.hexes import NEIGHBOURS
from companion.games.emperor.galaxy.moving import (
    black_hole,
    enemy_at,
    ground_of,
    is_free,
    jumps,
    nearest_starbases,
    routes,
    speed,
)
from companion.games.emperor.state import (
    GameState,
    Influence,
    Player,
    Retreat,
    Sector,
    Step,
    in_direction,
    tokens_left,
)
from companion.games.emperor.war.decide_war import begin_battle
from companion.games.emperor.war.forces import Ship, Token
from companion.games.refusals import NOT_NOW


def move(state: GameState, command: asked.MoveShips) -> tuple[Event, ...]:
    """Move ships to a hex; unprotected sectors on their way are annexed.

    Raises:
        RefusedError: one of them cannot get there; there is no enemy to fight.
    """
    player = on_turn(state, command.seat, Step.WAR)
    fleets = _picked(state, player, command)
    if command.jump:
        path, moved = _jump(state, command, fleets), None
    else:
        most = min(speed(player, fleet.ship) - fleet.moved for fleet in fleets)
        route = routes(state, command.seat, command.start, most).get(command.target)
        if route is None:
            raise errors.RANGE(hex=command.target)
        path, moved = route.path, route.steps
    if enemy_at(state, command.seat, command.target) is not None:
        moved = None
    counts = command.fighters, command.cruisers, command.dreadnoughts
    events: list[Event] = [
        happened.ShipsMoved(command.seat, command.start, path, *counts, moved, command.jump)
    ]
    free = [number for number in path if is_free(state, command.seat, number)]
    tokens = tokens_left(state, command.seat)
    events += [happened.SectorAnnexed(command.seat, number) for number in free[:tokens]]
    if not command.fight:
        return tuple(events)
    for event in events:
        state = apply(state, event)
    return (*events, *fight(state, asked.Fight(command.seat, command.target)))


def _picked(state: GameState, player: Player, command: asked.MoveShips) -> list[Fleet]:
    counts = command.fighters, command.cruisers, command.dreadnoughts
    there = force_of(state.fleets, command.seat, command.start)
    found: list[Fleet] = []
    for ship, count in zip(Ship, counts, strict=True):
        if not 0 <= count <= there.count(ship):
            raise errors.FORCES(name=player.name)
        found += taken(state.fleets, command.seat, command.start, ship, count)[0]
    if not found:
        raise errors.FORCES(name=player.name)
    return found


def _jump(state: GameState, command: asked.MoveShips, fleets: list[Fleet]) -> tuple[int, ...]:
    """Check a jump: all in a turn go to one target, from ships that waited at the stargate."""
    waited = command.start == black_hole(state) and not any(fleet.moved for fleet in fleets)
    one_place = state.jumped in (None, command.target)
    if not waited or not one_place or command.target not in jumps(state):
        raise errors.RANGE(hex=command.target)
    return (command.target,)


def fight(state: GameState, command: asked.Fight) -> tuple[Event, ...]:
    """Start a battle of all ships on a hex; its Empire or Starbase joins the defender."""
    attacker = on_turn(state, command.seat, Step.WAR)
    defender = enemy_at(state, command.seat, command.hex)
    if defender is None:
        raise NOT_NOW()
    return begin_battle(
        state,
        (attacker, state.player(defender)),
        (
            force_of(state.fleets, command.seat, command.hex),
            force_of(state.fleets, defender, command.hex),
        ),
        command.hex if state.sector(command.hex) is not None else None,
        jumped=force_of(state.fleets, command.seat, command.hex, jumped=True),
        where=command.hex,
    )


def correct_fleet(state: GameState, command: asked.CorrectFleet) -> tuple[Event, ...]:
    """Correct the hex of a ship."""
    _check_map(state)
    player = seated(state, command.seat)
    there = force_of(state.fleets, command.seat, command.start)
    if not there.count(command.ship):
        raise errors.FORCES(name=player.name)
    enemy = enemy_at(state, command.seat, command.target)
    if command.target not in NEIGHBOURS or enemy is not None:
        raise errors.CORRECTION()
    return (
        happened.FleetCorrected(
            command.seat, command.start, command.target, command.ship, command.reason
        ),
    )


def correct_hex(state: GameState, command: asked.CorrectHex) -> tuple[Event, ...]:
    """Correct the tile on a hex that is not a sector."""
    _check_map(state)
    ground = ground_of(state, command.hex)
    held = {Ground.PLANETS, Ground.OMEGA, Ground.BLACK_HOLE}
    if command.hex not in NEIGHBOURS or ground in held or command.ground in held:
        raise errors.CORRECTION()
    if command.ground is ground:
        raise errors.CORRECTION()
    corrected = happened.HexCorrected(command.hex, command.ground, command.reason)
    if apply(state, corrected).hidden < 0:
        raise errors.CORRECTION()
    return (corrected,)


def _check_map(state: GameState) -> None:
    if not state.fields or state.battle is not None or state.regent is not None:
        raise NOT_NOW()


def ships_leave(
    before: GameState, lost: Sequence[Influence], after: Sequence[Sector]
) -> tuple[Event, ...]:
    """Return the events of ships leaving sectors that their owners have lost (section 4.6).

    Args:
        before: the state before influence is resolved.
        lost: which seat lost which sector.
        after: all sectors after it.
    """
    gone: list[Event] = []
    asks: list[Retreat] = []
    first = before.throne if before.selector is None else before.selector
    for seat in in_direction(before, first):
        kept = {s.number for s in after if s.owner == seat and s.token is Token.STARBASE}
        for number in (each.sector for each in lost if each.seat == seat):
            if not force_of(before.fleets, seat, number).ships:
                continue
            targets = nearest_starbases(before, seat, number, kept)
            if len(targets) == 1:
                gone.append(happened.ShipsDrivenOff(seat, number, targets[0]))
            else:
                asks.append(Retreat(seat, number, targets))
    return (*gone, happened.RetreatsBegan(tuple(asks))) if asks else tuple(gone)


def retreat(state: GameState, command: asked.RetreatTo) -> tuple[Event, ...]:
    """Move ships from a lost sector to the chosen one of equally near Starbases.

    Raises:
        RefusedError: it is none of them.
    """
    on_turn(state, command.seat, Step.RETREAT)
    for each in state.retreats:
        if (each.seat, each.start) == (command.seat, command.start):
            if command.target not in each.targets:
                break
            return (happened.ShipsDrivenOff(each.seat, each.start, command.target),)
    raise errors.RANGE(hex=command.target)
